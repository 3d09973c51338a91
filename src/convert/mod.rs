//! Destinations of converted records.
//!
//! File names mirror the inputs. For the command, files are written completely or not at all, and several records
//! share one output in order.

#[cfg(feature = "cli")]
mod files;
mod place;

#[cfg(feature = "cli")]
pub(crate) use files::{Files, Joins, Sink, Stream, Undelivered};
pub use place::{FileNames, Layout};
