//! Conversion of the tokens of a CSA text to a record.

use std::borrow::Cow;

use memchr::memchr3_iter;

use super::fast_path::{CommonMove, common_line, is_common};
use super::first_statements;
use super::grammar::{CsaParser, Rule};
use super::position::Setup;
use super::time::{TimeError, milliseconds};
use crate::finding::Span;
use crate::notation::damage::UnreadableLines;
use crate::notation::kakinoki::words;
use crate::notation::tokens::{each_token, uncommon_lines};
use crate::notation::{self, RecordText, header, meaning, result};
use crate::record::gap::{ClockGap, LineGap, StrayClock, TextAfter, TokenGap, TurnRecovery, WordGap};
use crate::record::{
    Claim, Clock, Date, Ending, Gap, GapKind, HeaderKey, NodeId, Record, RemarkKind, Step, Terminal,
};
use crate::shogi::Color;

/// Reads one record. Lines in a common form are read by the fast path.
pub(super) fn read(source: RecordText<'_>) -> Record<'_> {
    read_with::<true>(source)
}

/// Reads one record with the grammar alone, without the fast path.
pub fn read_by_grammar(source: RecordText<'_>) -> Record<'_> {
    read_with::<false>(source)
}

/// Reads one record. If `FAST` is `true`, the fast path is tried before the grammar.
fn read_with<const FAST: bool>(source: RecordText<'_>) -> Record<'_> {
    let mut reader = CsaReader::new(source);
    reader.record.tree.reserve(source.text, 9);
    if super::is_tabbed(source.text) {
        reader.read_tabbed();
        return reader.finish();
    }
    if reader.read_page() || reader.read_two_lines() {
        return reader.finish();
    }
    let mut at = 0;
    while at < source.text.len() {
        let rest = &source.text[at..];
        at += if FAST && let Some(length) = reader.common_move(at, rest) {
            length
        } else if FAST && let Some((rule, length)) = common_line(rest) {
            reader.take(rule, at, &rest[..length]);
            length
        } else {
            let section_text = uncommon_lines(first_statements(rest), |line| FAST && is_common(line));
            each_token::<_, CsaParser>(
                section_text,
                Rule::file,
                first_statements,
                |rule, start, token| {
                    reader.take(rule.unwrap_or(Rule::junk), at + start, token);
                },
            );
            section_text.len()
        };
    }
    reader.finish()
}

/// The state of the reader of one record.
///
/// Statements can have any order, and any of them can depend on each earlier one: a time belongs to the last move, a name decides
/// the meaning of a summary. Therefore the facts about earlier statements are in one place.
#[derive(Debug)]
pub(super) struct CsaReader<'t> {
    pub(super) source: RecordText<'t>,
    pub(super) record: Record<'t>,
    setup: Setup,
    /// The names of Black and White; `None` for a name that has not been read.
    names: [Option<&'t str>; 2],
    /// The comments of a game server that state the result, each with its offset (bytes).
    summaries: Vec<(usize, &'t str)>,
    /// Headers in comments: offset, key, value and the whole comment.
    comment_headers: Vec<(usize, &'t str, &'t str, &'t str)>,
    /// The node that was read last.
    pub(super) last: NodeId,
    /// The side of the first move with a sign, and the span of the move; `None` before this move.
    pub(super) first_move: Option<(Color, Span)>,
    /// The side to move after the last move; `None` before the first move and after a move without a sign.
    pub(super) side_to_move: Option<Color>,
    /// The remaining time of each side after its last `L` statement (milliseconds); `None` if there was no such
    /// statement.
    remaining_ms: [Option<u32>; 2],
    /// Offset (bytes) after the last move, time or end, and after unreadable text on the same line; 0 before the
    /// first move.
    pub(super) line_read: usize,
    /// `true` if the form of the record implies the even start.
    pub(super) has_implied_start: bool,
    /// `true` if a word for perpetual check ends the game.
    is_perpetual: bool,
    /// `true` if a move may be missing before the next one.
    pub(super) gap: bool,
    unreadable: UnreadableLines,
    /// Offset at which the last token ends, if this token could not be read; `None` after a token that was read.
    pub(super) unread: Option<usize>,
}

impl<'t> CsaReader<'t> {
    fn new(source: RecordText<'t>) -> Self {
        Self {
            source,
            record: source.record(notation::CSA),
            setup: Setup::new(),
            names: [None; 2],
            summaries: Vec::new(),
            comment_headers: Vec::new(),
            last: NodeId::START,
            first_move: None,
            side_to_move: None,
            remaining_ms: [None; 2],
            line_read: 0,
            has_implied_start: false,
            is_perpetual: false,
            gap: false,
            unreadable: UnreadableLines::default(),
            unread: None,
        }
    }

    /// Reads a move in a common form at the beginning of a text, and its time if there is one. Returns the length with the
    /// delimiters; `None`, without a change, for any other text.
    #[inline]
    fn common_move(&mut self, start: usize, text: &str) -> Option<usize> {
        let CommonMove {
            written,
            time,
            length,
        } = CommonMove::parse(text, self.source.offset + start)?;
        self.unread = None;
        self.line_read = start + length;
        if let (None, Some(side)) = (self.first_move, written.mark) {
            self.first_move = Some((side, written.span));
        }
        self.side_to_move = written.mark.map(Color::opponent);
        let step = Step::Move(written);
        self.last = self.record.tree.add(self.last, step, Clock::default());
        let node = self.record.tree.node_mut(self.last);
        node.after_gap = std::mem::take(&mut self.gap);
        if let Some((spent, span)) = time {
            (node.clock.spent, node.clock_span) = (Some(spent), Some(span));
        }
        Some(length)
    }

    /// Reads a record whose statements are separated by tabs.
    ///
    /// Comments, names and information also end at a tab, except that a comment at the beginning of a line extends to
    /// the end of this line.
    fn read_tabbed(&mut self) {
        let text = self.source.text;
        let statement_ends = memchr3_iter(b'\t', b'\n', b'\r', text.as_bytes()).chain([text.len()]);
        let (mut start, mut begins_line) = (0, true);
        for end in statement_ends {
            let is_tab = text.as_bytes().get(end) == Some(&b'\t');
            if is_tab && begins_line && text[start..].starts_with('\'') {
                continue;
            }
            each_token::<_, CsaParser>(
                &text[start..end],
                Rule::file,
                first_statements,
                |rule, at, token| {
                    self.take(rule.unwrap_or(Rule::junk), start + at, token);
                },
            );
            (start, begins_line) = (text.len().min(end + 1), !is_tab);
        }
    }

    /// Adds a token to the record. The token begins at `start` in the text. It includes the comma or line end after it,
    /// except in a tabbed record, in which the token ends before the tab or line end.
    pub(super) fn take(&mut self, rule: Rule, start: usize, token: &'t str) {
        // `EOI` is the end of a parsed section, not a statement.
        if rule == Rule::EOI {
            return;
        }
        // Before the moves, a word that begins with `T` and has no digits is not a time.
        let is_word =
            rule == Rule::odd_time && self.last == NodeId::START && !token.contains(char::is_numeric);
        if rule == Rule::junk || is_word {
            return self.add_unreadable(start, token);
        }
        self.unread = None;
        match rule {
            Rule::comment => return self.comment(start, line(token)),
            Rule::row | Rule::setup | Rule::odd_setup => return self.board(start, statement(token)),
            Rule::info => return self.info(start, line(token)),
            Rule::name => return self.name(start, line(token)),
            Rule::turn => return self.turn(start, statement(token)),
            Rule::version => return self.version(start, statement(token)),
            Rule::server_line => return self.server_line(start, line(token)),
            Rule::server_reason => return self.server_reason(start, statement(token)),
            Rule::timed_move | Rule::divided_move => self.timed_move(start, token),
            Rule::time | Rule::odd_time => self.time(start, statement(token)),
            Rule::time_left => self.time_left(start, statement(token)),
            Rule::special | Rule::server_result => self.special(start, statement(token)),
            Rule::odd_move => self.malformed_move(start, statement(token)),
            // A separator inside a record has no meaning. The other rules do not produce a token here.
            _ => return,
        }
        self.line_read = start + token.len();
    }

    /// Reads a line `'*…` as a comment, and any other line `'…` as a program line. A program line that is the summary
    /// of a game server, or contains a header, is also kept for later.
    fn comment(&mut self, start: usize, text: &'t str) {
        let comment = &text[1..];
        if let Some(comment) = comment.strip_prefix('*') {
            return self.record.remark(self.last, RemarkKind::Comment, comment);
        }
        self.record.remark(self.last, RemarkKind::Tool, comment);
        if comment.starts_with(SUMMARY) {
            self.summaries.push((start, text));
        } else if let Some((key, value)) = header_in_comment(comment)
            && (self.last == NodeId::START || comment.starts_with('$') && self.may_be_after_game(key))
        {
            self.comment_headers.push((start, key, value, text));
        }
    }

    /// Returns whether a server may write the header with this key here, after the game.
    fn may_be_after_game(&self, key: &str) -> bool {
        key == "$END_TIME" || matches!(self.record.tree.node(self.last).step, Step::End(_))
    }

    /// Adds the headers in comments. A header is left out if the record already has a header with the same key and a
    /// value.
    fn add_comment_headers(&mut self) {
        for (start, key, value, text) in std::mem::take(&mut self.comment_headers) {
            let span = self.span(start, text);
            let header = header::header(key, value, span);
            let mut headers = self.record.headers.iter();
            if !headers.any(|other| other.key == header.key && !other.is_blank()) {
                self.record.headers.push(header);
            }
        }
    }

    /// Reads a line that a server sends before a game.
    ///
    /// A `Name` line becomes the header with the name of a player. Any other line is kept as a program line.
    fn server_line(&mut self, start: usize, text: &'t str) {
        match text.as_bytes() {
            [b'N', b'a', b'm', b'e', sign, b':', ..] => {
                let key = if *sign == b'+' { "N+" } else { "N-" };
                let value = &text["Name+:".len()..];
                self.set_name(*sign, value);
                let span = self.span(start, text);
                self.record.add_header(header::header(key, value, span));
            }
            _ => self.record.remark(self.last, RemarkKind::Tool, text.trim_end()),
        }
    }

    /// Reads `#…`: the result as a server sends it.
    ///
    /// The line is kept as a program line if it is before the moves, after a result, or does not state the reason
    /// (`#WIN`). An unknown word before the moves is unreadable text. Any other unknown word is reported, and ends the
    /// game unless the game has already ended.
    fn server_reason(&mut self, start: usize, text: &'t str) {
        let word = text[1..].trim_end();
        let is_unknown = !super::is_server_reason(word);
        if is_unknown && self.last == NodeId::START {
            return self.add_unreadable(start, text);
        }
        let span = self.span(start, text);
        let has_ended = matches!(self.record.tree.node(self.last).step, Step::End(_));
        if has_ended || self.last == NodeId::START || super::is_server_result(word) {
            self.record.remark(self.last, RemarkKind::Tool, text.trim_end());
        } else {
            let (terminal, offender) = super::server_reason(word, self.side_to_move());
            let word = Cow::Borrowed(text.trim_end());
            self.end(Ending {
                terminal,
                offender,
                word,
                span,
            });
        }
        if is_unknown {
            self.add_gap(span, GapKind::UnknownTerminal(WordGap::Code));
        }
    }

    /// Converts the summaries to claims about the node that was read last, except malformed ones. A summary describes
    /// the whole game, wherever it is in the record.
    fn claim_results(&mut self) {
        for (start, text) in std::mem::take(&mut self.summaries) {
            if let Some((terminal, winner)) = summary(&text[1..], self.names, self.side_to_move()) {
                self.complete_disconnection(terminal, winner);
                self.record.claims.push(Claim {
                    node: self.last,
                    plies: None,
                    terminal: Some(terminal),
                    winner,
                    text: Cow::Borrowed(text),
                    span: self.span(start, text),
                });
            }
        }
    }

    /// Completes the end of a game that ended by a lost connection: the server writes `%TORYO` even if the connection was
    /// that of the side that is not to move. Only the summary shows the winner.
    fn complete_disconnection(&mut self, terminal: Terminal, winner: Option<Color>) {
        if let (Terminal::Disconnect, Some(winner)) = (terminal, winner)
            && let Step::End(ending) = &mut self.record.tree.node_mut(self.last).step
            && ending.terminal == Terminal::Resign
        {
            (ending.terminal, ending.offender) = (terminal, Some(winner.opponent()));
        }
    }

    /// Reads `N+` or `N-`: the name of a player.
    fn name(&mut self, start: usize, text: &'t str) {
        self.set_name(text.as_bytes()[1], &text[2..]);
        self.header(start, text, 2, 2);
    }

    /// Sets the name of the player of a sign, unless a name was read before.
    fn set_name(&mut self, sign: u8, name: &'t str) {
        if let Some(side) = super::side_of_sign(sign) {
            let first = &mut self.names[side.index()];
            *first = first.filter(|first| !first.trim().is_empty()).or(Some(name));
        }
    }

    /// Reads `$KEY:value`: a header with information about the game.
    fn info(&mut self, start: usize, text: &'t str) {
        let key_end = text.find(':').unwrap_or(text.len());
        self.header(start, text, key_end, key_end + 1);
    }

    /// Adds a header. Its key ends at offset `key_end` of the line, and its value begins at offset `value_start`.
    fn header(&mut self, start: usize, text: &'t str, key_end: usize, value_start: usize) {
        let (key, value) = (&text[..key_end], &text[value_start..]);
        let span = self.span(start, text);
        self.record.add_header(header::header(key, value, span));
    }

    /// Reads `P…`: a line of the start position. A line after a move is reported instead.
    fn board(&mut self, start: usize, text: &'t str) {
        if !self.is_late(self.span(start, text), LineGap::LateStart) {
            self.setup.take(text, self.span(start, text).start);
        }
    }

    /// Reads `+` or `-`: the side that moves first. A second line with the other side replaces the first and is
    /// reported. A line after a move is reported instead of being read.
    fn turn(&mut self, start: usize, text: &'t str) {
        if self.is_late(self.span(start, text), LineGap::LateTurn) {
            return;
        }
        let Some(color) = text.bytes().next().and_then(super::side_of_sign) else {
            return;
        };
        // Unreadable text before this line does not mean that a move is missing.
        self.gap = false;
        let span = self.span(start, text);
        if let Some(before) = self.setup.set_turn(color, span) {
            let gap = LineGap::SecondTurn { before, now: color };
            self.add_gap(span, GapKind::UnreadableLine(gap));
        }
    }

    /// Checks `V…`, the version. An unknown version, or a line after a move, is reported.
    fn version(&mut self, start: usize, text: &'t str) {
        if self.is_late(self.span(start, text), LineGap::LateVersion) {
            return;
        }
        if !super::VERSIONS.contains(&text.trim_end()) {
            self.add_gap(self.span(start, text), GapKind::UnknownVersion);
        }
    }

    /// Returns whether a node was already read. If so, adds the gap `what`, because the line belongs before the
    /// moves.
    fn is_late(&mut self, span: Span, what: LineGap) -> bool {
        let is_late = self.last != NodeId::START;
        if is_late {
            self.add_gap(span, GapKind::UnreadableLine(what));
        }
        is_late
    }

    /// Reports unreadable text: on the line of a move, as extra text after the move; on any other line, as an
    /// unreadable line.
    pub(super) fn add_unreadable(&mut self, start: usize, token: &'t str) {
        let text = statement(token);
        let text_between = self
            .source
            .text
            .get(self.line_read.saturating_sub(1)..start)
            .unwrap_or_default();
        if self.line_read > 0 && !text_between.contains(['\n', '\r']) {
            self.line_read = start + token.len();
            return self.text_after(start, text, TextAfter::MoveOfCsa);
        }
        self.gap = true;
        // Unreadable lines with only blank lines between them are reported as one.
        let from = self.unread.unwrap_or(start);
        let end = start + text.len();
        let (source, node) = (self.source, Some(self.last));
        self.unreadable
            .add_at(node, source, from, &source.text[from..end], &mut self.record);
        self.unread = Some(end);
    }

    /// Returns the side to move after the last move. If no move was read, returns the side that moves first: Black if
    /// no line states it.
    pub(super) fn side_to_move(&self) -> Color {
        self.side_to_move.or(self.setup.turn()).unwrap_or(Color::Black)
    }

    /// Returns the span of a text that begins at offset `start`, without trailing blanks.
    pub(super) fn span(&self, start: usize, text: &str) -> Span {
        self.source.span(start, start + trim_end(text).len())
    }

    /// Adds a gap at the node that was read last.
    pub(super) fn add_gap(&mut self, span: Span, kind: GapKind) {
        self.record.gaps.push(Gap::new(span, kind).with_node(self.last));
    }

    /// Returns the record after all tokens were read. Adds the start position, the results from summaries, the headers
    /// in comments and the offender of a perpetual check. Also adds gaps for a missing start position or first side.
    fn finish(mut self) -> Record<'t> {
        self.claim_results();
        self.add_comment_headers();
        let Self {
            mut record,
            setup,
            first_move,
            last,
            has_implied_start,
            is_perpetual,
            ..
        } = self;
        let has_moves = last != NodeId::START;
        let first_move_span = first_move.map(|(_, span)| span);
        if setup.span().is_none() && has_moves && !has_implied_start {
            record
                .gaps
                .push(Gap::at_start(first_move_span, GapKind::StartMissing));
        }
        let first_side = first_move.map_or(Color::Black, |(side, _)| side);
        if setup.turn().is_none() && !has_implied_start && (has_moves || setup.span().is_some()) {
            let recovery = first_move.map_or(TurnRecovery::Black, |(side, _)| TurnRecovery::FirstMove(side));
            let gap = Gap::at_start(first_move_span.or(setup.span()), GapKind::TurnMissing(recovery));
            record.gaps.push(gap);
        }
        let turn = setup.turn().unwrap_or(first_side);
        let (start, gaps) = setup.finish(turn);
        record.start = start;
        record.gaps.append(gaps);
        if is_perpetual {
            result::set_perpetual_check_offender(&mut record);
        }
        record
    }
}

/// Returns the key and the value of a header in a comment.
///
/// Kifu for Windows writes `'棋戦：…`, and servers write `'$END_TIME:…`. The returned key is that of CSA. Returns `None`
/// if the comment is not a header that describes a game, if the value is empty, or if a date is unreadable.
pub(super) fn header_in_comment(comment: &str) -> Option<(&'static str, &str)> {
    let (name, value) = match comment.strip_prefix('$') {
        Some(rest) => (&comment[..=rest.find(':')?], &rest[rest.find(':')? + 1..]),
        None => comment.trim_start().split_once('：')?,
    };
    let name = header::Name::for_key(name)?;
    let is_description = matches!(
        name.key,
        HeaderKey::Start
            | HeaderKey::End
            | HeaderKey::Event
            | HeaderKey::Site
            | HeaderKey::TimeLimit
            | HeaderKey::Opening
            | HeaderKey::Black
            | HeaderKey::White
    );
    let is_date = name.value() == header::ValueKind::Date;
    let is_valid_value = !value.trim().is_empty() && (!is_date || Date::read(value).is_ok());
    let key = name.csa_key(header::Version::Two)?;
    (is_description && is_valid_value).then_some((key, value))
}

/// Returns a text without blanks at its end. Almost no text has any.
fn trim_end(text: &str) -> &str {
    match text.as_bytes().last() {
        Some(b'!'..=b'~') => text,
        _ => text.trim_end(),
    }
}

/// Returns a line without its line end.
fn line(token: &str) -> &str {
    let mut line = token.strip_suffix('\n').unwrap_or(token);
    while let Some(shorter) = line.strip_suffix('\r') {
        line = shorter;
    }
    line
}

/// Returns a statement without the line end or comma after it.
pub(super) fn statement(token: &str) -> &str {
    token.strip_suffix(',').unwrap_or_else(|| line(token))
}

// The moves, their times, and the end of the game.

impl<'t> CsaReader<'t> {
    /// Reads a move, and its time if there is one.
    pub(super) fn timed_move(&mut self, start: usize, token: &'t str) {
        let (play, rest) = token.split_at_checked(super::MOVE_BYTES).unwrap_or((token, ""));
        let node = self.play(start, play);
        if let Some(at) = rest.bytes().position(|byte| byte == b'T') {
            let time = statement(&rest[at..]);
            self.time_of(node, start + super::MOVE_BYTES + at, time);
        }
    }

    /// Reads a statement that begins like a move but has more text. Text after a valid move is reported; without a
    /// valid move, the whole statement becomes an unreadable step.
    pub(super) fn malformed_move(&mut self, start: usize, text: &'t str) {
        let node = self.play(start, text);
        let Step::Move(_) = self.record.tree.node(node).step else {
            return;
        };
        self.text_after(
            start + super::MOVE_BYTES,
            &text[super::MOVE_BYTES..],
            TextAfter::MoveOfCsa,
        );
    }

    /// Adds the move at the beginning of `text`, or an unreadable step if the move cannot be read. Returns the new
    /// node.
    fn play(&mut self, start: usize, text: &'t str) -> NodeId {
        let span = self.span(start, text);
        let side = text.bytes().next().and_then(super::side_of_sign);
        let parsed_move = super::parse_move(text, span.start);
        let gap = parsed_move.as_ref().err().copied();
        let step = parsed_move.map_or(Step::Unreadable(span), Step::Move);
        if let (None, Some(side)) = (self.first_move, side) {
            self.first_move = Some((side, span));
        }
        self.side_to_move = side.map(Color::opponent);
        self.last = self.record.tree.add(self.last, step, Clock::default());
        self.record.tree.node_mut(self.last).after_gap = std::mem::take(&mut self.gap);
        if let Some(why) = gap {
            self.add_gap(span, GapKind::BadToken(TokenGap::NotAMove(why)));
        }
        self.last
    }

    /// Reads `T…`: the time of the preceding move or end. A time before the moves, and a second time, are reported
    /// instead.
    pub(super) fn time(&mut self, start: usize, text: &'t str) {
        let span = self.span(start, text);
        if self.last == NodeId::START {
            return self.add_gap(span, GapKind::StrayClock(StrayClock::BeforeMoves));
        }
        if self.record.tree.node(self.last).clock.spent.is_some() {
            return self.add_gap(span, GapKind::StrayClock(StrayClock::Second));
        }
        self.time_of(self.last, start, text);
    }

    /// Sets the time `T…` of a move or an end.
    fn time_of(&mut self, node: NodeId, start: usize, text: &str) {
        let spent = self.duration(start, text);
        let span = self.span(start, text);
        let node = self.record.tree.node_mut(node);
        node.clock.spent = spent;
        node.clock_span = Some(span);
    }

    /// Reads `L…`: the remaining time of the side that made the preceding move. After an end, the time is that of the
    /// side to move. A time before the moves is reported instead.
    ///
    /// The time spent is the decrease since the previous `L` statement of that side. The line is kept as a program line
    /// if that side has no previous `L` statement or its remaining time has increased. A line for which the time spent
    /// is already known is also kept as a program line.
    fn time_left(&mut self, start: usize, text: &'t str) {
        let span = self.span(start, text);
        if self.last == NodeId::START {
            return self.add_gap(span, GapKind::StrayClock(StrayClock::BeforeMoves));
        }
        let Some(remaining_ms) = self.duration(start, text) else {
            return;
        };
        let node = self.record.tree.node_mut(self.last);
        let is_end = matches!(node.step, Step::End(_));
        let side_to_move = self.side_to_move.unwrap_or(Color::Black);
        let side = if is_end {
            side_to_move
        } else {
            side_to_move.opponent()
        };
        let previous_ms = self.remaining_ms[side.index()].replace(remaining_ms);
        match previous_ms.and_then(|previous_ms| previous_ms.checked_sub(remaining_ms)) {
            Some(spent) if node.clock.spent.is_none() => {
                node.clock.spent = Some(spent);
                node.clock_span = Some(span);
            }
            _ => self.record.remark(self.last, RemarkKind::Tool, text.trim_end()),
        }
    }

    /// Returns the duration of a time `T…` or `L…` (milliseconds). Reports an invalid time; returns 0 for a negative
    /// time, and `None` for any other invalid time.
    fn duration(&mut self, start: usize, text: &str) -> Option<u32> {
        let error = match milliseconds(trim_end(&text[1..])) {
            Ok(time) => return Some(time),
            Err(error) => error,
        };
        let (spent, kind) = match error {
            TimeError::Unreadable => (None, GapKind::UnreadableClock(ClockGap::Csa)),
            TimeError::TooLong => (None, GapKind::UnreadableClock(ClockGap::TooLong)),
            TimeError::Negative => (Some(0), GapKind::ClockNegative(ClockGap::Csa)),
        };
        self.add_gap(self.span(start, text), kind);
        spent
    }

    /// Reads `%…` or a result of Shogi Wars: the end of the game. An unknown word and text after the word are reported.
    pub(super) fn special(&mut self, start: usize, text: &'t str) {
        let (ending, rest) = ending(text, self.span(start, text).start, self.side_to_move());
        let after_word = start + ending.word.len();
        let (is_known, span) = (super::is_result(&ending.word), ending.span);
        self.end(ending);
        if !is_known {
            self.add_gap(span, GapKind::UnknownTerminal(WordGap::Code));
        }
        self.text_after(after_word, rest, TextAfter::EndOfCsa);
    }

    /// Adds an end of the game.
    ///
    /// If the end is a perpetual check, a comment with the Japanese word is added, because most formats have no word for
    /// this result.
    fn end(&mut self, ending: Ending<'t>) {
        let is_perpetual = super::is_perpetual(&ending.word);
        self.last = self
            .record
            .tree
            .add(self.last, Step::End(ending), Clock::default());
        if is_perpetual {
            self.is_perpetual = true;
            self.record
                .remark(self.last, RemarkKind::Comment, words::PERPETUAL);
        }
    }

    /// Adds a gap for text after a move or a result. Blank text is ignored.
    pub(super) fn text_after(&mut self, start: usize, text: &str, after: TextAfter) {
        let text = text.trim_end();
        let blank_length = text.len() - text.trim_start().len();
        if !text.trim().is_empty() {
            self.gap = true;
            let span = self.span(start + blank_length, &text[blank_length..]);
            let kind = if holds_move(text) {
                GapKind::MoveAfterMove
            } else {
                GapKind::TextAfterMove(after)
            };
            self.add_gap(span, kind);
        }
    }
}

/// Returns whether a valid move begins at any of the signs in a text.
fn holds_move(text: &str) -> bool {
    let mut signs = text.match_indices(['+', '-']);
    signs.any(|(at, _)| super::parse_single_move(&text[at..]).is_some())
}

// The end of a game: the word after `%`, and the summary of a game server.

/// Reads a statement `%…`, or the result of a game server, when `to_move` is to move. `start` is the offset of the
/// statement in the file.
///
/// Returns the ending, and the rest of the statement after the word.
pub(super) fn ending(statement: &str, start: u32, to_move: Color) -> (Ending<'_>, &str) {
    let end = statement
        .find(|character: char| character.is_whitespace() || character == '\'')
        .unwrap_or(statement.len());
    let (word, rest) = statement.split_at(end);
    let name = word.strip_prefix('%').unwrap_or(word);
    let span = Span {
        start,
        end: start + end as u32,
    };
    let word = Cow::Borrowed(word);
    if let Some((terminal, winner)) = super::server_result(name) {
        return (Ending::with_winner(terminal, winner, to_move, word, span), rest);
    }
    let (terminal, offender) = super::ending(name, to_move);
    let ending = Ending {
        terminal,
        offender,
        word,
        span,
    };
    (ending, rest)
}

/// The prefix of a summary in a comment.
const SUMMARY: &str = "summary:";

/// Returns the result and the winner of a comment `summary:REASON:NAME RESULT:NAME RESULT`; `None` for other text.
///
/// Black is first in the comment, unless `names` (of Black and White) show the opposite order.
fn summary(comment: &str, names: [Option<&str>; 2], to_move: Color) -> Option<(Terminal, Option<Color>)> {
    let (reason, results) = comment.trim_end().strip_prefix(SUMMARY)?.split_once(':')?;
    let (first_entry, second_entry) = results.rsplit_once(':')?;
    let (first_name, first_result) = first_entry.rsplit_once(' ')?;
    let (second_name, second_result) = second_entry.rsplit_once(' ')?;
    let is_swapped = names == [Some(second_name), Some(first_name)] && first_name != second_name;
    let winner = match (first_result, second_result) {
        ("win", _) => Some(Color::Black),
        (_, "win") => Some(Color::White),
        _ => None,
    };
    let winner = winner.map(|color| if is_swapped { color.opponent() } else { color });
    let terminal = match meaning(&super::SUMMARY_REASONS, reason) {
        // The server recorded the illegal move before rejecting it, so the winner is to move.
        Some(Terminal::FoulLoss) if winner == Some(to_move) => Terminal::FoulWin,
        terminal => terminal.unwrap_or(Terminal::Other),
    };
    Some((terminal, winner))
}

#[cfg(test)]
mod tests {
    use super::{Color, Terminal, summary};

    #[test]
    fn summaries_name_reason_and_winner() {
        let (black, white) = (Some(Color::Black), Some(Color::White));
        for (text, terminal, winner) in [
            ("summary:toryo:A win:B lose", Terminal::Resign, black),
            ("summary:abnormal:A lose:B win", Terminal::Disconnect, white),
            ("summary:time up:A lose:B win", Terminal::Timeout, white),
            ("summary:kachi:A lose:B win\t", Terminal::DeclareWin, white),
            ("summary:illegal kachi:A win:B lose", Terminal::FoulLoss, black),
            ("summary:illegal move:A lose:B win", Terminal::FoulWin, white),
            ("summary:oute_sennichite:A win:B lose", Terminal::FoulLoss, black),
            ("summary:oute_sennichite:A lose:B win", Terminal::FoulWin, white),
            ("summary:sennichite:A draw:B draw", Terminal::Repetition, None),
            ("summary:max_moves:A draw:B draw", Terminal::MaxMoves, None),
            ("summary:meteor:A win:B lose", Terminal::Other, black),
            ("summary:toryo:B lose:A win", Terminal::Resign, black),
        ] {
            let parsed = summary(text, [Some("A"), Some("B")], Color::White);
            assert_eq!(parsed, Some((terminal, winner)), "{text}");
        }
        for text in [
            "summary",
            "summary:toryo",
            "summary:toryo:A win",
            "summary:toryo:A:B",
            "'summary:toryo:A win:B lose",
        ] {
            assert_eq!(summary(text, [None; 2], Color::White), None, "{text}");
        }
    }
}
