//! The search for changes that make a whole line of play legal.

use std::collections::HashSet;

use super::line::{Change, Line, states_one_more_ply};
use crate::finding::CauseKind;
use crate::record::{Destination, Origin, PieceName, Promotion, Record, Step, WrittenMove};
use crate::shogi::{Color, Handicap, Move, Piece, PieceKind, Position, Square};

/// Maximum number of moves that are played for one record.
const MAX_MOVES_PLAYED: u32 = 400_000;

/// Number of changes after which the search ends, because none of them would be certain. Moves at a place where the record has
/// the text of one, or leaves out its number, are not counted.
const MAX_CHANGES: usize = 40;

/// A change that makes the line legal to its end.
#[derive(Clone, Debug)]
pub(super) struct Repair {
    pub kind: CauseKind,
    pub change: Change,
    /// The hash value of the start and of all moves with the change.
    pub game: u64,
}

/// Returns the changes that make a line legal, in the order of the line. Of changes that give the same moves, only one is
/// returned. The list is empty if there are too many.
pub(super) fn repairs(record: &Record<'_>, line: &Line<'_>) -> Vec<Repair> {
    let mut search = Search {
        record,
        line,
        budget: MAX_MOVES_PLAYED,
        games: HashSet::new(),
        found: Vec::new(),
    };
    // Two moves in a row are an illegal move of a player, unless the record states that a move is missing.
    let is_stated = |at| line.is_after_gap(record, at) || states_one_more_ply(record);
    if line
        .range()
        .any(|at| at > 0 && !is_stated(at) && line.is_double_move(at, &mut search.budget))
    {
        return Vec::new();
    }
    // A drop with the mark of the other side is a wrong mark, not another move.
    let has_wrong_mark = |at: usize, budget: &mut u32| {
        let written = line.steps.get(at).copied().flatten();
        let mv = written.and_then(|written| line.drop_of_wrong_side(at, written));
        mv.is_some_and(|mv| line.play_with(&Change::Replaced(at, mv), budget).is_some())
    };
    if line.range().any(|at| has_wrong_mark(at, &mut search.budget)) {
        return Vec::new();
    }
    search.starts();
    for at in line.range() {
        search.steps(at);
        let is_without_text = |repair: &&Repair| {
            repair.kind != CauseKind::Line && !line.is_after_gap(record, repair.change.first_step())
        };
        let without_text = search.found.iter().filter(is_without_text).count();
        if search.budget == 0 || without_text > MAX_CHANGES {
            return Vec::new();
        }
    }
    search.found
}

struct Search<'s, 'r, 't> {
    record: &'s Record<'t>,
    line: &'s Line<'r>,
    /// The number of moves that may still be played.
    budget: u32,
    /// Hash values of the games that the changes in `found` give.
    games: HashSet<u64>,
    found: Vec<Repair>,
}

impl Search<'_, '_, '_> {
    /// Tries a change.
    fn try_change(&mut self, kind: CauseKind, change: Change) {
        if let Some(game) = self.line.play_with(&change, &mut self.budget)
            && self.games.insert(game)
        {
            self.found.push(Repair { kind, change, game });
        }
    }

    /// Tries the changes that begin at a step.
    fn steps(&mut self, at: usize) {
        let position = self.line.position(at);
        let moves = position.legal_moves();
        let node = self.record.tree.node(self.line.nodes[at]);
        match (self.line.steps[at], &node.step) {
            (Some(written), _) => {
                for &mv in &moves {
                    if let Some(kind) = slip(written, mv, position) {
                        self.try_change(kind, Change::Replaced(at, mv));
                    }
                }
            }
            (None, Step::Unreadable(_)) => {
                for &mv in &moves {
                    self.try_change(CauseKind::Line, Change::Replaced(at, mv));
                }
            }
            _ => {}
        }
        self.try_change(CauseKind::Extra, Change::Removed(at));
        for other in [at + 1, at + 2] {
            if other < self.line.steps.len() {
                self.try_change(CauseKind::Exchanged, Change::Exchanged(at, other));
            }
        }
        for &mv in &moves {
            self.try_change(CauseKind::Missing, Change::Inserted(at, mv));
        }
    }

    /// Tries other start positions.
    fn starts(&mut self) {
        let start = &self.record.start.position;
        let mut turned = start.clone();
        turned.set_side_to_move(start.side_to_move().opponent());
        self.start(CauseKind::Start, turned);
        if self.record.start.diagram.is_none() {
            for handicap in Handicap::ALL
                .iter()
                .filter(|handicap| handicap.official && handicap.position() != start)
            {
                self.start(CauseKind::Handicap, handicap.position().clone());
            }
            return;
        }
        for (side, kind) in Color::ALL
            .into_iter()
            .flat_map(|side| PieceKind::HAND.map(|kind| (side, kind)))
        {
            let count = start.hand(side).get(kind);
            for changed in [count.checked_sub(1), count.checked_add(1)].into_iter().flatten() {
                let mut position = start.clone();
                position.set_hand_count(side, kind, changed);
                self.start(CauseKind::Hand, position);
            }
        }
        let has_hand = self.found.iter().any(|repair| repair.kind == CauseKind::Hand);
        if !has_hand {
            self.squares();
        }
    }

    /// Tries another content for each square of the start. A square can always be changed instead of a hand, so a hand is
    /// preferred.
    fn squares(&mut self) {
        let start = &self.record.start.position;
        for square in Square::ALL {
            let all = Color::ALL
                .into_iter()
                .flat_map(|side| PieceKind::ALL.map(|kind| Piece::new(side, kind)));
            let pieces = all.map(Some).chain([None]);
            for piece in pieces.filter(|piece| *piece != start.piece_at(square)) {
                let mut position = start.clone();
                position.put(square, piece);
                self.start(CauseKind::Square, position);
            }
        }
    }

    fn start(&mut self, kind: CauseKind, position: Position) {
        self.try_change(kind, Change::Start(Box::new(position)));
    }
}

