//! The start position: `PI` where it has a name, else rank by rank.

use super::digits;
use crate::notation::Draft;
use crate::notation::csa::{moves, words};
use crate::record::Start;
use crate::shogi::{Color, Handicap, Kind, Position, Square};

/// Writes the position and whose turn it is.
pub(super) fn write(start: &Start<'_>, draft: &mut Draft) {
    let position = &start.position;
    // No position holds a king in hand, so none with a name does.
    let king_in_hand = start.king_in_hand.map(|(side, _)| side);
    match Handicap::of(position).filter(|_| king_in_hand.is_none()) {
        Some(handicap) => {
            let removed = handicap.removed();
            let removed = removed.map(|(square, piece)| digits(square) + words::code(piece.kind));
            draft.line(&format!("PI{}", removed.collect::<String>()));
        }
        None => {
            board(position, draft);
            for side in Color::ALL {
                hand(position, side, king_in_hand == Some(side), draft);
            }
        }
    }
    draft.line(&moves::sign(position.side_to_move()).to_string());
}

/// `P1` to `P9`, from file 9 to file 1.
fn board(position: &Position, draft: &mut Draft) {
    for rank in 1..=9 {
        let squares = (1..=9).rev().filter_map(|file| Square::new(file, rank));
        let cells = squares.map(|square| match position.piece_at(square) {
            Some(piece) => format!("{}{}", moves::sign(piece.color), words::code(piece.kind)),
            None => " * ".to_owned(),
        });
        draft.line(&format!("P{rank}{}", cells.collect::<String>()));
    }
}

/// `P+00HI00FU`; no line where nothing is in hand.
fn hand(position: &Position, side: Color, with_king: bool, draft: &mut Draft) {
    let held = position.hand(side).iter();
    let mut pieces: String = held
        .map(|(kind, count)| format!("00{}", words::code(kind)).repeat(count.into()))
        .collect();
    if with_king {
        pieces += "00";
        pieces += words::code(Kind::King);
    }
    if !pieces.is_empty() {
        draft.line(&format!("P{}{pieces}", moves::sign(side)));
    }
}
