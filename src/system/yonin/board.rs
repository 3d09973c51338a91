//! The board, the hands, and what pieces attack.

use super::reach::{reach, seen};
use crate::finding::Seat;
use crate::notation::yonin::GAME;
use crate::profile::PiecesLeft;
use crate::shogi::{PieceKind, Square};

/// How many play.
pub(super) const SEATS: usize = 4;

/// The kinds that can be held in hand, as they are listed.
pub(super) const HELD: [PieceKind; 4] = [
    PieceKind::Rook,
    PieceKind::Gold,
    PieceKind::Silver,
    PieceKind::Pawn,
];

/// The player of a seat.
pub(super) fn seat(number: usize) -> Seat {
    GAME.seats[number]
}

/// A piece, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man {
    /// The seat of its owner.
    pub owner: usize,
    pub kind: PieceKind,
}

/// Where everything stands. The pieces of a player who is out attack nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    squares: [Option<Man>; 81],
    /// By seat, in the order of [`HELD`].
    pub hands: [[u8; HELD.len()]; SEATS],
    pub alive: [bool; SEATS],
    /// What becomes of the pieces of a player who is out.
    pub left: PiecesLeft,
}

impl Board {
    /// Nothing on it, and everybody plays.
    pub(super) const fn empty() -> Self {
        Self {
            squares: [None; 81],
            hands: [[0; HELD.len()]; SEATS],
            alive: [true; SEATS],
            left: PiecesLeft::Capturable,
        }
    }

    pub(super) fn at(&self, square: Square) -> Option<Man> {
        self.squares[square.index()]
    }

    pub(super) fn put(&mut self, square: Square, man: Option<Man>) {
        self.squares[square.index()] = man;
    }

    /// Whether what stands there stays there to the end: the king of a player who is out, and his other pieces where the
    /// event has it so.
    pub(super) fn is_fixed(&self, man: Man) -> bool {
        !self.alive[man.owner] && (man.kind == PieceKind::King || self.left == PiecesLeft::Fixed)
    }

    /// A player is out: his pieces go if the event has it so, and his king stays.
    pub(super) fn retire(&mut self, seat: usize) {
        self.alive[seat] = false;
        if self.left == PiecesLeft::Removed {
            for man in &mut self.squares {
                *man = man.filter(|it| it.owner != seat || it.kind == PieceKind::King);
            }
        }
    }

    /// The pieces of a seat and where they stand.
    pub(super) fn men(&self, seat: usize) -> impl Iterator<Item = (Square, PieceKind)> + '_ {
        squares().filter_map(move |square| {
            let man = self.at(square).filter(|man| man.owner == seat)?;
            Some((square, man.kind))
        })
    }

    pub(super) fn king(&self, seat: usize) -> Option<Square> {
        let mut kings = self.men(seat).filter(|&(_, kind)| kind == PieceKind::King);
        kings.next().map(|(square, _)| square)
    }

    /// Where the piece on a square can go, whatever stands there.
    pub(super) fn reach(&self, from: Square) -> Vec<Square> {
        let Some(man) = self.at(from) else {
            return Vec::new();
        };
        reach(from, man.kind, man.owner, |square| self.at(square).is_some())
    }

    /// The pieces of living players other than `seat` that attack a square.
    pub(super) fn attackers(&self, square: Square, seat: usize) -> Vec<Square> {
        let others = (0..SEATS).filter(|&other| other != seat && self.alive[other]);
        others
            .flat_map(|other| self.men(other))
            .map(|(from, _)| from)
            .filter(|&from| self.reach(from).contains(&square))
            .collect()
    }

    /// Whether the king of a seat is attacked.
    pub(super) fn in_check(&self, seat: usize) -> bool {
        self.king(seat)
            .is_some_and(|king| !self.attackers(king, seat).is_empty())
    }

    /// Whether a seat has an unpromoted pawn on the line of a square that runs away from it.
    pub(super) fn has_pawn_on_line(&self, square: Square, seat: usize) -> bool {
        let line = seen(square, seat).lateral;
        self.men(seat)
            .any(|(at, kind)| kind == PieceKind::Pawn && seen(at, seat).lateral == line)
    }

    /// How many of a kind a seat holds.
    pub(super) fn held(&self, seat: usize, kind: PieceKind) -> u8 {
        let place = HELD.iter().position(|&it| it == kind);
        place.map_or(0, |place| self.hands[seat][place])
    }

    /// Takes a piece into a hand, as what it is unpromoted. Nobody holds a king.
    pub(super) fn hold(&mut self, seat: usize, kind: PieceKind) {
        if let Some(place) = HELD.iter().position(|&it| it == kind.base()) {
            self.hands[seat][place] += 1;
        }
    }

    /// Moves a piece of this seat, whatever stood there before, and takes what it meets.
    pub(super) fn shift(&mut self, seat: usize, from: Square, to: Square, promotes: bool) {
        let Some(man) = self.at(from) else { return };
        if let Some(taken) = self.at(to).filter(|it| it.owner != seat) {
            self.hold(seat, taken.kind);
        }
        let kind = man.kind.promoted().filter(|_| promotes).unwrap_or(man.kind);
        self.put(from, None);
        self.put(to, Some(Man { kind, ..man }));
    }

    /// Drops a piece from a hand.
    pub(super) fn drop(&mut self, seat: usize, kind: PieceKind, to: Square) {
        if let Some(place) = HELD.iter().position(|&it| it == kind.base()) {
            self.hands[seat][place] = self.hands[seat][place].saturating_sub(1);
        }
        self.put(to, Some(Man { owner: seat, kind }));
    }
}

/// All squares.
pub(super) fn squares() -> impl Iterator<Item = Square> {
    (0..81).filter_map(Square::from_index)
}