/// Returns the kind of slip if a move as written differs from a legal move in one part.
fn slip(written: &WrittenMove, mv: Move, position: &Position) -> Option<CauseKind> {
    let (from, to, promotes) = match mv {
        Move::Board { from, to, promote } => (Some(from), to, promote),
        Move::Drop { to, .. } => (None, to, false),
    };
    let kind = match mv {
        Move::Board { from, .. } => position.piece_at(from)?.kind,
        Move::Drop { kind, .. } => kind,
    };
    let stated = Stated::new(written);
    let has_same_to = stated.to == to;
    let kind_fits = stated.fits(kind);
    let has_same_promotion = stated.promotes(kind, promotes);
    match (stated.from, from) {
        // KI2 has no origin: a word selects the piece.
        (StatedOrigin::Words, Some(_)) if has_same_to && kind_fits && has_same_promotion => {
            Some(CauseKind::Word)
        }
        (StatedOrigin::Words, None) if has_same_to && kind_fits => Some(CauseKind::Drop),
        (StatedOrigin::Words, _) if has_same_to && kind_fits => Some(CauseKind::Promotion),
        (StatedOrigin::Words, _) if has_same_to && has_same_promotion => Some(CauseKind::Piece),
        (StatedOrigin::Words, _) if kind_fits && has_same_promotion && stated.is_other_square(to) => {
            Some(CauseKind::Destination)
        }
        (StatedOrigin::Words, _) => None,
        (StatedOrigin::Board(_), None) | (StatedOrigin::Hand, Some(_)) => {
            (stated.kind.is_some() && has_same_to && kind_fits && has_same_promotion)
                .then_some(CauseKind::Drop)
        }
        (StatedOrigin::Hand, None) => {
            if has_same_to {
                (!kind_fits).then_some(CauseKind::Piece)
            } else {
                (kind_fits && stated.is_other_square(to)).then_some(CauseKind::Destination)
            }
        }
        (StatedOrigin::Board(stated_from), Some(from)) if stated_from == from => {
            match (has_same_to, kind_fits, has_same_promotion) {
                (false, true, true) => stated.is_other_square(to).then_some(CauseKind::Destination),
                (true, false, _) => Some(CauseKind::Piece),
                (true, true, false) => Some(CauseKind::Promotion),
                _ => None,
            }
        }
        (StatedOrigin::Board(stated_from), Some(from)) => {
            let is_plausible = stated.kind.is_some() || is_one_slip(stated_from, from);
            (has_same_to && kind_fits && has_same_promotion && is_plausible).then_some(CauseKind::Origin)
        }
    }
}

/// The parts of a move as written.
struct Stated {
    from: StatedOrigin,
    to: Square,
    /// `true` if the destination is written as 同.
    is_same: bool,
    /// The kind of piece: before the move, or after it in CSA.
    kind: Option<PieceKind>,
    is_kind_after: bool,
    promotion: Promotion,
}

#[derive(Clone, Copy)]
enum StatedOrigin {
    Board(Square),
    Hand,
    Words,
}

impl Stated {
    fn new(written: &WrittenMove) -> Self {
        let from = match written.from {
            Origin::Board(square) => StatedOrigin::Board(square),
            Origin::Hand => StatedOrigin::Hand,
            Origin::Unstated | Origin::Words(_) => StatedOrigin::Words,
        };
        let (kind, is_kind_after) = match written.named {
            PieceName::Before(kind) => (Some(kind), false),
            PieceName::After(kind) => (Some(kind), true),
            PieceName::Nothing => (None, false),
        };
        Self {
            from,
            to: written.to.square(),
            is_same: matches!(written.to, Destination::Same(_)),
            kind,
            is_kind_after,
            promotion: written.promotion,
        }
    }

    /// Returns whether the stated kind is that of a piece that makes a move, promoted or not.
    fn fits(&self, kind: PieceKind) -> bool {
        match self.kind {
            None => true,
            Some(stated) if self.is_kind_after => stated.base() == kind.base(),
            Some(stated) => stated == kind,
        }
    }

    /// Returns whether the promotion is stated as in a move with a piece of this kind.
    fn promotes(&self, kind: PieceKind, promotes: bool) -> bool {
        match self.kind {
            Some(stated) if self.is_kind_after => stated == kind.promoted_if(promotes),
            _ => match self.promotion {
                Promotion::Promote => promotes,
                _ => !promotes,
            },
        }
    }
}

impl Stated {
    /// Returns whether the move can go to this square by one slip. 同 can be written for any square.
    fn is_other_square(&self, to: Square) -> bool {
        self.is_same && self.to != to || is_one_slip(self.to, to)
    }
}

/// Returns whether one square is the other with one wrong digit, or with its digits exchanged.
fn is_one_slip(stated: Square, other: Square) -> bool {
    let (stated, other) = ((stated.file(), stated.rank()), (other.file(), other.rank()));
    stated != other && (stated.0 == other.0 || stated.1 == other.1 || stated == (other.1, other.0))
}
