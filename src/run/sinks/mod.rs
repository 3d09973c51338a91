//! The outputs of a run.

mod baseline;
#[cfg(feature = "cli")]
mod book;
mod lists;
mod report;
mod tables;
mod tally;

pub(crate) use baseline::BaselineSink;
#[cfg(feature = "cli")]
pub(crate) use book::BookSink;
pub(crate) use lists::FileLists;
pub(crate) use report::ReportSink;
pub(crate) use tables::TableSink;
pub(crate) use tally::TallySink;
