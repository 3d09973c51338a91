//! Cutting a text into its records, and reading them one by one.

use super::detect::claim;
use super::{Claim, Notation, Scope, damage, foreign, header, other_game, result};
use crate::finding::Span;
use crate::played;
use crate::record::gap::{NoRecord, TokenGap};
use crate::record::{Beyond, Format, Gap, GapKind, Gaps, Record};
use crate::shogi::Handicap;
use crate::text::Text;

/// The stretch of a text that holds one record, not yet read.
///
/// Cutting is cheap and goes from the beginning to the end; reading is not, and slices can be read in any order and
/// on any thread.
#[derive(Clone, Copy, Debug)]
pub struct RecordSlice<'t> {
    text: &'t Text<'t>,
    /// `None` where no record can be.
    notation: Option<&'static Notation>,
    index: u32,
    span: Span,
    /// Whether the file ends with it.
    is_last: bool,
    /// The extension of the file, where it may contradict the content.
    extension: Option<&'t str>,
}

impl<'t> RecordSlice<'t> {
    /// A slice that was cut from the text before.
    pub(crate) fn of_cut(
        text: &'t Text<'t>,
        notation: Option<&'static Notation>,
        index: u32,
        span: Span,
    ) -> Self {
        Self {
            text,
            notation,
            index,
            span,
            is_last: span.end as usize == text.as_str().len() && !text.goes_on(),
            extension: None,
        }
    }

    /// The same slice, of a file with this extension.
    #[must_use]
    pub(crate) const fn of_file(mut self, extension: Option<&'t str>) -> Self {
        self.extension = extension;
        self
    }

    /// The notation it is read in; `None` where no record can be.
    pub fn notation(&self) -> Option<&'static Notation> {
        self.notation
    }

    /// 1-based place of the record in its file.
    pub fn index(&self) -> u32 {
        self.index
    }

    /// Where the record stands in the text.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Reads the record.
    pub fn read(&self) -> Record<'t> {
        let Some(notation) = self.notation else {
            return self.unreadable();
        };
        let (start, end) = (self.span.start as usize, self.span.end as usize);
        let last = self.is_last;
        let mut record = (notation.read)(RecordText {
            text: &self.text.as_str()[start..end],
            offset: start,
        });
        record.index = self.index;
        if !record.is_recognised()
            && let Some(format) = foreign::by_extension(self.extension)
        {
            record.gaps = Gaps::default();
            let gap = GapKind::UnreadableRecord(NoRecord::Foreign(format));
            record.miss(Span::new(start, start), gap);
        }
        played::join(&mut record);
        if self.index == 1 && last && is_nothing(notation, &record) {
            return self.unreadable();
        }
        if let Some(beyond) = record.tree.beyond() {
            let gap = too_many_moves(&record, beyond);
            record.gaps.insist(gap);
        }
        other_game::settle(&mut record);
        let known = record.is_playable() && notation.scope != Scope::Positions;
        if known && record.tree.is_empty() && record.claims.is_empty() {
            let gap = no_moves(&record);
            record.gaps.push(gap);
        }
        result::settle(&mut record);
        header::check(&mut record);
        if let Some(extension) = self.extension.filter(|_| self.index == 1) {
            record.gaps.extend(misnamed(notation, extension));
        }
        // Trouble before the first record and after the last belongs to them.
        let from = if self.index == 1 { 0 } else { start };
        let to = if last { usize::MAX } else { end };
        damage::note(self.text, from..to, &mut record);
        damage::sum_up(&mut record);
        record
    }

    fn unreadable(&self) -> Record<'t> {
        let mut record = Record::new(Format::UNKNOWN);
        record.index = self.index;
        record.span = Span::new(0, self.text.as_str().len());
        let places = damage::destroyed(self.text);
        if let Some(gap) = other_game::named_in_pgn(self.text.as_str()) {
            record.start.is_known = false;
            record.gaps.push(gap);
            damage::note(self.text, 0..usize::MAX, &mut record);
            return record;
        }
        let is_empty = self.text.as_str().is_empty() && !self.text.looks_binary();
        let foreign = foreign::format(self.text, self.extension).filter(|_| !is_empty);
        let why = if let Some(format) = foreign {
            NoRecord::Foreign(format)
        } else if self.text.looks_binary() {
            NoRecord::NoText
        } else if self.text.as_str().is_empty() {
            NoRecord::Empty
        } else if damage::is_lost(self.text) {
            NoRecord::Lost
        } else if places >= damage::LEAST {
            NoRecord::Destroyed(places)
        } else {
            NoRecord::Nothing
        };
        record.miss(Span::new(0, 0), GapKind::UnreadableRecord(why));
        damage::note(self.text, 0..usize::MAX, &mut record);
        record
    }
}

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
    pub(crate) fn record(self, format: Format) -> Record<'t> {
        self.filled(Record::new(format))
    }

    /// A record with this text and its place.
    pub(crate) fn filled(self, record: Record<'t>) -> Record<'t> {
        Record {
            text: self.text,
            span: self.span(0, self.text.len()),
            ..record
        }
    }

    /// The span, in the file, of a stretch of the text.
    pub const fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.offset + start, self.offset + end)
    }
}

