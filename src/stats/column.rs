//! The columns of a table.

use super::cell::{Cell, Kind};
use crate::finding::Words;

/// A column of a table whose rows are made of `R`.
#[derive(Debug)]
pub struct Column<R: 'static> {
    /// Its name, in the first line of CSV and in the objects of JSON.
    pub name: &'static str,
    /// What its cells hold.
    pub kind: Kind,
    /// What it says of a row, with its unit.
    pub about: Words,
    /// The cell of a row.
    pub cell: for<'r> fn(&'r R) -> Cell<'r>,
}

impl<R> Column<R> {
    pub(super) const fn new(
        name: &'static str,
        kind: Kind,
        about: Words,
        cell: for<'r> fn(&'r R) -> Cell<'r>,
    ) -> Self {
        Self {
            name,
            kind,
            about,
            cell,
        }
    }
}
