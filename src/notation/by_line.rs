//! What the notations with one record a line have in common: how their texts are cut, comments, and lines that are none.

use memchr::memchr2_iter;

use super::RecordText;
use super::unreadable::UnreadableLines;
use crate::finding::Span;
use crate::record::gap::{BoardGap, Gap, NoMove, TokenGap};
use crate::record::{Clock, Format, GapKind, NodeId, Record, RemarkKind, Start, Step};
use crate::shogi::{Handicap, Position};

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

/// What is known while a record is read.
#[derive(Debug)]
pub(super) struct LineReader<'t> {
    source: RecordText<'t>,
    pub record: Record<'t>,
    /// The node that was read last.
    pub last: NodeId,
    /// The line of the record was read.
    begun: bool,
    unreadable: UnreadableLines,
}

impl<'t> LineReader<'t> {
    pub(super) fn new(source: RecordText<'t>, format: Format) -> Self {
        Self {
            source,
            record: source.record(format),
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
    pub(super) fn comment(&mut self, token: &'t str) {
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
        let node = self.add(Step::Illegible(span));
        let kind = GapKind::BadToken(TokenGap::NoMove(why));
        self.record.gaps.push(Gap::new(span, kind).of(node));
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
        let mut ahead = self.clone();
        let (word, span) = ahead.next()?;
        (word == wanted).then(|| {
            *self = ahead;
            span
        })
    }

    /// Takes the next word if it is as wanted.
    pub(super) fn eat_if(&mut self, wanted: impl Fn(&str) -> bool) -> bool {
        let mut ahead = self.clone();
        let found = ahead.next().is_some_and(|(word, _)| wanted(word));
        if found {
            *self = ahead;
        }
        found
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
