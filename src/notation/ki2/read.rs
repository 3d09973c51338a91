//! Conversion of the tokens of a KI2 text to a record.

use std::borrow::Cow;

use memchr::memrchr2;
use pest::Parser as _;
use pest::iterators::{Pair, Pairs};

use super::fast_path;
use crate::finding::Span;
use crate::notation::kakinoki::board;
use crate::notation::kakinoki::builder::{self, Block, RecordBuilder, malformed_move_gap};
use crate::notation::kakinoki::players::Players;
use crate::notation::kakinoki::words::{
    self, MoveText, PieceWords, WrittenDestination, digit, end_by, is_blank,
};
use crate::notation::tokens::{self, each_pair, move_window, uncommon_lines};
use crate::notation::{self, RecordText};
use crate::record::gap::{MalformedMove, NoParent, TextAfter, Unit, WordGap};
use crate::record::{
    Claim, Clock, Ending, Gap, GapKind, NodeId, Promotion, Record, RemarkKind, Step, Terminal,
};

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
        if words::is_result_line(rest) {
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
        let claimed_result = words::parse_result(text, Players::new(&self.builder.record));
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
    fn end_by(&mut self, claimed_result: &words::ClaimedResult<'t>, span: Span) {
        let is_open = self.open_end == Some(self.builder.latest);
        let builder = &mut self.builder;
        let latest = builder.latest;
        let Record { tree, start, .. } = &builder.record;
        let (last_move, is_open) = match &tree.node(latest).step {
            Step::End(_) => (tree.parent(latest).unwrap_or(latest), is_open),
            _ => (latest, true),
        };
        let to_move = builder::side_after(tree, start, last_move);
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

// The content after a mark: a move, or other text.

/// A parsed token of a line of moves. Offsets are relative to the start of the token.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Play<'t> {
    /// The content after the mark, or the move if there is no mark.
    pub body: Body<'t>,
    /// Offset of the first byte of the mark, or of the move if there is no mark.
    pub start: usize,
    /// Offset after the move or word. The token may contain more text.
    pub end: usize,
}

/// The content after a mark.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Body<'t> {
    Move(MoveText),
    /// A word for a result or a pass.
    Word(&'t str),
    /// Text that looks like a move but cannot be read, for this reason.
    Broken(MalformedMove),
    /// Text that does not look like a move.
    Text,
}

/// Parses the token at the beginning of a text, which is a mark with a move or a word after it; returns `None` for any
/// other text.
pub(super) fn parse_play(text: &str) -> Option<Play<'_>> {
    parse_token_at_start(text).map(|(play, _)| play)
}

/// Parses the token at the beginning of a text, as [`parse_play`] does. Returns the token and its length (bytes).
pub(super) fn parse_token_at_start(text: &str) -> Option<(Play<'_>, usize)> {
    let token = Ki2Parser::parse(Rule::play, text).ok()?.next()?;
    let length = token.as_str().len();
    Some((parse_token(token), length))
}

/// Returns the number of moves on a line that consists of moves without marks, and 0 for any other line.
pub(super) fn bare_moves(line: &str) -> usize {
    let tokens = Ki2Parser::parse(Rule::bare_line, line).ok();
    let Some(line) = tokens
        .and_then(|mut it| it.next())
        .filter(|parsed| parsed.as_str() == line)
    else {
        return 0;
    };
    let moves: Vec<_> = line.into_inner().map(parse_token).collect();
    let all_are_moves = moves.iter().all(|mv| matches!(mv.body, Body::Move(_)));
    if all_are_moves { moves.len() } else { 0 }
}

/// Returns whether one of the words of a text is a move without its mark.
fn holds_move(text: &str) -> bool {
    let words = text.split(is_blank).filter(|word| !word.is_empty());
    let mut starts = words.map(|word| word.as_ptr() as usize - text.as_ptr() as usize);
    starts.any(|at| {
        let text = move_window(text, at);
        let parsed = Ki2Parser::parse(Rule::bare, text).ok();
        parsed.is_some_and(|parsed| text[parsed.as_str().len()..].chars().next().is_none_or(is_blank))
    })
}

/// Converts the token of a move or a word, with or without a mark, to its content.
pub(super) fn parse_token(token: Pair<'_, Rule>) -> Play<'_> {
    let (text, from) = (token.as_str(), token.as_span().start());
    let from_mark = text.trim_start_matches(is_blank);
    let mut play = Play {
        body: Body::Text,
        start: text.len() - from_mark.len(),
        end: text
            .trim_end_matches(|c| is_blank(c) || matches!(c, '\n' | '\r'))
            .len(),
    };
    let mut parts = token.into_inner();
    let Some(first_part) = parts.next() else {
        return play;
    };
    match first_part.as_rule() {
        Rule::destination => match move_text(from_mark, first_part.as_str(), parts) {
            Ok((text, last)) => (play.body, play.end) = (Body::Move(text), last.as_span().end() - from),
            Err(why) => play.body = Body::Broken(why),
        },
        Rule::word => {
            let word = first_part.as_str();
            if words::ending(word).is_some() || words::is_pass(word) {
                (play.body, play.end) = (Body::Word(word), first_part.as_span().end() - from);
            } else if word.starts_with(|c| digit(c).is_some()) {
                play.body = Body::Broken(MalformedMove::NoDestination);
            }
        }
        _ => {}
    }
    play
}

/// Reads the parts of a move. Returns the move and its last part, or an error with the reason why the parts are not a
/// move.
fn move_text<'t>(
    from_mark: &str,
    destination: &str,
    mut parts: Pairs<'t, Rule>,
) -> Result<(MoveText, Pair<'t, Rule>), MalformedMove> {
    let mut next = |rule| {
        parts
            .peek()
            .filter(|part| part.as_rule() == rule)
            .inspect(|_| drop(parts.next()))
    };
    let piece = next(Rule::piece).ok_or(MalformedMove::NoPiece)?;
    let (piece_words, origin) = (next(Rule::told), next(Rule::origin));
    let mut words = PieceWords::default();
    piece_words
        .as_ref()
        .map_or(Ok(()), |piece_words| words.add(piece_words.as_str()))?;
    let text = MoveText {
        mark: words::parse_mark(from_mark),
        to: WrittenDestination::read(destination).ok_or(MalformedMove::NoDestination)?,
        kind: words::parse_piece(piece.as_str()).ok_or(MalformedMove::NoPiece)?,
        promotion: words.promotion.unwrap_or(Promotion::Omitted),
        from: words.origin(origin.as_ref().map(Pair::as_str))?,
    };
    Ok((text, origin.or(piece_words).unwrap_or(piece)))
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

// The parser that Pest generates from `grammar/ki2.pest`.

// Doc comments cannot be added to the generated items; the grammar describes its rules.

#[derive(pest_derive::Parser)]
#[grammar = "grammar/ki2.pest"]
pub(super) struct Ki2Parser;

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
