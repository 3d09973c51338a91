//! Splitting a text into its records, and reading them one by one.

use std::cmp::Ordering;
#[cfg(feature = "cli")]
use std::ops::Range;

use super::detect::claim;
use super::record_text::RecordText;
use super::{Claim, Notation, Scope, damage, embedded, foreign, header, other_game, result};
use crate::finding::Span;
use crate::played;
use crate::record::gap::{BookOrder, BookRepeat, NoRecord, TokenGap};
use crate::record::{ExcessMoves, Format, Gap, GapKind, Gaps, Record};
use crate::shogi::Handicap;
use crate::text::{PageBlock, Text};

/// The part of a text that contains one record, before it is read.
///
/// Splitting is cheap and proceeds from the beginning to the end. Reading is expensive, but slices can be read
/// in any order and on any thread.
#[derive(Clone, Copy, Debug)]
pub struct RecordSlice<'t> {
    text: &'t Text<'t>,
    /// The notation; `None` if the text of the slice is not in any notation.
    notation: Option<&'static Notation>,
    index: u32,
    span: Span,
    /// The text in a page that contains the record; `None` if the file is not a page.
    block: Option<&'t PageBlock>,
    /// `true` if this is the last slice of the file.
    is_last: bool,
    /// The extension of the file, which may contradict the content; `None` if the extension is unknown.
    extension: Option<&'t str>,
    /// The problem with the place of the record in a file whose records must be sorted; `None` without a problem.
    misplaced: Option<Misplaced>,
}

/// A problem with the place of a record in a file whose records must be sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misplaced {
    /// The first record that is not in the order.
    Unsorted,
    /// The record has the sort key of the record before it.
    Repeated,
}

/// The order of the records of a file so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecordOrder {
    /// The sort key of the last record; empty before the first.
    last_key: String,
    /// `true` if a record is not in the order.
    is_broken: bool,
}

impl RecordOrder {
    /// Adds the next record. Returns the problem with its place; `None` without a problem, and if records can be in any order.
    fn add(&mut self, notation: Option<&Notation>, record: &str) -> Option<Misplaced> {
        let key = notation?.sort_key?(record);
        let order = self.last_key.as_str().cmp(key);
        self.last_key.clear();
        self.last_key.push_str(key);
        match order {
            Ordering::Less => None,
            Ordering::Equal => (!key.is_empty()).then_some(Misplaced::Repeated),
            Ordering::Greater => {
                (!std::mem::replace(&mut self.is_broken, true)).then_some(Misplaced::Unsorted)
            }
        }
    }
}

impl<'t> RecordSlice<'t> {
    /// Creates a slice with the given position in the text.
    pub(crate) fn new(
        text: &'t Text<'t>,
        notation: Option<&'static Notation>,
        index: u32,
        span: Span,
    ) -> Self {
        let block = text.page().and_then(|page| page.block_at(span.start as usize));
        Self {
            text,
            notation: block.map_or(notation, embedded::notation_of),
            index,
            span,
            block,
            is_last: span.end as usize == text.as_str().len() && !text.is_continued(),
            extension: None,
            misplaced: None,
        }
    }

    /// Returns this slice with the problem with its place in the file.
    #[must_use]
    pub(crate) const fn with_misplaced(mut self, misplaced: Option<Misplaced>) -> Self {
        self.misplaced = misplaced;
        self
    }

    /// Returns the problem with the place of the record in a file whose records must be sorted.
    #[cfg(feature = "cli")]
    pub(crate) const fn misplaced(&self) -> Option<Misplaced> {
        self.misplaced
    }

    /// Returns this slice with the extension of its file.
    #[must_use]
    pub(crate) const fn with_extension(mut self, extension: Option<&'t str>) -> Self {
        self.extension = extension;
        self
    }

