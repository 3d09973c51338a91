//! Conversion of the tokens of a KI2 text to a record.

use std::borrow::Cow;

use memchr::memrchr2;
use pest::iterators::Pair;

use super::fast_path;
use super::grammar::{Ki2Parser, Rule};
use super::play::{Body, Play, holds_move, parse_token};
use crate::finding::Span;
use crate::notation::kakinoki::board;
use crate::notation::kakinoki::builder::{Block, RecordBuilder, malformed_move_gap};
use crate::notation::kakinoki::players::Players;
use crate::notation::kakinoki::result_line::{self, ClaimedResult, end_by};
use crate::notation::kakinoki::words::{self, digit, is_blank};
use crate::notation::tokens::{self, each_pair, uncommon_lines};
use crate::notation::{self, RecordText};
use crate::record::gap::{MalformedMove, NoParent, TextAfter, Unit, WordGap};
use crate::record::{Claim, Clock, Ending, Gap, GapKind, NodeId, Record, RemarkKind, Step, Terminal};

/// Reads one record in KI2.
pub(in crate::notation) fn read(source: RecordText<'_>) -> Record<'_> {
    read_with::<true>(source)
}

/// Reads one record with the grammar alone, without the fast path.
pub fn read_by_grammar(source: RecordText<'_>) -> Record<'_> {
    read_with::<false>(source)
}

/// Reads one record. If `FAST` is `true`, the fast path is tried before the grammar.
fn read_with<const FAST: bool>(source: RecordText<'_>) -> Record<'_> {
    let mut reader = Ki2Reader {
        builder: RecordBuilder::new(source, notation::KI2, Unit::Moves),
        prose_end: 0,
        open_end: None,
        is_marked: false,
        is_bare: false,
    };
    reader.builder.record.tree.reserve(source.text, 16);
    let mut at = 0;
    while at < source.text.len() {
        let rest = &source.text[at..];
        if FAST && let Some((play, length)) = fast_path::play(rest) {
            reader.marked_move(at, &rest[..length], &play);
            at += length;
        } else if FAST && let Some((rule, length)) = fast_path::other_line(rest) {
            reader.line(rule, at, &rest[..length]);
            at += length;
        } else {
            let section_text = uncommon_lines(section(rest), |line| FAST && fast_path::is_common(line));
            each_pair::<_, Ki2Parser>(section_text, Rule::file, section, |token, start| match token {
                Ok(token) => reader.token(at + start, token),
                Err(unread) => reader.builder.unreadable(at + start, unread),
            });
            at += section_text.len();
        }
    }
    reader.builder.finish()
}

/// Returns whether a line is a rule between games: `=====`.
pub(super) fn is_rule(line: &str) -> bool {
    line.chars().count() > 2
        && line
            .chars()
            .all(|c| matches!(c, '=' | '＝' | '-' | '─' | '━' | '═'))
}

/// Returns whether a line is the title of a game in a series: 第二局, （第二局）, ■ 第2局 五月五日, 二局目.
pub(in crate::notation) fn is_game_title(line: &str) -> bool {
    let is_number =
        |c: char| digit(c).is_some() || words::kanji_digit(c).is_some() || matches!(c, '十' | '百');
    let is_decoration = |c: char| is_blank(c) || "（(［[【〔「『＜<《≪〈□■◇◆○●◎☆★・＊※＝=―─◯▢".contains(c);
    let title = line.trim_start_matches(is_decoration);
    let ordinal = title.strip_prefix('第');
    let number = ordinal.unwrap_or(title);
    let rest = number.trim_start_matches(is_number);
    let is_counted = if ordinal.is_some() {
        rest.starts_with(['局', '番', '戦']) || rest.starts_with("回戦")
    } else {
        rest.starts_with("局目")
    };
    is_counted && rest.len() < number.len()
}

struct Ki2Reader<'t> {
    builder: RecordBuilder<'t>,
    /// Offset up to which the text is prose without moves (bytes).
    prose_end: usize,
    /// The last end if only まで lines with unknown words state this end, so that a まで line with known words may still
    /// change it. `None` for any other end, and without an end.
    open_end: Option<NodeId>,
    /// `true` if a move with a mark was read.
    is_marked: bool,
    /// `true` if a move without a mark was read.
    is_bare: bool,
}

impl<'t> Ki2Reader<'t> {
    fn token(&mut self, offset: usize, pair: Pair<'t, Rule>) {
        let (at, text) = (offset + pair.as_span().start(), pair.as_str());
        let is_of_moves = matches!(pair.as_rule(), Rule::play | Rule::bare_line);
        if is_of_moves && self.quoted_line(at, text, false) {
            return;
        }
        match pair.as_rule() {
            Rule::play => self.play(at, text, &parse_token(pair), true),
            Rule::bare_line => self.bare_line(offset, at, text, pair),
            rule => self.line(rule, at, text),
        }
    }

    /// Reads a token with the marks of quoted lines; see [`RecordBuilder::unquoted_line`]. Returns `false` for any other token.
    fn quoted_line(&mut self, at: usize, text: &'t str, is_remark: bool) -> bool {
        let Some((start, content)) = self.builder.unquoted_line(at, text, is_remark) else {
            return false;
        };
        self.builder.is_in_quoted_line = true;
        each_pair::<_, Ki2Parser>(content, Rule::file, section, |token, offset| match token {
            Ok(token) => self.token(at + start + offset, token),
            Err(unread) => self.builder.unreadable(at + start + offset, unread),
        });
        self.builder.is_in_quoted_line = false;
        true
    }

    /// Adds a line without moves that matches this rule to the record.
    fn line(&mut self, rule: Rule, at: usize, text: &'t str) {
        let is_remark = matches!(rule, Rule::comment | Rule::bookmark | Rule::tool);
        if self.quoted_line(at, text, is_remark) {
            return;
        }
        let builder = &mut self.builder;
        match rule {
            Rule::comment => builder.remark(RemarkKind::Comment, text),
            Rule::bookmark => builder.remark(RemarkKind::Bookmark, text),
            Rule::tool => builder.remark(RemarkKind::Tool, text),
            Rule::variation => builder.announce(at, text),
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
        let word = text.trim();
        if words::ending(word).is_some() && !self.builder.record.tree.is_empty() {
            self.end(at, text, word);
        } else if is_game_title(word) && self.is_between_games() {
            let builder = &mut self.builder;
            let node = builder.latest;
            builder.record.remark(node, RemarkKind::Comment, word);
        } else if !(is_rule(word) && self.is_between_games()) {
            self.builder.unreadable(at, text);
        }
    }

    /// Returns whether the line that is being read is before the first move of a game or after an end.
    fn is_between_games(&self) -> bool {
        let Self { builder, .. } = self;
        let tree = &builder.record.tree;
        tree.is_empty() || matches!(tree.node(builder.latest).step, Step::End(_))
    }

    /// Enters the announced variation, if there is one. Returns `false` if the variation has no parent, so that its moves
    /// are lost.
    fn enter_announced_variation(&mut self) -> bool {
        let builder = &mut self.builder;
        let (span, number, remarks) = match builder.block {
            Block::Line => return true,
            Block::Announced {
                span,
                number,
                remarks,
            } => (span, number, remarks),
            Block::Lost(index, moves) => {
                builder.block = Block::Lost(index, moves + 1);
                return false;
            }
        };
        let Some(number) = number else {
            builder.drop_variation(span, NoParent::NoNumber);
            return false;
        };
        let tree = &builder.record.tree;
        let Some(parent) = builder.search.branch_parent_in_line(tree, builder.latest, number) else {
            builder.drop_variation(span, builder.drop_reason(number));
            return false;
        };
        let Some(parent) = builder.enter_instead_of(span, parent, number, None, remarks) else {
            return false;
        };
        builder.latest = parent;
        true
    }

    /// Adds a move with a mark to the record. Almost all such moves are the next move of the current line of play.
    #[inline]
    fn marked_move(&mut self, at: usize, text: &'t str, play: &Play<'t>) {
        if !self.add_next_move(at, play) {
            self.play(at, text, play, true);
        }
    }

    /// Adds the move if it is the next move of the current line of play. Returns `false`, without a change, for any other
    /// move, for the first move of a record, and inside prose.
    #[inline]
    fn add_next_move(&mut self, at: usize, play: &Play<'t>) -> bool {
        let Body::Move(text) = play.body else { return false };
        let builder = &mut self.builder;
        if at < self.prose_end || !self.is_marked || !matches!(builder.block, Block::Line) {
            return false;
        }
        let span = builder.source.span(at + play.start, at + play.end);
        builder.add_next_move(text, span, Clock::default()).is_some()
    }

    /// Adds the move, word or unreadable text of a token to the record, and reads the text after it. `is_marked` is `true`
    /// if the token begins with a mark.
    fn play(&mut self, at: usize, text: &'t str, play: &Play<'t>, is_marked: bool) {
        if at < self.prose_end {
            return;
        }
        if play.body == Body::Text && self.builder.record.tree.is_empty() {
            return self.skip_prose(at);
        }
        self.is_marked |= is_marked;
        if !self.enter_announced_variation() {
            return;
        }
        let builder = &mut self.builder;
        let span = builder.source.span(at + play.start, at + play.end);
        builder.place_start();
        if let (true, Body::Move(text)) = (builder.record.tree.is_empty(), &play.body) {
            board::infer_white_start(&mut builder.record, &builder.diagram, *text, span);
        }
        let step = match play.body {
            Body::Move(text) => builder.checked_move_step(text, builder.latest, span),
            Body::Word(word) => Ok(builder.word_step(word, builder.latest, span)),
            Body::Broken(why) => Err(malformed_move_gap(why)),
            Body::Text => Err(malformed_move_gap(MalformedMove::NoSquare)),
        };
        builder.add(builder.latest, span, step, Clock::default());
        self.text_after_move(at + play.end, &text[play.end..]);
    }

    /// Reads moves without marks on a line of their own. The first such line of a record is reported.
    ///
    /// If a move with a mark was read before, the line is unreadable text instead.
    fn bare_line(&mut self, offset: usize, at: usize, text: &'t str, line: Pair<'t, Rule>) {
        if self.is_marked {
            return self.add_unreadable(at, text);
        }
        for play in line.into_inner() {
            let (play_at, play_text) = (offset + play.as_span().start(), play.as_str());
            self.play(play_at, play_text, &parse_token(play), false);
            if !std::mem::replace(&mut self.is_bare, true) {
                let start = at + text.len() - text.trim_start_matches(words::is_blank).len();
                let span = self.builder.span(start, text.trim());
                let gap = Gap::new(span, GapKind::SideMarkMissing).with_node(self.builder.latest);
                self.builder.record.gaps.push(gap);
            }
        }
    }

    /// Reports the text from a mark to the end of its line as unreadable, because it is prose before the first move.
    /// No move is read from this text.
    fn skip_prose(&mut self, at: usize) {
        let rest = &self.builder.source.text[at..];
        let length = rest.find(['\n', '\r']).map_or(rest.len(), |newline| newline + 1);
        let line = &rest[..length];
        self.builder.unreadable(at, line);
        self.prose_end = at + length;
    }

    /// Reads the text between a move and the next mark: a まで line or a word for an end. Any other text that is not
    /// blank is reported.
    fn text_after_move(&mut self, at: usize, text: &'t str) {
        let rest = text.trim();
        if rest.is_empty() {
            return;
        }
        let at = at + text.len() - text.trim_start().len();
        if result_line::is_result_line(rest) {
            self.result(at, rest);
        } else if words::ending(rest).is_some() {
            self.end(at, rest, rest);
        } else {
            let span = self.builder.span(at, rest);
            self.builder.gap = true;
            let kind = if holds_move(rest) {
                GapKind::MoveAfterMove
            } else {
                GapKind::TextAfterMove(TextAfter::Move)
            };
            self.builder.record.add_gap(span, kind);
        }
    }

    /// Reads a word for an end that has no mark before it.
    fn end(&mut self, at: usize, text: &'t str, word: &'t str) {
        if self.enter_announced_variation() {
            self.builder.end(at, text, word);
        }
    }

    /// Reads a まで line, which ends the line of play if no word has ended it before. The line is ignored in a
    /// variation without a parent.
    fn result(&mut self, at: usize, text: &'t str) {
        if matches!(self.builder.block, Block::Lost(..)) || !self.enter_announced_variation() {
            return;
        }
        let claimed_result = result_line::parse_with_names(text, Players::new(&self.builder.record));
        if !claimed_result.words.is_empty() {
            self.builder.place_start();
        }
        self.end_by(&claimed_result, self.builder.span(at, text));
        self.builder.add_claim(at, text, &claimed_result);
        let is_known = claimed_result.terminal.is_some() || claimed_result.winner.is_some();
        self.open_end = self
            .open_end
            .filter(|&end| end == self.builder.latest && !is_known);
    }

    /// Ends the line of play according to a まで line. An existing end is replaced only if it is `open_end` and the
    /// line states a known end.
    fn end_by(&mut self, claimed_result: &ClaimedResult<'t>, span: Span) {
        let is_open = self.open_end == Some(self.builder.latest);
        let builder = &mut self.builder;
        let latest = builder.latest;
        let Record { tree, start, .. } = &builder.record;
        let (last_move, is_open) = match &tree.node(latest).step {
            Step::End(_) => (tree.parent(latest).unwrap_or(latest), is_open),
            _ => (latest, true),
        };
        let to_move = start.side_after(tree, last_move);
        let Some(terminal) = end_by(claimed_result, to_move)
            .filter(|&end| is_open && (last_move == latest || end != Terminal::Other))
        else {
            return;
        };
        let word = Cow::Borrowed(claimed_result.words);
        let step = Step::End(Ending::with_winner(
            terminal,
            claimed_result.winner,
            to_move,
            word,
            span,
        ));
        if last_move == latest {
            builder.add(last_move, span, Ok(step), Clock::default());
        } else {
            builder.record.tree.node_mut(latest).step = step;
        }
        // The end stays open unless this まで line or an earlier one at the same move states a known result.
        let states_nothing = |claim: &Claim<'_>| claim.terminal.is_none() && claim.winner.is_none();
        let is_unknown = terminal == Terminal::Other && builder.claims_at(last_move).all(states_nothing);
        self.open_end = is_unknown.then_some(builder.latest);
        builder.move_claims(last_move, builder.latest);
        if claimed_result.terminal.is_none() && terminal == Terminal::Other {
            let gap = WordGap::Word(claimed_result.words.to_owned());
            builder.record.add_gap(span, GapKind::UnknownTerminal(gap));
        }
    }
}

// The size of the sections that are parsed.

/// Returns the first lines of a text, with the limits of [`tokens::section`].
///
/// Whole games may be written on one line. A line of moves that crosses the limit is therefore cut before a
/// move.
pub(super) fn section(text: &str) -> &str {
    let section = tokens::section(text);
    let Some(head) = section.as_bytes().get(..tokens::SECTION_BYTES) else {
        return section;
    };
    let line_start = memrchr2(b'\n', b'\r', head).map_or(0, |newline| newline + 1);
    let is_play = section[line_start..]
        .trim_start_matches(is_blank)
        .starts_with(words::is_mark);
    let next_mark = (tokens::SECTION_BYTES..section.len())
        .find(|&at| section.is_char_boundary(at))
        .filter(|_| is_play)
        .and_then(|from| Some(from + section[from..].find(words::is_mark)?));
    next_mark.map_or(section, |next_mark| &section[..next_mark])
}

#[cfg(test)]
mod tests {
    use super::section;
    use super::{Ki2Parser, Rule};
    use pest::Parser as _;

    fn lengths(mut text: &str) -> Vec<usize> {
        let mut lengths = Vec::new();
        while !text.is_empty() {
            let length = section(text).len();
            lengths.push(length);
            text = &text[length..];
        }
        lengths
    }

    #[test]
    fn only_a_line_of_moves_is_cut_inside() {
        let moves = "▲７六歩".repeat(20_000);
        let section_lengths = lengths(&moves);
        assert!(
            section_lengths.len() > 3 && section_lengths.iter().all(|length| length % "▲７六歩".len() == 0),
            "{section_lengths:?}"
        );
        assert!(lengths(&format!("\n　{moves}\n\n")).len() > 3);

        let comment = format!("*{moves}\n");
        assert_eq!(lengths(&format!("{comment}*")), [comment.len(), 1]);
    }

    #[test]
    fn tokens_cover_any_text() {
        let fragments = [
            "▲７六歩",
            "△",
            "☗",
            " ",
            "　",
            "\n",
            "\r",
            "\r\n",
            "*",
            "#",
            "&",
            "|",
            "+-",
            "手数＝",
            "手数--",
            "---",
            "変化：",
            "まで",
            "：",
            ":",
            "先手番",
            "盤面回転",
            "９ ８",
            "\u{feff}",
            "あ",
            "\0",
        ];
        // All texts that consist of three fragments.
        for a in fragments {
            for b in fragments {
                for text in fragments.map(|c| [a, b, c].concat()) {
                    let mut pairs = Ki2Parser::parse(Rule::file, &text).expect("every text parses");
                    let mut at = 0;
                    for token in pairs
                        .next()
                        .into_iter()
                        .flat_map(pest::iterators::Pair::into_inner)
                    {
                        let span = token.as_span();
                        assert_eq!(span.start(), at, "{text:?}");
                        assert!(token.as_rule() == Rule::EOI || span.end() > at, "{text:?}");
                        at = span.end();
                    }
                    assert_eq!(at, text.len(), "{text:?}");
                }
            }
        }
    }
}
