//! The records of the inputs of a [`Dataset`], in parts that own their text.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::dataset::{Dataset, RowRenderer};
use super::record_filter::ExcludedRecords;
use super::sink::CheckRun;
use crate::batch::{Failure, Inputs, Part, Work};
use crate::check::Checked;
use crate::text::Text;

/// A small file, or consecutive records of a large file, whose records can be checked at any time.
pub struct FilePart {
    part: Part,
    work: CheckRun<RowRenderer>,
}

impl FilePart {
    /// Returns the text of the part.
    pub fn text(&self) -> &Text<'static> {
        self.part.text()
    }

    /// Returns whether the part is a whole file.
    pub fn is_whole(&self) -> bool {
        self.part.is_whole()
    }

    /// Returns the selected records of the part, read and checked.
    pub fn records(&self) -> impl Iterator<Item = Checked<'_>> {
        let (mut worker, _) = self.work.worker();
        let file = self.part.file();
        self.part.records().filter_map(move |record| {
            let taken = worker.take(&file, &record, &mut ExcludedRecords::default(), |_| {});
            taken.map(|(game, _)| game)
        })
    }
}

impl Dataset {
    /// Reads the inputs in parts, calls `make` for each part on several threads, and passes the results to `take` in the
    /// order of the inputs. For a path that cannot be read, `take` receives its name and the error.
    ///
    /// Reading stops without an error when the flag `stop` is set.
    ///
    /// # Errors
    ///
    /// Returns an error if `take` fails, or if no thread can be started.
    pub fn parts<T: Send>(
        &self,
        stop: &Arc<AtomicBool>,
        make: impl Fn(FilePart) -> T + Send + Sync,
        mut take: impl FnMut(Result<T, (String, io::Error)>) -> io::Result<()> + Send,
    ) -> io::Result<()> {
        let (run, cancel) = self.run_until(stop);
        let inputs = || Inputs::new(self.request.clone()).with_cancel(cancel.clone());
        let work = self.work_without_copies(&run, inputs)?;
        let make = |part| {
            let work = work.clone();
            make(FilePart { part, work })
        };
        let take =
            |result: Result<T, Failure>| take(result.map_err(|failure| (failure.shown, failure.error)));
        run.parts(inputs(), make, take)
    }
}
