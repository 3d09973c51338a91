//! Playing moves and taking them back.

use super::moves::Move;
use super::piece::{Color, Piece, PieceKind};
use super::position::Position;
use super::square::Square;

/// What [`Position::undo`] needs to take a move back, and what the move did.
#[derive(Clone, Debug)]
pub struct Undo {
    origin: Option<(Square, Piece)>,
    to: Square,
    replaced: Option<Piece>,
    mover: Color,
    /// What the mover held of the one kind of which the hand may have changed.
    held: Option<(PieceKind, u8)>,
    side: Color,
    kings: [Option<Square>; 2],
    checks: [bool; 2],
    key: u64,
}

impl Undo {
    /// Who made the move: the owner of the piece that moved or was dropped.
    pub fn mover(&self) -> Color {
        self.mover
    }

    /// Where the piece stood; `None` for a drop.
    pub fn from(&self) -> Option<Square> {
        self.origin.map(|(square, _)| square)
    }

    /// Where it went.
    pub fn to(&self) -> Square {
        self.to
    }

    /// What stood on the destination.
    pub fn captured(&self) -> Option<Piece> {
        self.replaced
    }

    /// What moved, as it stood before the move; `None` for a drop.
    pub fn moved(&self) -> Option<Piece> {
        self.origin.map(|(_, piece)| piece)
    }
}

impl Position {
    /// Plays a move literally, legal or not. `None`, and no change, if a board move starts from an
    /// empty square.
    ///
    /// * A board move moves whatever stands on its origin, and the turn passes to the opponent of
    ///   that piece's owner. A drop is made by the side to move.
    /// * What stood on the destination is gone. It goes to the mover's hand, unpromoted, if it was
    ///   captured by a board move, was the opponent's and no king.
    /// * A promotion of what cannot be promoted leaves the piece as it is, and a drop of what is not
    ///   in hand leaves none there.
    pub fn play(&mut self, mv: Move) -> Option<Undo> {
        self.play_as(mv, self.turned(mv)?)
    }

    /// Plays a move that is known to be legal: the same as [`play`](Position::play), without looking
    /// whether it has left the own king in check.
    pub fn play_legal(&mut self, mv: Move) -> Option<Undo> {
        let placed = self.turned(mv)?;
        let undo = self.relocate(mv, placed)?;
        let (mover, opponent) = (undo.mover, undo.mover.opponent());
        self.follow_king(mover, mv.from(), undo.to);
        self.checks[mover.index()] = false;
        self.checks[opponent.index()] = self.check_after(&undo, placed, opponent);
        Some(undo)
    }

    /// What stands on the destination of a move afterwards.
    pub(super) fn turned(&self, mv: Move) -> Option<Piece> {
        Some(match mv {
            Move::Board { from, promote, .. } => {
                let Piece { color, kind } = self.piece_at(from)?;
                Piece::new(color, kind.turned(promote))
            }
            Move::Drop { kind, .. } => Piece::new(self.side, kind),
        })
    }

    /// Plays a move as [`play`](Position::play) does, but lets the caller say what stands on the
    /// destination afterwards. For a drop this also says who makes it: the owner of that piece.
    pub fn play_as(&mut self, mv: Move, placed: Piece) -> Option<Undo> {
        let undo = self.relocate(mv, placed)?;
        for color in Color::ALL {
            self.follow_king(color, mv.from(), undo.to);
            self.checks[color.index()] = self.check_after(&undo, placed, color);
        }
        Some(undo)
    }

