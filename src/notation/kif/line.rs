//! One numbered line: its ply, its move or word, and its time.

use super::fast_path;
use super::numbered::{Body, LineTrouble, Numbered};
use crate::notation::kakinoki::clock::time_group;
use crate::notation::kakinoki::cursor::{Cursor, digit, is_blank};
use crate::notation::kakinoki::move_text::{
    self, MoveText, is_close, is_open, mark, piece, same, squares_in_parentheses,
};
use crate::notation::kakinoki::words;
use crate::record::gap::BrokenMove;
use crate::record::{Clock, Origin, Promotion};
use crate::shogi::Square;

/// Takes a numbered line apart. `None` when it does not begin with a number.
pub(super) fn numbered(line: &str) -> Option<Numbered<'_>> {
    fast_path::read(line).or_else(|| lenient(line))
}

/// The same for every spelling that is known, and for those that are none.
pub(super) fn lenient(line: &str) -> Option<Numbered<'_>> {
    let mut cursor = Cursor::new(line);
    cursor.skip_blanks();
    let number = cursor.number()?;
    cursor.skip_blanks();
    let start = cursor.at();
    let body = if looks_like_move(cursor) {
        match move_text(&mut cursor) {
            Ok(text) => Body::Move(text),
            Err(why) => broken(&mut cursor, why),
        }
    } else {
        word(&mut cursor)
    };
    let end = start + cursor.since(start).trim_end_matches(is_blank).len();
    let token = (start, end);
    let Rest {
        clock,
        clock_token,
        trouble,
    } = clock_and_rest(cursor);
    Some(Numbered {
        number,
        body,
        token,
        clock,
        clock_token,
        trouble,
    })
}

/// Whether a word after a number is read as this word, and not as what is left of a move.
pub(super) fn is_word(word: &str) -> bool {
    let mut cursor = Cursor::new(word);
    !looks_like_move(cursor) && matches!(self::word(&mut cursor), Body::Word(read) if read == word)
}

/// Whether the reader takes a line for a numbered one: a date or a year at its start is no number of a move.
pub(super) fn is_numbered(line: &str) -> bool {
    numbered(line).is_some_and(|numbered| match numbered.body {
        Body::Move(_) => true,
        Body::Word(word) if words::ending(word).is_some() => true,
        Body::Word(_) | Body::Broken(_) => line[..numbered.token.0].ends_with(is_blank),
    })
}

/// Whether what follows begins like a move: 同, or a file and a rank.
fn looks_like_move(mut cursor: Cursor<'_>) -> bool {
    cursor.take(mark);
    cursor.peek().is_some_and(|c| matches!(c, '同' | '仝'))
        || cursor.take(words::file).is_some() && cursor.take(words::rank).is_some()
}

/// A word, as far as it is not rather what is left of a move: that must never end the game.
fn word<'t>(cursor: &mut Cursor<'t>) -> Body<'t> {
    let start = cursor.at();
    cursor.skip_until(|c| is_blank(c) || is_open(c));
    // The mark of a variation stands right after a long word.
    let word = cursor.since(start);
    let word = word.strip_suffix('+').filter(|it| !it.is_empty()).unwrap_or(word);
    if word.is_empty() {
        return broken(cursor, BrokenMove::Nothing);
    }
    if is_kanji_square(word) {
        return broken(cursor, BrokenMove::KanjiFile);
    }
    if words::is_destroyed(word) {
        // What stood after it is destroyed with it: `？　？(31)`.
        cursor.skip_until(is_open);
        return broken(cursor, BrokenMove::Destroyed);
    }
    let like_move = word.starts_with(|c| words::is_mark(c) || digit(c).is_some()) || word.ends_with('打');
    if like_move || squares_in_parentheses(*cursor).is_some() {
        return broken(cursor, BrokenMove::NoDestination);
    }
    Body::Word(word)
}

