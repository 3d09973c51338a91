//! One move after its mark, or what stands in its place.

use crate::notation::kakinoki::cursor::{Cursor, digit, is_blank};
use crate::notation::kakinoki::move_text::{
    self, MoveText, is_open, mark, piece, same, squares_in_parentheses,
};
use crate::notation::kakinoki::words;
use crate::record::gap::BrokenMove;
use crate::record::{Origin, Promotion};
use crate::shogi::{Color, Motion, Side, Square, Suffix};

/// A token of a line of moves, taken apart. Offsets count from the start of the token.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Play<'t> {
    /// What the mark announces.
    pub body: Body<'t>,
    /// The mark's first byte.
    pub start: usize,
    /// After the move or word; what is left is no part of it.
    pub end: usize,
}

/// What stands after a mark.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Body<'t> {
    Move(MoveText),
    /// A word for a result or a pass.
    Word(&'t str),
    /// It looks like a move; it is none for this reason.
    Broken(BrokenMove),
    /// It does not even look like one.
    Aside,
}

/// Takes a token apart.
pub(super) fn play(text: &str) -> Play<'_> {
    let mut cursor = Cursor::new(text);
    cursor.skip_blanks();
    let start = cursor.at();
    let mark = cursor.take(mark).and_then(words::marked_side);
    cursor.skip_blanks();
    let mut behind = cursor;
    let body = match looks_like_move(cursor).then(|| move_text(&mut behind, mark)) {
        Some(Ok(text)) => Body::Move(text),
        Some(Err(why)) => whole(&mut behind, Body::Broken(why)),
        None => other(&mut behind),
    };
    let token = &text[..behind.at()];
    Play {
        body,
        start,
        end: token
            .trim_end_matches(|c| is_blank(c) || matches!(c, '\n' | '\r'))
            .len(),
    }
}

/// Whether what follows begins like a move: 同, or a file and a rank.
fn looks_like_move(mut cursor: Cursor<'_>) -> bool {
    same(&mut cursor) || cursor.take(words::rank).is_some() && cursor.take(words::rank).is_some()
}

/// A word that is known, or nothing that is.
fn other<'t>(cursor: &mut Cursor<'t>) -> Body<'t> {
    let start = cursor.at();
    let begins_with_digit = cursor.peek().and_then(digit).is_some();
    cursor.skip_until(|c| is_blank(c) || matches!(c, '\n' | '\r') || is_open(c));
    let word = cursor.since(start);
    if words::ending(word).is_some() || words::is_pass(word) {
        Body::Word(word)
    } else if begins_with_digit {
        whole(cursor, Body::Broken(BrokenMove::NoDestination))
    } else {
        whole(cursor, Body::Aside)
    }
}

/// What cannot be read reaches to the end of the token.
fn whole<'t>(cursor: &mut Cursor<'t>, body: Body<'t>) -> Body<'t> {
    cursor.skip_until(|_| false);
    body
}

fn move_text(cursor: &mut Cursor<'_>, mark: Option<Color>) -> Result<MoveText, BrokenMove> {
    let to = if same(cursor) {
        None
    } else {
        // Both may be digits of any width or kanji.
        let file = cursor.take(words::rank).unwrap_or_default();
        let rank = cursor.take(words::rank).unwrap_or_default();
        Some(Square::new(file, rank).ok_or(BrokenMove::OffBoard)?)
    };
    cursor.skip_blanks();
    let kind = piece(cursor).ok_or(BrokenMove::NoPiece)?;
    let words = told(cursor)?;
    Ok(MoveText {
        mark,
        to,
        kind,
        promotion: words.promotion.unwrap_or(Promotion::Omitted),
        from: words.origin(cursor)?,
    })
}

/// The words after a piece.
#[derive(Default)]
struct Told {
    suffix: Suffix,
    promotion: Option<Promotion>,
    drop: bool,
}

/// Reads them, in whatever order.
fn told(cursor: &mut Cursor<'_>) -> Result<Told, BrokenMove> {
    let mut told = Told::default();
    loop {
        let before = *cursor;
        cursor.skip_blanks();
        if let Some(side) = cursor.take(side) {
            set(&mut told.suffix.side, side)?;
        } else if let Some(motion) = cursor.take(motion) {
            set(&mut told.suffix.motion, motion)?;
        } else if cursor.eat_str("不成") || cursor.eat('生') {
            set(&mut told.promotion, Promotion::Decline)?;
        } else if cursor.eat('成') {
            set(&mut told.promotion, Promotion::Promote)?;
        } else if cursor.eat('打') {
            told.drop = true;
        } else {
            *cursor = before;
            return Ok(told);
        }
    }
}

/// Keeps what a word says; it may be said twice, but not in two ways.
fn set<T: PartialEq>(place: &mut Option<T>, said: T) -> Result<(), BrokenMove> {
    match place {
        Some(before) if *before != said => Err(BrokenMove::ContraryWords),
        _ => {
            *place = Some(said);
            Ok(())
        }
    }
}

const fn side(c: char) -> Option<Side> {
    match c {
        '左' => Some(Side::Left),
        '直' => Some(Side::Straight),
        '右' => Some(Side::Right),
        _ => None,
    }
}

const fn motion(c: char) -> Option<Motion> {
    match c {
        '上' | '行' | '入' => Some(Motion::Up),
        '寄' => Some(Motion::Level),
        '引' => Some(Motion::Back),
        _ => None,
    }
}

impl Told {
    /// Where the piece comes from: a square in parentheses says more than words.
    fn origin(&self, cursor: &mut Cursor<'_>) -> Result<Origin, BrokenMove> {
        let mut ahead = *cursor;
        ahead.skip_blanks();
        if let Some((square, behind)) = squares_in_parentheses(ahead) {
            *cursor = behind;
            return move_text::origin(square, self.drop);
        }
        match (self.drop, self.suffix) {
            (false, suffix) => Ok(Origin::Words(suffix)),
            (true, Suffix::NONE) => Ok(Origin::Hand),
            (true, _) => Err(BrokenMove::DropWithWord),
        }
    }
}
