//! Cutting a text into its records, and reading them one by one.

use std::sync::LazyLock;

use memchr::memmem::Finder;
use memchr::{memchr_iter, memchr2, memchr2_iter};
use pest::iterators::Pair;
use pest::{Parser, RuleType};

use super::damage::{self, UnreadableLines};
use super::detect::claim;
use super::{Claim, Notation, Scope, foreign, header, other_game, result};
use crate::finding::Span;
use crate::played;
use crate::record::gap::{BoardGap, NoMove, NoRecord, TokenGap};
use crate::record::{Beyond, Clock, Format, Gap, GapKind, Gaps, NodeId, Record, RemarkKind, Start, Step};
use crate::shogi::{Handicap, Position};
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

// Texts are parsed a stretch at a time: tokens take several times as much memory as their text.

/// How much text a parser is given at a time.
pub(super) const STRETCH: usize = 1 << 16;

/// The first lines of a text, as many as fit into a [`STRETCH`] and the one that crosses its end.
pub(super) fn stretch(text: &str) -> &str {
    let bytes = text.as_bytes();
    let Some(end) = bytes.get(STRETCH..).and_then(|rest| memchr2(b'\n', b'\r', rest)) else {
        return text;
    };
    let end = STRETCH + end;
    let pair = bytes[end..].starts_with(b"\r\n");
    &text[..=end + usize::from(pair)]
}

/// The first line of a text and those after it, up to one that is usual.
pub(super) fn unusual(text: &str, is_usual: impl Fn(&str) -> bool) -> &str {
    let mut lines = memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
    lines
        .find(|&start| is_usual(&text[start..]))
        .map_or(text, |end| &text[..end])
}

/// Parses a text a stretch at a time and hands over its tokens and where they start. Grammars take every text; should one
/// ever not, the stretch has no rule.
pub(super) fn each_token<'t, R: RuleType, P: Parser<R>>(
    text: &'t str,
    file: R,
    stretch: fn(&str) -> &str,
    mut take: impl FnMut(Option<R>, usize, &'t str),
) {
    each_pair::<_, P>(text, file, stretch, |token, at| match token {
        Ok(token) => take(
            Some(token.as_rule()),
            at + token.as_span().start(),
            token.as_str(),
        ),
        Err(part) => take(None, at, part),
    });
}

/// The same with what is in the tokens, and where the stretch of each starts.
pub(super) fn each_pair<'t, R: RuleType, P: Parser<R>>(
    text: &'t str,
    file: R,
    stretch: fn(&str) -> &str,
    mut take: impl FnMut(Result<Pair<'t, R>, &'t str>, usize),
) {
    let mut at = 0;
    loop {
        let length = stretch(&text[at..]).len();
        let part = &text[at..at + length];
        match P::parse(file, part) {
            Ok(file) => file
                .flat_map(Pair::into_inner)
                .for_each(|token| take(Ok(token), at)),
            Err(_) => take(Err(part), at),
        }
        at += length;
        if at == text.len() {
            return;
        }
    }
}

// The stretch of a text that a reader is given.

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

// What the notations with one record a line have in common: how their texts are cut, comments, and lines that are none.

/// Blanks that may stand before a line, as the grammars have them.
const GAP: [char; 4] = [' ', '\t', '\u{3000}', '\u{feff}'];

/// Length of the first record: through the end of the first line that is one. What stands after the last is its own.
pub(super) fn first_record(text: &str, is_record: fn(&str) -> bool) -> usize {
    let mut start = 0;
    let mut end = None;
    for stop in memchr2_iter(b'\n', b'\r', text.as_bytes()).chain([text.len()]) {
        if is_record(text[start..stop].trim_start_matches(GAP)) {
            match end {
                Some(end) => return end,
                None => end = Some(text.len().min(stop + 1)),
            }
        }
        start = stop + 1;
    }
    text.len()
}

/// The parser that Pest generates from `grammar/lines.pest`.
mod grammar {
    use pest_derive::Parser;

    /// Parser of one record, under the rule of its notation.
    #[derive(Parser)]
    #[grammar = "../grammar/lines.pest"]
    pub(in crate::notation) struct LinesParser;
}

pub(super) use grammar::Rule;

/// Length of what stands before the command `position` on a line of the log of a program; 0 where nothing does, or
/// where the line is none.
pub(super) fn log_mark(line: &str) -> usize {
    static COMMAND: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new(b"position"));
    let may_be = matches!(
        line.as_bytes().first(),
        Some(b'0'..=b'9' | b'<' | b'>' | b'[' | b'(')
    );
    if !may_be || COMMAND.find(line.as_bytes()).is_none() {
        return 0;
    }
    let mark = grammar::LinesParser::parse(Rule::log_mark, line).ok();
    mark.map_or(0, |mark| mark.as_str().len())
}

/// Reads one record: `take` reads the line that is one.
pub(super) fn read_lines<'t>(
    source: RecordText<'t>,
    format: Format,
    file: Rule,
    take: fn(&mut LineReader<'t>, usize, &'t str),
) -> Record<'t> {
    let mut reader = LineReader::new(source, source.record(format));
    each_token::<_, grammar::LinesParser>(source.text, file, stretch, |rule, start, text| match rule {
        Some(Rule::EOI) => {}
        Some(Rule::comment) => reader.comment(text),
        Some(Rule::log_line) => {
            let length = text.trim_end().len();
            reader.record.log_lines.push(source.span(start, start + length));
        }
        None | Some(Rule::junk) => reader.junk(start, text),
        Some(_) => take(&mut reader, start, text),
    });
    reader.record
}

