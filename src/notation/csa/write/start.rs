//! The start position: `PI` where it has a name, else rank by rank.

use crate::notation::TextBuilder;
use crate::notation::csa::{sign, words};
use crate::shogi::{Color, Handicap, Position, Square};

/// Writes the position and whose turn it is.
pub(super) fn write(position: &Position, draft: &mut TextBuilder) {
    if let Some(handicap) = Handicap::of(position).filter(|it| it.held().next().is_none()) {
        draft.text.push_str("PI");
        for (square, piece) in handicap.removed() {
            draft.text.extend(square.digits());
            draft.text.push_str(words::code(piece.kind));
        }
        draft.text.push('\n');
    } else {
        board(position, draft);
        for side in Color::ALL {
            hand(position, side, draft);
        }
    }
    draft.line(&sign::of(position.side_to_move()).to_string());
}

/// `P1` to `P9`, from file 9 to file 1.
fn board(position: &Position, draft: &mut TextBuilder) {
    for rank in 1..=9 {
        let squares = (1..=9).rev().filter_map(|file| Square::new(file, rank));
        let cells = squares.map(|square| match position.piece_at(square) {
            Some(piece) => format!("{}{}", sign::of(piece.color), words::code(piece.kind)),
            None => " * ".to_owned(),
        });
        draft.line(&format!("P{rank}{}", cells.collect::<String>()));
    }
}

/// `P+00HI00FU`; no line where nothing is in hand.
fn hand(position: &Position, side: Color, draft: &mut TextBuilder) {
    let held = position.hand(side).iter();
    let pieces: String = held
        .map(|(kind, count)| format!("00{}", words::code(kind)).repeat(count.into()))
        .collect();
    if !pieces.is_empty() {
        draft.line(&format!("P{}{pieces}", sign::of(side)));
    }
}