/// Whether a word begins like a move whose file is a kanji: 五五歩.
fn is_kanji_square(word: &str) -> bool {
    let mut letters = word.chars();
    let mut is_kanji = || letters.next().and_then(words::kanji_digit).is_some();
    is_kanji() && is_kanji()
}

/// Goes past what is left of a move, up to its time.
fn broken<'t>(cursor: &mut Cursor<'t>, why: BrokenMove) -> Body<'t> {
    cursor.skip_until(|c| is_blank(c) || is_open(c));
    if let Some((_, behind)) = squares_in_parentheses(*cursor) {
        *cursor = behind;
    }
    Body::Broken(why)
}

fn move_text(cursor: &mut Cursor<'_>) -> Result<MoveText, BrokenMove> {
    let mark = cursor.take(mark).and_then(words::marked_side);
    let to = if same(cursor) {
        None
    } else {
        let file = cursor.take(words::file).ok_or(BrokenMove::NoFile)?;
        let rank = cursor.take(words::rank).ok_or(BrokenMove::NoRank)?;
        Some(Square::new(file, rank).ok_or(BrokenMove::OffBoard)?)
    };
    cursor.skip_blanks();
    let kind = piece(cursor).ok_or(BrokenMove::NoPiece)?;
    cursor.skip_blanks();
    let promotion = if cursor.eat_str("不成") || cursor.eat('生') {
        Promotion::Decline
    } else if cursor.eat('成') {
        Promotion::Promote
    } else {
        Promotion::Unstated
    };
    let from = origin(cursor)?;
    Ok(MoveText {
        mark,
        to,
        kind,
        promotion,
        from,
    })
}

/// 打 or the origin in parentheses; both `打(00)` and `(00)` alone are drops too.
fn origin(cursor: &mut Cursor<'_>) -> Result<Origin, BrokenMove> {
    let mut ahead = *cursor;
    ahead.skip_blanks();
    let drop = ahead.eat('打');
    if drop {
        *cursor = ahead;
    }
    let Some((square, behind)) = squares_in_parentheses(ahead) else {
        return Ok(if drop { Origin::Hand } else { Origin::Unstated });
    };
    *cursor = behind;
    move_text::origin(square, drop)
}

/// What stands after a move or word.
struct Rest {
    clock: Clock,
    clock_token: Option<(usize, usize)>,
    trouble: Option<(LineTrouble, usize, usize)>,
}

/// The time group, a second one (it says nothing new), the `+` of a ply with variations, and what is left.
fn clock_and_rest(mut cursor: Cursor<'_>) -> Rest {
    cursor.skip_blanks();
    let mut clock = Clock::default();
    let mut clock_token = None;
    let mut trouble = None;
    let mut first = true;
    while cursor.peek().is_some_and(is_open) {
        let start = cursor.at();
        let read = time_group(&mut cursor);
        if read.is_none() {
            cursor.skip_until(is_close);
            cursor.take(Some);
        }
        match read {
            Some(time) if first => (clock, clock_token) = (time, Some((start, cursor.at()))),
            Some(_) => {}
            None => {
                let kind = if is_negative(cursor.since(start)) {
                    LineTrouble::Negative
                } else {
                    LineTrouble::Clock
                };
                trouble = trouble.or(Some((kind, start, cursor.at())));
            }
        }
        first = false;
        cursor.skip_blanks();
    }
    cursor.eat('+');
    cursor.skip_blanks();
    let rest = cursor.rest().trim_end();
    if !rest.is_empty() {
        trouble = trouble.or(Some((LineTrouble::Text, cursor.at(), cursor.at() + rest.len())));
    }
    Rest {
        clock,
        clock_token,
        trouble,
    }
}

/// Whether a group would be a time but for its minus sign.
fn is_negative(group: &str) -> bool {
    group.contains('-') && time_group(&mut Cursor::new(&group.replace('-', ""))).is_some()
}