    /// Returns the notation in which the record is read; `None` if the text of the slice is not in any notation.
    pub fn notation(&self) -> Option<&'static Notation> {
        self.notation
    }

    /// Returns the 1-based number of the record in its file.
    pub fn index(&self) -> u32 {
        self.index
    }

    /// Returns the span of the record in the text.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Reads the record, and checks it for problems that concern the whole record or its file.
    ///
    /// A slice that is not in any notation becomes a record of [`Format::UNKNOWN`] with the reason. The only slice of a
    /// file also becomes such a record if it contains no part of a game.
    pub fn read(&self) -> Record<'t> {
        let Some(notation) = self.notation else {
            return self.unreadable();
        };
        let (start, end) = (self.span.start as usize, self.span.end as usize);
        let mut record = (notation.read)(RecordText {
            text: self.text.part(start..end),
            offset: start,
        });
        record.index = self.index;
        if !record.is_recognised()
            && let Some(format) = foreign::by_extension(self.extension)
        {
            record.gaps = Gaps::default();
            let gap = GapKind::UnreadableRecord(NoRecord::Foreign(format));
            record.add_gap(Span::new(start, start), gap);
        }
        played::merge_equal_alternatives(&mut record);
        if self.is_only_record() && has_no_game(notation, &record) {
            return self.unreadable();
        }
        if let Some(excess) = record.tree.excess() {
            let gap = too_many_moves(&record, excess);
            record.gaps.add_gap_always(gap);
        }
        other_game::complete(&mut record);
        let must_have_moves = record.is_playable() && notation.scope != Scope::Positions;
        if must_have_moves && record.tree.is_empty() && record.claims.is_empty() {
            let gap = no_moves(&record);
            record.gaps.push(gap);
        }
        result::complete(&mut record);
        header::check_dates(&mut record);
        if let Some(extension) = self.extension.filter(|_| self.index == 1) {
            record.gaps.extend(extension_gap(notation, extension));
        }
        if let Some(misplaced) = self.misplaced {
            let gap = misplaced_gap(&record, misplaced);
            record.gaps.push(gap);
        }
        self.add_decoding_gaps(&mut record);
        damage::merge_gaps(&mut record);
        record
    }

    /// Returns whether the text of the file, or the text in a page that states to be a record, contains only this record.
    fn is_only_record(&self) -> bool {
        match self.block {
            Some(block) => {
                block.is_stated && block.span == (self.span.start as usize..self.span.end as usize)
            }
            None => self.index == 1 && self.is_last,
        }
    }

    /// Adds the decoding errors in the text of the record. Damaged text before the first record is reported with the first
    /// record, text after the last record with the last. In a page, only the texts of records are checked.
    fn add_decoding_gaps(&self, record: &mut Record<'_>) {
        let (start, end) = (self.span.start as usize, self.span.end as usize);
        let Some((page, block)) = self.text.page().zip(self.block) else {
            let from = if self.index == 1 { 0 } else { start };
            let to = if self.is_last { usize::MAX } else { end };
            damage::add_decoding_gaps(self.text, from..to, record);
            return;
        };
        let listed = record.gaps.len();
        let place = self.text.clamp(start)..self.text.clamp(end);
        damage::add_decoding_gaps(self.text, place, record);
        for gap in record.gaps.since(listed) {
            let in_block = |at: u32| page.offset_in_block(block, at as usize);
            gap.span = gap
                .span
                .map(|span| Span::new(in_block(span.start), in_block(span.end)));
        }
    }

    fn unreadable(&self) -> Record<'t> {
        let mut record = Record::new(Format::UNKNOWN);
        record.index = self.index;
        if let Some(page) = self.text.page() {
            record.span = self.span;
            let text = self.text.part(self.span.start as usize..self.span.end as usize);
            let start = self.span.start as usize + (text.len() - text.trim_start().len());
            let why = if self.block.is_some() {
                NoRecord::NotInElement
            } else if let Some(file) = page.summary.references.first() {
                NoRecord::OnlyReferences(file.clone())
            } else {
                NoRecord::NotInPage(page.kind.name())
            };
            record.add_gap(Span::new(start, start), GapKind::UnreadableRecord(why));
            return record;
        }
        record.span = Span::new(0, self.text.as_str().len());
        let destroyed_places = damage::count_destroyed_places(self.text);
        if let Some(gap) = other_game::named_in_pgn(self.text.as_str()) {
            record.start.is_known = false;
            record.gaps.push(gap);
            damage::add_decoding_gaps(self.text, 0..usize::MAX, &mut record);
            return record;
        }
        let is_empty = self.text.as_str().is_empty() && !self.text.looks_binary();
        let foreign_reason = foreign::reason(self.text, self.extension).filter(|_| !is_empty);
        let why = if let Some(reason) = foreign_reason {
            reason
        } else if self.text.looks_binary() {
            NoRecord::NoText
        } else if self.text.as_str().is_empty() {
            NoRecord::Empty
        } else if damage::has_lost_characters(self.text) {
            NoRecord::Lost
        } else if destroyed_places >= damage::MIN_DAMAGED_PLACES {
            NoRecord::Destroyed(destroyed_places)
        } else {
            NoRecord::Nothing
        };
        record.add_gap(Span::new(0, 0), GapKind::UnreadableRecord(why));
        damage::add_decoding_gaps(self.text, 0..usize::MAX, &mut record);
        record
    }
}

// Checks after a record has been read.

/// Returns the gap at the first move beyond the maximum number of moves.
fn too_many_moves(record: &Record<'_>, excess: ExcessMoves) -> Gap {
    let kind = GapKind::BadToken(TokenGap::TooMany(excess.count));
    Gap::new(record.tree.node(excess.node).span(), kind).with_node(excess.node)
}

