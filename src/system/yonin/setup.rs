//! How the game begins.

use super::board::{Board, Man};
use super::reach::{Seen, square};
use crate::shogi::PieceKind;

/// The pieces of a seat as it sees them: from its right to its left, counted from its own edge.
const ROWS: [(i8, &[(i8, PieceKind)]); 3] = [
    (
        9,
        &[
            (3, PieceKind::Silver),
            (4, PieceKind::Gold),
            (5, PieceKind::King),
            (6, PieceKind::Gold),
            (7, PieceKind::Silver),
        ],
    ),
    (
        8,
        &[(4, PieceKind::Pawn), (5, PieceKind::Rook), (6, PieceKind::Pawn)],
    ),
    (7, &[(5, PieceKind::Pawn)]),
];

/// The board before the first move.
pub(super) fn start() -> Board {
    let mut board = Board::empty();
    for owner in 0..super::board::SEATS {
        for (depth, row) in ROWS {
            for &(lateral, kind) in row {
                if let Some(at) = square(Seen { lateral, depth }, owner) {
                    board.put(at, Some(Man { owner, kind }));
                }
            }
        }
    }
    board
}
