//! Conversion of the lines of a KIF text to a record.

use pest::Parser as _;
use pest::iterators::Pair;

use super::fast_path;
use super::numbers::{self, RepeatedNumber};
use crate::finding::Span;
use crate::notation::kakinoki::board;
use crate::notation::kakinoki::builder::{Block, RecordBuilder, malformed_move_gap};
use crate::notation::kakinoki::words::{
    self, KakinokiParser, MoveText, PieceWords, Rule as Field, WrittenDestination, is_blank,
};
use crate::notation::tokens::{each_token, move_window, section, uncommon_lines};
use crate::notation::{self, Loss, Losses, RecordText, ki2};
use crate::played::Played;
use crate::record::gap::{ClockGap, MalformedMove, PlyGap, TextAfter, Unit};
use crate::record::{
    Clock, Format, GapKind, MAX_PLY_NUMBER, NodeId, Origin, Promotion, Record, RemarkKind, Step, Terminal,
};
use crate::shogi::Suffix;

/// Reads one record. `format` is KIF, or a format whose lines are those of KIF.
pub(in crate::notation) fn read(source: RecordText<'_>, format: Format) -> Record<'_> {
    read_with::<true>(source, format)
}

/// Reads one record with the grammar alone, without the fast path.
pub fn read_by_grammar(source: RecordText<'_>) -> Record<'_> {
    read_with::<false>(source, notation::KIF)
}

/// Reads one record. If `FAST` is `true`, the fast path is tried before the grammar.
fn read_with<const FAST: bool>(source: RecordText<'_>, format: Format) -> Record<'_> {
    let mut reader = KifReader {
        builder: RecordBuilder::new(source, format, Unit::Lines),
        from_zero: false,
        shift: 0,
    };
    reader.builder.record.tree.reserve(source.text, 32);
    let mut at = 0;
    while at < source.text.len() {
        let rest = &source.text[at..];
        if FAST && let Some((line, length)) = fast_path::numbered(rest) {
            reader.numbered(at, &rest[..length], line);
            at += length;
        } else if FAST && let Some((rule, length)) = fast_path::unnumbered(rest) {
            reader.line(rule, at, &rest[..length]);
            at += length;
        } else {
            let section_text = uncommon_lines(section(rest), |line| FAST && fast_path::is_common(line));
            each_token::<_, KifParser>(
                section_text,
                Rule::file,
                section,
                |rule, start, text| match rule {
                    Some(rule) => reader.line(rule, at + start, text),
                    None => reader.builder.unreadable(at + start, text),
                },
            );
            at += section_text.len();
        }
    }
    reader.builder.finish()
}

/// Returns a line without its line end.
fn without_end(line: &str) -> &str {
    line.trim_end_matches(['\n', '\r'])
}

struct KifReader<'t> {
    builder: RecordBuilder<'t>,
    /// `true` if the moves are numbered from 0 instead of 1.
    from_zero: bool,
    /// The difference that is added to each number of the line of play, after a number that repeats an earlier one.
    shift: u32,
}

impl<'t> KifReader<'t> {
    /// Adds a line that matches this rule to the record.
    fn line(&mut self, rule: Rule, at: usize, text: &'t str) {
        let is_remark = matches!(rule, Rule::comment | Rule::bookmark | Rule::tool);
        if let Some((start, content)) = self.builder.unquoted_line(at, text, is_remark) {
            self.builder.is_in_quoted_line = true;
            each_token::<_, KifParser>(content, Rule::file, section, |rule, offset, text| match rule {
                Some(rule) => self.line(rule, at + start + offset, text),
                None => self.builder.unreadable(at + start + offset, text),
            });
            self.builder.is_in_quoted_line = false;
            return;
        }
        let builder = &mut self.builder;
        match rule {
            // The fast path has not read this line, or is not used at all.
            Rule::move_line | Rule::loose_move | Rule::numbered => {
                match parse_numbered_by_grammar(without_end(text)) {
                    Some(line) => self.numbered(at, text, line),
                    None => builder.unreadable(at, text),
                }
            }
            Rule::comment => builder.remark(RemarkKind::Comment, text),
            Rule::bookmark => builder.remark(RemarkKind::Bookmark, text),
            Rule::tool => builder.remark(RemarkKind::Tool, text),
            Rule::variation => {
                self.shift = 0;
                builder.announce(at, text);
            }
            Rule::result => self.result(at, text),
            Rule::header => self.header(at, text, '：'),
            Rule::colon_header => self.header(at, text, ':'),
            Rule::board_row => builder.board_row(at, text),
            Rule::turn => builder.turn(at, text),
            Rule::status => builder.status(at, text),
            Rule::flag => builder.flag(at, text),
            Rule::junk => self.add_unreadable(at, text),
            _ => {}
        }
    }

    fn header(&mut self, at: usize, text: &'t str, colon: char) {
        if !self.builder.header(at, text, colon) {
            self.add_unreadable(at, text);
        }
    }

    fn add_unreadable(&mut self, at: usize, text: &'t str) {
        let word = text.trim_matches(|c| words::is_blank(c) || matches!(c, '\n' | '\r'));
        if words::ending(word).is_some()
            && matches!(self.builder.block, Block::Line)
            && !self.builder.record.tree.is_empty()
        {
            return self.builder.end(at, text, word);
        }
        // `3投了`: a word for an end or a pass, without a blank between the number and the word.
        let is_end = |line: &NumberedLine<'_>| matches!(line.body, Body::Word(word) if words::ending(word).is_some() || words::is_pass(word));
        match parse_numbered_by_grammar(without_end(text)).filter(is_end) {
            Some(line) => self.numbered(at, text, line),
            None if ki2::is_game_title(word) && self.builder.record.tree.is_empty() => {
                self.builder
                    .record
                    .remark(NodeId::START, RemarkKind::Comment, word);
            }
            None => self.builder.unreadable(at, text),
        }
    }

    fn result(&mut self, at: usize, text: &'t str) {
        match self.builder.block {
            Block::Line => {
                self.builder.claim(at, text);
                self.count_claim_from_one();
            }
            // A variation without moves has no result.
            Block::Announced { .. } => {
                let span = self.builder.span(at, text);
                self.builder.record.add_gap(span, GapKind::UnreadableResult);
            }
            Block::Lost(..) => {}
        }
    }

    /// If the moves of the record are numbered from 0, adds 1 to the number of plies that the last まで line states. A
    /// stated number other than that of the last move is not changed.
    fn count_claim_from_one(&mut self) {
        let record = &mut self.builder.record;
        let latest = record.tree.node(self.builder.latest);
        let is_end = matches!(latest.step, Step::End(_));
        let last_number = latest.number.saturating_sub(is_end.into());
        let plies = record.claims.last_mut().and_then(|claim| claim.plies.as_mut());
        if let Some(plies) = plies.filter(|plies| self.from_zero && plies.checked_add(1) == Some(last_number))
        {
            *plies = last_number;
        }
    }

    #[inline]
    fn numbered(&mut self, at: usize, text: &'t str, line: NumberedLine<'t>) {
        if !self.add_next_move(at, &line) {
            self.add_numbered(at, text, line);
        }
    }

    /// Adds the line if it is the next move of the current line of play, as almost all lines are. Returns `false`, without a
    /// change, for any other line.
    #[inline]
    fn add_next_move(&mut self, at: usize, line: &NumberedLine<'t>) -> bool {
        let Body::Move(text) = line.body else { return false };
        let number = line.number.saturating_add(self.offset());
        let builder = &mut self.builder;
        if line.error.is_some()
            || !matches!(builder.block, Block::Line)
            || builder.record.tree.is_empty()
            || number > MAX_PLY_NUMBER
            || number != builder.record.tree.node(builder.latest).number.saturating_add(1)
        {
            return false;
        }
        let span = |(start, end)| builder.source.span(at + start, at + end);
        let (span, clock_span) = (span(line.token), line.clock_token.map(span));
        let Some(node) = builder.add_next_move(text, span, line.clock) else {
            return false;
        };
        node.number = number;
        node.clock_span = node.clock_span.or(clock_span);
        true
    }

    /// Returns the difference that is added to each number.
    fn offset(&self) -> u32 {
        self.shift.saturating_add(self.from_zero.into())
    }

    fn add_numbered(&mut self, at: usize, text: &'t str, mut line: NumberedLine<'t>) {
        let span = self.builder.source.span(at + line.token.0, at + line.token.1);
        let is_first = self.builder.record.tree.is_empty();
        if let Body::Word(word) = line.body
            && line.number == 0
            && words::ending(word).is_none()
            && !words::is_pass(word)
        {
            // Some programs write 開始局面 in line 0 for the start position. Any other word in line 0 that is neither an
            // end nor a pass is unreadable.
            if !is_first || word != "開始局面" {
                self.builder.unreadable(at, text);
            }
            return;
        }
        let after = &self.builder.source.text[at + text.len()..];
        if is_first {
            self.start(&mut line, span, after);
        }
        line.number = line.number.saturating_add(self.offset());
        let parent = if is_first {
            Some(NodeId::START)
        } else {
            self.parent_of(&mut line, span, after)
        };
        let Some(parent) = parent else { return };
        let builder = &mut self.builder;
        let step = match line.body {
            Body::Move(text) => builder.checked_move_step(text, parent, span),
            Body::Word(word) => Ok(builder.word_step(word, parent, span)),
            Body::Broken(why) => Err(malformed_move_gap(why)),
        };
        let is_existing = builder.add(parent, span, step, line.clock);
        let clock_span = line
            .clock_token
            .map(|(start, end)| builder.source.span(at + start, at + end));
        let node = builder.record.tree.node_mut(builder.latest);
        // A number that is out of range is replaced by the expected number. A step that already existed keeps its own
        // number.
        if !is_existing && (1..=MAX_PLY_NUMBER).contains(&line.number) {
            node.number = line.number;
        }
        node.clock_span = node.clock_span.or(clock_span);
        self.report_line_error(at, &line);
    }

    /// Fixes the start position at the first numbered line. If the numbers in the text `after` show that the number should
    /// be 1, the number is reported and replaced.
    fn start(&mut self, first: &mut NumberedLine<'_>, span: Span, after: &str) {
        self.builder.place_start();
        if first.number != 1
            && first.number <= MAX_PLY_NUMBER
            && numbers::is_wrong(&mut self.builder, first, (NodeId::START, 1), (0, after))
        {
            self.report_wrong_number(first, 1, span);
        }
        let RecordBuilder { record, diagram, .. } = &mut self.builder;
        if let Body::Move(text) = &first.body {
            board::infer_white_start(record, diagram, *text, span);
        }
        self.from_zero = first.number == 0;
        self.builder.gap = board::set_start_number(record, diagram, first.number, span);
    }

    fn report_line_error(&mut self, at: usize, line: &NumberedLine<'_>) {
        let Some((error, start, end)) = &line.error else {
            return;
        };
        let kind = match error {
            LineError::Clock => GapKind::UnreadableClock(ClockGap::Kif),
            LineError::Negative => GapKind::ClockNegative(ClockGap::Kif),
            LineError::Text => GapKind::TextAfterMove(TextAfter::Number(line.number)),
            LineError::Move => GapKind::MoveAfterMove,
        };
        let span = self.builder.source.span(at + start, at + end);
        self.builder.record.add_gap(span, kind);
    }

    /// Reports the wrong number of a line, and replaces it by the expected number.
    fn report_wrong_number(&mut self, line: &mut NumberedLine<'_>, expected: u32, span: Span) {
        let number = std::mem::replace(&mut line.number, expected).saturating_sub(self.offset());
        self.builder
            .record
            .add_gap(span, GapKind::PlyNumber { number, expected });
    }

    /// Returns the node that a numbered line follows; `None` for a line of a variation that is dropped because it has
    /// no parent. An unexpected number is reported. The numbers in the text `after` the line show whether it is wrong.
    fn parent_of(&mut self, line: &mut NumberedLine<'_>, span: Span, after: &str) -> Option<NodeId> {
        let offset = self.offset();
        let builder = &mut self.builder;
        let latest = builder.record.tree.node(builder.latest).number;
        let expected = latest.saturating_add(1);
        match builder.block {
            Block::Lost(index, moves) => {
                builder.block = Block::Lost(index, moves + 1);
                None
            }
            Block::Announced {
                span: announced,
                number,
                remarks,
            } => {
                let number = number.map(|number| number.saturating_add(self.from_zero.into()));
                if let Some(number) = number.filter(|&number| number != line.number) {
                    if numbers::show(line, number, offset, after) {
                        self.report_wrong_number(line, number, span);
                        return self.parent_of_variation(line, announced, remarks);
                    }
                    let gap = PlyGap::Announced {
                        announced: number,
                        number: line.number,
                    };
                    builder.record.add_gap(span, GapKind::PlyGap(gap));
                    builder.gap = true;
                }
                self.parent_of_variation(line, announced, remarks)
            }
            Block::Line if line.number == expected => Some(builder.latest),
            // The numbers have become right again after a repeated one.
            Block::Line if line.number - self.shift == expected => {
                line.number = expected;
                self.shift = 0;
                Some(builder.latest)
            }
            Block::Line if line.number > latest => {
                let latest_node = builder.latest;
                if line.number <= MAX_PLY_NUMBER
                    && numbers::is_wrong(builder, line, (latest_node, expected), (offset, after))
                {
                    self.report_wrong_number(line, expected, span);
                    return Some(latest_node);
                }
                let gap = PlyGap::Skipped {
                    number: line.number,
                    before: latest,
                };
                builder.record.add_gap(span, GapKind::PlyGap(gap));
                builder.gap = true;
                Some(builder.latest)
            }
            Block::Line if ends_here(builder, line, self.from_zero) => {
                let number = line.number;
                builder
                    .record
                    .add_gap(span, GapKind::EndNumber { number, expected });
                // The end gets no number of its own, so that moves after it continue the numbers before it.
                line.number = latest;
                Some(builder.latest)
            }
            Block::Line => Some(self.parent_of_repeated(line, span, after)),
        }
    }

    /// Returns the node that a line follows whose number was already used: the latest one if the number is wrong, or
    /// else the parent of a variation.
    fn parent_of_repeated(&mut self, line: &mut NumberedLine<'_>, span: Span, after: &str) -> NodeId {
        let offset = self.offset();
        let builder = &mut self.builder;
        let Record { tree, .. } = &builder.record;
        let latest = builder.latest;
        let parent = builder.search.before(tree, latest, line.number);
        let parent = parent.unwrap_or(NodeId::START);
        match numbers::repeated(builder, line, parent, (offset, after)) {
            RepeatedNumber::Wrong { is_shift } => {
                let expected = builder.record.tree.node(latest).number.saturating_add(1);
                let difference = expected.saturating_sub(line.number);
                self.report_wrong_number(line, expected, span);
                self.shift += if is_shift { difference } else { 0 };
                latest
            }
            RepeatedNumber::Variation { is_possible } => {
                let number = line.number;
                builder
                    .record
                    .add_gap(span, GapKind::PlyRepeat { number, is_possible });
                self.shift = 0;
                parent
            }
        }
    }

    /// Returns the node that the first line of an announced variation follows.
    ///
    /// If there is no such node, the variation is dropped and its announcement reported, and the result is `None`.
    fn parent_of_variation(
        &mut self,
        line: &NumberedLine<'_>,
        announced: Span,
        remarks: usize,
    ) -> Option<NodeId> {
        let builder = &mut self.builder;
        let Record { tree, start, .. } = &builder.record;
        let first_move = line.move_text();
        let parent = builder
            .search
            .branch_parent(tree, start, builder.latest, line.number, first_move);
        let Some(parent) = parent else {
            builder.drop_variation(announced, builder.drop_reason(line.number));
            return None;
        };
        builder.enter_instead_of(announced, parent, line.number, first_move, remarks)
    }
}

/// Returns whether a line with a repeated number is the end of the current line of play, not of a variation.
///
/// A word for an end is this end if its number as written is 0, or if the latest step is not an end. In all other
/// cases, a repeated number begins a variation: a move replaces a move, or an end replaces an end.
fn ends_here(builder: &RecordBuilder<'_>, line: &NumberedLine<'_>, from_zero: bool) -> bool {
    let latest = builder.record.tree.node(builder.latest);
    line.is_end() && (line.number == u32::from(from_zero) || !matches!(latest.step, Step::End(_)))
}

// A numbered line: its ply, its move or word, and its time.

/// Parses a numbered line. Returns `None` if the line does not begin with a number.
pub(super) fn parse_numbered(line: &str) -> Option<NumberedLine<'_>> {
    let common_line = fast_path::numbered(line).filter(|&(_, length)| length == line.len());
    common_line.map_or_else(|| parse_numbered_by_grammar(line), |(numbered, _)| Some(numbered))
}

/// Parses a numbered line with the grammar. Text in an unknown spelling becomes an error in the result. Returns `None`
/// if the line does not begin with a number.
pub(super) fn parse_numbered_by_grammar(line: &str) -> Option<NumberedLine<'_>> {
    let mut fields = KakinokiParser::parse(Field::numbered, line)
        .ok()?
        .next()?
        .into_inner();
    let number = words::number(fields.next()?.as_str());
    let content = fields.next()?;
    let start = content.as_span().start();
    let token = (start, start + content.as_str().trim_end_matches(is_blank).len());
    let mut numbered = NumberedLine {
        number,
        body: parse_body(content),
        token,
        clock: Clock::default(),
        clock_token: None,
        error: None,
    };
    let mut is_first = true;
    for field in fields {
        match field.as_rule() {
            Field::group if is_first && numbered.unreadable_origin(&field) => {}
            Field::group => numbered.group(&field, std::mem::take(&mut is_first)),
            Field::text => numbered.rest(&field),
            _ => {}
        }
    }
    Some(numbered)
}

