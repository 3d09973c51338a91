//! The notations: one room for each, and the table of them all.
//!
//! A notation reads any text into a [`Record`] and never fails: what it cannot read becomes a
//! [`Gap`](crate::record::Gap) of the record. It writes any record that can be [played](crate::played), and counts what it cannot hold ([`Losses`]).
//! [`records`] finds the notation of a text by its content and cuts the text into its records, one at
//! a time, so that a file of a million games never stands in memory as a million records.

mod abilities;
pub mod bod;
mod by_line;
pub mod csa;
mod dates;
mod destroyed;
mod detect;
mod draft;
mod encode;
pub mod header;
pub mod jkf;
mod kakinoki;
pub mod ki2;
pub mod kif;
mod loss;
mod lost;
mod other_game;
mod page;
pub(crate) mod quote;
mod refusal;
mod remarks;
mod result;
mod seconds;
pub mod sfen;
mod slice;
pub(crate) mod start_place;
mod stretch;
mod target;
pub mod time_limit;
mod troubles;
mod unreadable;
pub mod usen;
pub mod usi;
mod write;

pub use abilities::{ABILITIES, Ability, Degree};
pub use detect::{Claim, Claims, detect};
pub use draft::{Draft, Page};
pub use header::japanese as japanese_headers;
pub use kakinoki::words::{ending as japanese_ending, terminal_word as japanese_terminal};
pub use kakinoki::write::{play::ki2 as japanese_move, text as japanese};
pub use loss::{Loss, Losses, Lost};
pub use page::{Accepted, Dialect, FormatPage};
pub use refusal::{Refusal, WhyNot};
pub use result::{Results, Stated, stated};
pub use slice::{RecordSlice, Slices, slices};
pub use target::{Bookmarks, Capabilities, Headers, Join, Newline, Style, Target};
pub use write::{Form, why_unplayable};

use lost::declares_encoding;

use crate::finding::{Span, Words};
use crate::record::{Format, Record};
use crate::text::Text;

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
    pub page: &'static FormatPage,
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

/// Every notation that is read, in the order in which ties are decided.
pub static NOTATIONS: &[&Notation] = &[
    &kif::NOTATION,
    &ki2::NOTATION,
    &csa::NOTATION,
    &usi::NOTATION,
    &sfen::NOTATION,
    &usen::NOTATION,
    &jkf::NOTATION,
    &bod::NOTATION,
];

/// The stretch of a file's text that holds one record.
#[derive(Clone, Copy, Debug)]
pub struct RecordText<'t> {
    /// The stretch itself.
    pub text: &'t str,
    /// Where it starts in the file's text.
    pub offset: usize,
}

impl<'t> RecordText<'t> {
    /// The record that stands there, of which nothing has been read.
    pub fn record(self, format: Format) -> Record<'t> {
        Record {
            text: self.text,
            span: self.span(0, self.text.len()),
            ..Record::new(format)
        }
    }

    /// The span, in the file, of a stretch of the text.
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

/// All forms in which records are written, in the order of their notations.
pub fn targets() -> impl Iterator<Item = &'static Target> {
    NOTATIONS.iter().flat_map(|notation| notation.targets)
}

/// The target of this name.
pub fn target(name: &str) -> Option<&'static Target> {
    targets().find(|target| target.name == name)
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
    slices(text, notation).map(|slice| slice.read())
}
