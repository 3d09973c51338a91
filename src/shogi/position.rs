//! A board, two hands and the side to move.

use std::hash::{Hash, Hasher};

use super::geometry::{Squares, only, squares};
use super::history;
use super::piece::{Color, Piece, PieceKind};
use super::square::Square;

/// Number of pieces of each unpromoted kind in a full set, by [`PieceKind::index`]; kings are last.
pub(crate) const FULL_SET: [u16; 8] = [18, 4, 4, 4, 4, 2, 2, 2];

/// A position of shogi, legal or not.
///
/// Equality compares the board, both hands and the side to move, as the rule of repetition does.
///
/// ```
/// use kifu::shogi::Position;
///
/// let mut position = Position::default();
/// let mv = "7g7f".parse()?;
/// assert!(position.is_legal(mv));
/// position.play(mv);
/// assert_eq!(position.legal_moves().len(), 30);
/// assert_eq!(position.to_string().parse(), Ok(position));
/// # Ok::<(), kifu::shogi::UsiError>(())
/// ```
#[derive(Clone)]
pub struct Position {
    pub(super) board: [Option<Piece>; Square::COUNT],
    pub(super) hands: [Hand; 2],
    /// The side to move.
    pub(super) side: Color,
    /// The occupied squares.
    ///
    /// `occupied`, `kings` and `checks` are derived from `board`. These three fields are stored so that a move does not
    /// require a search.
    pub(super) occupied: Squares,
    /// The squares of the kings, by colour; see [`Position::king`].
    pub(super) kings: [Option<Square>; 2],
    /// `true` if the king is attacked, by colour.
    pub(super) checks: [bool; 2],
    /// The Zobrist key of the board, both hands and the side to move.
    pub(super) key: u64,
}

impl Position {
    /// Returns an empty board with empty hands and Black to move.
    pub fn empty() -> Position {
        Position {
            board: [None; Square::COUNT],
            hands: [Hand::EMPTY; 2],
            side: Color::Black,
            occupied: 0,
            kings: [None; 2],
            checks: [false; 2],
            key: 0,
        }
    }

