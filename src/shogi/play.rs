//! Functions that play moves on a position and take moves back.

use super::geometry::{only, reaches_unblocked};
use super::history;
use super::moves::Move;
use super::piece::{Color, Piece, PieceKind};
use super::position::Position;
use super::square::Square;

/// The data needed by [`Position::undo`] to take a move back, and the effects of the move.
#[derive(Clone, Debug)]
pub struct Undo {
    origin: Option<(Square, Piece)>,
    to: Square,
    /// The piece that was on the destination; `None` if the square was empty.
    replaced: Option<Piece>,
    mover: Color,
    /// The kind whose count in the mover's hand a drop or a capture changes, with the count before the move. `None` if
    /// the move changes no hand.
    pub(super) held: Option<(PieceKind, u8)>,
    /// The side that was to move before the move. This side differs from `mover` if a piece of the opponent was moved.
    side: Color,
    kings: [Option<Square>; 2],
    checks: [bool; 2],
    pub(super) key: u64,
}

impl Undo {
    /// Returns the player who made the move: the owner of the piece that moved or was dropped.
    pub fn mover(&self) -> Color {
        self.mover
    }

    /// Returns the origin; `None` for a drop.
    pub fn from(&self) -> Option<Square> {
        self.origin.map(|(square, _)| square)
    }

    /// Returns the destination.
    pub fn to(&self) -> Square {
        self.to
    }

    /// Returns the piece that was on the destination, of either side; `None` if the square was empty.
    pub fn captured(&self) -> Option<Piece> {
        self.replaced
    }

    /// Returns the moved piece as it was before the move; `None` for a drop.
    pub fn moved(&self) -> Option<Piece> {
        self.origin.map(|(_, piece)| piece)
    }
}

impl Position {
    /// Plays a move literally, legal or not.
    ///
    /// Returns `None`, without a change, if a board move starts from an empty square.
    ///
    /// * A board move moves the piece on its origin, whichever side owns the piece. The turn passes to the opponent of the
    ///   owner. A drop is made by the side to move.
    /// * The piece on the destination is removed. A piece of the opponent that a board move captures goes to the mover's
    ///   hand, unpromoted, unless it is a king.
    /// * A piece that cannot promote stays as it is, although the move promotes. A drop of a kind that is not in hand
    ///   leaves the count of this kind at 0.
    pub fn play(&mut self, mv: Move) -> Option<Undo> {
        self.play_as(mv, self.placed_piece(mv)?)
    }

    /// Plays a move that is known to be legal. Returns `None`, without a change, if a board move starts from an empty
    /// square.
    ///
    /// Has the effect of [`play`](Position::play), but assumes that the mover's own king is not in check afterwards,
    /// without testing this.
    #[inline]
    pub fn play_legal(&mut self, mv: Move) -> Option<Undo> {
        let placed = self.placed_piece(mv)?;
        let undo = self.move_without_update(mv, placed)?;
        let (mover, opponent) = (undo.mover, undo.mover.opponent());
        if placed.kind == PieceKind::King {
            self.update_king(mover, mv.from(), undo.to);
        }
        self.checks[mover.index()] = false;
        self.checks[opponent.index()] = self.check_after(&undo, placed, opponent);
        Some(undo)
    }

    /// Returns the piece that will be on the destination after a move; `None` if a board move starts from an empty
    /// square.
    pub(super) fn placed_piece(&self, mv: Move) -> Option<Piece> {
        Some(match mv {
            Move::Board { from, promote, .. } => {
                let Piece { color, kind } = self.piece_at(from)?;
                Piece::new(color, kind.promoted_if(promote))
            }
            Move::Drop { kind, .. } => Piece::new(self.side, kind),
        })
    }

    /// Plays a move as [`play`](Position::play) does, but puts the given piece on the destination.
    ///
    /// For a drop, the owner of this piece is the mover. Returns `None`, without a change, if a board move starts from
    /// an empty square.
    pub fn play_as(&mut self, mv: Move, placed: Piece) -> Option<Undo> {
        let undo = self.move_without_update(mv, placed)?;
        for color in Color::ALL {
            self.update_king(color, mv.from(), undo.to);
            self.checks[color.index()] = self.check_after(&undo, placed, color);
        }
        Some(undo)
    }

