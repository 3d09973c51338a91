//! Rotation of the board by 180 degrees, as seen from the opposite side.

use kifu::shogi::Color;
use kifu::shogi::Move;
use kifu::shogi::Piece;
use kifu::shogi::Position;
use kifu::shogi::Square;

/// Returns the square after a rotation of the board by 180 degrees.
pub fn rotated_square(square: Square) -> Square {
    Square::ALL[80 - square.index()]
}

/// Returns the position with rotated board and exchanged sides.
pub fn rotated_position(position: &Position) -> Position {
    let mut rotated = Position::empty();
    for color in Color::ALL {
        for (square, kind) in position.pieces(color) {
            rotated.put(rotated_square(square), Some(Piece::new(color.opponent(), kind)));
        }
        for (kind, count) in position.hand(color).iter() {
            rotated.set_hand_count(color.opponent(), kind, count);
        }
    }
    rotated.set_side_to_move(position.side_to_move().opponent());
    rotated
}

/// Returns the move with rotated squares.
pub fn rotated_move(mv: Move) -> Move {
    match mv {
        Move::Board { from, to, promote } => Move::Board {
            from: rotated_square(from),
            to: rotated_square(to),
            promote,
        },
        Move::Drop { kind, to } => Move::Drop {
            kind,
            to: rotated_square(to),
        },
    }
}
