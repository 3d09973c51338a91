//! What a notation is: its names, and how it is recognised, cut, read and written.

use std::sync::LazyLock;

use super::{Claim, FormatPage, RecordText, Target};
use crate::finding::Words;
use crate::record::{Format, Record};

/// A notation: its names, what it can hold, and how it is recognised, cut and read.
#[derive(Debug)]
pub struct Notation {
    /// Its identity.
    pub format: Format,
    /// Its full name.
    pub title: Words,
    /// Extensions of its files, lower case, the usual one first.
    pub extensions: &'static [&'static str],
    /// The encodings its files come in.
    pub encodings: Words,
    /// Its documentation.
    pub page: LazyLock<FormatPage>,
    /// What a record of it consists of.
    pub scope: Scope,
    /// How much a line looks like this notation.
    pub claim_line: fn(&str) -> Claim,
    /// Length in bytes of the first record of a text; at least 1 and at most the whole.
    pub first_record: fn(&str) -> usize,
    /// Reads one record. Spans in it count from the start of the file.
    pub read: for<'t> fn(RecordText<'t>) -> Record<'t>,
    /// The forms in which it is written.
    pub targets: &'static [Target],
}

/// What a record of a notation consists of, and so what is not missed in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// A position; there are no moves.
    Positions,
    /// Moves; the notation has no word for a result, or programs rarely write one.
    Moves,
    /// Moves and how the game ended.
    Games,
}

impl Notation {
    /// Whether files of this extension are of this notation, whatever its case.
    pub fn has_extension(&self, extension: &str) -> bool {
        self.extensions
            .iter()
            .any(|it| it.eq_ignore_ascii_case(extension))
    }
}
