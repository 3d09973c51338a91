//! From the tokens of the grammar to a record.

use std::borrow::Cow;

use pest::Parser;

use super::cut::{is_go, stretch};
use super::games::{GUNG_JANGGI, JANGGI};
use super::grammar::{GibParser, Rule};
use super::ply::Ply;
use super::result::{header as result_header, told};
use crate::finding::Span;
use crate::notation::Word;
use crate::notation::first_line::{FirstLine, record_of_other};
use crate::notation::headers_alone;
use crate::notation::kakinoki::clock;
use crate::notation::number;
use crate::notation::stretch::each_token;
use crate::notation::unreadable::UnreadableLines;
use crate::notation::{RecordText, formats};
use crate::record::gap::{ClockGap, OddGame, TextAfter, TokenGap};
use crate::record::{
    Claim, Clock, Gap, GapKind, Header, HeaderKey, LARGEST_NUMBER, NodeId, Record, RemarkKind, Step,
};

/// Reads one record.
pub(super) fn read(source: RecordText<'_>) -> Record<'_> {
    let other = || record_of_other(source, FirstLine::Janggi, formats::GIB);
    if let Some(record) = of_go(source).or_else(other) {
        return record;
    }
    let mut reader = Reader {
        source,
        record: Record {
            text: source.text,
            span: source.span(0, source.text.len()),
            ..Record::of_game(&JANGGI, formats::GIB)
        },
        last: NodeId::START,
        number: None,
        ply_end: 0,
        is_gung: false,
        unreadable: UnreadableLines::default(),
    };
    each_token::<_, GibParser>(source.text, Rule::file, stretch, |rule, at, text| {
        reader.token(rule, at, text);
    });
    reader.finish()
}

/// A record of Go, which a server writes to files of the same extension.
fn of_go(source: RecordText<'_>) -> Option<Record<'_>> {
    let line = source.text.lines().find(|line| !line.trim().is_empty())?;
    is_go(line).then(|| {
        let mut record = source.record(formats::GIB);
        record.start.is_known = false;
        let start = source.span(0, line.len());
        let game = OddGame::Named("Go".to_owned());
        record.gaps.push(Gap::of_start(start, GapKind::OtherGame(game)));
        record
    })
}

struct Reader<'t> {
    source: RecordText<'t>,
    record: Record<'t>,
    /// The ply that was read last.
    last: NodeId,
    /// The number that stands before the next ply.
    number: Option<(Span, u32)>,
    /// Where what was read of the last ply ends.
    ply_end: usize,
    /// Something says that it is gung-janggi.
    is_gung: bool,
    unreadable: UnreadableLines,
}

impl<'t> Reader<'t> {
    fn token(&mut self, rule: Option<Rule>, at: usize, text: &'t str) {
        match rule {
            Some(Rule::EOI | Rule::mark) => {}
            Some(Rule::header) => self.header(at, text),
            Some(Rule::braces) => self.braces(text),
            Some(Rule::comment) => self.remark(RemarkKind::Tool, text.trim_end().strip_prefix('#')),
            Some(Rule::word) => self.word(at, text),
            Some(Rule::number) => self.numbered(at, text),
            Some(Rule::step | Rule::pass) => self.ply(at, text),
            Some(Rule::clock) => self.clock(at, text),
            _ if self.number.is_some() => self.illegible(at, text),
            _ if self.is_after_ply(at) => self.text_after(at, text),
            _ => self.unreadable.add(self.source, at, text, &mut self.record),
        }
    }

    /// Where a token stands, without the blanks after it.
    fn span(&self, at: usize, text: &str) -> Span {
        self.source.span(at, at + text.trim_end().len())
    }

    fn header(&mut self, at: usize, text: &'t str) {
        let Ok(pairs) = GibParser::parse(Rule::header, text) else {
            return;
        };
        let (mut name, mut value) = ("", "");
        for part in pairs.flat_map(pest::iterators::Pair::into_inner) {
            match part.as_rule() {
                Rule::key | Rule::bare_key => name = part.as_str().trim(),
                _ => value = part.as_str(),
            }
        }
        self.is_gung |= matches!(name, "홍차림" | "청차림");
        self.record.headers.push(Header {
            key: key(name),
            name: Cow::Borrowed(name),
            value: Cow::Borrowed(value),
            span: self.span(at, text),
        });
    }

    fn braces(&mut self, text: &'t str) {
        let inside = text.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
        for line in inside.into_iter().flat_map(|it| it.split('\n')) {
            self.remark(RemarkKind::Comment, line.strip_suffix('\r').or(Some(line)));
        }
    }

    fn remark(&mut self, kind: RemarkKind, text: Option<&'t str>) {
        self.record.remark(self.last, kind, text.unwrap_or_default());
    }

    fn word(&mut self, at: usize, text: &'t str) {
        self.is_gung |= Word::of(text).name == "no-win";
        self.record.claims.push(Claim {
            node: self.last,
            plies: None,
            terminal: None,
            winner: None,
            text: Cow::Borrowed(text.trim_end()),
            span: self.span(at, text),
        });
    }

    fn numbered(&mut self, at: usize, text: &'t str) {
        self.stray_number();
        // More digits than a number has are beyond the limits.
        let number = text.trim_end_matches('.').parse().unwrap_or(u32::MAX);
        self.number = Some((self.span(at, text), number));
    }

    /// A number that no move stands after.
    fn stray_number(&mut self) {
        if let Some((span, _)) = self.number.take() {
            let at = span.start as usize - self.source.offset;
            let text = self.record.text_at(span);
            self.unreadable.add(self.source, at, text, &mut self.record);
        }
    }

    fn ply(&mut self, at: usize, text: &'t str) {
        let span = self.span(at, text);
        let ply = Ply::of(text.trim_end());
        self.is_gung |= ply.is_some_and(|ply| ply.bikjang || ply.promotes);
        self.add(Step::Token(span), span);
        self.ply_end = at + text.trim_end().len();
    }

    /// Whether a place is on the line of the last ply, and after it.
    fn is_after_ply(&self, at: usize) -> bool {
        let between = self.source.text.get(self.ply_end..at).unwrap_or_default();
        self.last != NodeId::START && !between.contains(['\n', '\r'])
    }

    fn text_after(&mut self, at: usize, text: &'t str) {
        let gap = Gap::new(self.span(at, text), GapKind::TextAfterMove(TextAfter::Move));
        self.record.gaps.push(gap.of(self.last));
        self.ply_end = at + text.trim_end().len();
    }

    fn illegible(&mut self, at: usize, text: &'t str) {
        let span = self.span(at, text);
        self.add(Step::Illegible(span), span);
        let kind = GapKind::BadToken(TokenGap::NoMoveOf(&JANGGI));
        self.record.gaps.push(Gap::new(span, kind).of(self.last));
    }

    /// Adds a ply under the number before it, or the next where there is none.
    fn add(&mut self, step: Step<'t>, span: Span) {
        let before = self.record.tree.node(self.last).number;
        let due = before.saturating_add(1);
        let (place, number) = self.number.take().unwrap_or((span, due));
        self.last = self.record.tree.add(self.last, step, Clock::default());
        if number != due {
            let is_first = self.record.tree.len() == 2;
            let gap = Gap::new(place, number::gap(number, before, is_first));
            // What may be missing before the first ply is of no node.
            let node = (!is_first).then_some(self.last);
            self.record.gaps.push(Gap { node, ..gap });
        }
        if (1..=LARGEST_NUMBER).contains(&number) {
            self.record.tree.node_mut(self.last).number = number;
        }
    }

    fn clock(&mut self, at: usize, text: &'t str) {
        let span = self.span(at, text);
        let node = self.record.tree.node(self.last);
        let is_free = self.last != NodeId::START && node.clock_span.is_none();
        let Some(clock) = clock::read(text).filter(|_| is_free) else {
            self.record.miss(span, GapKind::UnreadableClock(ClockGap::Kif));
            return;
        };
        let node = self.record.tree.node_mut(self.last);
        (node.clock, node.clock_span) = (clock, Some(span));
        self.ply_end = at + text.trim_end().len();
    }

    fn finish(mut self) -> Record<'t> {
        self.stray_number();
        let headers = &self.record.headers;
        let rules = headers.named("규칙").map(str::trim);
        let header = result_header(headers);
        let result = header.and_then(|it| told(&it.value));
        let unknown = header.filter(|it| result.is_none() && it.value.contains(char::is_alphanumeric));
        let unknown = unknown.map(|it| it.span);
        let is_gung = match rules {
            Some(rules) if !rules.is_empty() => rules == "궁장기",
            _ => self.is_gung || result.is_some_and(|it| it.how.is_of_gung()),
        };
        if is_gung {
            self.record.game = &GUNG_JANGGI;
        }
        if let Some(span) = unknown {
            self.record
                .gaps
                .push(Gap::of_start(span, GapKind::UnreadableResult));
        }
        let is_told = header.is_some_and(|it| !it.value.trim().is_empty());
        if !is_told {
            headers_alone::note(&mut self.record, &["국면", "FEN", "판"]);
        }
        self.record
    }
}

/// What a header is about.
fn key(name: &str) -> HeaderKey {
    match name {
        "초대국자" | "청대국자" => HeaderKey::Black,
        "한대국자" | "홍대국자" => HeaderKey::White,
        "대회명" => HeaderKey::Event,
        "대국일자" => HeaderKey::Start,
        "대국장소" => HeaderKey::Site,
        "제한시간" => HeaderKey::TimeLimit,
        _ => HeaderKey::Other,
    }
}