/// Returns whether `word` after a move number is read back as the same word, and not as a part of a move.
pub(super) fn is_word(word: &str) -> bool {
    // No word of the table of ends is a part of a move. Almost all words are in this table, so few words are parsed.
    if words::terminal(word).is_some() {
        return true;
    }
    let content = KakinokiParser::parse(Field::content, word)
        .ok()
        .and_then(|mut it| it.next());
    content.is_some_and(|content| parse_body(content) == Body::Word(word))
}

/// Returns whether the reader accepts a line as a numbered line.
///
/// Unreadable moves, and words other than ends, need a blank after the number. Without this condition, the beginning of
/// a date (`2021/10/02`) would be a move number.
pub(super) fn is_numbered(line: &str) -> bool {
    parse_numbered(line).is_some_and(|numbered| match numbered.body {
        Body::Move(_) => true,
        Body::Word(word) if words::ending(word).is_some() => true,
        Body::Word(_) | Body::Broken(_) => line[..numbered.token.0].ends_with(is_blank),
    })
}

/// Returns whether a line is a number with a word for an end, other than a take-back, after which the game continues.
pub(super) fn is_end(line: &str) -> bool {
    parse_numbered(line).is_some_and(|numbered| match numbered.body {
        Body::Word(word) => words::ending(word).is_some_and(|(terminal, _)| terminal != Terminal::TakeBack),
        _ => false,
    })
}

