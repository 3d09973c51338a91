//! The possible kinds of each hidden piece, concluded from its moves, its battles and the roster of its side.
//!
//! A possible kind is never excluded, so a record of a legal game causes no contradiction. The converse does not hold:
//! some impossible kinds are not excluded.

use std::sync::Arc;

use super::board::{Board, Kinds};
use super::game::{Contradiction, Terms};
use crate::notation::gunjin::{Kind, Place};
use crate::profile::{Battle, GunjinRules};

/// A piece, on the board or already removed.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceKnowledge {
    /// The seat of the owner.
    pub owner: usize,
    /// The kinds that are still possible.
    pub kinds: Kinds,
    /// `true` if the record does not show the kind.
    pub is_hidden: bool,
}

/// A battle. Pieces are given by their indices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fight {
    /// The attacking piece.
    pub mover: usize,
    /// The piece on the destination.
    pub defender: usize,
    /// The piece of the same owner directly behind the defender, on the side away from the bar; `None` if there is no such
    /// piece.
    pub behind: Option<usize>,
    /// `true` if the cell directly behind the defender is unknown.
    pub is_unknown_behind: bool,
    /// The written result, from the point of view of the attacker.
    pub result: Battle,
}

/// All pieces, and the battles with at least one hidden piece.
#[derive(Clone, Debug)]
pub(super) struct Knowledge {
    pub terms: Arc<Terms>,
    pub pieces: Vec<PieceKnowledge>,
    fights: Vec<Fight>,
    /// `true` if a fact was added since the last conclusions.
    is_stale: bool,
}

impl Knowledge {
    /// Returns the state without pieces and battles.
    pub(super) const fn new(terms: Arc<Terms>) -> Self {
        Self {
            terms,
            pieces: Vec::new(),
            fights: Vec::new(),
            is_stale: true,
        }
    }

    /// Returns the kind of a piece if the record shows it.
    pub(super) fn shown_kind(&self, piece: usize) -> Option<Kind> {
        let piece = self.pieces[piece];
        piece.kinds.only_kind().filter(|_| !piece.is_hidden)
    }

    /// Returns whether a battle between these kinds could have had the written result.
    fn fits(&self, fight: Fight, mover: Kind, defender: Kind) -> bool {
        let outcome = |behind| self.terms.battles.outcome(mover, defender, behind) == fight.result;
        match fight.behind.filter(|_| defender == Kind::Flag) {
            Some(behind) => self.pieces[behind].kinds.iter().any(|kind| outcome(Some(kind))),
            // A piece on an unknown cell behind the flag may lend the flag its strength.
            None => outcome(None) || fight.is_unknown_behind && defender == Kind::Flag,
        }
    }

    /// Restricts the possible kinds of a hidden piece to `kinds`. A piece whose kind the record shows is not
    /// changed.
    pub(super) fn narrow(&mut self, piece: usize, kinds: Kinds) {
        let piece = &mut self.pieces[piece];
        if piece.is_hidden && !piece.kinds.is_subset_of(kinds) {
            piece.kinds = piece.kinds.intersection(kinds);
            self.is_stale = true;
        }
    }

    /// Adds a battle, from which the next call of [`conclude`](Self::conclude) draws conclusions.
    pub(super) fn add_fight(&mut self, fight: Fight) {
        self.fights.push(fight);
        self.is_stale = true;
    }

    /// Draws conclusions until no more can be drawn.
    ///
    /// # Errors
    ///
    /// Returns the contradiction if no kind fits a hidden piece, or if the roster of a seat does not fit its
    /// hidden pieces.
    pub(super) fn conclude(&mut self) -> Result<(), Contradiction> {
        if !self.is_stale {
            return Ok(());
        }
        while std::mem::take(&mut self.is_stale) {
            let kinds_before: Vec<Kinds> = self.pieces.iter().map(|it| it.kinds).collect();
            for fight in self.fights.clone() {
                self.conclude_from(fight);
            }
            for owner in 0..2 {
                self.conclude_from_roster(owner);
            }
            if let Some(impossible) = self.pieces.iter().position(|it| it.kinds.is_empty()) {
                return Err(Contradiction::Piece(impossible));
            }
            self.is_stale = !self.pieces.iter().map(|it| it.kinds).eq(kinds_before);
        }
        match (0..2).find(|&owner| !self.has_assignment(owner)) {
            Some(owner) => Err(Contradiction::Roster(owner)),
            None => Ok(()),
        }
    }