    /// Returns the piece on a square; `None` if the square is empty.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Replaces the contents of a square with a piece. `None` empties the square.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.set(square, piece);
        for color in Color::ALL {
            self.update_king(color, None, square);
            self.checks[color.index()] = self.king_attacked(color);
        }
    }

    /// Replaces the contents of a square, and updates `occupied` and `key`, but not the fields `kings` and `checks`.
    pub(super) fn set(&mut self, square: Square, piece: Option<Piece>) {
        let old = std::mem::replace(&mut self.board[square.index()], piece);
        self.occupied = match piece {
            Some(_) => self.occupied | only(square),
            None => self.occupied & !only(square),
        };
        let key_of = |piece: Option<Piece>| piece.map_or(0, |piece| history::on_board(piece, square));
        self.key = self.key.wrapping_sub(key_of(old)).wrapping_add(key_of(piece));
    }

    /// Sets the fields `kings` and `checks` of a newly filled board.
    pub(super) fn find_kings(&mut self) {
        for color in Color::ALL {
            let king = Some(Piece::new(color, PieceKind::King));
            self.kings[color.index()] = Square::ALL
                .into_iter()
                .find(|&square| self.piece_at(square) == king);
            self.checks[color.index()] = self.king_attacked(color);
        }
    }

    /// Returns the pieces in hand of a side.
    pub fn hand(&self, color: Color) -> &Hand {
        &self.hands[color.index()]
    }

    /// Sets the number of pieces of a kind in hand. Has no effect for kings, which are never in hand.
    pub fn set_hand_count(&mut self, color: Color, kind: PieceKind, count: u8) {
        let hand = &mut self.hands[color.index()];
        let old_count = hand.get(kind);
        hand.set(kind, count);
        let new_key = history::in_hand(color, kind, hand.get(kind));
        self.key = self
            .key
            .wrapping_sub(history::in_hand(color, kind, old_count))
            .wrapping_add(new_key);
    }

    /// Returns the side to move.
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// Sets the side to move.
    pub fn set_side_to_move(&mut self, color: Color) {
        if self.side != color {
            let white = history::WHITE_TO_MOVE;
            self.key = match color {
                Color::Black => self.key.wrapping_sub(white),
                Color::White => self.key.wrapping_add(white),
            };
            self.side = color;
        }
    }

    /// Returns whether the boards are equal. Hands and the side to move are not compared.
    pub fn has_same_board(&self, other: &Position) -> bool {
        let is_equal = |square| self.piece_at(square) == other.piece_at(square);
        self.occupied == other.occupied && squares(self.occupied).all(is_equal)
    }

    /// Returns the position with the board rotated by 180 degrees and the colours exchanged.
    #[must_use]
    pub fn rotated(&self) -> Position {
        let mut rotated = Position::empty();
        rotated.set_side_to_move(self.side.opponent());
        for color in Color::ALL {
            for (square, kind) in self.pieces(color) {
                let piece = Piece::new(color.opponent(), kind);
                rotated.put(square.rotated(), Some(piece));
            }
            for (kind, count) in self.hand(color).iter() {
                rotated.set_hand_count(color.opponent(), kind, count);
            }
        }
        rotated
    }

    /// Returns the square of a side's king; `None` if the side has no king on the board.
    ///
    /// If the side has several kings, the king that was chosen earlier is kept while it is on the board. Without an
    /// earlier choice, the king with the lowest square index is chosen. All further kings are treated as ordinary
    /// pieces.
    pub fn king(&self, color: Color) -> Option<Square> {
        self.kings[color.index()]
    }

    /// Updates the square of a side's king after the contents of `from` and `to` have changed. If only `to` has
    /// changed, `from` is `None`.
    pub(super) fn update_king(&mut self, color: Color, from: Option<Square>, to: Square) {
        let king = self.kings[color.index()];
        if king.is_some_and(|king| king != to && Some(king) != from) {
            return;
        }
        let king_piece = Some(Piece::new(color, PieceKind::King));
        self.kings[color.index()] = if self.piece_at(to) == king_piece {
            Some(to)
        } else if king.is_some() {
            Square::ALL
                .into_iter()
                .find(|&square| self.piece_at(square) == king_piece)
        } else {
            None
        };
    }

    /// Returns the Zobrist key of the position.
    ///
    /// Equal positions have equal keys. Different positions almost always have different keys, so a match of two keys must
    /// be confirmed by a comparison of the positions.
    pub fn zobrist(&self) -> u64 {
        self.key
    }

    /// Returns the Zobrist key computed from scratch, to test the key that each move updates.
    pub fn fresh_zobrist(&self) -> u64 {
        Position::from_sfen(&self.to_sfen(1)).map_or(0, |fresh| fresh.key)
    }

    /// Returns the squares and kinds of a side's pieces on the board, in the order of the square indices.
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = (Square, PieceKind)> + '_ {
        squares(self.occupied).filter_map(move |square| match self.piece_at(square) {
            Some(piece) if piece.color == color => Some((square, piece.kind)),
            _ => None,
        })
    }

    /// Returns the number of pieces of each unpromoted kind, on the board and in both hands, by [`PieceKind::index`].
    ///
    /// A full set is `[18, 4, 4, 4, 4, 2, 2, 2]`.
    pub fn piece_counts(&self) -> [u16; 8] {
        let mut counts = [0; 8];
        for color in Color::ALL {
            for (_, kind) in self.pieces(color) {
                counts[kind.base().index()] += 1;
            }
            for (kind, count) in self.hand(color).iter() {
                counts[kind.index()] += u16::from(count);
            }
        }
        counts
    }

    /// Adds all pieces that are missing from a full set, except kings, to the hand of a side.
    pub(crate) fn give_rest(&mut self, color: Color) {
        let counts = self.piece_counts();
        for kind in PieceKind::HAND {
            let missing = FULL_SET[kind.index()].saturating_sub(counts[kind.index()]) as u8;
            let held = self.hand(color).get(kind).saturating_add(missing);
            self.set_hand_count(color, kind, held);
        }
    }

    /// Returns the square of a side's first unpromoted pawn on a file (1 to 9), counted from rank `a`; `None` if the
    /// file has no such pawn.
    ///
    /// If the file has such a pawn, dropping another pawn on this file is nifu (二歩).
    pub fn unpromoted_pawn_on_file(&self, color: Color, file: u8) -> Option<Square> {
        let pawn = Some(Piece::new(color, PieceKind::Pawn));
        (1..=9)
            .filter_map(|rank| Square::new(file, rank))
            .find(|&square| self.piece_at(square) == pawn)
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.key == other.key
            && self.side == other.side
            && self.hands == other.hands
            && self.has_same_board(other)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key.hash(hasher);
    }
}

/// The pieces in hand of one side.
///
/// A promoted kind is counted as its unpromoted kind. A king is never in hand: its count is always 0, and adding a king
/// changes nothing.
///
/// ```
/// use kifu::shogi::{Hand, PieceKind};
/// let mut hand = Hand::EMPTY;
/// hand.add(PieceKind::Dragon);
/// assert_eq!(hand.get(PieceKind::Rook), 1);
/// assert!(hand.remove(PieceKind::Rook));
/// assert!(!hand.remove(PieceKind::Rook));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand {
    /// Counts by `PieceKind::index`, which is below 7 for the kinds that can be in hand.
    counts: [u8; 7],
}

