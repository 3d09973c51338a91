//! The board: what stands where, and what was last removed there.

use super::gates::across;
use super::kinds::Kinds;
use super::knowledge::{Knowledge, Piece};
use super::reach::{Way, way};
use super::unknown_cells::UnknownCells;
use crate::finding::Seat;
use crate::notation::gunjin::{GAME, Kind, Place};
use crate::profile::TwoCells;

/// The player of a seat.
pub(super) fn seat(number: usize) -> Seat {
    GAME.seats[number]
}

/// Where everything stands, and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// By cell, the number of the piece there.
    cells: [Option<usize>; 64],
    /// By cell, the seats whose pieces were last removed there, a bit each.
    removed: [u8; 64],
    /// The cells of which nothing is known.
    pub unknown: UnknownCells,
    pub known: Knowledge,
}

impl Board {
    /// Nothing on it.
    pub(super) fn empty(known: Knowledge) -> Self {
        Self {
            cells: [None; 64],
            removed: [0; 64],
            unknown: UnknownCells::default(),
            known,
        }
    }

    /// Puts a new piece there; one without a kind is hidden.
    pub(super) fn set(&mut self, place: Place, owner: usize, kind: Option<Kind>) {
        self.cells[place.index()] = Some(self.known.pieces.len());
        self.known.pieces.push(Piece {
            owner,
            kinds: kind.map_or(Kinds::ALL, Kinds::only),
            is_hidden: kind.is_none(),
        });
    }

    /// The number of the piece there.
    pub(super) fn number(&self, place: Place) -> Option<usize> {
        self.cells[place.index()]
    }

    /// The piece there.
    pub(super) fn at(&self, place: Place) -> Option<Piece> {
        self.number(place).map(|it| self.known.pieces[it])
    }

    /// Whether a piece of this seat was the last thing removed there.
    pub(super) fn was_removed(&self, place: Place, owner: usize) -> bool {
        self.removed[place.index()] & 1 << owner != 0
    }

    /// Takes pieces off: those on these cells, who fall there.
    pub(super) fn remove(&mut self, cells: &[Place], there: Place) {
        let mut fallen = 0;
        for cell in cells {
            if let Some(piece) = self.cells[cell.index()].take() {
                fallen |= 1 << self.known.pieces[piece].owner;
            }
        }
        if fallen != 0 {
            self.removed[there.index()] = fallen;
        }
    }

    /// Moves what stands there, if anything does.
    pub(super) fn shift(&mut self, from: Place, to: Place) {
        if let Some(piece) = self.cells[from.index()].take() {
            self.cells[to.index()] = Some(piece);
        }
    }

    /// The pieces of a seat that are on the board, and where.
    pub(super) fn pieces_of(&self, owner: usize) -> impl Iterator<Item = (Place, Piece)> + '_ {
        Place::all().filter_map(move |place| {
            let piece = self.at(place).filter(|it| it.owner == owner)?;
            Some((place, piece))
        })
    }

    /// The cell right after one, as the owner of the piece on it sees it from the bar.
    fn cell_behind(&self, place: Place) -> Option<Place> {
        let owner = self.at(place)?.owner;
        let row = if owner == 0 {
            place.row().checked_sub(1)
        } else {
            Some(place.row() + 1)
        };
        Place::new(place.column(), row?).filter(|&it| !across(it, place))
    }

    /// Whether nothing is known of what stands there.
    pub(super) fn is_unknown_behind(&self, place: Place) -> bool {
        self.cell_behind(place).is_some_and(|it| self.is_unknown(it))
    }

    /// The number of the piece of the same side right after the one that stands there, seen from the bar.
    pub(super) fn behind(&self, place: Place) -> Option<usize> {
        let owner = self.at(place)?.owner;
        let number = self.number(self.cell_behind(place)?)?;
        (self.known.pieces[number].owner == owner).then_some(number)
    }

    /// Whether a piece of this kind can go so: the one that stands there, for those that go ahead otherwise than back.
    pub(super) fn way(&self, kind: Kind, from: Place, to: Place) -> Way {
        let terms = &self.known.terms;
        let ahead = self.at(from).filter(|_| terms.two_cells == TwoCells::Ahead);
        way(kind, (from, to), (&terms.gates, ahead.map(|it| it.owner)), |it| {
            self.number(it).is_some()
        })
    }

    /// The kinds that can go so.
    pub(super) fn movers(&self, from: Place, to: Place) -> Kinds {
        Kinds::that(|kind| self.way(kind, from, to) == Way::Free)
    }

    /// What a piece might do that can be any of these: whether one of them has a move.
    fn has_move(&self, from: Place, kinds: Kinds) -> bool {
        let owner = self.at(from).map(|it| it.owner);
        let targets = Place::all().filter(|&to| to != from && self.at(to).map(|it| it.owner) != owner);
        let can = |to| kinds.iter().any(|kind| self.way(kind, from, to) == Way::Free);
        targets.into_iter().any(can)
    }

    /// Whether a seat has no move, whatever its pieces are.
    pub(super) fn is_stuck(&self, owner: usize) -> bool {
        let mut pieces = self.pieces_of(owner);
        !self.has_unknown(owner) && !pieces.any(|(from, piece)| self.has_move(from, piece.kinds))
    }

    /// Whether a seat has a move, whatever its pieces are.
    pub(super) fn can_move(&self, owner: usize) -> bool {
        let has_move = |from, kind| self.has_move(from, Kinds::only(kind));
        let mut pieces = self.pieces_of(owner);
        // Own pieces may stand in the way of which nothing is known.
        !self.has_unknown(owner)
            && pieces.any(|(from, piece)| piece.kinds.iter().all(|kind| has_move(from, kind)))
    }

    /// Whether nothing that a seat has on the board can ever move.
    pub(super) fn is_exterminated(&self, owner: usize) -> bool {
        let immobile = Kinds::immobile();
        let mut pieces = self.pieces_of(owner);
        !self.has_unknown(owner) && pieces.all(|(_, piece)| piece.kinds.within(immobile))
    }

    /// Whether nothing that a seat has on the board can be a general or a field officer.
    pub(super) fn lacks_officers(&self, owner: usize) -> bool {
        let officers = Kinds::officers();
        let mut pieces = self.pieces_of(owner);
        !self.has_unknown(owner) && pieces.all(|(_, piece)| piece.kinds.and(officers).is_empty())
    }

    /// Whether something that a seat has on the board can move at times: one that does, or more than all that never do.
    pub(super) fn has_mobile(&self, owner: usize) -> bool {
        let immobile = Kinds::immobile();
        let most: usize = immobile
            .iter()
            .map(|kind| usize::from(self.known.terms.roster[kind.index()]))
            .sum();
        self.pieces_of(owner)
            .any(|(_, piece)| piece.kinds.and(immobile).is_empty())
            || (self.has_unknown(owner) || self.pieces_of(owner).any(|(_, piece)| piece.is_hidden))
                && self.left_of(owner) > most
    }
}
