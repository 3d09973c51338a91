//! Pieces in hand.

use super::piece::Kind;

/// The pieces one side holds. A promoted kind is counted as its unpromoted side, a king is never
/// held: its count is always 0 and adding one changes nothing.
///
/// ```
/// use kifu::shogi::{Hand, Kind};
/// let mut hand = Hand::EMPTY;
/// hand.add(Kind::Dragon);
/// assert_eq!(hand.get(Kind::Rook), 1);
/// assert!(hand.remove(Kind::Rook));
/// assert!(!hand.remove(Kind::Rook));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand {
    /// By `Kind::index`, which is below 7 for the kinds that can be held.
    counts: [u8; 7],
}

impl Hand {
    /// Nothing in hand.
    pub const EMPTY: Hand = Hand { counts: [0; 7] };

    /// How many pieces of a kind are held.
    pub fn get(&self, kind: Kind) -> u8 {
        self.counts.get(kind.base().index()).copied().unwrap_or(0)
    }

    /// Says how many pieces of a kind are held.
    pub fn set(&mut self, kind: Kind, count: u8) {
        if let Some(held) = self.counts.get_mut(kind.base().index()) {
            *held = count;
        }
    }

    /// Takes one more piece into the hand; the count stops at 255.
    pub fn add(&mut self, kind: Kind) {
        self.set(kind, self.get(kind).saturating_add(1));
    }

    /// Gives one piece away. `false`, and no change, when there is none.
    pub fn remove(&mut self, kind: Kind) -> bool {
        let held = self.get(kind);
        self.set(kind, held.saturating_sub(1));
        held > 0
    }

    /// Whether nothing is held.
    pub fn is_empty(&self) -> bool {
        self.counts == [0; 7]
    }

    /// The kinds held with their counts, in the order of [`Kind::HAND`].
    pub fn iter(&self) -> impl Iterator<Item = (Kind, u8)> + use<> {
        let hand = *self;
        Kind::HAND
            .into_iter()
            .map(move |kind| (kind, hand.get(kind)))
            .filter(|&(_, count)| count > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Hand, Kind};

    #[test]
    fn counts_neither_wrap_nor_go_below_zero() {
        let mut hand = Hand::EMPTY;
        hand.set(Kind::Pawn, 255);
        hand.add(Kind::Tokin);
        assert_eq!(hand.get(Kind::Pawn), 255);
        assert!(!hand.remove(Kind::Gold));
        assert_eq!(hand.get(Kind::Gold), 0);
    }

    #[test]
    fn a_king_is_never_held() {
        let mut hand = Hand::EMPTY;
        hand.add(Kind::King);
        assert!(hand.is_empty());
        assert!(!hand.remove(Kind::King));
    }
}