    /// Plays a move without updating the fields `kings` and `checks`. Returns `None`, without a change, if a board move
    /// starts from an empty square.
    #[expect(
        clippy::inline_always,
        reason = "the move of every ply; otherwise its result is copied from call to call"
    )]
    #[inline(always)]
    fn move_without_update(&mut self, mv: Move, placed: Piece) -> Option<Undo> {
        let to = mv.to();
        let origin = match mv {
            Move::Board { from, .. } => Some((from, self.piece_at(from)?)),
            Move::Drop { .. } => None,
        };
        let mover = origin.map_or(placed.color, |(_, piece)| piece.color);
        let mut undo = Undo {
            origin,
            to,
            replaced: None,
            mover,
            held: None,
            side: self.side,
            kings: self.kings,
            checks: self.checks,
            key: self.key,
        };
        // The origin is emptied first, because a literal move may have its origin as its destination.
        if let Some((from, piece)) = origin {
            self.board[from.index()] = None;
            self.occupied &= !only(from);
            self.key = self.key.wrapping_sub(history::on_board(piece, from));
        }
        undo.replaced = self.board[to.index()].replace(placed);
        self.occupied |= only(to);
        self.key = self.key.wrapping_add(history::on_board(placed, to));
        if let Some(replaced) = undo.replaced {
            self.key = self.key.wrapping_sub(history::on_board(replaced, to));
        }
        undo.held = match (mv, undo.replaced) {
            (Move::Drop { kind, .. }, _) => {
                Some(self.change_hand(mover, kind, |held| held.saturating_sub(1)))
            }
            (_, Some(captured)) if captured.color != mover => {
                Some(self.change_hand(mover, captured.kind, |held| held.saturating_add(1)))
            }
            _ => None,
        };
        self.set_side_to_move(mover.opponent());
        Some(undo)
    }

    /// Takes back the last move played, which restores the position before the move.
    ///
    /// Changes made to the position after the move must be reverted by the caller first.
    #[expect(clippy::needless_pass_by_value, reason = "a move is taken back once")]
    pub fn undo(&mut self, undo: Undo) {
        self.set(undo.to, undo.replaced);
        if let Some((from, piece)) = undo.origin {
            self.set(from, Some(piece));
        }
        if let Some((kind, count)) = undo.held {
            self.hands[undo.mover.index()].set(kind, count);
        }
        self.side = undo.side;
        self.kings = undo.kings;
        self.checks = undo.checks;
        self.key = undo.key;
    }

    /// Changes the count of a kind in a side's hand, and returns the kind with its previous count.
    #[inline]
    fn change_hand(&mut self, color: Color, kind: PieceKind, change: impl Fn(u8) -> u8) -> (PieceKind, u8) {
        let held = self.hand(color).get(kind);
        self.set_hand_count(color, kind, change(held));
        (kind, held)
    }

    /// Returns whether a side is in check after a move, which has already been made on the board.
    ///
    /// A move can give check to a king that was not in check and has not moved in only two ways. The moved piece
    /// attacks the king, or the move opened a line through its origin.
    #[inline]
    fn check_after(&self, undo: &Undo, placed: Piece, color: Color) -> bool {
        let Some(king) = self.king(color) else {
            return false;
        };
        if undo.checks[color.index()] || undo.kings[color.index()] != Some(king) {
            return self.king_attacked(color);
        }
        let opponent = color.opponent();
        let is_opened = undo
            .origin
            .is_some_and(|(from, _)| self.attacked_through(king, opponent, from, self.occupied));
        is_opened || (placed.color == opponent && reaches_unblocked(placed, undo.to, king, self.occupied))
    }
}

#[cfg(test)]
mod tests {
    use super::{Color, Move, Piece, PieceKind, Position};

    fn position(sfen: &str) -> Position {
        Position::from_sfen(sfen).unwrap()
    }

