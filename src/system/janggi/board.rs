//! The board and what stands on it.

use crate::finding::Seat;
use crate::notation::gib::{GUNG_JANGGI, Kind, Point};

/// Blue, who moves first and plays from the tenth rank, and Red.
pub(super) const BLUE: usize = 0;
pub(super) const RED: usize = 1;

/// The player of a seat. Both games have the same.
pub(super) fn seat(number: usize) -> Seat {
    GUNG_JANGGI.seats[number]
}

/// A piece, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man {
    /// The seat of its owner.
    pub owner: usize,
    pub kind: Kind,
    /// Only gung-janggi has promoted pieces: generals, guards and soldiers.
    pub promoted: bool,
}

/// Where everything stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    points: [Option<Man>; 90],
}

impl Board {
    /// Nothing on it.
    pub(super) const fn empty() -> Self {
        Self { points: [None; 90] }
    }

    pub(super) fn at(&self, point: Point) -> Option<Man> {
        self.points[point.index()]
    }

    pub(super) fn put(&mut self, point: Point, man: Option<Man>) {
        self.points[point.index()] = man;
    }

    /// Everything that stands on it.
    pub(super) fn all(&self) -> impl Iterator<Item = (Point, Man)> + '_ {
        Point::all().filter_map(|point| Some((point, self.at(point)?)))
    }

    /// The pieces of a seat.
    pub(super) fn men(&self, seat: usize) -> impl Iterator<Item = (Point, Man)> + '_ {
        self.all().filter(move |(_, man)| man.owner == seat)
    }

    pub(super) fn general(&self, seat: usize) -> Option<(Point, Man)> {
        self.men(seat).find(|(_, man)| man.kind == Kind::General)
    }

    /// How many pieces a seat has beside its general.
    pub(super) fn count(&self, seat: usize) -> usize {
        self.men(seat)
            .filter(|(_, man)| man.kind != Kind::General)
            .count()
    }

    /// How many of a kind a seat has.
    pub(super) fn count_of(&self, seat: usize, kind: Kind) -> usize {
        self.men(seat).filter(|(_, man)| man.kind == kind).count()
    }

    /// Twice the points of a seat: the pieces, and the half more than one that Red has for moving second.
    pub(super) fn half_points(&self, seat: usize) -> usize {
        let points = |kind| match kind {
            Kind::General => 0,
            Kind::Chariot => 13,
            Kind::Cannon => 7,
            Kind::Horse => 5,
            Kind::Elephant | Kind::Guard => 3,
            Kind::Soldier => 2,
        };
        let pieces: usize = self.men(seat).map(|(_, man)| points(man.kind)).sum();
        2 * pieces + if seat == RED { 3 } else { 0 }
    }

    /// Whether the generals face each other on a file with nothing between.
    pub(super) fn are_facing(&self) -> bool {
        let (Some((blue, _)), Some((red, _))) = (self.general(BLUE), self.general(RED)) else {
            return false;
        };
        let (first, last) = (blue.rank().min(red.rank()), blue.rank().max(red.rank()));
        let mut between = (first + 1..last).filter_map(|rank| Point::new(rank, blue.file()));
        blue.file() == red.file() && between.all(|point| self.at(point).is_none())
    }

    /// Moves whatever stands there. What it takes.
    pub(super) fn shift(&mut self, from: Point, to: Point) -> Option<Man> {
        let taken = self.at(to).filter(|_| from != to);
        let man = self.at(from);
        self.put(from, None);
        self.put(to, man);
        taken
    }

    /// Promotes a piece that stands there. Whether it was not before.
    pub(super) fn promote(&mut self, point: Point) -> bool {
        match &mut self.points[point.index()] {
            Some(man) => !std::mem::replace(&mut man.promoted, true),
            None => false,
        }
    }
}
