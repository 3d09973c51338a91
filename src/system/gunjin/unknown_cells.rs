//! Cells on which a hidden piece may stand or none: where a side has fewer pieces than its half has cells, and nothing says
//! on which of them they are. The first ply that comes from such a cell, or to it, tells.

use crate::notation::gunjin::Place;

/// The cells of which nothing is known, a bit each. They are as they were set up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct UnknownCells(u64);

impl UnknownCells {
    pub(super) const fn has(self, place: Place) -> bool {
        self.0 >> place.index() & 1 == 1
    }

    pub(super) const fn remove(&mut self, place: Place) {
        self.0 &= !(1 << place.index());
    }

    pub(super) const fn add(&mut self, place: Place) {
        self.0 |= 1 << place.index();
    }

    /// Those in the half of a seat.
    pub(super) fn of(self, owner: usize) -> impl Iterator<Item = Place> {
        Place::all().filter(move |&place| self.has(place) && place.half() == owner)
    }
}
