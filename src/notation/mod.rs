//! The notations: one room for each, and the table of them all.
//!
//! A notation reads any text into a [`Record`] and never fails: what it cannot read becomes a finding.
//! [`records`] finds the notation of a text by its content and cuts the text into its records, one at
//! a time, so that a file of a million games never stands in memory as a million records.

pub mod csa;
mod detect;
pub mod kif;
mod quote;
pub mod rules;
mod troubles;
mod unreadable;
pub mod usi;

pub use detect::detect;

use crate::finding::{Finding, Span};
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
    /// Whether a line can only be of this notation.
    pub claims_line: fn(&str) -> bool,
    /// Length in bytes of the first record of a text; at least 1 and at most the whole.
    pub first_record: fn(&str) -> usize,
    /// Reads one record. Spans in it count from the start of the file.
    pub read: for<'t> fn(Chunk<'t>) -> Record<'t>,
}

/// Every notation that is read, in the order in which ties are decided.
pub static NOTATIONS: &[&Notation] = &[&kif::NOTATION, &csa::NOTATION];

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

/// The notation of a format; `None` for [`Format::Unknown`].
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
        .find(|n| n.extensions.iter().any(|e| e.eq_ignore_ascii_case(extension)))
}

/// Reads the records of a text, in their order. A text without any gives one record of
/// [`Format::Unknown`] that says so.
pub fn records<'t>(text: &'t Text<'t>, notation: Option<&'static Notation>) -> Records<'t> {
    let rest = text.as_str();
    Records {
        text,
        notation: notation.filter(|_| !text.looks_binary()),
        rest: 0..rest.len(),
        index: 0,
    }
}

/// Iterator over the records of a text; see [`records`].
#[derive(Debug)]
pub struct Records<'t> {
    text: &'t Text<'t>,
    notation: Option<&'static Notation>,
    rest: std::ops::Range<usize>,
    index: u32,
}

impl<'t> Iterator for Records<'t> {
    type Item = Record<'t>;

    fn next(&mut self) -> Option<Record<'t>> {
        let whole = self.text.as_str();
        let Some(notation) = self.notation else {
            let first = self.index == 0;
            self.index = 1;
            return first.then(|| self.unreadable());
        };
        while !self.rest.is_empty() {
            let offset = self.rest.start;
            let text = &whole[self.rest.clone()];
            let length = (notation.first_record)(text).clamp(1, text.len());
            self.rest.start += length;
            let last = self.rest.is_empty();
            if text[..length].trim().is_empty() && !(last && self.index == 0) {
                continue;
            }
            self.index += 1;
            let mut record = (notation.read)(Chunk {
                text: &text[..length],
                offset,
            });
            record.index = self.index;
            record.span = Span::new(offset, offset + length);
            record.text = &text[..length];
            if self.index == 1 && last && is_nothing(&record) {
                return Some(self.unreadable());
            }
            // Trouble before the first record and behind the last belongs to them.
            let from = if self.index == 1 { 0 } else { offset };
            let to = if last { usize::MAX } else { offset + length };
            troubles::report(self.text, from..to, &mut record);
            return Some(record);
        }
        (self.index == 0).then(|| {
            self.index = 1;
            self.unreadable()
        })
    }
}

impl<'t> Records<'t> {
    fn unreadable(&self) -> Record<'t> {
        let mut record = Record::new(Format::Unknown);
        record.index = 1;
        record.span = Span::new(0, self.text.as_str().len());
        let what = if self.text.as_str().is_empty() {
            "the file is empty"
        } else if self.text.looks_binary() {
            "this is no text: no record can be read from it"
        } else {
            "no move, no position and no result of a game could be found in this text"
        };
        record.report(Finding::new(
            &rules::unreadable_record::RULE,
            Span::new(0, 0),
            what,
        ));
        record
    }
}

/// Whether reading has found nothing at all that belongs to a game: prose with a colon in it is no header.
fn is_nothing(record: &Record<'_>) -> bool {
    let unreadable = |finding: &Finding| *finding.rule == rules::unreadable_line::RULE;
    record.tree.is_empty()
        && record.claims.is_empty()
        && record.start.name.is_none()
        && record.start.diagram.is_none()
        && (record.headers.is_empty() || record.findings.iter().any(unreadable))
}
