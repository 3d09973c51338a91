//! The SFEN of successive positions of a game.

use super::piece::Color;
use super::play::Undo;
use super::position::Position;
use super::sfen::{AsciiText, MAX_HAND_BYTES, MAX_RANK_BYTES, SfenBuffer};
use super::square::Square;

/// The text of a rank.
type RankText = AsciiText<MAX_RANK_BYTES>;

/// The text of the pieces in hand of a side.
type HandText = AsciiText<MAX_HAND_BYTES>;

/// The SFEN of a position to which moves are made. Each move rewrites only the ranks and the hand that it changes.
#[derive(Clone, Debug)]
pub(crate) struct SfenText {
    ranks: [RankText; 9],
    /// The pieces in hand, by colour.
    hands: [HandText; 2],
    side: Color,
    /// The Zobrist key of the position.
    key: u64,
}

impl SfenText {
    /// Writes a position.
    pub(crate) fn new(position: &Position) -> Self {
        let mut text = Self {
            ranks: [RankText::default(); 9],
            hands: [HandText::default(); 2],
            side: position.side_to_move(),
            key: position.zobrist(),
        };
        for (index, rank) in text.ranks.iter_mut().enumerate() {
            position.write_rank(index, rank);
        }
        for color in Color::ALL {
            position.write_hand(color, &mut text.hands[color.index()]);
        }
        text
    }

    /// Returns whether a move was made in this position, by the Zobrist key.
    pub(crate) const fn is_before(&self, undo: &Undo) -> bool {
        self.key == undo.key
    }

    /// Makes a move, which must have been made in this position. `after` is the position after the move.
    pub(crate) fn advance(&mut self, after: &Position, undo: &Undo) {
        let to = undo.to().rank();
        let from = undo.from().map(Square::rank).filter(|&from| from != to);
        for rank in [Some(to), from].into_iter().flatten() {
            let index = usize::from(rank) - 1;
            self.ranks[index].length = 0;
            after.write_rank(index, &mut self.ranks[index]);
        }
        if undo.held.is_some() {
            let hand = &mut self.hands[undo.mover().index()];
            hand.length = 0;
            after.write_hand(undo.mover(), hand);
        }
        (self.side, self.key) = (after.side_to_move(), after.zobrist());
    }

    /// Appends the text in the form of [`to_sfen`](Position::to_sfen).
    pub(crate) fn write(&self, ply_counter: u32, text: &mut String) {
        let mut sfen = self.unnumbered();
        sfen.push(b' ');
        sfen.push_number(ply_counter);
        text.push_str(sfen.as_str());
    }

    /// Appends the text without the blank and the move number at its end.
    pub(crate) fn write_unnumbered(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(self.unnumbered().as_str().as_bytes());
    }

    /// Returns the text without the blank and the move number at its end.
    #[inline]
    fn unnumbered(&self) -> SfenBuffer {
        let mut sfen = SfenBuffer::default();
        for (index, rank) in self.ranks.iter().enumerate() {
            if index > 0 {
                sfen.push(b'/');
            }
            sfen.push_text(rank);
        }
        sfen.push_side(self.side);
        if self.hands.iter().all(|hand| hand.length == 0) {
            sfen.push(b'-');
        }
        for hand in &self.hands {
            sfen.push_text(hand);
        }
        sfen
    }
}

impl SfenBuffer {
    /// Adds a part of a position. All bytes of the part are copied, also those after its end, because a copy of a fixed length
    /// is faster.
    fn push_text<const N: usize>(&mut self, part: &AsciiText<N>) {
        if let Some(rest) = self.bytes[self.length..].first_chunk_mut() {
            *rest = part.bytes;
            self.length += part.length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Position, SfenText};

    #[test]
    fn moves_change_the_text_as_the_position() {
        let mut position = Position::startpos();
        let mut text = SfenText::new(&position);
        for (ply, mv) in (2..).zip([
            "7g7f", "3c3d", "8h2b+", "3a2b", "B*5e", "2b3c", "5e3c+", "2a3c", "S*8h", "B*2d", "5i5h",
            "2d5g+", "5h5g",
        ]) {
            let undo = position.play(mv.parse().unwrap()).unwrap();
            assert!(text.is_before(&undo), "{mv}");
            text.advance(&position, &undo);
            let mut actual = String::new();
            text.write(ply, &mut actual);
            assert_eq!(actual, position.to_sfen(ply), "{mv}");
            let mut unnumbered = Vec::new();
            text.write_unnumbered(&mut unnumbered);
            assert_eq!(
                format!("{} {ply}", String::from_utf8(unnumbered).unwrap()),
                actual,
                "{mv}"
            );
        }
    }
}
