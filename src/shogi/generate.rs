//! All legal moves.
//!
//! Made the plain way, by playing every move that the pieces have and looking whether it was sound.
//! Nothing is shared with the test of a single move, so that each can be checked against the other.

use std::ops::ControlFlow;

use super::geometry::{is_dead, may_promote};
use super::moves::Move;
use super::piece::{Color, Piece, PieceKind};
use super::position::Position;
use super::square::Square;

/// Steps of a kind as Black's changes of file and rank.
const fn steps(kind: PieceKind) -> &'static [(i8, i8)] {
    match kind {
        PieceKind::Pawn => &[(0, -1)],
        PieceKind::Knight => &[(-1, -2), (1, -2)],
        PieceKind::Silver => &[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)],
        PieceKind::King => &[
            (-1, -1),
            (0, -1),
            (1, -1),
            (-1, 0),
            (1, 0),
            (-1, 1),
            (0, 1),
            (1, 1),
        ],
        PieceKind::Horse => &[(0, -1), (-1, 0), (1, 0), (0, 1)],
        PieceKind::Dragon => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        PieceKind::Lance | PieceKind::Bishop | PieceKind::Rook => &[],
        PieceKind::Gold
        | PieceKind::Tokin
        | PieceKind::PromotedLance
        | PieceKind::PromotedKnight
        | PieceKind::PromotedSilver => &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)],
    }
}

/// Lines of a kind, as the change of file and rank for one square.
const fn slides(kind: PieceKind) -> &'static [(i8, i8)] {
    match kind {
        PieceKind::Lance => &[(0, -1)],
        PieceKind::Bishop | PieceKind::Horse => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        PieceKind::Rook | PieceKind::Dragon => &[(0, -1), (-1, 0), (1, 0), (0, 1)],
        _ => &[],
    }
}

/// The square one step away, as the owner of the piece sees the step.
fn step(from: Square, color: Color, (file, rank): (i8, i8)) -> Option<Square> {
    let (file, rank) = if color == Color::Black {
        (file, rank)
    } else {
        (-file, -rank)
    };
    Square::new(
        from.file().checked_add_signed(file)?,
        from.rank().checked_add_signed(rank)?,
    )
}