    /// Excludes the kinds with which the battle could not have had the written result.
    fn conclude_from(&mut self, fight: Fight) {
        let (mover_kinds, defender_kinds) =
            (self.pieces[fight.mover].kinds, self.pieces[fight.defender].kinds);
        let fits = |mover, defender| self.fits(fight, mover, defender);
        let possible_movers =
            Kinds::matching(|mover| defender_kinds.iter().any(|defender| fits(mover, defender)));
        let possible_defenders =
            Kinds::matching(|defender| mover_kinds.iter().any(|mover| fits(mover, defender)));
        let possible_behind = Kinds::matching(|behind| {
            let outcome = |mover| self.terms.battles.outcome(mover, Kind::Flag, Some(behind));
            defender_kinds.only_kind() != Some(Kind::Flag)
                || mover_kinds.iter().any(|mover| outcome(mover) == fight.result)
        });
        self.narrow(fight.mover, possible_movers);
        self.narrow(fight.defender, possible_defenders);
        if let Some(piece) = fight.behind {
            self.narrow(piece, possible_behind);
        }
    }

    /// Returns the maximum number of hidden pieces of a kind that a seat can have, on the board or removed.
    /// This is the number in the roster without the pieces whose kind the record shows.
    fn max_hidden(&self, owner: usize, kind: Kind) -> usize {
        let shown_pieces = self
            .pieces
            .iter()
            .filter(|piece| piece.owner == owner && !piece.is_hidden);
        let shown_count = shown_pieces
            .filter(|piece| piece.kinds == Kinds::only(kind))
            .count();
        usize::from(self.terms.roster[kind.index()]).saturating_sub(shown_count)
    }

    /// Excludes a kind from the remaining hidden pieces of a seat once all its hidden pieces of this kind are
    /// identified.
    fn conclude_from_roster(&mut self, owner: usize) {
        for kind in Kind::ALL {
            let only_kind = Kinds::only(kind);
            let max_count = self.max_hidden(owner, kind);
            let hidden = || {
                self.pieces
                    .iter()
                    .filter(|piece| piece.owner == owner && piece.is_hidden)
            };
            if hidden().filter(|piece| piece.kinds == only_kind).count() < max_count {
                continue;
            }
            let pieces = self.pieces.iter_mut();
            for piece in
                pieces.filter(|piece| piece.owner == owner && piece.is_hidden && piece.kinds != only_kind)
            {
                piece.kinds = piece.kinds.difference(only_kind);
            }
        }
    }

    /// Returns whether the roster of a seat can be assigned to its hidden pieces, each with a possible kind.
    fn has_assignment(&self, owner: usize) -> bool {
        let hidden = self
            .pieces
            .iter()
            .filter(|piece| piece.owner == owner && piece.is_hidden);
        let hidden: Vec<Kinds> = hidden.map(|it| it.kinds).collect();
        let capacities = Kind::ALL.map(|kind| self.max_hidden(owner, kind));
        let mut assigned: [Vec<usize>; Kind::COUNT] = std::array::from_fn(|_| Vec::new());
        (0..hidden.len()).all(|piece| assign_kind(piece, &hidden, &capacities, &mut assigned))
    }
}

/// Assigns a kind to a piece and reassigns the kinds of other pieces if necessary. Returns `false` if no
/// assignment is possible.
///
/// This is bipartite matching: breadth-first search finds the shortest augmenting path.
fn assign_kind(
    piece: usize,
    hidden: &[Kinds],
    capacities: &[usize; Kind::COUNT],
    assigned: &mut [Vec<usize>; Kind::COUNT],
) -> bool {
    // By kind, the piece from which the search reached the kind.
    let mut reached_from: [Option<usize>; Kind::COUNT] = [None; Kind::COUNT];
    let mut queue = std::collections::VecDeque::from([piece]);
    while let Some(current) = queue.pop_front() {
        for kind in hidden[current].iter().map(Kind::index) {
            if reached_from[kind].is_some() {
                continue;
            }
            reached_from[kind] = Some(current);
            if assigned[kind].len() < capacities[kind] {
                reassign_along_path(kind, piece, &reached_from, assigned);
                return true;
            }
            queue.extend(&assigned[kind]);
        }
    }
    false
}

