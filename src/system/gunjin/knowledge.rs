//! What is known of the pieces: what each may be, by its moves, its battles, and how many a side has of a kind.
//!
//! Nothing that can be true is ever ruled out, so a record of a true game contradicts nothing. That does not hold the other
//! way round: not all that cannot be true is found.

use std::sync::Arc;

use super::board::{Board, Kinds};
use super::game::{Contradiction, Terms};
use crate::notation::gunjin::{Kind, Place};
use crate::profile::{Battle, GunjinRules};

/// A piece, whether it is on the board or not any more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// The seat of its owner.
    pub owner: usize,
    /// What it may be.
    pub kinds: Kinds,
    /// The record does not say what it is.
    pub is_hidden: bool,
}

/// A battle with a hidden piece in it; pieces by their numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fight {
    /// The one that moved in.
    pub mover: usize,
    /// The one that stood there.
    pub standing: usize,
    /// The one of the same side right after that one.
    pub behind: Option<usize>,
    /// Nothing is known of the cell right after that one.
    pub is_unknown_behind: bool,
    /// How it ended.
    pub how: Battle,
}

/// All pieces, and their battles.
#[derive(Clone, Debug)]
pub(super) struct Knowledge {
    pub terms: Arc<Terms>,
    pub pieces: Vec<Piece>,
    fights: Vec<Fight>,
    /// Something was learned of which the conclusions are not drawn.
    is_new: bool,
}

impl Knowledge {
    /// Of nothing.
    pub(super) const fn new(terms: Arc<Terms>) -> Self {
        Self {
            terms,
            pieces: Vec::new(),
            fights: Vec::new(),
            is_new: true,
        }
    }

    /// Whether the record says what a piece is.
    pub(super) fn told(&self, piece: usize) -> Option<Kind> {
        let piece = self.pieces[piece];
        piece.kinds.single().filter(|_| !piece.is_hidden)
    }

    /// Whether a battle may have ended so if these kinds were in it.
    fn fits(&self, fight: Fight, mover: Kind, standing: Kind) -> bool {
        let outcome = |behind| self.terms.battles.outcome(mover, standing, behind) == fight.how;
        match fight.behind.filter(|_| standing == Kind::Flag) {
            Some(behind) => self.pieces[behind].kinds.iter().any(|it| outcome(Some(it))),
            // A flag may have any strength there.
            None => outcome(None) || fight.is_unknown_behind && standing == Kind::Flag,
        }
    }

    /// Takes note that a piece can be but one of these.
    pub(super) fn narrow(&mut self, piece: usize, to: Kinds) {
        let piece = &mut self.pieces[piece];
        if piece.is_hidden && !piece.kinds.within(to) {
            piece.kinds = piece.kinds.and(to);
            self.is_new = true;
        }
    }

    /// Takes note of a battle.
    pub(super) fn fought(&mut self, fight: Fight) {
        self.fights.push(fight);
        self.is_new = true;
    }

    /// Draws all conclusions, until there is none left.
    pub(super) fn conclude(&mut self) -> Result<(), Contradiction> {
        if !self.is_new {
            return Ok(());
        }
        while std::mem::take(&mut self.is_new) {
            let before: Vec<Kinds> = self.pieces.iter().map(|it| it.kinds).collect();
            for fight in self.fights.clone() {
                self.conclude_from(fight);
            }
            for owner in 0..2 {
                self.conclude_from_roster(owner);
            }
            if let Some(impossible) = self.pieces.iter().position(|it| it.kinds.is_empty()) {
                return Err(Contradiction::Piece(impossible));
            }
            self.is_new = !self.pieces.iter().map(|it| it.kinds).eq(before);
        }
        match (0..2).find(|&owner| !self.can_be_dealt(owner)) {
            Some(owner) => Err(Contradiction::Roster(owner)),
            None => Ok(()),
        }
    }

    fn conclude_from(&mut self, fight: Fight) {
        let (movers, standings) = (self.pieces[fight.mover].kinds, self.pieces[fight.standing].kinds);
        let fits = |mover, standing| self.fits(fight, mover, standing);
        let mover = Kinds::that(|mover| standings.iter().any(|standing| fits(mover, standing)));
        let standing = Kinds::that(|standing| movers.iter().any(|mover| fits(mover, standing)));
        let behind = Kinds::that(|behind| {
            let outcome = |mover| self.terms.battles.outcome(mover, Kind::Flag, Some(behind));
            standings.single() != Some(Kind::Flag) || movers.iter().any(|it| outcome(it) == fight.how)
        });
        self.narrow(fight.mover, mover);
        self.narrow(fight.standing, standing);
        if let Some(piece) = fight.behind {
            self.narrow(piece, behind);
        }
    }

