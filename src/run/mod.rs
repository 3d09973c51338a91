//! A run over records: its inputs, the rules that apply, and the selection of findings and records.
//!
//! [`RunOptions`] are plain data, which can be created from the command line, a Python dictionary or JSON.
//! [`Effective`] combines the options with the `kifu.toml` that applies. It contains all settings for the check of a
//! record, and the origin of each value.
//!
//! The options and [`Effective`] do not require the feature `cli`. With the feature `cli`, the module also reads inputs on
//! all threads, excludes further records of a game, searches indexes of positions, and returns tables of typed cells to
//! other programs.

#[cfg(feature = "cli")]
mod audit;
#[cfg(feature = "cli")]
mod baseline_file;
#[cfg(feature = "cli")]
mod copies;
#[cfg(feature = "cli")]
mod dataset;
mod effective;
mod error;
#[cfg(feature = "archives")]
mod exclude;
#[cfg(feature = "cli")]
mod file_part;
#[cfg(feature = "cli")]
mod index;
#[cfg(feature = "cli")]
mod inputs;
mod options;
mod output_needs;
mod record_filter;
#[cfg(feature = "cli")]
mod reference;
#[cfg(feature = "cli")]
mod sheets;
mod sink;
mod sinks;
mod table;
#[cfg(feature = "cli")]
mod unique;

#[cfg(feature = "cli")]
pub use crate::report::cells::{Column, ColumnType, Row, Value};
#[cfg(feature = "cli")]
pub(crate) use audit::{AuditRenderer, Comparison, Totals, compare_records};
#[cfg(feature = "cli")]
pub(crate) use baseline_file::BaselineFile;
#[cfg(feature = "cli")]
pub use dataset::{Dataset, ReadEvent, TableBuilder};
pub use effective::{Effective, EventRules, Origin, Resolved};
pub use error::OptionError;
#[cfg(feature = "archives")]
pub(crate) use exclude::exclude;
#[cfg(feature = "cli")]
pub use file_part::FilePart;
#[cfg(feature = "cli")]
pub(crate) use index::{
    IndexBuilder, Indexed, IndexedInputs, Indexing, PositionIndex, about, changed, damaged_message,
    input_files, may_replace, missing_files_error, open, search_index, unindexable,
};
#[cfg(feature = "cli")]
pub(crate) use inputs::{first_pipe, first_unrepeatable_path, request, run_settings};
pub use options::{ConfigSource, InputOptions, ListOptions, RunOptions};
pub(crate) use output_needs::OutputNeeds;
pub(crate) use record_filter::RecordWorker;
pub use record_filter::{ExcludedRecords, IndexedRecords, RecordFilter, RecordNumbers};
#[cfg(feature = "cli")]
pub(crate) use reference::Reference;
#[cfg(feature = "cli")]
pub(crate) use sheets::read_sheets;
#[cfg(feature = "cli")]
pub(crate) use sink::{CheckRun, CheckedPart};
pub(crate) use sink::{CheckedRecord, PartOf, RecordCounts, Renderer, Sink, SinkTarget};
pub(crate) use sinks::ReportSink;
#[cfg(feature = "cli")]
pub(crate) use sinks::{BaselineSink, BookSink, FileLists, TableSink, TallySink};
pub use table::{SearchOptions, TableOptions};
#[cfg(feature = "cli")]
pub(crate) use unique::{FirstPass, find as find_copies};
