//! Lists of the files with and without findings.

use std::io;
use std::path::Path;

use crate::check::FailOn;
use crate::run::sink::{RecordCounts, Sink, SinkTarget};

/// The list of valid files and the list of invalid files, as far as they were requested.
pub(crate) struct FileLists<W> {
    /// The list of valid files, and the list of invalid files.
    lists: [Option<W>; 2],
    /// The lowest severity of a finding that makes a file invalid.
    fail_on: FailOn,
    /// The path and the counts of the file that is being read, if there is one.
    current_file: Option<(String, RecordCounts)>,
}

impl<W: SinkTarget> FileLists<W> {
    /// Creates the lists.
    pub(crate) const fn new(lists: [Option<W>; 2], fail_on: FailOn) -> Self {
        Self {
            lists,
            fail_on,
            current_file: None,
        }
    }

    /// Returns the targets of the lists that were requested.
    pub(crate) fn targets(&self) -> impl Iterator<Item = &W> {
        self.lists.iter().flatten()
    }

    /// Returns the targets of the lists that were requested, which are complete.
    pub(crate) fn close(self) -> impl Iterator<Item = W> {
        self.lists.into_iter().flatten()
    }
}

impl<W: SinkTarget> Sink for FileLists<W> {
    type Renderer = ();

    fn renderer(&self) {}

    fn begin(&mut self, path: &str, file: Option<&Path>) -> io::Result<()> {
        self.current_file = Some((path.to_owned(), RecordCounts::default()));
        let Some(file) = file else { return Ok(()) };
        self.targets().try_for_each(|target| target.protect(file))
    }

    fn add(&mut self, (): (), counts: &RecordCounts) -> io::Result<()> {
        if let Some((_, sum)) = &mut self.current_file {
            sum.merge(*counts);
        }
        Ok(())
    }

    /// Adds the file to the list of valid or of invalid files. A file whose end was not read is not listed as valid, and a file
    /// whose records were all excluded is in no list.
    fn end(&mut self, is_whole: bool) -> io::Result<()> {
        let Some((path, counts)) = self.current_file.take() else {
            return Ok(());
        };
        if counts.checked == 0 && !counts.excluded.is_none() {
            return Ok(());
        }
        let is_invalid = self.fail_on.is_reached_by(counts.highest);
        match &mut self.lists[usize::from(is_invalid)] {
            Some(list) if is_whole || is_invalid => writeln!(list, "{path}"),
            _ => Ok(()),
        }
    }
}