/// Parses the content after the number: a move, a word, or the reason why a move cannot be read.
fn parse_body(content: Pair<'_, Field>) -> Body<'_> {
    let why = match content.as_rule() {
        Field::play => return parse_move(content).map_or_else(Body::Broken, Body::Move),
        Field::drop_with_origin => MalformedMove::DropWithOrigin,
        Field::origin_off_board => MalformedMove::OriginOffBoard,
        Field::no_piece => MalformedMove::NoPiece,
        Field::nothing => MalformedMove::Nothing,
        Field::kanji_file => MalformedMove::KanjiFile,
        Field::destroyed => MalformedMove::Destroyed,
        Field::no_destination => MalformedMove::NoDestination,
        _ => {
            let word = content.as_str();
            // After a long word there is no blank before the `+` of a move with variations.
            return Body::Word(word.strip_suffix('+').filter(|it| !it.is_empty()).unwrap_or(word));
        }
    };
    Body::Broken(why)
}

fn parse_move(play: Pair<'_, Field>) -> Result<MoveText, MalformedMove> {
    let (mut mark, mut to, mut kind) = (None, None, None);
    let mut words = PieceWords::default();
    let mut contradiction = Ok(());
    let mut from = Origin::Unstated;
    for part in play.into_inner() {
        let text = part.as_str();
        match part.as_rule() {
            Field::side_mark => mark = words::parse_mark(text),
            Field::destination => to = WrittenDestination::read(text),
            Field::moved_piece => kind = words::parse_piece(text),
            Field::decline | Field::promote | Field::ki2_words => {
                contradiction = contradiction.and(words.add(text));
            }
            Field::drop => from = Origin::Hand,
            Field::origin => from = words::origin(text, false)?,
            _ => {}
        }
    }
    contradiction?;
    // A square of origin takes precedence over words.
    let from = match (from, words.suffix) {
        (from, Suffix::NONE) | (from @ Origin::Board(_), _) => from,
        (Origin::Hand, _) => return Err(MalformedMove::DropWithWord),
        (_, suffix) => Origin::Words(suffix),
    };
    Ok(MoveText {
        mark,
        to: to.ok_or(MalformedMove::NoDestination)?,
        kind: kind.ok_or(MalformedMove::NoPiece)?,
        promotion: words.promotion.unwrap_or(Promotion::Unstated),
        from,
    })
}

/// Maximum number of characters of an unreadable origin, with its parentheses.
const MAX_ORIGIN_CHARS: usize = 6;

impl NumberedLine<'_> {
    /// Adds a group to the text of a move without an origin, if the group is at the place of the origin and cannot be a
    /// time: `(1■)`. Returns `false` for any other group.
    fn unreadable_origin(&mut self, group: &Pair<'_, Field>) -> bool {
        let lacks_origin = matches!(self.body, Body::Move(text) if text.from == Origin::Unstated);
        let (text, span) = (group.as_str(), group.as_span());
        let is_origin = lacks_origin
            && span.start() == self.token.1
            && !text.contains([':', '：'])
            && text.chars().count() <= MAX_ORIGIN_CHARS;
        if is_origin {
            self.token.1 = span.end();
        }
        is_origin
    }

    /// Returns the move; `None` for a word and for a move that cannot be read.
    pub(super) const fn move_text(&self) -> Option<&MoveText> {
        match &self.body {
            Body::Move(text) => Some(text),
            _ => None,
        }
    }

    /// Returns whether the line is the end of a game.
    pub(super) fn is_end(&self) -> bool {
        matches!(self.body, Body::Word(word) if words::ending(word).is_some())
    }

    /// Reads a group in parentheses. The first group of the line sets the time. A time in a later group is ignored, and
    /// a group that is not a time is an error.
    fn group(&mut self, group: &Pair<'_, Field>, is_first: bool) {
        let (start, end) = (group.as_span().start(), group.as_span().end());
        match words::parse_clock(group.as_str()) {
            Some(time) if is_first => (self.clock, self.clock_token) = (time, Some((start, end))),
            Some(_) => {}
            None if is_negative(group.as_str()) => self.add_error(LineError::Negative, start, end),
            None => self.add_error(LineError::Clock, start, end),
        }
    }

    /// Reads the text after the move or word and its groups in parentheses. A time at the end of this text is used if
    /// the line has no other time. Any other text is an error.
    fn rest(&mut self, text: &Pair<'_, Field>) {
        let start = text.as_span().start();
        let mut text = text.as_str().trim_end();
        if self.clock_token.is_none()
            && let Some(at) = text.rfind(['(', '（'])
            && let Some(time) = words::parse_clock(&text[at..])
            // A number before the time may belong to another move.
            && !text[..at].contains(|c| words::digit(c).is_some())
        {
            (self.clock, self.clock_token) = (time, Some((start + at, start + text.len())));
            text = text[..at].trim_end();
        }
        let length = text.len();
        if holds_move(text) {
            self.error = Some((LineError::Move, start, start + length));
        } else if length > 0 {
            self.add_error(LineError::Text, start, start + length);
        }
    }

    /// Keeps the first error of the line.
    fn add_error(&mut self, error: LineError, start: usize, end: usize) {
        self.error.get_or_insert((error, start, end));
    }
}

