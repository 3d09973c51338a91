//! What is learned of cells of which nothing is known.

use super::board::Board;
use super::kinds::Kinds;
use crate::notation::gunjin::Place;

impl Board {
    /// Whether nothing is known of a cell.
    pub(super) const fn is_unknown(&self, place: Place) -> bool {
        self.unknown.has(place)
    }

    /// Whether pieces of a seat may stand on cells of which nothing is known.
    pub(super) fn has_unknown(&self, owner: usize) -> bool {
        self.unknown.of(owner).next().is_some()
    }

    /// Nothing is known of a cell.
    pub(super) const fn make_unknown(&mut self, place: Place) {
        self.unknown.add(place);
    }

    /// It is known whether a piece stands there.
    pub(super) fn reveal(&mut self, place: Place, has_piece: bool) {
        let owner = place.half();
        self.unknown.remove(place);
        if has_piece {
            self.appear(place);
        }
        let (seen, due) = (self.seen_of(owner), self.known.terms.pieces());
        let unknown: Vec<Place> = self.unknown.of(owner).collect();
        // All are seen, or all that are left must be pieces.
        let is_decided = seen >= due || seen + unknown.len() <= due;
        for place in unknown.into_iter().filter(|_| is_decided) {
            self.unknown.remove(place);
            if seen < due {
                self.appear(place);
            }
        }
    }

    /// A hidden piece stands where it was set up: on a gate cell no flag and no mine.
    fn appear(&mut self, place: Place) {
        self.set(place, place.half(), None);
        if let Some(piece) = self.number(place).filter(|_| self.known.terms.gates.has(place)) {
            self.known.narrow(piece, Kinds::ALL.without(Kinds::immobile()));
        }
    }

    /// How many pieces of a seat were seen so far, on the board or not any more.
    fn seen_of(&self, owner: usize) -> usize {
        self.known.pieces.iter().filter(|it| it.owner == owner).count()
    }

    /// How many pieces of a seat are left, seen or not.
    pub(super) fn left_of(&self, owner: usize) -> usize {
        let left = self.pieces_of(owner).count();
        if self.has_unknown(owner) {
            (self.known.terms.pieces() + left).saturating_sub(self.seen_of(owner))
        } else {
            left
        }
    }
}
