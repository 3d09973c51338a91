//! Where converted records go: names that mirror the inputs and, for the command, files that are written whole or not at all, and the
//! order of several records in one output.

#[cfg(feature = "cli")]
mod files;
mod place;

#[cfg(feature = "cli")]
pub(crate) use files::{Files, Joins, Sink, Stream, Undelivered};
pub use place::{FileNames, Layout};