/// Returns whether a text contains a move with its origin, or a drop.
fn holds_move(text: &str) -> bool {
    let is_complete_move = |text: &str| {
        let play = KakinokiParser::parse(Field::play, text)
            .ok()
            .and_then(|mut it| it.next());
        let mut parts = play.into_iter().flat_map(Pair::into_inner);
        parts.any(|part| matches!(part.as_rule(), Field::origin | Field::drop))
    };
    let begins_move = |c: char| matches!(c, '同' | '仝') || words::digit(c).is_some();
    text.match_indices(begins_move)
        .any(|(at, _)| is_complete_move(move_window(text, at)))
}

/// Returns whether a group is a time with a minus sign.
fn is_negative(group: &str) -> bool {
    group.contains('-') && words::parse_clock(&group.replace('-', "")).is_some()
}

// The numbers of moves as written.

/// Returns the number to write for each node. With two exceptions, the number in the record is written.
///
/// If a move appears to be missing, its number is skipped. A variation must have the number after that of its parent,
/// or the number of the move that it replaces. A variation with any other number gets the number of the replaced move,
/// and a loss is counted. The nodes after a changed number are shifted by the same difference.
pub(super) fn numbers(played: &Played<'_, '_>, losses: &mut Losses) -> Vec<u32> {
    let tree = &played.record().tree;
    let mut numbers = vec![tree.node(NodeId::START).number; tree.len()];
    // For each node, the difference between the number to write and the number in the record.
    let mut offsets = vec![0_i64; tree.len()];
    for id in tree.ids().skip(1) {
        let Some(parent) = tree.parent(id) else { continue };
        let record_number = tree.node(id).number;
        offsets[id.index()] = offsets[parent.index()] + i64::from(is_missing_before(played, id, parent));
        let number = i64::from(record_number) + offsets[id.index()];
        let mut number = u32::try_from(number).unwrap_or(u32::MAX);
        if let Some(first_child) = tree.first_child(parent).filter(|&first_child| first_child != id) {
            let first_child_number = numbers[first_child.index()];
            if number != first_child_number && number != numbers[parent.index()].saturating_add(1) {
                losses.add(Loss::Numbers);
                number = first_child_number;
                offsets[id.index()] = i64::from(number) - i64::from(record_number);
            }
        }
        numbers[id.index()] = number;
    }
    numbers
}

