//! A run over records as a value: what is read, by which rules it is checked, which findings and records count.
//!
//! [`RunOptions`] are plain data. The command line, a dictionary of Python and JSON become such options. [`Effective`] resolves them once,
//! together with the `kifu.toml` that applies; it has everything that the work on a record needs, and the origin of each value.
//!
//! Options and [`Effective`] need no feature `cli`. With it, the module also reads inputs on all threads: the records of which another
//! record of the same game exists, indexes of positions, and tables as typed cells for other programs.

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
pub use choice::{Choice, IndexedRecords, LeftOut, RecordNumbers};
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