/// Assigns kinds along the path, from its last kind back to the first piece.
fn reassign_along_path(
    mut kind: usize,
    first: usize,
    reached_from: &[Option<usize>; Kind::COUNT],
    assigned: &mut [Vec<usize>; Kind::COUNT],
) {
    while let Some(piece) = reached_from[kind] {
        let previous_kind = assigned.iter().position(|pieces| pieces.contains(&piece));
        assigned[kind].push(piece);
        match previous_kind {
            Some(previous_kind) if piece != first => {
                assigned[previous_kind].retain(|&other| other != piece);
                kind = previous_kind;
            }
            _ => return,
        }
    }
}

// Unknown cells: a side has fewer pieces than its half has cells, and the record does not show which cells are
// empty. The first ply from or to an unknown cell reveals whether the cell has a piece. Until then, the cell
// has not changed since the setup.

impl Board {
    /// Returns whether it is unknown if a piece is on a cell.
    pub(super) const fn is_unknown(&self, place: Place) -> bool {
        self.unknown[place.index()]
    }

    /// Returns the unknown cells in the half of a seat.
    fn unknown_of(&self, owner: usize) -> impl Iterator<Item = Place> + '_ {
        Place::all().filter(move |&place| self.is_unknown(place) && place.half() == owner)
    }

    /// Returns whether a seat has unknown cells.
    pub(super) fn has_unknown(&self, owner: usize) -> bool {
        self.unknown_of(owner).next().is_some()
    }

    /// Marks a cell as known, with or without a piece.
    ///
    /// If this leaves only one possibility for the remaining unknown cells of the half, they become known too.
    pub(super) fn reveal(&mut self, place: Place, has_piece: bool) {
        let owner = place.half();
        self.unknown[place.index()] = false;
        if has_piece {
            self.add_hidden_piece(place);
        }
        let (found_pieces, piece_count) = (self.found_count(owner), self.knowledge.terms.piece_count());
        let unknown_cells: Vec<Place> = self.unknown_of(owner).collect();
        // Either all pieces are found, or every unknown cell that is left must have a piece.
        let is_decided = found_pieces >= piece_count || found_pieces + unknown_cells.len() <= piece_count;
        for place in unknown_cells.into_iter().filter(|_| is_decided) {
            self.unknown[place.index()] = false;
            if found_pieces < piece_count {
                self.add_hidden_piece(place);
            }
        }
    }

    /// Adds a hidden piece at its setup cell. On a gate cell, the piece cannot be a flag or a mine.
    fn add_hidden_piece(&mut self, place: Place) {
        self.set(place, place.half(), None);
        if let Some(piece) = self
            .piece_index(place)
            .filter(|_| self.knowledge.terms.gates.has(place))
        {
            self.knowledge
                .narrow(piece, Kinds::ALL.difference(Kinds::immobile()));
        }
    }

    /// Returns the number of pieces of a seat found so far, on the board or already removed.
    fn found_count(&self, owner: usize) -> usize {
        self.knowledge
            .pieces
            .iter()
            .filter(|piece| piece.owner == owner)
            .count()
    }

    /// Returns the number of pieces of a seat that are left on the board, including those on unknown cells.
    pub(super) fn remaining_count(&self, owner: usize) -> usize {
        let count_on_board = self.pieces_of(owner).count();
        if self.has_unknown(owner) {
            (self.knowledge.terms.piece_count() + count_on_board).saturating_sub(self.found_count(owner))
        } else {
            count_on_board
        }
    }
}

// Results of battles.

/// Number of kinds with a strength of their own: all except the flag.
const RANKED_KINDS: usize = Kind::COUNT - 1;