    /// Plays a move but for what is known of kings and checks.
    fn relocate(&mut self, mv: Move, placed: Piece) -> Option<Undo> {
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
        if let Some((from, _)) = origin {
            self.set(from, None);
        }
        undo.replaced = self.piece_at(to);
        self.set(to, Some(placed));
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

    /// Takes a move back: the last one played, with every later correction reverted before. The
    /// position is then exactly what it was.
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

    /// Changes a count in a hand and says what it was.
    fn change_hand(&mut self, color: Color, kind: PieceKind, change: impl Fn(u8) -> u8) -> (PieceKind, u8) {
        let held = self.hand(color).get(kind);
        self.set_hand_count(color, kind, change(held));
        (kind, held)
    }

    /// Whether a side is in check on the board after a move.
    ///
    /// If it was not before and its king has not moved, only the piece that moved and the line it
    /// left can have changed that.
    fn check_after(&self, undo: &Undo, placed: Piece, color: Color) -> bool {
        let Some(king) = self.king(color) else {
            return false;
        };
        if undo.checks[color.index()] || undo.kings[color.index()] != Some(king) {
            return self.king_attacked(color);
        }
        let opponent = color.opponent();
        let opened = undo
            .origin
            .is_some_and(|(from, _)| self.attacked_through(king, opponent, from, self.occupied));
        opened || (placed.color == opponent && self.is_open(placed, undo.to, king))
    }
}

#[cfg(test)]
mod tests {
    use super::{Color, Move, Piece, PieceKind, Position};

    fn position(sfen: &str) -> Position {
        Position::from_sfen(sfen).unwrap()
    }

    /// Plays moves literally, checks that they can be taken back, and gives the last position.
    fn after(sfen: &str, moves: &str) -> String {
        let start = position(sfen);
        let mut now = start.clone();
        let mut undos = Vec::new();
        for text in moves.split(' ') {
            undos.push(now.play(text.parse().unwrap()).unwrap());
            assert_eq!(now.zobrist(), now.fresh_zobrist(), "{sfen} {text}");
        }
        let sfen = now.to_sfen(1);
        while let Some(undo) = undos.pop() {
            now.undo(undo);
        }
        assert_eq!(
            (&now, now.zobrist(), now.kings, now.checks),
            (&start, start.zobrist(), start.kings, start.checks)
        );
        sfen
    }

    #[test]
    fn ordinary_moves() {
        let start = Position::startpos().to_sfen(1);
        assert_eq!(
            after(&start, "7g7f 3c3d 8h2b+ 3a2b B*4e"),
            "lnsgkg1nl/1r5s1/pppppp1pp/6p2/5B3/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 1"
        );
    }

    #[test]
    fn impossible_moves_are_played_as_written() {
        for (sfen, moves, expected) in [
            // The other side's piece: it stays theirs, and the turn is passed on from them.
            (
                "4k4/4p4/9/9/9/9/9/9/4K4 b - 1",
                "5b5c",
                "4k4/9/4p4/9/9/9/9/9/4K4 b - 1",
            ),
            // An own piece is not taken into the hand, nor is a king.
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
            // Not in hand, of the wrong side, onto another piece, a king.
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
            // Promotion of what cannot be promoted, a move to nowhere.
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
            assert_eq!(after(sfen, moves), expected, "{sfen} {moves}");
        }
    }

    #[test]
    fn an_empty_origin_changes_nothing() {
        let mut now = Position::startpos();
        assert!(now.play("5e5d".parse().unwrap()).is_none());
        assert_eq!(now, Position::startpos());
    }

    #[test]
    fn the_caller_may_say_what_is_placed() {
        let mut now = position("4k4/9/4+R4/9/9/9/9/9/4K4 b P 1");
        let rook = Piece::new(Color::Black, PieceKind::Rook);
        let undo = now.play_as("5c4c".parse().unwrap(), rook).unwrap();
        assert_eq!(now.to_sfen(1), "4k4/9/5R3/9/9/9/9/9/4K4 w P 1");
        assert_eq!((undo.mover(), undo.captured()), (Color::Black, None));
        assert_eq!(undo.moved(), Some(Piece::new(Color::Black, PieceKind::Dragon)));
        now.undo(undo);
        let drop: Move = "P*5e".parse().unwrap();
        let undo = now
            .play_as(drop, Piece::new(Color::White, PieceKind::Tokin))
            .unwrap();
        assert_eq!(now.to_sfen(1), "4k4/9/4+R4/9/4+p4/9/9/9/4K4 b P 1");
        now.undo(undo);
        assert_eq!(now.to_sfen(1), "4k4/9/4+R4/9/9/9/9/9/4K4 b P 1");
    }
}
