//! The positions that one move leads to from the position of a search.

use super::search::PartialPosition;
use crate::shogi::{Color, Move, PieceKind, Position, Square};

impl PartialPosition {
    /// Returns the move that leads from this position to `after`, legal or not; `None` if no move does.
    pub(super) fn move_to(&self, after: &Position) -> Option<Move> {
        let mv = only_move(&self.position, after)?;
        let mut played = self.position.clone();
        if !self.side {
            played.set_side_to_move(after.side_to_move().opponent());
        }
        let undo = played.play(mv)?;
        if self.hands {
            return (played == *after).then_some(mv);
        }
        // The hands before the move are unknown, but a captured piece is in the mover's hand after it.
        let holds_captured = undo.captured().is_none_or(|captured| {
            let is_held = captured.color != undo.mover() && captured.kind != PieceKind::King;
            !is_held || after.hand(undo.mover()).get(captured.kind.base()) > 0
        });
        let is_reached =
            holds_captured && played.side_to_move() == after.side_to_move() && played.has_same_board(after);
        is_reached.then_some(mv)
    }
}

/// Returns the only move that can change the board of `before` into the board of `after`.
fn only_move(before: &Position, after: &Position) -> Option<Move> {
    let (mut from, mut to) = (None, None);
    for square in Square::ALL {
        let (old, new) = (before.piece_at(square), after.piece_at(square));
        if old == new {
            continue;
        }
        let changed = if new.is_some() { &mut to } else { &mut from };
        if changed.replace(square).is_some() {
            return None;
        }
    }
    let to = to?;
    let placed = after.piece_at(to)?;
    Some(match from {
        None => Move::Drop {
            kind: placed.kind,
            to,
        },
        Some(from) => Move::Board {
            from,
            to,
            promote: placed.kind != before.piece_at(from)?.kind,
        },
    })
}

/// Returns the hashes of all positions that a move on the board or a drop can lead to, legal or not. Each hash occurs once.
pub(super) fn resulting_keys(position: &Position) -> Vec<u64> {
    let origins = Color::ALL.into_iter().flat_map(|color| position.pieces(color));
    let origins: Vec<_> = origins.map(|(square, _)| square).collect();
    let board_moves = |to: Square| {
        origins
            .clone()
            .into_iter()
            .flat_map(move |from| [false, true].map(|promote| Move::Board { from, to, promote }))
    };
    let drops = |to: Square| {
        PieceKind::ALL
            .into_iter()
            .map(move |kind| Move::Drop { kind, to })
    };
    let moves = Square::ALL
        .into_iter()
        .flat_map(|to| board_moves(to).chain(drops(to)));
    let mut after = position.clone();
    let mut keys: Vec<_> = moves
        .filter_map(|mv| {
            let undo = after.play(mv)?;
            let key = after.zobrist();
            after.undo(undo);
            Some(key)
        })
        .collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The position after ７六歩 ３四歩 ２二角成 同銀, with a bishop in each hand.
    const SFEN: &str = "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb";

    fn position(fields: usize) -> PartialPosition {
        PartialPosition {
            position: Position::from_sfen(&format!("{SFEN} 1")).unwrap(),
            side: fields > 1,
            hands: fields > 2,
        }
    }

    #[test]
    fn the_move_to_a_position_is_found() {
        let before = position(3);
        for mv in ["2g2f", "B*5e", "2h2b", "2h2b+", "3d3e", "5i5h+"] {
            let mv: Move = mv.parse().unwrap();
            let mut after = before.position.clone();
            after.play(mv).unwrap();
            let is_in_index = resulting_keys(&before.position).contains(&after.zobrist());
            // A king does not promote, so the same position results without a promotion.
            let expected = match mv {
                Move::Board { from, to, .. } if before.position.king(Color::Black) == Some(from) => {
                    Move::Board {
                        from,
                        to,
                        promote: false,
                    }
                }
                other => other,
            };
            for fields in 1..=3 {
                let found = position(fields).move_to(&after);
                assert_eq!((found, is_in_index), (Some(expected), true), "{mv} {fields}");
            }
        }
    }

    #[test]
    fn other_positions_have_no_move() {
        let mut two_moves = position(3).position;
        two_moves.play("2g2f".parse().unwrap()).unwrap();
        two_moves.play("8c8d".parse().unwrap()).unwrap();
        let mut other_hands = position(3).position;
        other_hands.play("2g2f".parse().unwrap()).unwrap();
        other_hands.set_hand_count(Color::Black, PieceKind::Pawn, 1);
        assert_eq!(position(3).move_to(&two_moves), None);
        assert_eq!(position(3).move_to(&position(3).position), None);
        assert_eq!(position(3).move_to(&other_hands), None);
        assert!(position(2).move_to(&other_hands).is_some());
        // A captured piece must be in the mover's hand.
        let mut capture = position(3).position;
        capture.play("2h2b".parse().unwrap()).unwrap();
        capture.set_hand_count(Color::Black, PieceKind::Silver, 0);
        assert_eq!(position(2).move_to(&capture), None);
    }
}