// What is checked when a record has been read.

/// The first of the moves of which a record has too many.
fn too_many_moves(record: &Record<'_>, beyond: Beyond) -> Gap {
    let kind = GapKind::BadToken(TokenGap::TooMany(beyond.count));
    Gap::new(record.tree.node(beyond.node).span(), kind).of(beyond.node)
}

/// A record without moves.
fn no_moves(record: &Record<'_>) -> Gap {
    let named = Handicap::of(&record.start.position).filter(|_| record.start.diagram.is_none());
    let start = record.span.start as usize;
    let has_position = named.is_none();
    Gap::new(Span::new(start, start), GapKind::NoMoves { has_position })
}

/// A file whose extension is that of another notation.
fn misnamed(notation: &Notation, extension: &str) -> Option<Gap> {
    let named = super::by_extension(extension).filter(|_| !notation.has_extension(extension))?;
    let kind = GapKind::ExtensionMismatch {
        extension: extension.to_owned(),
        named: named.title,
        found: notation.title,
    };
    Some(Gap::of_start(Span::new(0, 0), kind))
}

/// Whether reading has found nothing at all that belongs to a game: prose with a colon in it is no header. A line that
/// can only be of the notation is one, even if nothing came of it.
fn is_nothing(notation: &Notation, record: &Record<'_>) -> bool {
    let unreadable = |gap: &Gap| matches!(gap.kind, GapKind::UnreadableLine(_));
    record.tree.is_empty()
        && record.claims.is_empty()
        && record.start.name.is_none()
        && record.start.diagram.is_none()
        && (record.headers.is_empty() || record.gaps.iter().any(unreadable))
        && !record
            .text
            .split(['\n', '\r'])
            .any(|line| matches!(claim(notation, line), Claim::Strong | Claim::Certain))
}

/// Cuts a text into its records, in their order, without reading them. A text without any gives one slice, which reads
/// as a record of [`Format::UNKNOWN`] that says so. Of a text that goes on, the records are those of which it is known
/// where they end.
pub fn slices<'t>(text: &'t Text<'t>, notation: Option<&'static Notation>) -> Slices<'t> {
    Slices {
        text,
        notation: notation.filter(|_| !text.looks_binary()),
        start: 0,
        index: 0,
        extension: None,
    }
}

/// Reads the records of a text, in their order. A text without any gives one record of
/// [`Format::UNKNOWN`] that says so.
pub fn records<'t>(
    text: &'t Text<'t>,
    notation: Option<&'static Notation>,
) -> impl Iterator<Item = Record<'t>> {
    slices(text, notation).map(|slice| slice.read())
}

/// Iterator over the slices of a text; see [`slices`].
#[derive(Debug)]
pub struct Slices<'t> {
    text: &'t Text<'t>,
    notation: Option<&'static Notation>,
    /// After the last slice.
    start: usize,
    index: u32,
    extension: Option<&'t str>,
}

impl<'t> Iterator for Slices<'t> {
    type Item = RecordSlice<'t>;

    fn next(&mut self) -> Option<RecordSlice<'t>> {
        let whole = self.text.as_str();
        while let Some(notation) = self.notation.filter(|_| self.start < whole.len()) {
            let start = self.start;
            let rest = &whole[start..];
            self.start += (notation.first_record)(rest).clamp(1, rest.len());
            // Blank lines at the end are nobody else's.
            if whole[self.start..].trim_start().is_empty() {
                self.start = whole.len();
            }
            if self.start == whole.len() && self.text.goes_on() {
                self.start = start;
                return None;
            }
            let only = self.index == 0 && self.start == whole.len();
            if only || !whole[start..self.start].trim().is_empty() {
                return Some(self.slice(start));
            }
        }
        if self.index > 0 || self.text.goes_on() {
            return None;
        }
        self.start = whole.len();
        self.notation = None;
        Some(self.slice(0))
    }
}

impl<'t> Slices<'t> {
    /// The same slices, of a file with this extension: where it is that of other notations, the first record says so.
    #[must_use]
    pub const fn of_file(mut self, extension: Option<&'t str>) -> Self {
        self.extension = extension;
        self
    }

    /// The same slices, of a text that begins with so many bytes and so many records that were cut before.
    #[must_use]
    pub(crate) const fn after(mut self, bytes: usize, records: u32) -> Self {
        self.start = bytes;
        self.index = records;
        self
    }

    /// The next slice, from `start` to where the iterator is.
    fn slice(&mut self, start: usize) -> RecordSlice<'t> {
        self.index = self.index.saturating_add(1);
        let span = Span::new(start, self.start);
        RecordSlice::of_cut(self.text, self.notation, self.index, span).of_file(self.extension)
    }
}
