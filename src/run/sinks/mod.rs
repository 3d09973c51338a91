//! The outputs of a run.

mod baseline;
mod lists;
mod report;
mod tables;
mod tally;

pub(crate) use baseline::BaselineSink;
pub(crate) use lists::FileLists;
pub(crate) use report::ReportSink;
pub(crate) use tables::TableSink;
pub(crate) use tally::TallySink;
