//! The file of a baseline, which lists accepted findings.

use std::fs;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::about;
use crate::check::baseline::{Baseline, Entry};
use crate::finding::{Reason, bilingual};
use crate::output::{ProtectedFiles, is_stream_type};

/// A baseline, which lists accepted findings, with the path of its file.
#[derive(Debug)]
pub(crate) struct BaselineFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The accepted findings.
    pub baseline: Arc<Baseline>,
}

impl BaselineFile {
    /// Reads a baseline and protects its file from being replaced by output.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, is a pipe or device, or is not a baseline.
    pub(crate) fn read(path: &Path, protected: &mut ProtectedFiles) -> io::Result<Self> {
        if fs::metadata(path).is_ok_and(|metadata| is_stream_type(metadata.file_type())) {
            // `unused_entries` reads the file again, which is impossible for a pipe.
            let error = Reason::error(
                io::ErrorKind::InvalidInput,
                bilingual(
                    "a baseline must be a file, not a pipe, because it is read twice",
                    "ベースラインは2回読むため、パイプではなくファイルを指定する",
                ),
            );
            return Err(about(path, &error));
        }
        let file = protected.open(path);
        let baseline = file.and_then(|file| Baseline::read(BufReader::new(file)));
        Ok(Self {
            path: path.to_owned(),
            baseline: Arc::new(baseline.map_err(|error| about(path, &error))?),
        })
    }

    /// Reads the file again and passes the accepted findings that did not occur in the run to `take`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read again.
    pub(crate) fn unused_entries(&self, take: impl FnMut(&Entry<'_>)) -> io::Result<()> {
        let file = ProtectedFiles::begin().open(&self.path).map(BufReader::new);
        let passed = file.and_then(|file| self.baseline.unused_entries(file, take));
        passed.map_err(|error| about(&self.path, &error))
    }
}
