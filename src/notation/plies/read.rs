//! From the lines of the grammar to a record.

use std::borrow::Cow;

use memchr::memchr2_iter;
use pest::Parser;
use pest::iterators::Pair;

use super::Shape;
use super::grammar::{PliesParser, Rule};
use crate::finding::Span;
use crate::notation::RecordText;
use crate::notation::first_line::{FirstLine, others, record_of_other};
use crate::notation::headers_alone;
use crate::notation::kakinoki::clock;
use crate::notation::number;
use crate::notation::stretch::{each_token, stretch};
use crate::notation::unreadable::UnreadableLines;
use crate::record::gap::{ClockGap, TextAfter};
use crate::record::{
    Claim, Clock, Gap, GapKind, Header, HeaderKey, LARGEST_NUMBER, NodeId, Record, RemarkKind, Step,
};

/// What people write after a move to praise or to doubt it, and to end a sentence.
const MARKS: [char; 10] = ['!', '?', '！', '？', '.', ',', ';', '…', '。', '、'];

/// The version of the notation, which the first line names.
const VERSION: &str = "1";

/// Length of the first record of a text: up to the line that begins the next, of this game or another.
pub(in crate::notation) fn first_record(text: &str, shape: &Shape) -> usize {
    if let Some(length) = others(text, shape.first_line) {
        return length;
    }
    let mut start = 0;
    let (mut begun, mut has_plies) = (false, false);
    for end in memchr2_iter(b'\n', b'\r', text.as_bytes()).chain([text.len()]) {
        let line = &text[start..end];
        let begins = FirstLine::of(line).is_some_and(|it| it.names_game() || has_plies);
        if begins && std::mem::replace(&mut begun, true) {
            return start;
        }
        // The first line may be missing, and words for the end stand for plies where nobody has moved.
        has_plies |= line
            .trim_start()
            .starts_with(|it: char| it.is_ascii_digit() || it == '#');
        begun |= line.trim_start().starts_with(|it: char| it.is_ascii_digit());
        start = end + 1;
    }
    text.len()
}

/// Reads one record.
pub(in crate::notation) fn read<'t>(source: RecordText<'t>, shape: &'static Shape) -> Record<'t> {
    if let Some(record) = record_of_other(source, shape.first_line, shape.format) {
        return record;
    }
    let mut reader = Reader {
        shape,
        source,
        record: Record {
            text: source.text,
            span: source.span(0, source.text.len()),
            ..Record::of_game(shape.game, shape.format)
        },
        last: NodeId::START,
        header_is_open: false,
        unreadable: UnreadableLines::default(),
    };
    each_token::<_, PliesParser>(source.text, Rule::file, stretch, |rule, at, text| {
        reader.line(rule, at, text);
    });
    reader.finish()
}

struct Reader<'t> {
    shape: &'static Shape,
    source: RecordText<'t>,
    record: Record<'t>,
    /// The ply that was read last.
    last: NodeId,
    /// The line before was a header or a row of one.
    header_is_open: bool,
    unreadable: UnreadableLines,
}

impl<'t> Reader<'t> {
    fn line(&mut self, rule: Option<Rule>, at: usize, text: &'t str) {
        let header_is_open = std::mem::take(&mut self.header_is_open);
        match rule {
            Some(Rule::blank | Rule::EOI) => {}
            Some(Rule::comment) => self.comment(text.trim().trim_start_matches('\u{feff}')),
            Some(Rule::word) => self.word(at, text),
            Some(Rule::numbered) if header_is_open && self.is_position_row(text) => self.row(text),
            Some(Rule::numbered) => self.numbered(at, text),
            Some(Rule::header) if self.last == NodeId::START => self.header(at, text),
            Some(Rule::row) if header_is_open => self.row(text),
            _ if self.is_ply(text) => self.numbered(at, text),
            _ => self.unreadable.add(self.source, at, text, &mut self.record),
        }
    }

    /// Whether a line that begins with a number is a row of the position before it: indented, and no ply.
    fn is_position_row(&self, text: &str) -> bool {
        let header = self.record.headers.iter().last().map(|it| &*it.name);
        header.is_some_and(|name| self.shape.position == Some(name))
            && text.starts_with([' ', '\t', '\u{3000}'])
            && !self.is_ply(text)
    }

    /// Whether a line that is not numbered as it should be has a ply: `S 6i7h`, `2)W 9g8g`.
    fn is_ply(&self, text: &str) -> bool {
        let line = PliesParser::parse(Rule::numbered_line, text.trim_end());
        let parts = line.ok().and_then(|mut it| it.next()).map(Pair::into_inner);
        let mut tokens = parts
            .into_iter()
            .flatten()
            .filter(|it| it.as_rule() == Rule::token);
        tokens.any(|it| self.length(it.as_str()).is_some())
    }

    /// Where a line stands, without the blanks around it.
    fn span(&self, at: usize, text: &str) -> Span {
        let start = at + text.len() - text.trim_start().len();
        self.source.span(start, start + text.trim().len())
    }

    fn comment(&mut self, text: &'t str) {
        let text = text.strip_prefix('#').unwrap_or(text);
        self.record.remark(self.last, RemarkKind::Tool, text);
    }

    fn word(&mut self, at: usize, text: &'t str) {
        self.record.claims.push(Claim {
            node: self.last,
            plies: None,
            terminal: None,
            winner: None,
            text: Cow::Borrowed(text.trim()),
            span: self.span(at, text),
        });
    }