/// Returns whether a move appears to be missing before a node.
///
/// A move appears to be missing if text before the node could not be read and the same side moves twice in a row. If
/// the numbers in the record have a gap before the node, the result is `false`.
fn is_missing_before(played: &Played<'_, '_>, id: NodeId, parent: NodeId) -> bool {
    let tree = &played.record().tree;
    let (node, parent_node) = (tree.node(id), tree.node(parent));
    // A gap in the numbers of the record is preserved.
    let starts_late = parent == NodeId::START && parent_node.number > 0;
    let number_has_gap = starts_late || node.number != parent_node.number.saturating_add(1);
    let moves_again = played.ply(id).is_some_and(|ply| ply.mover != played.turn(id));
    node.after_gap && !number_has_gap && moves_again
}

/// A parsed numbered line. Offsets are relative to the start of the line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NumberedLine<'t> {
    /// The number as written.
    pub number: u32,
    /// The content after the number.
    pub body: Body<'t>,
    /// The offsets of the move or word: its first byte and the byte after it.
    pub token: (usize, usize),
    pub clock: Clock,
    /// The offsets of the time with its parentheses: its first byte and the byte after it. `None` without a readable
    /// time.
    pub clock_token: Option<(usize, usize)>,
    /// The error in the text after the move or word, and the offsets of its first byte and of the byte after it. `None`
    /// if this text has no error.
    pub error: Option<(LineError, usize, usize)>,
}