/// The battle table of the rule document: a row for the attacker, a column for the defender.
///
/// The attacker wins (`W`) or loses (`L`), or both pieces are removed (`D`). Two mines never meet.
const BATTLE_TABLE: [&[u8; RANKED_KINDS]; RANKED_KINDS] = [
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

/// The results of battles between all kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Battles([[Battle; RANKED_KINDS]; RANKED_KINDS]);

impl Battles {
    /// Returns the battle table of the rule document with the changes of an event.
    pub(super) fn new(rules: &GunjinRules) -> Self {
        let mut table = Self(BATTLE_TABLE.map(|row| {
            row.map(|result| match result {
                b'W' => Battle::Won,
                b'L' => Battle::Lost,
                _ => Battle::Both,
            })
        }));
        for (mover, defender, result) in rules.battle_overrides() {
            table.0[mover][defender] = result;
            table.0[defender][mover] = reversed(result);
        }
        table
    }

    /// Returns the result for the attacker. A flag has the strength of the piece of its side directly behind it, on the side
    /// away from the bar. Without such a piece, the attacker wins.
    pub(super) fn outcome(&self, mover: Kind, defender: Kind, behind: Option<Kind>) -> Battle {
        let strength = match defender {
            Kind::Flag => behind.filter(|&kind| kind != Kind::Flag),
            kind => Some(kind),
        };
        let cell = strength.and_then(|strength| self.0.get(mover.index())?.get(strength.index()));
        cell.copied().unwrap_or(Battle::Won)
    }
}

/// Returns the result from the point of view of the other piece.
const fn reversed(result: Battle) -> Battle {
    match result {
        Battle::Won => Battle::Lost,
        Battle::Lost => Battle::Won,
        Battle::Both => Battle::Both,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked_kinds() -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().take(RANKED_KINDS)
    }

    /// The cells of the table as the document prints them, row by row.
    const CELLS: &str = "
        ＝○○○○○○○○○○○○×＝ ×＝○○○○○○○○○○○○＝ ××＝○○○○○○○○○○○＝ ×××＝○○○○○××○○○＝
        ××××＝○○○○××○○○＝ ×××××＝○○○××○○○＝ ××××××＝○○××○○○＝ ×××××××＝○××○○○＝
        ××××××××＝××○○○＝ ×××○○○○○○＝○○○○○ ×××○○○○○○×＝○×○＝ ×××××××××××＝○○＝
        ××××××××××○×＝○○ ○××××××××××××＝＝ ＝＝＝＝＝＝＝＝＝×＝＝×＝－";

    #[test]
    fn battles_equal_the_printed_table() {
        let battles = Battles::new(&GunjinRules::default());
        let mut cells = CELLS.chars().filter(|it| !it.is_whitespace());
        for mover in ranked_kinds() {
            for defender in ranked_kinds() {
                let result = match cells.next().expect("a cell") {
                    '○' => Battle::Won,
                    '×' => Battle::Lost,
                    '＝' => Battle::Both,
                    _ => continue,
                };
                assert_eq!(
                    battles.outcome(mover, defender, None),
                    result,
                    "{mover:?} {defender:?}"
                );
            }
        }
        assert_eq!(cells.next(), None);
    }

    #[test]
    fn swapping_the_pieces_reverses_the_result() {
        let changed_rules = GunjinRules {
            battles: "SP LG W, SP MN L".to_owned(),
            ..GunjinRules::default()
        };
        for battles in [
            Battles::new(&GunjinRules::default()),
            Battles::new(&changed_rules),
        ] {
            for (one, other) in ranked_kinds().flat_map(|one| ranked_kinds().map(move |other| (one, other))) {
                let result = battles.outcome(one, other, None);
                assert_eq!(
                    battles.outcome(other, one, None),
                    reversed(result),
                    "{one:?} {other:?}"
                );
            }
        }
    }

    #[test]
    fn a_flag_has_the_strength_of_the_piece_after_it() {
        let battles = Battles::new(&GunjinRules::default());
        for mover in ranked_kinds().filter(|it| it.is_mobile()) {
            assert_eq!(battles.outcome(mover, Kind::Flag, None), Battle::Won);
            for after in ranked_kinds() {
                assert_eq!(
                    battles.outcome(mover, Kind::Flag, Some(after)),
                    battles.outcome(mover, after, None)
                );
            }
        }
    }
}
