//! The words of English messages.

use crate::record::Outcome;
use crate::shogi::{Color, Piece, Position, Square};

/// "Black" or "White".
pub(in crate::referee) const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// "the pawn on 7g"; "nothing" where the square is empty.
pub(in crate::referee) fn piece_on(position: &Position, square: Square) -> String {
    match position.piece_at(square) {
        Some(Piece { kind, .. }) => format!("the {} on {square}", kind.english()),
        None => format!("nothing on {square}"),
    }
}

/// "Black's pawn on 7g".
pub(in crate::referee) fn owned_piece(position: &Position, square: Square) -> String {
    match position.piece_at(square) {
        Some(Piece { color, kind }) => format!("{}'s {} on {square}", side(color), kind.english()),
        None => format!("nothing on {square}"),
    }
}

/// "the rook on 5a and the bishop on 1e".
pub(in crate::referee) fn list(position: &Position, squares: &[Square]) -> String {
    join(squares.iter().map(|&square| piece_on(position, square)))
}

/// Joins by commas and a last "and".
pub(in crate::referee) fn join(items: impl Iterator<Item = String>) -> String {
    let items: Vec<_> = items.collect();
    match items.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// "1 ply", "3 plies".
pub(in crate::referee) fn plies(count: usize) -> String {
    if count == 1 {
        "1 ply".to_owned()
    } else {
        format!("{count} plies")
    }
}

/// "fourth", "11th".
pub(in crate::referee) fn ordinal(number: u32) -> String {
    const WORDS: [&str; 10] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    ];
    let word = number.checked_sub(1).and_then(|at| WORDS.get(at as usize));
    word.map_or_else(|| format!("{number}th"), |&word| word.to_owned())
}

/// "once", "twice", "4 times".
pub(in crate::referee) fn times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}

/// How a game that ended so is spoken of: "Black won".
pub(in crate::referee) const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Color::Black) => "Black won",
        Outcome::Win(Color::White) => "White won",
        Outcome::Draw => "the game is drawn",
        Outcome::None => "the game has no result",
    }
}
