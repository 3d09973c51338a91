//! Where converted records go: names that mirror the inputs, files that are written whole or not at all, and the
//! order of several records in one output.

mod files;
mod place;

pub(crate) use files::{Files, Joins, Sink, Stream, Undelivered};
pub(crate) use place::Layout;
