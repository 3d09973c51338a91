//! A token of a line of moves in KI2: a mark with a move or a word after it.

use pest::Parser as _;
use pest::iterators::{Pair, Pairs};

use super::grammar::{Ki2Parser, Rule};
use crate::notation::kakinoki::words::{self, MoveText, PieceWords, WrittenDestination, digit, is_blank};
use crate::notation::tokens::move_window;
use crate::record::Promotion;
use crate::record::gap::MalformedMove;

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
pub(super) fn holds_move(text: &str) -> bool {
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
