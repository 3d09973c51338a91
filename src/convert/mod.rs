//! Destinations of converted records.
//!
//! File names mirror the inputs, come from the data of the games, or are specified by the user. The command writes
//! files completely or not at all, and several records can share one file or stream.

#[cfg(feature = "cli")]
mod files;
mod place;
#[cfg(feature = "cli")]
mod promote;
#[cfg(feature = "cli")]
mod strip;

#[cfg(feature = "cli")]
pub(crate) use files::{DirectoryOutput, OutputGrouping, RecordOutput, StreamOutput, WriteError};
#[cfg(feature = "cli")]
pub(crate) use place::Renaming;
pub use place::{FileNames, Layout};
#[cfg(feature = "cli")]
pub(crate) use promote::promote_variation;
#[cfg(feature = "cli")]
pub(crate) use strip::{InvalidStripItem, Strip, StripCounts, StripItem};
