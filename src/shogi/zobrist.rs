//! The random numbers a position's key is the sum of.
//!
//! A sum instead of the usual exclusive or: a hand then contributes its count times one number, and
//! no table over all counts is needed.

use super::piece::{Color, Piece, PieceKind};
use super::square::Square;

type Board = [[u64; Square::COUNT]; 14];

static BOARDS: [Board; 2] = [board(0), board(1 << 16)];
static HANDS: [[u64; 8]; 2] = [row(2 << 16), row(3 << 16)];

/// Part of the key when White is to move.
pub(super) const WHITE_TO_MOVE: u64 = scramble(4 << 16);

/// The part of a piece on a square.
pub(super) fn on_board(piece: Piece, square: Square) -> u64 {
    BOARDS[piece.color.index()][piece.kind.index()][square.index()]
}

/// The part of `count` pieces of a kind in hand.
pub(super) fn in_hand(color: Color, kind: PieceKind, count: u8) -> u64 {
    HANDS[color.index()][kind.base().index()].wrapping_mul(u64::from(count))
}

const fn board(seed: u64) -> Board {
    let mut board = [[0; Square::COUNT]; 14];
    let mut kind = 0;
    while kind < 14 {
        board[kind] = row(seed + ((kind as u64) << 8));
        kind += 1;
    }
    board
}

const fn row<const N: usize>(seed: u64) -> [u64; N] {
    let mut row = [0; N];
    let mut index = 0;
    while index < N {
        row[index] = scramble(seed + index as u64);
        index += 1;
    }
    row
}

/// The `n`-th output of the generator `SplitMix64` started at 0.
const fn scramble(n: u64) -> u64 {
    let z = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
