//! A reader for the formats that have one record per line.
//!
//! The reader splits a text into records and lines into words. Comments and lines that are not records are handled,
//! too. `LineReader` also builds the records of other formats move by move.

use std::sync::LazyLock;

use memchr::memchr2_iter;
use memchr::memmem::Finder;
use pest::Parser;

use super::RecordText;
use super::damage::UnreadableLines;
use super::tokens::{each_token, section};
use crate::finding::Span;
use crate::record::gap::{BoardGap, ClockGap, NotAMove, TokenGap};
use crate::record::{Clock, Format, Gap, GapKind, NodeId, Record, RemarkKind, Start, Step};
use crate::shogi::{Handicap, Position};

/// Blanks that may precede the content of a line, as in the grammars.
const LEADING_BLANKS: [char; 4] = [' ', '\t', '\u{3000}', '\u{feff}'];

/// Returns the length of the first record (bytes): up to the end of the first line that is a record.
///
/// If no other line is a record, the whole text belongs to the first record.
pub(super) fn first_record(text: &str, is_record: fn(&str) -> bool) -> usize {
    let mut start = 0;
    let mut end = None;
    for line_end in memchr2_iter(b'\n', b'\r', text.as_bytes()).chain([text.len()]) {
        if is_record(text[start..line_end].trim_start_matches(LEADING_BLANKS)) {
            match end {
                Some(end) => return end,
                None => end = Some(text.len().min(line_end + 1)),
            }
        }
        start = line_end + 1;
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

/// Returns the length of the prefix before the command `position` on a line of an engine log (bytes).
///
/// The result is 0 if there is no prefix or the line is not a log line.
pub(super) fn log_prefix_len(line: &str) -> usize {
    static COMMAND: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new(b"position"));
    let may_be_log_line = matches!(
        line.as_bytes().first(),
        Some(b'0'..=b'9' | b'<' | b'>' | b'[' | b'(')
    );
    if !may_be_log_line || COMMAND.find(line.as_bytes()).is_none() {
        return 0;
    }
    let prefix = grammar::LinesParser::parse(Rule::log_mark, line).ok();
    prefix.map_or(0, |prefix| prefix.as_str().len())
}

/// Reads one record. `take` reads the line that contains the record. All other lines are comments, lines of an engine
/// log, or unreadable.
pub(super) fn read_lines<'t>(
    source: RecordText<'t>,
    format: Format,
    file: Rule,
    take: fn(&mut LineReader<'t>, usize, &'t str),
) -> Record<'t> {
    let mut reader = LineReader::new(source, source.record(format));
    each_token::<_, grammar::LinesParser>(source.text, file, section, |rule, start, text| match rule {
        Some(Rule::EOI) => {}
        Some(Rule::comment) => reader.comment(text),
        Some(Rule::log_line) => {
            let length = text.trim_end().len();
            reader.record.log_lines.push(source.span(start, start + length));
        }
        None | Some(Rule::junk) => reader.add_unreadable(start, text),
        Some(_) => take(&mut reader, start, text),
    });
    reader.record
}

/// The state while a record is read.
#[derive(Debug)]
pub(super) struct LineReader<'t> {
    pub source: RecordText<'t>,
    pub record: Record<'t>,
    /// The node that was read last.
    pub last: NodeId,
    /// `true` if the line of the record has been read.
    has_begun: bool,
    unreadable: UnreadableLines,
}

impl<'t> LineReader<'t> {
    pub(super) fn new(source: RecordText<'t>, record: Record<'t>) -> Self {
        Self {
            source,
            record,
            last: NodeId::START,
            has_begun: false,
            unreadable: UnreadableLines::default(),
        }
    }

