//! The notations: one room for each, and the table of them all.
//!
//! A notation reads any text into a [`Record`] and never fails: what it cannot read becomes a finding.
//! [`records`] finds the notation of a text by its content and cuts the text into its records, one at
//! a time, so that a file of a million games never stands in memory as a million records.

pub mod csa;
mod detect;
pub mod header;
pub mod jkf;
pub mod kif;
pub(crate) mod quote;
pub mod rules;
mod slip;
pub mod time_limit;
mod troubles;
mod unreadable;
pub mod usi;

pub use detect::{Claim, detect};
pub use slip::{Slip, Slips, slips};

use crate::finding::Span;
use crate::record::{Format, Record};
use crate::text::Text;

/// A notation: its names, what it can hold, and how it is recognised, cut and read.
#[derive(Debug)]
pub struct Notation {
    /// Its identity.
    pub format: Format,
    /// Its full name.
    pub title: &'static str,
    /// Extensions of its files, lower case, the usual one first.
    pub extensions: &'static [&'static str],
    /// The encodings its files come in.
    pub encodings: &'static str,
    /// What it can hold beside the moves.
    pub holds: &'static str,
    /// How much a line looks like this notation.
    pub claim_line: fn(&str) -> Claim,
    /// Length in bytes of the first record of a text; at least 1 and at most the whole.
    pub first_record: fn(&str) -> usize,
    /// Reads one record. Spans in it count from the start of the file.
    pub read: for<'t> fn(Chunk<'t>) -> Record<'t>,
}

impl Notation {
    /// Whether files of this extension are of this notation, whatever its case.
    pub fn has_extension(&self, extension: &str) -> bool {
        self.extensions
            .iter()
            .any(|it| it.eq_ignore_ascii_case(extension))
    }
}

/// Every notation that is read, in the order in which ties are decided.
pub static NOTATIONS: &[&Notation] = &[&kif::NOTATION, &csa::NOTATION, &jkf::NOTATION];

/// The stretch of a file's text that holds one record.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'t> {
    /// The stretch itself.
    pub text: &'t str,
    /// Where it starts in the file's text.
    pub offset: usize,
}

impl Chunk<'_> {
    /// The span, in the file, of a stretch of the chunk.
    pub const fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.offset + start, self.offset + end)
    }
}

/// The notation of a format; `None` for [`Format::UNKNOWN`].
pub fn notation(format: Format) -> Option<&'static Notation> {
    NOTATIONS
        .iter()
        .copied()
        .find(|notation| notation.format == format)
}

/// The notation that claims a file extension, whatever its case.
pub fn by_extension(extension: &str) -> Option<&'static Notation> {
    NOTATIONS
        .iter()
        .copied()
        .find(|notation| notation.has_extension(extension))
}

/// Reads the records of a text, in their order. A text without any gives one record of
/// [`Format::UNKNOWN`] that says so.
pub fn records<'t>(
    text: &'t Text<'t>,
    notation: Option<&'static Notation>,
) -> impl Iterator<Item = Record<'t>> {
    slips(text, notation).map(|slip| slip.read())
}
