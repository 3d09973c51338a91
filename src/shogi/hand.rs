//! Pieces in hand.

use super::piece::PieceKind;

/// The pieces one side holds. A promoted kind is counted as its unpromoted side, a king is never
/// held: its count is always 0 and adding one changes nothing.
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
    /// By `PieceKind::index`, which is below 7 for the kinds that can be held.
    counts: [u8; 7],
}

impl Hand {
    /// Nothing in hand.
    pub const EMPTY: Hand = Hand { counts: [0; 7] };

    /// How many pieces of a kind are held.
    pub fn get(&self, kind: PieceKind) -> u8 {
        self.counts.get(kind.base().index()).copied().unwrap_or(0)
    }

    /// Says how many pieces of a kind are held.
    pub fn set(&mut self, kind: PieceKind, count: u8) {
        if let Some(held) = self.counts.get_mut(kind.base().index()) {
            *held = count;
        }
    }

    /// Takes one more piece into the hand; the count stops at 255.
    pub fn add(&mut self, kind: PieceKind) {
        self.set(kind, self.get(kind).saturating_add(1));
    }

    /// Gives one piece away. `false`, and no change, when there is none.
    pub fn remove(&mut self, kind: PieceKind) -> bool {
        let held = self.get(kind);
        self.set(kind, held.saturating_sub(1));
        held > 0
    }

    /// Whether nothing is held.
    pub fn is_empty(&self) -> bool {
        self.counts == [0; 7]
    }

    /// The kinds held with their counts, in the order of [`PieceKind::HAND`].
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
    use super::{Hand, PieceKind};

    #[test]
    fn counts_neither_wrap_nor_go_below_zero() {
        let mut hand = Hand::EMPTY;
        hand.set(PieceKind::Pawn, 255);
        hand.add(PieceKind::Tokin);
        assert_eq!(hand.get(PieceKind::Pawn), 255);
        assert!(!hand.remove(PieceKind::Gold));
        assert_eq!(hand.get(PieceKind::Gold), 0);
    }

    #[test]
    fn a_king_is_never_held() {
        let mut hand = Hand::EMPTY;
        hand.add(PieceKind::King);
        assert!(hand.is_empty());
        assert!(!hand.remove(PieceKind::King));
    }
}
