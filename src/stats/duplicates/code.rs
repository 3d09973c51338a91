//! Moves as numbers: half as long as in USI, and quickly compared.

use crate::shogi::{Move, Square};

/// From here on stand drops, after every pair of squares with and without promotion.
const DROPS: usize = 2 * Square::COUNT * Square::COUNT;

/// From here on stands what names no squares.
const UNREAD: u16 = 1 << 15;

/// A number for every move.
pub fn ply_code(mv: Move) -> u16 {
    let to = mv.to().index();
    let code = match mv {
        Move::Board { from, promote, .. } => (from.index() * Square::COUNT + to) * 2 + usize::from(promote),
        Move::Drop { kind, .. } => DROPS + kind.index() * Square::COUNT + to,
    };
    code as u16
}

/// A number for something that stands where a move is due and names no squares: another than that of any move, and
/// almost always another for another text.
pub(crate) fn unread_code(text: &str) -> u16 {
    // FNV-1a. Its largest number is kept free: it ends games.
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    UNREAD + (hash % u32::from(UNREAD - 1)) as u16
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::shogi::PieceKind;

    #[test]
    fn every_move_has_a_number_of_its_own() {
        let mut codes = BTreeSet::new();
        for to in Square::ALL {
            for from in Square::ALL {
                for promote in [false, true] {
                    assert!(codes.insert(ply_code(Move::Board { from, to, promote })));
                }
            }
            for kind in PieceKind::ALL {
                assert!(codes.insert(ply_code(Move::Drop { kind, to })));
            }
        }
        for text in ["", "？", "７六歩", "pass"] {
            assert!(codes.insert(unread_code(text)), "{text}");
        }
        assert!(codes.last() < Some(&u16::MAX));
    }
}
