//! A run over records: its inputs, the rules that apply, and the findings and records that are selected.
//!
//! [`RunOptions`] are plain data, which can be created from the command line, a Python dictionary or JSON.
//! [`Effective`] resolves them once, together with the `kifu.toml` that applies. It contains all settings for the
//! check of a record, and the origin of each value.
//!
//! The options and [`Effective`] do not require the feature `cli`. With that feature, the module also reads inputs on
//! all threads. It finds several records of the same game, searches indexes of positions, and returns tables of typed
//! cells to other programs.

mod choice;
#[cfg(feature = "cli")]
mod dataset;
mod effective;
mod error;
#[cfg(feature = "cli")]
mod index;
#[cfg(feature = "cli")]
mod inputs;
#[cfg(feature = "cli")]
mod known;
mod options;
#[cfg(feature = "cli")]
mod position_index;
mod table;
#[cfg(feature = "cli")]
mod unique;

pub(crate) use choice::RecordWorker;
pub use choice::{IndexedRecords, LeftOut, RecordFilter, RecordNumbers};
#[cfg(feature = "cli")]
pub use dataset::{Column, ColumnType, Dataset, ReadEvent, Row, TableBuilder, Value};
pub use effective::{Effective, EventRules, Origin, Resolved};
pub use error::OptionError;
#[cfg(feature = "cli")]
pub(crate) use index::{
    IndexBuilder, Indexed, Indexing, about, changed, input_files, narrow, not_there, open, unindexable,
};
#[cfg(feature = "cli")]
pub(crate) use inputs::{exclude, read_once, request, run};
#[cfg(feature = "cli")]
pub(crate) use known::KnownFindings;
pub use options::{ConfigSource, InputOptions, ListOptions, RunOptions};
#[cfg(feature = "cli")]
pub(crate) use position_index::{IndexedInputs, PositionIndex, damaged_words, may_replace};
pub use table::{SearchOptions, TableOptions};
#[cfg(feature = "cli")]
pub(crate) use unique::{FirstReading, find as find_copies};