    /// Begins the record at its line, and returns the words of the line.
    ///
    /// A second such line occurs only in a text that was not split into records. The second line is reported as
    /// unreadable, and the result is `None`.
    pub(super) fn begin(&mut self, start: usize, token: &'t str) -> Option<Words<'t>> {
        if std::mem::replace(&mut self.has_begun, true) {
            self.add_unreadable(start, token);
            return None;
        }
        self.record.start.handicap = Handicap::from_position(&self.record.start.position);
        Some(Words::new(token, self.source.offset + start))
    }

    /// Returns whether the line of the record has been read.
    pub(super) const fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Sets the time of the last node to the time at a place of the text. Without a time, the place is reported, and the result is
    /// `false`.
    pub(super) fn set_clock(&mut self, clock: Option<Clock>, span: Span) -> bool {
        let Some(clock) = clock else {
            let kind = GapKind::UnreadableClock(ClockGap::Kif);
            self.record.add_gap(span, kind);
            return false;
        };
        let node = self.record.tree.node_mut(self.last);
        (node.clock, node.clock_span) = (clock, Some(span));
        true
    }

    /// Adds a comment line: `#…`.
    fn comment(&mut self, token: &'t str) {
        let line = token.trim_end_matches(['\n', '\r']);
        let text = line.strip_prefix('#').unwrap_or(line);
        self.record.remark(self.last, RemarkKind::Tool, text);
    }

    /// Reports a line that cannot be read.
    pub(super) fn add_unreadable(&mut self, start: usize, token: &str) {
        self.unreadable.add(self.source, start, token, &mut self.record);
    }

    /// Sets the start position. Returns whether the position could be read.
    ///
    /// An unreadable position is reported. The start position is then not known, and no move can be read without it. The
    /// reported gap contains `words_after`, the number of words after the position.
    pub(super) fn start(&mut self, sfen: &str, span: Span, words_after: usize) -> bool {
        let position = match Position::from_sfen(sfen) {
            Ok(position) => position,
            Err(error) => {
                self.record.start.diagram = Some(span);
                self.record.start.is_known = false;
                let gap = BoardGap::Sfen { error, words_after };
                self.record.add_gap(span, GapKind::UnreadableBoard(gap));
                return false;
            }
        };
        self.record.start = Start {
            handicap: Handicap::from_position(&position),
            position,
            diagram: Some(span),
            ..Start::default()
        };
        true
    }

    /// Adds a step after the node that was read last, and returns the new node.
    pub(super) fn add(&mut self, step: Step<'t>) -> NodeId {
        self.last = self.record.tree.add(self.last, step, Clock::default());
        self.last
    }

    /// Adds an unreadable step, and reports the reason.
    pub(super) fn add_illegible(&mut self, span: Span, why: NotAMove) {
        self.add(Step::Unreadable(span));
        self.add_gap(span, GapKind::BadToken(TokenGap::NotAMove(why)));
    }

    /// Adds a gap at the node that was read last.
    pub(super) fn add_gap(&mut self, span: Span, kind: GapKind) {
        self.record.gaps.push(Gap::new(span, kind).with_node(self.last));
    }
}

/// An iterator over the words of a line, with their spans in the file.
#[derive(Clone, Debug)]
pub(super) struct Words<'t> {
    rest: &'t str,
    at: usize,
}

impl<'t> Words<'t> {
    /// Returns the words of a line that begins at this offset in the file's text.
    pub(super) const fn new(line: &'t str, at: usize) -> Self {
        Self { rest: line, at }
    }

    /// Returns the rest of the line without blanks around it, and the span of this text.
    pub(super) fn rest(&self) -> (&'t str, Span) {
        let text = self.rest.trim_start();
        let at = self.at + self.rest.len() - text.len();
        let text = text.trim_end();
        (text, Span::new(at, at + text.len()))
    }

    /// Returns the text and the span of the words taken since `earlier`, from the first to the last.
    pub(super) fn since(&self, earlier: &Self) -> (&'t str, Span) {
        let (text, span) = earlier.rest();
        let start = span.start as usize;
        let length = self.at.saturating_sub(start);
        let words_text = text.get(..length).unwrap_or(text);
        (words_text, Span::new(start, start + words_text.len()))
    }

    /// Takes the next word if it equals `wanted`, and returns its span; `None` if the next word differs or is missing.
    pub(super) fn eat(&mut self, wanted: &str) -> Option<Span> {
        self.eat_if(|word| word == wanted)
    }

    /// Takes the next word if it satisfies `is_wanted`, and returns its span; `None` for any other word, and at the end
    /// of the line.
    pub(super) fn eat_if(&mut self, is_wanted: impl Fn(&str) -> bool) -> Option<Span> {
        self.next_if(is_wanted).map(|(_, span)| span)
    }

    /// Takes the next word if it satisfies `is_wanted`, and returns it with its span; `None` for any other word, and at the
    /// end of the line.
    pub(super) fn next_if(&mut self, is_wanted: impl Fn(&str) -> bool) -> Option<(&'t str, Span)> {
        let mut ahead = self.clone();
        let (word, span) = ahead.next().filter(|(word, _)| is_wanted(word))?;
        *self = ahead;
        Some((word, span))
    }

    /// Returns the number of blanks before the next word.
    pub(super) fn blanks(&self) -> usize {
        self.rest.len() - self.rest.trim_start().len()
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
