//! The run: how inputs are read, and what is done with their records.

use encoding_rs::Encoding;

use super::cancel::Cancel;
use super::event::SourceFile;
use super::limits::Limits;
use crate::notation::Notation;
use crate::record::Record;

/// What is done with every record of a run.
pub trait Work: Sync {
    /// What one thread keeps from a record to the next.
    type Worker: Send;
    /// What a stretch of records comes to.
    type Output: Default + Send;

    /// A worker for one more thread.
    fn worker(&self) -> Self::Worker;

    /// Deals with one record and adds what it comes to to `output`.
    fn record(
        &self,
        worker: &mut Self::Worker,
        file: &SourceFile<'_>,
        record: &Record<'_>,
        output: &mut Self::Output,
    );
}

/// How inputs are read, and by how many threads.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Read everything in this notation; otherwise it is found for each file.
    pub notation: Option<&'static Notation>,
    /// Read everything in this encoding; otherwise it is found for each file.
    pub encoding: Option<&'static Encoding>,
    /// Number of threads; 0 is one for each core.
    pub jobs: usize,
    /// How much of an input is held at once.
    pub limits: Limits,
    /// Ends the run when it is set.
    pub cancel: Cancel,
}
