//! Destinations of converted records, and the records that are made of others before they are written: several records
//! merged into one, and the lines of a record with variations.
//!
//! File names mirror the inputs, come from the data of the games, or are specified by the user. The command writes
//! files completely or not at all, and several records can share one file or stream.

#[cfg(feature = "cli")]
mod files;
mod joined;
#[cfg(feature = "report")]
mod merge;
mod place;
#[cfg(feature = "cli")]
mod promote;
mod split;
#[cfg(feature = "cli")]
mod strip;

#[cfg(feature = "cli")]
pub(crate) use files::{DirectoryOutput, OutputGrouping, RecordOutput, StreamOutput, WriteError};
pub use joined::{JoinError, JoinedRecords, join_records};
#[cfg(feature = "report")]
pub use merge::{MAX_MERGED_NODES, MainLine, Merge, MergeInput, MergedRecord};
#[cfg(feature = "cli")]
pub(crate) use place::Renaming;
pub use place::{FileNames, Layout};
#[cfg(feature = "cli")]
pub(crate) use promote::{promote_variation, select_variation};
pub use split::{Line, MAX_SPLIT_NODES, split_lines};
#[cfg(feature = "cli")]
pub(crate) use strip::{InvalidStripItem, Strip, StripCounts, StripItem};