/// Returns the gap for a record without moves. The gap notes whether the record states a position, other than by the
/// name of a start position.
fn no_moves(record: &Record<'_>) -> Gap {
    let named_start =
        Handicap::from_position(&record.start.position).filter(|_| record.start.diagram.is_none());
    let start = record.span.start as usize;
    let has_position = named_start.is_none();
    Gap::new(Span::new(start, start), GapKind::NoMoves { has_position })
}

/// Returns the gap for a file whose extension belongs to another notation; `None` for any other extension.
fn extension_gap(notation: &Notation, extension: &str) -> Option<Gap> {
    let named_notation = super::by_extension(extension).filter(|_| !notation.has_extension(extension))?;
    let kind = GapKind::ExtensionMismatch {
        extension: extension.to_owned(),
        named: named_notation.title,
        found: notation.title,
    };
    Some(Gap::at_start(Span::new(0, 0), kind))
}

/// Returns the gap for a record whose place in the file is wrong.
fn misplaced_gap(record: &Record<'_>, misplaced: Misplaced) -> Gap {
    let kind = match misplaced {
        Misplaced::Unsorted => GapKind::BookOrder(BookOrder::Unsorted),
        Misplaced::Repeated => GapKind::BookRepeat(BookRepeat::Position),
    };
    Gap::at_start(record.start.diagram.unwrap_or(record.span), kind)
}

/// Returns whether a record contains nothing that belongs to a game.
///
/// Headers alone do not belong to a game if other lines are unreadable, because the headers may be prose with a colon.
/// A line that can only be in the notation belongs to a game, even if it could not be read.
fn has_no_game(notation: &Notation, record: &Record<'_>) -> bool {
    let is_unreadable_line = |gap: &Gap| matches!(gap.kind, GapKind::UnreadableLine(_));
    record.tree.is_empty()
        && record.claims.is_empty()
        && record.start.name.is_none()
        && record.start.diagram.is_none()
        && (record.headers.is_empty() || record.gaps.iter().any(is_unreadable_line))
        && !record
            .text
            .split(['\n', '\r'])
            .any(|line| matches!(claim(notation, line), Claim::Strong | Claim::Certain))
}

/// Splits a text into its records, in their order, without reading them.
///
/// A text without any record yields one slice, which is read as a record of [`Format::UNKNOWN`] with the reason. If
/// more text of the file is to follow, only the records with a known end are returned.
pub fn slices<'t>(text: &'t Text<'t>, notation: Option<&'static Notation>) -> Slices<'t> {
    Slices {
        text,
        notation: notation.filter(|_| !text.looks_binary()),
        start: 0,
        index: 0,
        extension: None,
        order: RecordOrder::default(),
        known_ends: KnownEnds::default(),
    }
}

/// Reads the records of a text, in their order.
///
/// A text without any record yields one record of [`Format::UNKNOWN`] with the reason.
pub fn records<'t>(
    text: &'t Text<'t>,
    notation: Option<&'static Notation>,
) -> impl Iterator<Item = Record<'t>> {
    slices(text, notation).map(|slice| slice.read())
}

/// An iterator over the slices of a text; see [`slices`].
#[derive(Debug)]
pub struct Slices<'t> {
    text: &'t Text<'t>,
    notation: Option<&'static Notation>,
    /// Offset after the slice that was returned last (bytes).
    start: usize,
    index: u32,
    extension: Option<&'t str>,
    /// The order of the records so far.
    order: RecordOrder,
    known_ends: KnownEnds,
}

impl<'t> Iterator for Slices<'t> {
    type Item = RecordSlice<'t>;

    fn next(&mut self) -> Option<RecordSlice<'t>> {
        if self.text.page().is_some_and(|page| !page.blocks().is_empty()) {
            return self.next_in_page();
        }
        let full_text = self.text.as_str();
        while let Some(notation) = self.notation.filter(|_| self.start < full_text.len()) {
            let start = self.start;
            let rest = &full_text[start..];
            self.start = match self.known_ends.end(start) {
                Some(end) => end,
                None => start + (notation.first_record)(rest).clamp(1, rest.len()),
            };
            // Blank lines at the end belong to the last record.
            if full_text[self.start..].trim_start().is_empty() {
                self.start = full_text.len();
            }
            if self.start == full_text.len() && self.text.is_continued() {
                self.start = start;
                return None;
            }
            let is_only_slice = self.index == 0 && self.start == full_text.len();
            if is_only_slice || !full_text[start..self.start].trim().is_empty() {
                return Some(self.slice(start));
            }
        }
        if self.index > 0 || self.text.is_continued() {
            return None;
        }
        self.start = full_text.len();
        self.notation = None;
        Some(self.slice(0))
    }
}