    /// How many of a kind are hidden among the pieces of a seat, at most.
    fn hidden_of(&self, owner: usize, kind: Kind) -> usize {
        let told = self.pieces.iter().filter(|it| it.owner == owner && !it.is_hidden);
        let told = told.filter(|it| it.kinds == Kinds::only(kind)).count();
        usize::from(self.terms.roster[kind.index()]).saturating_sub(told)
    }

    /// Where all of a kind are found, nothing else can be of it.
    fn conclude_from_roster(&mut self, owner: usize) {
        for kind in Kind::ALL {
            let only = Kinds::only(kind);
            let room = self.hidden_of(owner, kind);
            let hidden = || self.pieces.iter().filter(|it| it.owner == owner && it.is_hidden);
            if hidden().filter(|it| it.kinds == only).count() < room {
                continue;
            }
            let others = self.pieces.iter_mut();
            for piece in others.filter(|it| it.owner == owner && it.is_hidden && it.kinds != only) {
                piece.kinds = piece.kinds.without(only);
            }
        }
    }

    /// Whether the kinds that a seat has can be dealt to its hidden pieces, each one that it may be.
    fn can_be_dealt(&self, owner: usize) -> bool {
        let hidden = self.pieces.iter().filter(|it| it.owner == owner && it.is_hidden);
        let hidden: Vec<Kinds> = hidden.map(|it| it.kinds).collect();
        let rooms = Kind::ALL.map(|kind| self.hidden_of(owner, kind));
        let mut dealt: [Vec<usize>; Kind::COUNT] = std::array::from_fn(|_| Vec::new());
        (0..hidden.len()).all(|piece| deal(piece, &hidden, &rooms, &mut dealt))
    }
}

/// Deals a kind to a piece, others giving way where they can: the shortest chain of those that do is found breadth first.
fn deal(
    piece: usize,
    hidden: &[Kinds],
    rooms: &[usize; Kind::COUNT],
    dealt: &mut [Vec<usize>; Kind::COUNT],
) -> bool {
    // For whom each kind is looked at.
    let mut wanted: [Option<usize>; Kind::COUNT] = [None; Kind::COUNT];
    let mut queue = std::collections::VecDeque::from([piece]);
    while let Some(one) = queue.pop_front() {
        for kind in hidden[one].iter().map(Kind::index) {
            if wanted[kind].is_some() {
                continue;
            }
            wanted[kind] = Some(one);
            if dealt[kind].len() < rooms[kind] {
                give(kind, piece, &wanted, dealt);
                return true;
            }
            queue.extend(&dealt[kind]);
        }
    }
    false
}

/// Gives a kind to the one for whom it was looked at, what that one had to the one before, and so on to the first.
fn give(
    mut kind: usize,
    first: usize,
    wanted: &[Option<usize>; Kind::COUNT],
    dealt: &mut [Vec<usize>; Kind::COUNT],
) {
    while let Some(taker) = wanted[kind] {
        let had = dealt.iter().position(|it| it.contains(&taker));
        dealt[kind].push(taker);
        match had {
            Some(had) if taker != first => {
                dealt[had].retain(|&it| it != taker);
                kind = had;
            }
            _ => return,
        }
    }
}

// Cells on which a hidden piece may stand or none: where a side has fewer pieces than its half has cells, and nothing says
// on which of them they are. The first ply that comes from such a cell, or to it, tells. They are as they were set up.

impl Board {
    /// Whether nothing is known of a cell.
    pub(super) const fn is_unknown(&self, place: Place) -> bool {
        self.unknown[place.index()]
    }

