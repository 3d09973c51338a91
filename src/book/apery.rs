//! The format of books of Apery (`.bin`).
//!
//! The file has a record of 16 bytes for each move, in the order of the keys of the positions as unsigned integers. Integers
//! are little-endian. The key is a Zobrist key, from which the position cannot be found.

use std::io::{self, Write};
use std::sync::LazyLock;

use super::builder::{BookPosition, BookWriter};
use super::mersenne_twister::{DEFAULT_SEED, MersenneTwister};
use crate::shogi::{Color, Packing, Piece, PieceKind, Position, Square};

/// Number of piece codes: 0 for an empty square, 1 to 14 for Black's pieces and 17 to 30 for White's. Codes 15 and 16 are
/// unused.
const PIECE_CODES: usize = 31;

/// Difference of the code of a promoted piece to that of the unpromoted piece.
const PROMOTED: usize = 8;

/// Difference of the code of White's piece to that of Black's piece.
const WHITE: usize = 16;

/// Number of kinds in hand.
const HAND_KINDS: usize = 7;

/// Number of counts of a kind in hand, from 0 to 18.
const HAND_COUNTS: usize = 19;

/// The random numbers of which the keys are made.
struct Zobrist {
    /// The numbers for a piece code on a square.
    pieces: [[u64; Square::COUNT]; PIECE_CODES],
    /// The numbers for a count of a kind in the hand of the side to move: pawn, lance, knight, silver, gold, bishop, rook.
    hands: [[u64; HAND_COUNTS]; HAND_KINDS],
    /// The number for White to move.
    turn: u64,
}

static ZOBRIST: LazyLock<Zobrist> = LazyLock::new(|| {
    let mut generator = MersenneTwister::new(DEFAULT_SEED);
    let mut zobrist = Zobrist {
        pieces: [[0; Square::COUNT]; PIECE_CODES],
        hands: [[0; HAND_COUNTS]; HAND_KINDS],
        turn: 0,
    };
    let numbers = zobrist.pieces.as_flattened_mut().iter_mut();
    let numbers = numbers.chain(zobrist.hands.as_flattened_mut());
    for number in numbers.chain([&mut zobrist.turn]) {
        *number = generator.output();
    }
    zobrist
});

/// Returns the code of a piece.
const fn piece_code(piece: Piece) -> usize {
    let base = match piece.kind.base() {
        PieceKind::Pawn => 1,
        PieceKind::Lance => 2,
        PieceKind::Knight => 3,
        PieceKind::Silver => 4,
        PieceKind::Bishop => 5,
        PieceKind::Rook => 6,
        PieceKind::Gold => 7,
        _ => 8,
    };
    let promoted = if piece.kind.is_promoted() { PROMOTED } else { 0 };
    let white = match piece.color {
        Color::Black => 0,
        Color::White => WHITE,
    };
    base + promoted + white
}

/// Returns the key of a position: the pieces on the board, the hand of the side to move, and the side to move. The other hand
/// and the move number are not part of the key.
pub(super) fn key(position: &Position) -> u64 {
    let zobrist = &*ZOBRIST;
    let side = position.side_to_move();
    let mut key = if side == Color::White { zobrist.turn } else { 0 };
    for square in Square::ALL {
        if let Some(piece) = position.piece_at(square) {
            key ^= zobrist.pieces[piece_code(piece)][square.index()];
        }
    }
    let hand = position.hand(side);
    for (kind, numbers) in PieceKind::ALL.into_iter().zip(&zobrist.hands) {
        key ^= numbers[usize::from(hand.get(kind)).min(HAND_COUNTS - 1)];
    }
    key
}

/// A writer of books of Apery.
pub(super) struct Writer<W>(W);

impl<W: Write> Writer<W> {
    /// Creates a writer.
    pub(super) const fn new(out: W) -> Self {
        Self(out)
    }
}

impl<W: Write> BookWriter for Writer<W> {
    fn add(&mut self, position: &BookPosition<'_>) -> io::Result<()> {
        let out = &mut self.0;
        let key = position
            .key
            .first_chunk()
            .map_or(0, |key| u64::from_be_bytes(*key));
        for entry in position.moves {
            let count = u16::try_from(entry.games).unwrap_or(u16::MAX);
            out.write_all(&key.to_le_bytes())?;
            out.write_all(&Packing::APERY.pack_move(entry.mv).to_le_bytes())?;
            out.write_all(&count.to_le_bytes())?;
            out.write_all(&entry.score.to_le_bytes())?;
        }
        Ok(())
    }

    fn finish(self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_random_numbers_are_those_of_apery() {
        let zobrist = &*ZOBRIST;
        assert_eq!(zobrist.pieces[0][0], 0xc96d_191c_f6f6_aea6);
        assert_eq!(zobrist.pieces[1][0], 0xbc87_a781_b474_62ce);
        assert_eq!(zobrist.pieces[30][80], 0x40e5_359d_a7c5_ef45);
        assert_eq!(zobrist.hands[0][0], 0xcf51_18f1_2bfe_fdbd);
        assert_eq!(zobrist.hands[6][18], 0x0aeb_f1ee_abed_4988);
        assert_eq!(zobrist.turn, 0x3fa5_1fd0_a8bb_5298);
    }

    #[test]
    fn keys_are_those_of_apery() {
        for (sfen, expected) in [
            (
                "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
                0xeebe_8ee7_e1ad_7e15,
            ),
            (
                "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2",
                0x3e7b_1f82_5672_20d5,
            ),
            (
                "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3",
                0x66db_c18a_af25_d634,
            ),
            (
                "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4",
                0xae54_bd28_c40a_f516,
            ),
            (
                "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5",
                0x90ae_65b3_5a8b_05f5,
            ),
            (
                "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
                0x66d7_ca47_c857_ee6c,
            ),
            (
                "4k4/9/4P4/9/9/9/9/9/4K4 b G2P2r2b3g4s4n4l15p 1",
                0x6ee3_4857_77ae_bf3d,
            ),
            (
                "4k4/9/4P4/9/9/9/9/9/4K4 w G2P2r2b3g4s4n4l15p 1",
                0xc90e_0ab5_2f27_e5c9,
            ),
        ] {
            let position: Position = sfen.parse().unwrap();
            assert_eq!(key(&position), expected, "{sfen}");
        }
    }
}