    fn header(&mut self, at: usize, text: &'t str) {
        let Some((name, value)) = text.split_once([':', '：']) else {
            return;
        };
        let name = name.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if name == self.shape.key && value.trim() != VERSION {
            self.record.miss(self.span(at, text), GapKind::UnknownVersion);
        }
        self.header_is_open = true;
        self.record.headers.push(Header {
            key: self.key(name),
            name: Cow::Borrowed(name),
            value: Cow::Borrowed(value.trim()),
            span: self.span(at, text),
        });
    }

    fn key(&self, name: &str) -> HeaderKey {
        const PLAYERS: [HeaderKey; 4] = [
            HeaderKey::Black,
            HeaderKey::White,
            HeaderKey::Third,
            HeaderKey::Fourth,
        ];
        let seat = self.shape.players.iter().position(|it| *it == name);
        match (seat, name) {
            (Some(seat), _) => PLAYERS.get(seat).copied().unwrap_or(HeaderKey::Other),
            (None, "Event") => HeaderKey::Event,
            (None, "Date") => HeaderKey::Start,
            (None, "Site" | "Place") => HeaderKey::Site,
            (None, "Time") => HeaderKey::TimeLimit,
            _ => HeaderKey::Other,
        }
    }

    /// A row goes on with the value of the header before it, a line each.
    fn row(&mut self, text: &'t str) {
        self.header_is_open = true;
        if let Some(header) = self.record.headers.last_mut() {
            let value = header.value.to_mut();
            value.push('\n');
            value.push_str(text.trim());
        }
    }

    fn numbered(&mut self, at: usize, text: &'t str) {
        let line = text.trim_end_matches(['\n', '\r']);
        let Ok(mut parts) = PliesParser::parse(Rule::numbered_line, line) else {
            return self.unreadable.add(self.source, at, text, &mut self.record);
        };
        let parts = parts.next().into_iter().flat_map(Pair::into_inner);
        let mut number = None;
        for part in parts {
            let start = at + part.as_span().start();
            let span = self.source.span(start, start + part.as_str().len());
            match part.as_rule() {
                Rule::number => number = Some((span, value(part.as_str()))),
                Rule::token => self.token(span, part.as_str(), number),
                Rule::clock => self.clock(span, part.as_str()),
                Rule::text => self.text_after(span),
                Rule::remark if PliesParser::parse(Rule::word, part.as_str()).is_ok() => {
                    self.word(start, part.as_str());
                }
                Rule::remark => self.comment(part.as_str()),
                _ => {}
            }
        }
    }

    /// A token, and what stands after it that is none.
    fn token(&mut self, span: Span, text: &str, number: Option<(Span, u32)>) {
        let length = self.length(text).unwrap_or(text.len());
        let start = span.start as usize;
        let rest = text[length..].trim_start();
        self.ply(Span::new(start, start + length), &text[..length], number);
        if !rest.is_empty() {
            let end = start + text.len();
            self.text_after(Span::new(end - rest.len(), end));
        }
    }

    /// How much of a text is a token: as many of its words as are one, the last perhaps without the marks after it.
    fn length(&self, text: &str) -> Option<usize> {
        /// So many words a token has at most, with all claims.
        const WORDS: usize = 8;
        let ends = text.match_indices([' ', '\t', '\u{3000}']).map(|(at, _)| at);
        let ends: Vec<usize> = ends.take(WORDS).chain([text.len()]).collect();
        let without_marks = |end: usize| text[..end].trim_end_matches(MARKS).len();
        let mut lengths = ends.into_iter().rev().flat_map(|end| [end, without_marks(end)]);
        lengths.find(|&it| (self.shape.token)(&text[..it]).is_some())
    }

    fn text_after(&mut self, span: Span) {
        let gap = Gap::new(span, GapKind::TextAfterMove(TextAfter::Move));
        self.record.gaps.push(gap.of(self.last));
    }

    fn ply(&mut self, span: Span, text: &str, number: Option<(Span, u32)>) {
        let before = self.record.tree.node(self.last).number;
        let due = before.saturating_add(1);
        let (place, number) = number.unwrap_or((span, due));
        let is_token = (self.shape.token)(text).is_some();
        let step = if is_token {
            Step::Token(span)
        } else {
            Step::Illegible(span)
        };
        self.last = self.record.tree.add(self.last, step, Clock::default());
        if !is_token {
            let kind = GapKind::BadToken((self.shape.no_token)(text));
            self.record.gaps.push(Gap::new(span, kind).of(self.last));
        }
        if number != due {
            let kind = number::gap(number, before, self.record.tree.len() == 2);
            self.record.gaps.push(Gap::new(place, kind).of(self.last));
        }
        if (1..=LARGEST_NUMBER).contains(&number) {
            self.record.tree.node_mut(self.last).number = number;
        }
    }

    fn clock(&mut self, span: Span, text: &str) {
        let Some(clock) = clock::read(text) else {
            self.record.miss(span, GapKind::UnreadableClock(ClockGap::Kif));
            return;
        };
        let node = self.record.tree.node_mut(self.last);
        (node.clock, node.clock_span) = (clock, Some(span));
    }

    /// The record; one of headers alone says so.
    fn finish(mut self) -> Record<'t> {
        headers_alone::note(&mut self.record, &["Position"]);
        self.record
    }
}

/// The number that digits say. More than a number has are beyond the limits.
fn value(digits: &str) -> u32 {
    let digit = |it: char| match it {
        '０'..='９' => char::from_digit(it as u32 - '０' as u32, 10).unwrap_or(it),
        _ => it,
    };
    digits
        .chars()
        .map(digit)
        .collect::<String>()
        .parse()
        .unwrap_or(u32::MAX)
}