    /// The cells in the half of a seat of which nothing is known.
    fn unknown_of(&self, owner: usize) -> impl Iterator<Item = Place> + '_ {
        Place::all().filter(move |&place| self.is_unknown(place) && place.half() == owner)
    }

    /// Whether pieces of a seat may stand on cells of which nothing is known.
    pub(super) fn has_unknown(&self, owner: usize) -> bool {
        self.unknown_of(owner).next().is_some()
    }

    /// It is known whether a piece stands there.
    pub(super) fn reveal(&mut self, place: Place, has_piece: bool) {
        let owner = place.half();
        self.unknown[place.index()] = false;
        if has_piece {
            self.appear(place);
        }
        let (seen, due) = (self.seen_of(owner), self.known.terms.pieces());
        let unknown: Vec<Place> = self.unknown_of(owner).collect();
        // All are seen, or all that are left must be pieces.
        let is_decided = seen >= due || seen + unknown.len() <= due;
        for place in unknown.into_iter().filter(|_| is_decided) {
            self.unknown[place.index()] = false;
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

// Who wins where two pieces meet.

/// The kinds that have a strength of their own: all but the flag.
const RANKED_KINDS: usize = Kind::COUNT - 1;

/// The table of the document: a row for the piece that moves in, a column for the one that stands there. Two mines never meet.
const PRINTED: [&[u8; RANKED_KINDS]; RANKED_KINDS] = [
    b"DWWWWWWWWWWWWLD",
    b"LDWWWWWWWWWWWWD",
    b"LLDWWWWWWWWWWWD",
    b"LLLDWWWWWLLWWWD",
    b"LLLLDWWWWLLWWWD",
    b"LLLLLDWWWLLWWWD",
    b"LLLLLLDWWLLWWWD",
    b"LLLLLLLDWLLWWWD",
    b"LLLLLLLLDLLWWWD",
    b"LLLWWWWWWDWWWWW",
    b"LLLWWWWWWLDWLWD",
    b"LLLLLLLLLLLDWWD",
    b"LLLLLLLLLLWLDWW",
    b"WLLLLLLLLLLLLDD",
    b"DDDDDDDDDLDDLDD",
];

/// How battles end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Battles([[Battle; RANKED_KINDS]; RANKED_KINDS]);

impl Battles {
    /// The table of the document, and what an event has otherwise.
    pub(super) fn new(rules: &GunjinRules) -> Self {
        let mut table = Self(PRINTED.map(|row| {
            row.map(|how| match how {
                b'W' => Battle::Won,
                b'L' => Battle::Lost,
                _ => Battle::Both,
            })
        }));
        for (mover, standing, how) in rules.other_battles() {
            table.0[mover][standing] = how;
            table.0[standing][mover] = turned(how);
        }
        table
    }

    /// How it ends for a piece that moves onto another. A flag has the strength of the own piece right after it, seen from the
    /// bar; without one it has none.
    pub(super) fn outcome(&self, mover: Kind, standing: Kind, behind: Option<Kind>) -> Battle {
        let strength = match standing {
            Kind::Flag => behind.filter(|&it| it != Kind::Flag),
            own => Some(own),
        };
        let cell = strength.and_then(|it| self.0.get(mover.index())?.get(it.index()));
        cell.copied().unwrap_or(Battle::Won)
    }
}

/// How the same battle ends for the other.
const fn turned(how: Battle) -> Battle {
    match how {
        Battle::Won => Battle::Lost,
        Battle::Lost => Battle::Won,
        Battle::Both => Battle::Both,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strong() -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().take(RANKED_KINDS)
    }

    /// The cells of the table as the document prints them, row by row.
    const CELLS: &str = "
        ＝○○○○○○○○○○○○×＝ ×＝○○○○○○○○○○○○＝ ××＝○○○○○○○○○○○＝ ×××＝○○○○○××○○○＝
        ××××＝○○○○××○○○＝ ×××××＝○○○××○○○＝ ××××××＝○○××○○○＝ ×××××××＝○××○○○＝
        ××××××××＝××○○○＝ ×××○○○○○○＝○○○○○ ×××○○○○○○×＝○×○＝ ×××××××××××＝○○＝
        ××××××××××○×＝○○ ○××××××××××××＝＝ ＝＝＝＝＝＝＝＝＝×＝＝×＝－";

    #[test]
    fn every_cell_is_as_it_is_printed() {
        let battles = Battles::new(&GunjinRules::default());
        let mut cells = CELLS.chars().filter(|it| !it.is_whitespace());
        for mover in strong() {
            for standing in strong() {
                let how = match cells.next().expect("a cell") {
                    '○' => Battle::Won,
                    '×' => Battle::Lost,
                    '＝' => Battle::Both,
                    _ => continue,
                };
                assert_eq!(
                    battles.outcome(mover, standing, None),
                    how,
                    "{mover:?} {standing:?}"
                );
            }
        }
        assert_eq!(cells.next(), None);
    }

    #[test]
    fn a_battle_is_the_same_the_other_way_round() {
        let others = GunjinRules {
            battles: "SP LG W, SP MN L".to_owned(),
            ..GunjinRules::default()
        };
        for battles in [Battles::new(&GunjinRules::default()), Battles::new(&others)] {
            for (one, other) in strong().flat_map(|one| strong().map(move |other| (one, other))) {
                let how = battles.outcome(one, other, None);
                assert_eq!(
                    battles.outcome(other, one, None),
                    turned(how),
                    "{one:?} {other:?}"
                );
            }
        }
    }

    #[test]
    fn a_flag_has_the_strength_of_the_piece_after_it() {
        let battles = Battles::new(&GunjinRules::default());
        for mover in strong().filter(|it| it.is_mobile()) {
            assert_eq!(battles.outcome(mover, Kind::Flag, None), Battle::Won);
            for after in strong() {
                assert_eq!(
                    battles.outcome(mover, Kind::Flag, Some(after)),
                    battles.outcome(mover, after, None)
                );
            }
        }
    }
}