impl<'t> Slices<'t> {
    /// Sets the extension of the file. If the extension belongs to another notation, the first record reports this.
    #[must_use]
    pub const fn with_extension(mut self, extension: Option<&'t str>) -> Self {
        self.extension = extension;
        self
    }

    /// Continues after the given number of bytes and records, which were split off before and had this order.
    #[must_use]
    pub(crate) fn after(mut self, bytes: usize, records: u32, order: RecordOrder) -> Self {
        self.start = bytes;
        self.index = records;
        self.order = order;
        self
    }

    /// Returns the order of the records so far.
    #[cfg(feature = "cli")]
    pub(crate) fn into_order(self) -> RecordOrder {
        self.order
    }

    /// Uses the ends that were found before. The slices are the same with and without them.
    #[cfg(feature = "cli")]
    #[must_use]
    pub(crate) fn with_known_ends(mut self, known_ends: KnownEnds) -> Self {
        self.known_ends = known_ends;
        self
    }

    /// Returns the next slice of a page. The records of a text end with it.
    fn next_in_page(&mut self) -> Option<RecordSlice<'t>> {
        loop {
            let block = self.text.page()?.block_at(self.start)?;
            let start = self.start.max(block.span.start);
            let rest = self.text.part(start..block.span.end);
            let length = embedded::notation_of(block)
                .map_or(rest.len(), |notation| (notation.first_record)(rest))
                .clamp(1, rest.len().max(1));
            // Blank lines at the end belong to the last record.
            self.start = match rest.get(length..) {
                Some(after) if !after.trim_start().is_empty() => start + length,
                _ => block.span.end,
            };
            if !self.text.part(start..self.start).trim().is_empty() {
                return Some(self.slice(start));
            }
        }
    }

    /// Returns the next slice, from `start` to the position of the iterator.
    fn slice(&mut self, start: usize) -> RecordSlice<'t> {
        self.index = self.index.saturating_add(1);
        let span = Span::new(start, self.start);
        let slice = RecordSlice::new(self.text, self.notation, self.index, span);
        let misplaced = self.order.add(slice.notation, self.text.part(start..self.start));
        slice.with_extension(self.extension).with_misplaced(misplaced)
    }
}

/// The starts of records with their ends, as far as they were found ahead of the iterator (offsets in the text, in their order).
///
/// Several threads can split the same text: each begins at any line, in the middle of a record. The end of this record is then
/// nearly always that of a record of the text, and all following ends are too. If it is not, its start is never looked up.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownEnds(Vec<(u32, u32)>);

impl KnownEnds {
    /// Finds the records that begin in `range`, the first at its start. The range must begin at the start of a line.
    #[cfg(feature = "cli")]
    pub(crate) fn find(text: &Text<'_>, notation: &Notation, range: Range<usize>) -> Self {
        /// Length of the text after the range that is searched for the end of the last record (bytes). A longer record is left
        /// out, so that a very long record is not searched by several threads.
        const MAX_EXCESS: usize = 1 << 20;
        /// Distance from the end of the searched text in which an end may depend on the text after it (bytes).
        const MARGIN: usize = 64 << 10;
        let full_text = text.as_str();
        let limit = line_start(full_text, range.end.saturating_add(MAX_EXCESS));
        let mut ends = Vec::new();
        let mut start = range.start;
        while start < range.end.min(limit) {
            let rest = &full_text[start..limit];
            let end = start + (notation.first_record)(rest).clamp(1, rest.len());
            if limit < full_text.len() && end + MARGIN > limit {
                break;
            }
            ends.push((start as u32, end as u32));
            start = end;
        }
        Self(ends)
    }

    /// Joins the records of successive ranges.
    #[cfg(feature = "cli")]
    pub(crate) fn joined(ranges: Vec<Self>) -> Self {
        Self(ranges.into_iter().flat_map(|ends| ends.0).collect())
    }

    /// Returns how many of these records are known.
    #[cfg(all(test, feature = "cli"))]
    pub(crate) fn count(&self, spans: &[Span]) -> usize {
        let spans = spans.iter();
        spans
            .filter(|span| self.end(span.start as usize) == Some(span.end as usize))
            .count()
    }

    /// Returns the end of the record that begins at `start`, if it is known.
    fn end(&self, start: usize) -> Option<usize> {
        let index = self
            .0
            .binary_search_by_key(&(start as u32), |known| known.0)
            .ok()?;
        Some(self.0[index].1 as usize)
    }
}

/// Returns the start of the first line that begins at `at` or later; the end of the text if there is none.
#[cfg(feature = "cli")]
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    let Some(before) = at.checked_sub(1) else { return 0 };
    let rest = text.as_bytes().get(before..);
    let line_end = rest.and_then(|rest| memchr::memchr(b'\n', rest));
    line_end.map_or(text.len(), |line_end| before + line_end + 1)
}