impl Position {
    /// All legal moves of the side to move, repetition not looked at.
    ///
    /// ```
    /// use kifu::shogi::Position;
    /// assert_eq!(Position::startpos().legal_moves().len(), 30);
    /// ```
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(128);
        let mut board = self.clone();
        let _: ControlFlow<()> = self.visit_moves(&mut |mv| {
            if board.is_sound(mv) {
                moves.push(mv);
            }
            ControlFlow::Continue(())
        });
        moves
    }

    /// Whether the opponent of the mover is in check after a move. The move need not be legal; one
    /// from an empty square gives no check.
    pub fn gives_check(&self, mv: Move) -> bool {
        let mut after = self.clone();
        after
            .play(mv)
            .is_some_and(|undo| after.in_check(undo.mover().opponent()))
    }

    /// Shows every move the pieces and the hand of the side to move have, whatever becomes of its
    /// king and whether or not a pawn dropped is mate.
    pub(super) fn visit_moves<B, V: FnMut(Move) -> ControlFlow<B>>(&self, visit: &mut V) -> ControlFlow<B> {
        self.visit_board_moves(visit)?;
        self.visit_drops(visit)
    }

    pub(super) fn visit_board_moves<B, V: FnMut(Move) -> ControlFlow<B>>(
        &self,
        visit: &mut V,
    ) -> ControlFlow<B> {
        for (from, kind) in self.pieces(self.side) {
            for &way in steps(kind) {
                if let Some(to) = step(from, self.side, way).filter(|&to| self.can_land(to)) {
                    self.visit_turnings(kind, from, to, visit)?;
                }
            }
            for &way in slides(kind) {
                let mut square = from;
                while let Some(to) = step(square, self.side, way).filter(|&to| self.can_land(to)) {
                    self.visit_turnings(kind, from, to, visit)?;
                    if self.piece_at(to).is_some() {
                        break;
                    }
                    square = to;
                }
            }
        }
        ControlFlow::Continue(())
    }

    pub(super) fn can_land(&self, to: Square) -> bool {
        self.piece_at(to)
            .is_none_or(|piece| piece.color != self.side && piece.kind != PieceKind::King)
    }

    /// Shows a move with and without promotion, as far as the rules allow each.
    fn visit_turnings<B, V: FnMut(Move) -> ControlFlow<B>>(
        &self,
        kind: PieceKind,
        from: Square,
        to: Square,
        visit: &mut V,
    ) -> ControlFlow<B> {
        if may_promote(Piece::new(self.side, kind), from, to) {
            visit(Move::Board {
                from,
                to,
                promote: true,
            })?;
        }
        if !is_dead(kind, self.side, to) {
            visit(Move::Board {
                from,
                to,
                promote: false,
            })?;
        }
        ControlFlow::Continue(())
    }

    fn visit_drops<B, V: FnMut(Move) -> ControlFlow<B>>(&self, visit: &mut V) -> ControlFlow<B> {
        for (kind, _) in self.hand(self.side).iter() {
            for file in 1..=9 {
                let column = (1..=9).filter_map(|rank| Square::new(file, rank));
                let nifu = kind == PieceKind::Pawn
                    && column
                        .clone()
                        .any(|square| self.piece_at(square) == Some(Piece::new(self.side, PieceKind::Pawn)));
                if nifu {
                    continue;
                }
                for to in column {
                    if self.piece_at(to).is_none() && !is_dead(kind, self.side, to) {
                        visit(Move::Drop { kind, to })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Plays a move, looks whether it leaves the own king safe and is no mate by a pawn drop, and
    /// takes it back.
    pub(super) fn is_sound(&mut self, mv: Move) -> bool {
        let side = self.side;
        let Some(undo) = self.play(mv) else { return false };
        let mates_by_pawn_drop = match mv {
            Move::Drop {
                kind: PieceKind::Pawn,
                to,
            } => {
                let target = step(to, side, (0, -1));
                target.is_some() && target == self.king(self.side) && self.is_mate_on_board()
            }
            _ => false,
        };
        let sound = !self.in_check(side) && !mates_by_pawn_drop;
        self.undo(undo);
        sound
    }

    /// Whether no move on the board parries a check. After a pawn drop that decides: the pawn
    /// stands next to the king, so no drop comes between.
    fn is_mate_on_board(&self) -> bool {
        let mut board = self.clone();
        let mut parries = |mv| {
            if board.is_sound(mv) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        self.visit_board_moves(&mut parries).is_continue()
    }
}

#[cfg(test)]
mod tests {
    use super::Position;

    #[test]
    fn mate_stalemate_and_neither() {
        for (sfen, mate, moves) in [
            ("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", true, 0),
            ("4k4/4G4/9/9/9/9/9/9/4K4 w - 1", false, 1),
            ("8k/6G2/8G/9/4P4/9/9/9/4K4 w - 1", false, 0),
            // The king hides 4a from the rook only as long as it stands there.
            ("R3k4/3ppp3/9/9/9/9/9/9/4K4 w - 1", true, 0),
            ("R3k4/3ppp3/9/9/9/9/9/9/4K4 w p 1", false, 2),
            ("R3k4/pppppp3/9/9/9/9/9/9/4K4 w p 1", true, 0),
            ("R3k4/pppppp3/9/9/9/9/9/9/4K4 w n 1", false, 3),
            ("4k4/9/4G4/9/9/9/9/9/4K4 w - 1", false, 2),
            // On the board it is mate, though the pawn must not have been dropped.
            ("7nk/8P/8G/9/9/9/9/9/4K4 w - 1", true, 0),
        ] {
            let position = Position::from_sfen(sfen).unwrap();
            assert_eq!(
                (position.is_mate(), position.legal_moves().len()),
                (mate, moves),
                "{sfen}"
            );
            assert_eq!(position.has_legal_move(), moves > 0, "{sfen}");
        }
    }

    #[test]
    fn checks_direct_and_discovered() {
        let position = Position::from_sfen("4k4/9/9/9/4S4/9/9/4R4/4K4 b G 1").unwrap();
        for (mv, gives) in [
            ("G*5b", true),
            ("G*6c", false),
            ("5e4d", true),
            ("5e5d", false),
            ("1a1b", false),
        ] {
            assert_eq!(position.gives_check(mv.parse().unwrap()), gives, "{mv}");
        }
    }
}
