//! From the tokens of the grammar to a record.

use super::cut::statements;
use super::ending::Summary;
use super::grammar::{CsaParser, Rule};
use super::position::Setup;
use super::sign;
use super::usual_line;
use super::words;
use crate::finding::Span;
use crate::notation::stretch::{each_token, unusual};
use crate::notation::unreadable::UnreadableLines;
use crate::notation::{RecordText, formats, header};
use crate::record::gap::{LineGap, TextAfter, TurnTaken};
use crate::record::{Gap, GapKind, NodeId, Record, RemarkKind};
use crate::shogi::Color;

/// Reads one record.
pub(super) fn read(source: RecordText<'_>) -> Record<'_> {
    read_before(usual_line::read, source)
}

/// Reads one record by the grammar alone.
pub fn read_by_grammar(source: RecordText<'_>) -> Record<'_> {
    read_before(|_| None, source)
}

/// Reads one record with something in front of the grammar that finds the tokens that are usual.
fn read_before(usual: fn(&str) -> Option<(Rule, usize)>, source: RecordText<'_>) -> Record<'_> {
    let mut reader = CsaReader::new(source);
    reader.record.tree.expect(source.text, 12);
    let mut at = 0;
    while at < source.text.len() {
        let rest = &source.text[at..];
        at += if let Some((rule, length)) = usual(rest) {
            reader.take(rule, at, &rest[..length]);
            length
        } else {
            let part = unusual(statements(rest), |line| usual(line).is_some());
            each_token::<_, CsaParser>(part, Rule::file, statements, |rule, start, token| {
                reader.take(rule.unwrap_or(Rule::junk), at + start, token);
            });
            part.len()
        };
    }
    reader.finish()
}

/// What is known while a record is read.
#[derive(Debug)]
pub(super) struct CsaReader<'t> {
    source: RecordText<'t>,
    pub(super) record: Record<'t>,
    setup: Setup,
    /// Black's and White's name.
    names: [Option<&'t str>; 2],
    /// The comments of a game server that say how the game ended, and where they start.
    summaries: Vec<(usize, &'t str)>,
    /// The node that was read last.
    pub(super) last: NodeId,
    /// The side of the first move and where it stands.
    pub(super) opening: Option<(Color, Span)>,
    /// The side that is due after the last move.
    pub(super) due: Option<Color>,
    /// Where, in the text, the last move or what stands after it on its line ends.
    line_read: usize,
    /// A move may be missing before the next.
    pub(super) gap: bool,
    unreadable: UnreadableLines,
    /// Where the last token ends, in the text, if it could not be read.
    unread: Option<usize>,
}

impl<'t> CsaReader<'t> {
    fn new(source: RecordText<'t>) -> Self {
        Self {
            source,
            record: source.record(formats::CSA),
            setup: Setup::new(),
            names: [None; 2],
            summaries: Vec::new(),
            last: NodeId::START,
            opening: None,
            due: None,
            line_read: 0,
            gap: false,
            unreadable: UnreadableLines::default(),
            unread: None,
        }
    }

    /// Takes the token that starts at `start` in the text, its end of line or comma included.
    fn take(&mut self, rule: Rule, start: usize, token: &'t str) {
        // A stretch of the text ends, which says nothing.
        if rule == Rule::EOI {
            return;
        }
        // A word before the moves is no time, whatever letter it begins with.
        let is_word =
            rule == Rule::odd_time && self.last == NodeId::START && !token.contains(char::is_numeric);
        if rule == Rule::junk || is_word {
            return self.junk(start, token);
        }
        self.unread = None;
        match rule {
            Rule::timed_move => self.timed_move(start, token),
            Rule::comment => self.comment(start, line(token)),
            Rule::time | Rule::odd_time => self.time(start, statement(token)),
            Rule::special | Rule::server_result => self.special(start, statement(token)),
            Rule::row | Rule::setup | Rule::odd_setup => self.board(start, statement(token)),
            Rule::info => self.info(start, line(token)),
            Rule::name => self.name(start, line(token)),
            Rule::turn => self.turn(start, statement(token)),
            Rule::version => self.version(start, statement(token)),
            Rule::odd_move => self.odd_move(start, statement(token)),
            // A separator says nothing inside a record, and the rest has no token.
            _ => return,
        }
        if matches!(
            rule,
            Rule::timed_move
                | Rule::odd_move
                | Rule::time
                | Rule::odd_time
                | Rule::special
                | Rule::server_result
        ) {
            self.line_read = start + token.len();
        }
    }

    /// `'…`: a comment; that of a game server may say how the game ended.
    fn comment(&mut self, start: usize, text: &'t str) {
        let comment = &text[1..];
        if let Some(comment) = comment.strip_prefix('*') {
            return self.record.remark(self.last, RemarkKind::Comment, comment);
        }
        self.record.remark(self.last, RemarkKind::Tool, comment);
        if comment.starts_with(Summary::MARK) {
            self.summaries.push((start, text));
        }
    }

    /// A summary speaks of the whole game, wherever it stands.
    fn claim_results(&mut self) {
        for (start, text) in std::mem::take(&mut self.summaries) {
            if let Some(summary) = Summary::read(&text[1..], self.names, self.due()) {
                let claim = summary.claim(self.last, text, self.span(start, text));
                self.record.claims.push(claim);
            }
        }
    }

    /// `N+` or `N-`: a name.
    fn name(&mut self, start: usize, text: &'t str) {
        if let Some(side) = sign::side(text.as_bytes()[1]) {
            self.names[side.index()] = Some(&text[2..]);
        }
        self.header(start, text, 2, 2);
    }

    /// `$KEY:value`.
    fn info(&mut self, start: usize, text: &'t str) {
        let key = text.find(':').unwrap_or(text.len());
        self.header(start, text, key, key + 1);
    }

    /// A header whose key ends, and whose value begins, at these places of the line.
    fn header(&mut self, start: usize, text: &'t str, key: usize, value: usize) {
        let (key, value) = (&text[..key], &text[value..]);
        let span = self.span(start, text);
        self.record.headers.push(header::header(key, value, span));
    }

    /// `P…`: the start position.
    fn board(&mut self, start: usize, text: &'t str) {
        if !self.is_late(self.span(start, text), LineGap::LateStart) {
            self.setup.take(text, self.span(start, text).start);
        }
    }

    /// `+` or `-`: who moves first.
    fn turn(&mut self, start: usize, text: &'t str) {
        if self.is_late(self.span(start, text), LineGap::LateTurn) {
            return;
        }
        let Some(color) = text.bytes().next().and_then(sign::side) else {
            return;
        };
        // What stands before the turn is none of the moves.
        self.gap = false;
        let span = self.span(start, text);
        if let Some(before) = self.setup.set_turn(color, span) {
            let gap = LineGap::SecondTurn { before, now: color };
            self.miss(span, GapKind::UnreadableLine(gap));
        }
    }

    /// `V…`: the version.
    fn version(&mut self, start: usize, text: &'t str) {
        if self.is_late(self.span(start, text), LineGap::LateVersion) {
            return;
        }
        if !words::VERSIONS.contains(&text.trim_end()) {
            self.miss(self.span(start, text), GapKind::UnknownVersion);
        }
    }

    /// Whether the moves have begun already, where something belongs before them.
    fn is_late(&mut self, span: Span, what: LineGap) -> bool {
        let late = self.last != NodeId::START;
        if late {
            self.miss(span, GapKind::UnreadableLine(what));
        }
        late
    }

    /// Something unreadable: after a move on its line it is only superfluous, else it is a line of its own.
    fn junk(&mut self, start: usize, token: &'t str) {
        let text = statement(token);
        let between = self
            .source
            .text
            .get(self.line_read.saturating_sub(1)..start)
            .unwrap_or_default();
        if self.line_read > 0 && !between.contains(['\n', '\r']) {
            self.line_read = start + token.len();
            return self.text_after(start, text, TextAfter::MoveOfCsa);
        }
        self.gap = true;
        // Blank lines between two that cannot be read do not part them.
        let from = self.unread.unwrap_or(start);
        let end = start + text.len();
        let (source, node) = (self.source, Some(self.last));
        self.unreadable
            .add_at(node, source, from, &source.text[from..end], &mut self.record);
        self.unread = Some(end);
    }

    /// The side that is due to move.
    pub(super) fn due(&self) -> Color {
        self.due.or(self.setup.turn()).unwrap_or(Color::Black)
    }

    /// The span of a text that starts at `start` in the text, without blanks at its end.
    pub(super) fn span(&self, start: usize, text: &str) -> Span {
        self.source.span(start, start + text.trim_end().len())
    }

    /// Notes that something at the ply that was read last could not be read.
    pub(super) fn miss(&mut self, span: Span, kind: GapKind) {
        self.record.gaps.push(Gap::new(span, kind).of(self.last));
    }

    /// The record, when all has been read.
    fn finish(mut self) -> Record<'t> {
        self.claim_results();
        let Self {
            mut record,
            setup,
            opening,
            last,
            ..
        } = self;
        let played = last != NodeId::START;
        let place = opening.map(|(_, span)| span);
        if setup.span().is_none() && played {
            record.gaps.push(Gap::of_start(place, GapKind::StartMissing));
        }
        let side = opening.map_or(Color::Black, |(side, _)| side);
        if setup.turn().is_none() && (played || setup.span().is_some()) {
            let taken = opening.map_or(TurnTaken::Black, |(side, _)| TurnTaken::FirstMove(side));
            let gap = Gap::of_start(place.or(setup.span()), GapKind::TurnMissing(taken));
            record.gaps.push(gap);
        }
        let turn = setup.turn().unwrap_or(side);
        let (start, gaps) = setup.finish(turn);
        record.start = start;
        record.gaps.append(gaps);
        record
    }
}

/// A line without its end.
fn line(token: &str) -> &str {
    token
        .strip_suffix('\n')
        .map_or(token, |line| line)
        .trim_end_matches('\r')
}

/// A statement without the end of line or comma after it.
pub(super) fn statement(token: &str) -> &str {
    token.strip_suffix(',').unwrap_or_else(|| line(token))
}
