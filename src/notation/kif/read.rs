//! Conversion of the lines of a KIF text to a record.

use super::grammar::{KifParser, Rule};
use super::numbered::{self, Body, LineError, NumberedLine};
use super::numbers::{self, RepeatedNumber};
use super::{fast_path, ki2};
use crate::finding::Span;
use crate::notation::kakinoki::board;
use crate::notation::kakinoki::builder::{Block, RecordBuilder, malformed_move_gap};
use crate::notation::kakinoki::fast_path::CommonLine;
use crate::notation::kakinoki::words;
use crate::notation::tokens::{each_token, section, uncommon_lines};
use crate::notation::{self, RecordText};
use crate::record::gap::{ClockGap, PlyGap, TextAfter, Unit};
use crate::record::{Format, GapKind, MAX_PLY_NUMBER, NodeId, Record, RemarkKind, Step};

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
        } else if FAST && let Some((line, length)) = CommonLine::parse(rest) {
            reader.line(rule_of(line), at, &rest[..length]);
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

/// Returns the rule of a line in a common form.
const fn rule_of(line: CommonLine) -> Rule {
    match line {
        CommonLine::Comment => Rule::comment,
        CommonLine::Tool => Rule::tool,
        CommonLine::Blank => Rule::blank,
        CommonLine::Separator => Rule::separator,
        CommonLine::Variation => Rule::variation,
        CommonLine::Result => Rule::result,
        CommonLine::Header => Rule::header,
    }
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
            Rule::move_line | Rule::loose_move | Rule::numbered => match numbered::parse(without_end(text)) {
                Some(line) => self.numbered(at, text, line),
                None => builder.unreadable(at, text),
            },
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
        match numbered::parse(without_end(text)).filter(is_end) {
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
        let after = &self.builder.source.text[at + text.len()..];
        let is_broken = match line.body {
            Body::Move(_) => false,
            Body::Word(_) => numbers::is_move_next(line.number, after),
            Body::Broken(_) => true,
        };
        if is_broken {
            line.join_broken_move(without_end(text));
        }
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
                    self.correct_announced_number(line, number, span, after);
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

    /// Reports the number of the first line of a variation, which differs from the number in the announcement. If the numbers
    /// in the text `after` the line show that it is wrong, it is replaced.
    fn correct_announced_number(
        &mut self,
        line: &mut NumberedLine<'_>,
        announced: u32,
        span: Span,
        after: &str,
    ) {
        if numbers::show(line, announced, self.offset(), after) {
            return self.report_wrong_number(line, announced, span);
        }
        let gap = PlyGap::Announced {
            announced,
            number: line.number,
        };
        self.builder.record.add_gap(span, GapKind::PlyGap(gap));
        self.builder.gap = true;
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