/// The content after a number.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Body<'t> {
    Move(MoveText),
    Word(&'t str),
    /// Text that looks like a move but cannot be read, for this reason.
    Broken(MalformedMove),
}

/// An error in the text after the move or word of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LineError {
    /// A group that is not a time.
    Clock,
    /// A negative time.
    Negative,
    /// Text that is neither a time nor a move.
    Text,
    /// Text that contains another move.
    Move,
}

// The parser that Pest generates from `grammar/kif.pest`.

// Doc comments cannot be added to the generated items; the grammar describes its rules.

#[derive(pest_derive::Parser)]
#[grammar = "grammar/kif.pest"]
pub(super) struct KifParser;

#[cfg(test)]
mod tests {
    use super::{KifParser, Rule};
    use pest::Parser as _;
    use proptest::prelude::*;

    /// Fragments of every type of line, and of text that is not a line of KIF.
    const FRAGMENTS: &[&str] = &[
        "1",
        "12",
        "９",
        "８",
        " ",
        "　",
        "\t",
        "\n",
        "\r",
        "\r\n",
        "７六",
        "同",
        "歩",
        "成",
        "打",
        "(77)",
        "（",
        "(",
        "0:16/",
        ")",
        "▲",
        "投了",
        "*",
        "#",
        "&",
        "|",
        "v香",
        "+-",
        "手数",
        "--",
        "＝",
        "変化",
        "：",
        ":",
        "まで",
        "手合割",
        "先手",
        "後手番",
        "の持駒",
        "盤面回転",
        "\u{feff}",
        "\0",
        "あ",
        "a",
    ];