/// What is known while a record is read.
#[derive(Debug)]
pub(super) struct LineReader<'t> {
    pub source: RecordText<'t>,
    pub record: Record<'t>,
    /// The node that was read last.
    pub last: NodeId,
    /// The line of the record was read.
    begun: bool,
    unreadable: UnreadableLines,
}

impl<'t> LineReader<'t> {
    pub(super) fn new(source: RecordText<'t>, record: Record<'t>) -> Self {
        Self {
            source,
            record,
            last: NodeId::START,
            begun: false,
            unreadable: UnreadableLines::default(),
        }
    }

    /// Begins with the line of the record. A second one, in a text that was not cut, is none that can be read.
    pub(super) fn begin(&mut self, start: usize, token: &'t str) -> Option<Words<'t>> {
        if std::mem::replace(&mut self.begun, true) {
            self.junk(start, token);
            return None;
        }
        self.record.start.handicap = Handicap::of(&self.record.start.position);
        Some(Words {
            rest: token,
            at: self.source.offset + start,
        })
    }

    /// `#…`: a comment.
    fn comment(&mut self, token: &'t str) {
        let line = token.trim_end_matches(['\n', '\r']);
        let text = line.strip_prefix('#').unwrap_or(line);
        self.record.remark(self.last, RemarkKind::Tool, text);
    }

    /// A line that cannot be read.
    pub(super) fn junk(&mut self, start: usize, token: &str) {
        self.unreadable.add(self.source, start, token, &mut self.record);
    }

    /// Takes the start position. Without one that can be read, no move can be, and so many words stand after it.
    pub(super) fn start(&mut self, sfen: &str, span: Span, words_after: usize) -> bool {
        let position = match Position::from_sfen(sfen) {
            Ok(position) => position,
            Err(error) => {
                self.record.start.diagram = Some(span);
                let gap = BoardGap::Sfen { error, words_after };
                self.record.miss(span, GapKind::UnreadableBoard(gap));
                return false;
            }
        };
        self.record.start = Start {
            handicap: Handicap::of(&position),
            position,
            diagram: Some(span),
            ..Start::default()
        };
        true
    }

    /// Adds a step after the one that was read last.
    pub(super) fn add(&mut self, step: Step<'t>) -> NodeId {
        self.last = self.record.tree.add(self.last, step, Clock::default());
        self.last
    }

    /// Adds something that is no move, and says why.
    pub(super) fn illegible(&mut self, span: Span, why: NoMove) {
        self.add(Step::Illegible(span));
        self.note(span, GapKind::BadToken(TokenGap::NoMove(why)));
    }

    /// Notes something at the node that was read last.
    pub(super) fn note(&mut self, span: Span, kind: GapKind) {
        self.record.gaps.push(Gap::new(span, kind).of(self.last));
    }
}

/// The words of a line, and where they stand in the file.
#[derive(Clone, Debug)]
pub(super) struct Words<'t> {
    rest: &'t str,
    at: usize,
}

impl<'t> Words<'t> {
    /// Whatever is left, without blanks around it.
    pub(super) fn rest(&self) -> (&'t str, Span) {
        let text = self.rest.trim_start();
        let at = self.at + self.rest.len() - text.len();
        let text = text.trim_end();
        (text, Span::new(at, at + text.len()))
    }

    /// Where the words taken since `earlier` stand, from the first to the last.
    pub(super) fn since(&self, earlier: &Self) -> (&'t str, Span) {
        let (text, span) = earlier.rest();
        let start = span.start as usize;
        let length = self.at.saturating_sub(start);
        let taken = text.get(..length).unwrap_or(text);
        (taken, Span::new(start, start + taken.len()))
    }

    /// Takes the next word if it is this one.
    pub(super) fn eat(&mut self, wanted: &str) -> Option<Span> {
        self.eat_if(|word| word == wanted)
    }

    /// Takes the next word if it is as wanted.
    pub(super) fn eat_if(&mut self, wanted: impl Fn(&str) -> bool) -> Option<Span> {
        let mut ahead = self.clone();
        let (_, span) = ahead.next().filter(|(word, _)| wanted(word))?;
        *self = ahead;
        Some(span)
    }

    fn skip_blanks(&mut self) {
        let text = self.rest.trim_ascii_start();
        self.at += self.rest.len() - text.len();
        self.rest = text;
    }
}

impl<'t> Iterator for Words<'t> {
    type Item = (&'t str, Span);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blanks();
        let bytes = self.rest.as_bytes();
        let end = bytes
            .iter()
            .position(u8::is_ascii_whitespace)
            .unwrap_or(bytes.len());
        let (word, rest) = self.rest.split_at(end);
        let span = Span::new(self.at, self.at + end);
        self.rest = rest;
        self.at += end;
        (!word.is_empty()).then_some((word, span))
    }
}

/// Maximum length of a move that is looked for inside other text (bytes).
const MAX_MOVE_BYTES: usize = 128;

/// Returns the part of a text from `at` on that a move may fill, so that looking for a move at every place of a long text
/// takes time in proportion to it.
pub(super) fn room_for_move(text: &str, at: usize) -> &str {
    &text[at..text.floor_char_boundary(at + MAX_MOVE_BYTES)]
}
