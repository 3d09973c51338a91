//! Destinations of converted records.
//!
//! File names mirror the inputs, come from the data of the games, or are specified by the user. The command writes
//! files completely or not at all, and several records can share one file or stream.

#[cfg(feature = "cli")]
mod files;
mod place;

#[cfg(feature = "cli")]
pub(crate) use files::{DirectoryOutput, OutputGrouping, RecordOutput, StreamOutput, WriteError};
pub use place::{FileNames, Layout};