    fn text() -> impl Strategy<Value = String> {
        let fragments = proptest::collection::vec(proptest::sample::select(FRAGMENTS), 0..60);
        prop_oneof![4 => fragments.prop_map(|fragments| fragments.concat()), 1 => any::<String>()]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn lines_cover_any_text(text in text()) {
            let mut pairs = KifParser::parse(Rule::file, &text).expect("every text parses");
            let mut at = 0;
            for line in pairs.next().into_iter().flat_map(pest::iterators::Pair::into_inner) {
                let span = line.as_span();
                prop_assert_eq!(span.start(), at);
                prop_assert!(line.as_rule() == Rule::EOI || span.end() > at);
                prop_assert!(text.is_char_boundary(span.end()));
                at = span.end();
            }
            prop_assert_eq!(at, text.len());
        }
    }

    #[test]
    fn lines_match_the_expected_rules() {
        let table = [
            ("   1 ７六歩(77)   ( 0:16/00:00:16)\n", Rule::move_line),
            ("2 同　銀(31)", Rule::move_line),
            ("　　1 ▲７六歩(77)\r\n", Rule::loose_move),
            ("１ 76歩(77)", Rule::loose_move),
            ("９ ８八銀(79)", Rule::loose_move),
            ("  ９ ８ ７ ６ ５ ４ ３ ２ １\n", Rule::board_head),
            ("９　８　７　６　５　４　３　２　１\n", Rule::board_head),
            (
                " １２ １１ １０ ９  ８  ７  ６  ５  ４  ３  ２  １\n",
                Rule::board_head,
            ),
            ("10 9 8 7 6 5 4 3 2 1", Rule::board_head),
            ("９ ８ ７ ６ ５ ４ ３ ２ １ 図\n", Rule::loose_head),
            ("１２ １１歩打\n", Rule::loose_move),
            ("12 11 10\n", Rule::loose_move),
            ("123 ９ ８ ７ ６ ５ ４ ３ ２ １\n", Rule::numbered),
            ("  123 投了\n", Rule::numbered),
            ("1 \n", Rule::junk),
            ("3投了\n", Rule::junk),
            ("2021/10/02\n", Rule::junk),
            ("*手合割：平手\n", Rule::comment),
            ("#KIF version=2.0\n", Rule::tool),
            ("&しおり\n", Rule::bookmark),
            (" 　\t\r\n\n\n", Rule::blank),
            ("\u{3000}", Rule::blank),
            ("手数----指手---------消費時間--\n", Rule::separator),
            ("手数＝26  △２二銀(31)  まで\n", Rule::status),
            ("手数：5手\n", Rule::header),
            ("変化：   3手\n", Rule::variation),
            (" 変化:9手目\n", Rule::variation),
            ("まで98手で後手の勝ち\n", Rule::result),
            ("|v香v桂|一\n", Rule::board_row),
            ("+---------------------------+\n", Rule::board_edge),
            ("後手番　\n", Rule::turn),
            ("盤面反転\n", Rule::flag),
            ("棋戦：第２部：決勝\n", Rule::header),
            ("先手: 先手\n", Rule::colon_header),
            (" *注\n", Rule::comment),
            ("　手数----指手--\n", Rule::separator),
            (" |v香v桂|一\n", Rule::board_row),
            ("\u{feff}", Rule::mark),
            ("何か\n", Rule::junk),
        ];
        for (text, rule) in table {
            let mut pairs = KifParser::parse(Rule::file, text).expect("every text parses");
            let lines: Vec<_> = pairs
                .next()
                .into_iter()
                .flat_map(pest::iterators::Pair::into_inner)
                .collect();
            assert_eq!(lines[0].as_rule(), rule, "{text:?}");
            assert_eq!(lines.len(), 2, "{text:?}");
        }
    }
}