    /// Plays moves literally, checks that they can be taken back, and returns the last position as SFEN.
    fn sfen_after(sfen: &str, moves: &str) -> String {
        let start = position(sfen);
        let mut position = start.clone();
        let mut undos = Vec::new();
        for text in moves.split(' ') {
            undos.push(position.play(text.parse().unwrap()).unwrap());
            assert_eq!(position.zobrist(), position.fresh_zobrist(), "{sfen} {text}");
        }
        let sfen = position.to_sfen(1);
        while let Some(undo) = undos.pop() {
            position.undo(undo);
        }
        assert_eq!(
            (&position, position.zobrist(), position.kings, position.checks),
            (&start, start.zobrist(), start.kings, start.checks)
        );
        sfen
    }

    #[test]
    fn captures_promotions_and_drops_are_played() {
        let start = Position::startpos().to_sfen(1);
        assert_eq!(
            sfen_after(&start, "7g7f 3c3d 8h2b+ 3a2b B*4e"),
            "lnsgkg1nl/1r5s1/pppppp1pp/6p2/5B3/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 1"
        );
    }

    #[test]
    fn impossible_moves_are_played_as_written() {
        for (sfen, moves, expected) in [
            // A moved piece of the opponent keeps its owner, and the turn passes to the opponent of this owner.
            (
                "4k4/4p4/9/9/9/9/9/9/4K4 b - 1",
                "5b5c",
                "4k4/9/4p4/9/9/9/9/9/4K4 b - 1",
            ),
            // A captured piece of the mover's own side does not go to the hand, nor does a captured king.
            (
                "4k4/9/9/9/9/9/9/4G4/4K4 b - 1",
                "5i5h",
                "4k4/9/9/9/9/9/9/4K4/9 w - 1",
            ),
            (
                "4k4/4G4/9/9/9/9/9/9/4K4 b - 1",
                "5b5a",
                "4G4/9/9/9/9/9/9/9/4K4 w - 1",
            ),
            // A drop of a piece that only the opponent holds, a drop onto a piece, and a drop of a king.
            (
                "4k4/9/9/9/9/9/9/9/4K4 b p 1",
                "P*5e",
                "4k4/9/9/9/4P4/9/9/9/4K4 w p 1",
            ),
            (
                "4k4/9/9/9/9/9/9/9/4K4 b P 1",
                "P*5a",
                "4P4/9/9/9/9/9/9/9/4K4 w - 1",
            ),
            (
                "4k4/9/9/9/9/9/9/9/4K4 w - 1",
                "K*5e",
                "4k4/9/9/9/4k4/9/9/9/4K4 b - 1",
            ),
            // The promotion of a piece that cannot promote, and a move whose origin is its destination.
            (
                "4k4/9/4G4/9/9/9/9/9/4K4 b - 1",
                "5c5b+",
                "4k4/4G4/9/9/9/9/9/9/4K4 w - 1",
            ),
            (
                "4k4/9/4G4/9/9/9/9/9/4K4 b - 1",
                "5c5c",
                "4k4/9/4G4/9/9/9/9/9/4K4 w - 1",
            ),
        ] {
            assert_eq!(sfen_after(sfen, moves), expected, "{sfen} {moves}");
        }
    }

    #[test]
    fn an_empty_origin_changes_nothing() {
        let mut position = Position::startpos();
        assert!(position.play("5e5d".parse().unwrap()).is_none());
        assert_eq!(position, Position::startpos());
    }

    #[test]
    fn the_placed_piece_can_be_chosen() {
        let mut position = position("4k4/9/4+R4/9/9/9/9/9/4K4 b P 1");
        let rook = Piece::new(Color::Black, PieceKind::Rook);
        let undo = position.play_as("5c4c".parse().unwrap(), rook).unwrap();
        assert_eq!(position.to_sfen(1), "4k4/9/5R3/9/9/9/9/9/4K4 w P 1");
        assert_eq!((undo.mover(), undo.captured()), (Color::Black, None));
        assert_eq!(undo.moved(), Some(Piece::new(Color::Black, PieceKind::Dragon)));
        position.undo(undo);
        let drop: Move = "P*5e".parse().unwrap();
        let undo = position
            .play_as(drop, Piece::new(Color::White, PieceKind::Tokin))
            .unwrap();
        assert_eq!(position.to_sfen(1), "4k4/9/4+R4/9/4+p4/9/9/9/4K4 b P 1");
        position.undo(undo);
        assert_eq!(position.to_sfen(1), "4k4/9/4+R4/9/9/9/9/9/4K4 b P 1");
    }
}