impl Hand {
    /// The empty hand.
    pub const EMPTY: Hand = Hand { counts: [0; 7] };

    /// Returns the number of pieces of a kind.
    pub fn get(&self, kind: PieceKind) -> u8 {
        self.counts.get(kind.base().index()).copied().unwrap_or(0)
    }

    /// Sets the number of pieces of a kind. Has no effect for kings.
    pub(crate) fn set(&mut self, kind: PieceKind, count: u8) {
        if let Some(held) = self.counts.get_mut(kind.base().index()) {
            *held = count;
        }
    }

    /// Adds one piece; the count stops at 255.
    pub fn add(&mut self, kind: PieceKind) {
        self.set(kind, self.get(kind).saturating_add(1));
    }

    /// Removes one piece. Returns `false` if the hand has no piece of this kind.
    pub fn remove(&mut self, kind: PieceKind) -> bool {
        let held = self.get(kind);
        self.set(kind, held.saturating_sub(1));
        held > 0
    }

    /// Returns whether the hand is empty.
    pub fn is_empty(&self) -> bool {
        self.counts == [0; 7]
    }

    /// Returns the kinds in hand with their counts, in the order of [`PieceKind::HAND`].
    pub fn iter(&self) -> impl Iterator<Item = (PieceKind, u8)> + use<> {
        let hand = *self;
        PieceKind::HAND
            .into_iter()
            .map(move |kind| (kind, hand.get(kind)))
            .filter(|&(_, count)| count > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Color, Hand, Piece, PieceKind, Position, Square};

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn the_even_start_position_is_a_full_set() {
        let start = Position::startpos();
        assert_eq!(start.piece_counts(), [18, 4, 4, 4, 4, 2, 2, 2]);
        assert_eq!(start.pieces(Color::White).count(), 20);
        assert_eq!(start.king(Color::Black), Some(square("5i")));
        assert_eq!(start.unpromoted_pawn_on_file(Color::White, 3), Some(square("3c")));
    }

    #[test]
    fn the_king_is_found_again_after_changes_of_the_board() {
        let king = Some(Piece::new(Color::White, PieceKind::King));
        let mut position = Position::startpos();
        position.put(square("9e"), king);
        assert_eq!(position.king(Color::White), Some(square("5a")));
        position.put(square("5a"), None);
        assert_eq!(position.king(Color::White), Some(square("9e")));
        position.put(square("9e"), Some(Piece::new(Color::Black, PieceKind::King)));
        assert_eq!(position.king(Color::White), None);
        assert_eq!(position.king(Color::Black), Some(square("5i")));
        position.put(square("1e"), king);
        assert_eq!(position.king(Color::White), Some(square("1e")));
    }

    #[test]
    fn changes_keep_key_and_checks_consistent() {
        let mut position = Position::startpos();
        position.put(square("5b"), Some(Piece::new(Color::Black, PieceKind::Tokin)));
        position.set_side_to_move(Color::White);
        assert!(position.is_check());
        position.set_hand_count(Color::Black, PieceKind::Gold, 3);
        position.set_hand_count(Color::Black, PieceKind::King, 3);
        assert_eq!(
            position.hand(Color::Black).iter().collect::<Vec<_>>(),
            [(PieceKind::Gold, 3)]
        );
        assert_eq!(position.zobrist(), position.fresh_zobrist());
        position.put(square("5b"), None);
        assert!(!position.is_check());
        position.set_hand_count(Color::Black, PieceKind::Gold, 0);
        position.set_side_to_move(Color::Black);
        assert_eq!(position.zobrist(), Position::startpos().zobrist());
        assert_eq!(position, Position::startpos());
    }

    #[test]
    fn hand_counts_stop_at_0_and_255() {
        let mut hand = Hand::EMPTY;
        hand.set(PieceKind::Pawn, 255);
        hand.add(PieceKind::Tokin);
        assert_eq!(hand.get(PieceKind::Pawn), 255);
        assert!(!hand.remove(PieceKind::Gold));
        assert_eq!(hand.get(PieceKind::Gold), 0);
    }

    #[test]
    fn kings_are_never_in_hand() {
        let mut hand = Hand::EMPTY;
        hand.add(PieceKind::King);
        assert!(hand.is_empty());
        assert!(!hand.remove(PieceKind::King));
    }
}
