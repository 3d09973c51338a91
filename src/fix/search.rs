//! The search for changes that make a whole line of play legal.
//!
//! A [`Node`] is a game that is legal up to some step, with the changes of the line that were made. The search goes from
//! few changes to many, and stops at the first number of changes with which the line is legal to its end. Of many nodes with
//! the same number of changes, those are searched that are legal for most plies.

use std::cmp::Reverse;
use std::collections::{HashSet, VecDeque};

use super::line::{Change, Game, GameHash, Line, drop_of_wrong_side, states_one_more_ply};
use super::slip::{COST, cost, slip, slip_in_code};
use crate::finding::CauseKind;
use crate::notation::TextForm;
use crate::record::{Record, Step};
use crate::shogi::{Color, FULL_SET, Handicap, Move, Piece, PieceKind, Position, Square};

/// Maximum number of moves that are played for one record.
pub(super) const MAX_MOVES_PLAYED: u32 = 4_000_000;

/// Maximum number of changes in one repair.
const MAX_CHANGES: usize = 5;

/// Maximum number of changes in one repair if their errors are near each other.
const MAX_NEAR_CHANGES: usize = 3;

/// Number of plies between two errors that are not near each other.
const MIN_DISTANCE: usize = 16;

/// Maximum number of nodes with the same number of changes that are searched.
const MAX_NODES: usize = 80;

/// Number of repairs after which the search ends, because none of them would be certain. Moves at a place where the record
/// has the text of one, or leaves out its number, are not counted.
const MAX_REPAIRS: usize = 40;

/// Number of plies before an error in which its slip may be: wrong moves can stay legal for a while.
const MAX_PLIES_BEFORE: usize = 40;

/// Minimum number of plies between an error and the next one that have to be legal with a change. With fewer, two changes in
/// a row could explain everything.
const MIN_LEGAL_BETWEEN: usize = 1;

/// Number of plies between a ply that is left out and one that is added instead of it.
const MAX_DISTANCE_OF_MOVE: usize = 3;

/// Minimum number of plies after an error that have to be legal with a change.
pub(super) const MIN_LEGAL_AFTER: usize = 8;

/// Changes that make the line legal to its end, or further than without them.
#[derive(Clone, Debug, Default)]
pub(super) struct Repair {
    /// The changes in the order of the line, each with its kind. Indices are those of the line without any change.
    pub changes: Vec<(CauseKind, Change)>,
    /// For each change, the first step that is not legal without it.
    errors: Vec<usize>,
    /// The steps of the illegal moves that stay as they are.
    fouls: Vec<usize>,
    /// The sum of the costs of the changes; see [`cost`].
    pub cost: u32,
    /// The minimum difference of the cost of a repair with more changes; `None` if not all repairs were tried.
    pub margin: Option<u32>,
    /// The game with the changes, up to its end or to its first illegal move; `None` if these are only some of the changes.
    pub game: Option<GameHash>,
}

impl Repair {
    /// Returns the number of plies after its error that are legal with a change: up to the next error, to an illegal move that
    /// stays, or to the end of a line of this number of plies.
    pub(super) fn legal_after(&self, change: usize, plies: usize) -> usize {
        let error = self.errors[change];
        let foul = self.fouls.iter().find(|&&foul| foul > error);
        let playable = self.playable_after(change, plies);
        foul.map_or(playable, |foul| playable.min(foul - error - 1))
    }

    /// Returns the number of plies after its error that can be played with a change: up to the next error that a change
    /// removes, or to the end of a line of this number of plies.
    pub(super) fn playable_after(&self, change: usize, plies: usize) -> usize {
        let next = self.errors.get(change + 1).copied().unwrap_or(plies);
        next.saturating_sub(self.errors[change] + 1)
    }

    /// Returns the repair with more changes, all of which remove an error.
    fn with(&self, changes: &[(CauseKind, Change)], cost: u32, error: usize) -> Self {
        Self {
            changes: [&self.changes[..], changes].concat(),
            errors: [&self.errors[..], &vec![error; changes.len()]].concat(),
            fouls: self.fouls.clone(),
            cost: self.cost + cost,
            ..*self
        }
    }

    /// Returns the repair with an illegal move that stays, at this step.
    fn with_foul(&self, step: usize) -> Self {
        Self {
            fouls: [&self.fouls[..], &[step]].concat(),
            cost: self.cost + COST,
            ..self.clone()
        }
    }

    /// Returns whether the changes have evidence in a line of this number of plies: after each error, eight plies have to be
    /// playable with the changes up to it. Changes whose errors are within eight plies of each other share their evidence, which
    /// is eight plies for each.
    fn has_evidence(&self, plies: usize) -> bool {
        let mut needed = 0;
        for change in 0..self.changes.len() {
            needed += MIN_LEGAL_AFTER;
            if self.playable_after(change, plies) >= needed {
                needed = 0;
            }
        }
        needed == 0
    }

    /// Returns the first of these changes as a repair, after which the line is not yet legal to its end.
    pub(super) fn with_first(&self, changes: usize) -> Self {
        Self {
            changes: self.changes[..changes].to_vec(),
            game: None,
            ..self.clone()
        }
    }

    /// Returns whether the repair is another handicap, or another side that moves first.
    pub(super) fn is_of_start(&self) -> bool {
        matches!(self.first().0, CauseKind::Handicap | CauseKind::Start)
    }

    /// Returns the number of pieces on the board at the start; 0 if the repair has the start of the record.
    pub(super) fn pieces_at_start(&self) -> usize {
        let Change::Start(start) = self.first().1 else {
            return 0;
        };
        Color::ALL
            .into_iter()
            .map(|side| start.pieces(side).count())
            .sum()
    }

    /// Returns the first change with its kind.
    pub(super) fn first(&self) -> (CauseKind, &Change) {
        let (kind, change) = &self.changes[0];
        (*kind, change)
    }
}

/// Returns the repairs of a line with the fewest changes, in the order of the line. Of repairs that give the same moves,
/// only one is returned. The list is empty if there are too many. `budget` is the number of moves that may be played for the
/// record; those that are played are subtracted.
pub(super) fn repairs(budget: &mut u32, record: &Record<'_>, line: &Line<'_>) -> Vec<Repair> {
    if let Some((at, game)) = line.exchanged_marks(budget) {
        // Only marks are wrong, so no move needs to be another one.
        return vec![Repair {
            changes: vec![(CauseKind::Mark, Change::Marks(at))],
            errors: vec![line.first_error],
            cost: COST,
            game: Some(game),
            ..Repair::default()
        }];
    }
    let mut search = Search {
        record,
        line,
        states_one_more_ply: line.first_own == 0 && states_one_more_ply(record),
        budget: *budget,
        games: HashSet::new(),
        levels: (0..=MAX_CHANGES).map(|_| Level::default()).collect(),
        is_complete: true,
        is_playable_with_fouls: false,
    };
    search.levels[0].nodes.push(Node {
        game: line.start(),
        next: 0,
        reach: line.first_error,
        made: Repair::default(),
    });
    let repairs = search.run();
    *budget = search.budget;
    repairs
}

/// A game with some changes of the line.
#[derive(Clone)]
struct Node {
    /// The game after the last change, or the start.
    game: Game,
    /// The index of the first step after the last change.
    next: usize,
    /// The index of the first step that is not legal.
    reach: usize,
    /// The changes up to here.
    made: Repair,
}

impl Node {
    /// Returns the number of changes, and of illegal moves that stay.
    fn level(&self) -> usize {
        self.made.changes.len() + self.made.fouls.len()
    }

    /// Returns whether each change has removed an error that is far from the next one.
    fn has_distant_errors(&self) -> bool {
        let errors = self.made.errors.iter();
        let next = errors.clone().skip(1).chain([&self.reach]);
        self.made.fouls.is_empty() && errors.zip(next).all(|(error, next)| error + MIN_DISTANCE < *next)
    }
}

/// The nodes with the same number of changes, and the repairs with this number.
#[derive(Default)]
struct Level {
    nodes: Vec<Node>,
    repairs: Vec<Repair>,
}

struct Search<'s, 'r, 't> {
    record: &'s Record<'t>,
    line: &'s Line<'r>,
    /// `true` if the result counts one move more than the record has.
    states_one_more_ply: bool,
    /// The number of moves that may still be played.
    budget: u32,
    /// Hash values of the games of all nodes, up to the first step that is not legal.
    games: HashSet<u64>,
    levels: Vec<Level>,
    /// `true` if no node was left out.
    is_complete: bool,
    /// `true` if the line can be played to its end without any change, if illegal moves stay.
    is_playable_with_fouls: bool,
}

impl Search<'_, '_, '_> {
    fn run(&mut self) -> Vec<Repair> {
        for level in 0..MAX_CHANGES {
            let mut nodes = std::mem::take(&mut self.levels[level].nodes);
            let found = nodes.len();
            nodes.retain(|node| level < MAX_NEAR_CHANGES || node.has_distant_errors());
            nodes.sort_by_key(|node| (Reverse(node.reach), node.made.cost));
            nodes.truncate(MAX_NODES);
            self.is_complete &= nodes.len() == found;
            for node in &nodes {
                if !self.expand(node) {
                    return Vec::new();
                }
            }
            let mut repairs = std::mem::take(&mut self.levels[level + 1].repairs);
            // As many illegal moves as changes explain the line as well.
            if self.is_playable_with_fouls {
                return Vec::new();
            }
            if !repairs.is_empty() {
                let next = COST * (level as u32 + 2);
                for repair in repairs.iter_mut().filter(|_| self.is_complete) {
                    repair.margin = Some(next - repair.cost);
                }
                return repairs;
            }
        }
        Vec::new()
    }

    /// Tries one more change of a node. Returns `false` if the search has to end.
    fn expand(&mut self, node: &Node) -> bool {
        let steps = &self.line.steps;
        // The games before the last steps.
        let mut games = VecDeque::from([node.game.clone()]);
        let mut game = node.game.clone();
        let mut error = node.next;
        while let Some(Some(written)) = steps.get(error)
            && game.play(written, &mut self.budget)
        {
            error += 1;
            games.push_back(game.clone());
            if games.len() > MAX_PLIES_BEFORE + 1 {
                games.pop_front();
            }
        }
        let first = error + 1 - games.len();
        if node.level() == 0 && self.is_foul_of_turn(&games, first) {
            return false;
        }
        let reach = self.keep_foul(node, &game, error);
        let expansion = Expansion { node, error, reach };
        let first_own = self.line.first_own;
        if first_own == 0 && node.level() == 0 {
            self.starts(&expansion);
            // If the sides move in turn after a first move by the wrong side, then another start is likelier than a missing move.
            let is_other_start = self.levels[1].repairs.iter().any(Repair::is_of_start);
            if error == 0 && is_other_start && !self.line.is_after_gap(self.record, 0) {
                return true;
            }
        }
        for (at, game) in (first..).zip(&games).filter(|(at, _)| *at >= first_own) {
            self.steps(&expansion, at, game);
            let repairs = &self.levels[node.level() + 1].repairs;
            let without_text = repairs
                .iter()
                .filter(|repair| self.is_without_text(repair))
                .count();
            if self.budget == 0 || without_text > MAX_REPAIRS {
                return false;
            }
        }
        true
    }

    /// Returns whether the record has neither a text nor a gap in the place of any change.
    fn is_without_text(&self, repair: &Repair) -> bool {
        let is_in_text = |(kind, change): &(CauseKind, Change)| {
            *kind == CauseKind::Line || self.line.is_after_gap(self.record, change.first_step())
        };
        !repair.changes.iter().any(is_in_text)
    }

    /// Returns whether the line is legal to its end if one side makes two moves in a row, or if a drop has the mark of the
    /// other side. `games` are the games before the steps from `first` on.
    ///
    /// Two moves in a row are an illegal move of a player, unless the record states that a move is missing. A drop with the
    /// mark of the other side is a wrong mark, not another move.
    fn is_foul_of_turn(&mut self, games: &VecDeque<Game>, first: usize) -> bool {
        let steps = &self.line.steps;
        (first..).zip(games).any(|(at, game)| {
            let mut turned = game.clone();
            turned.pass();
            if at > 0
                && !self.is_move_missing(at)
                && turned.play_steps(steps, at, &mut self.budget) == steps.len()
            {
                return true;
            }
            let written = steps.get(at).copied().flatten();
            let drop = written.and_then(|written| drop_of_wrong_side(&game.position, written));
            let mut game = game.clone();
            drop.is_some_and(|mv| {
                game.position.is_legal(mv)
                    && game.play_move(mv, &mut self.budget)
                    && game.play_steps(steps, at + 1, &mut self.budget) == steps.len()
            })
        })
    }

    /// Returns whether the record states that a move is missing before a step, or somewhere.
    fn is_move_missing(&self, at: usize) -> bool {
        self.line.is_after_gap(self.record, at) || self.states_one_more_ply
    }

    /// Adds the node in which the first illegal move of a node stays as it is. Returns its reach, or the index of the move
    /// if it cannot be made on the board.
    ///
    /// A king that is left in check ply after ply is one illegal move.
    fn keep_foul(&mut self, node: &Node, game: &Game, error: usize) -> usize {
        let steps = &self.line.steps;
        let game_before = game;
        let mut game = game.clone();
        let mut next = error;
        let in_check = |game: &Game| game.position.in_check(game.position.side_to_move().opponent());
        let mut reach = error;
        while let Some(Some(written)) = steps.get(reach) {
            let was_in_check = game.position.is_check();
            let may_be_double = reach > 0 && !self.is_move_missing(reach);
            if !game.play_illegal(written, may_be_double, &mut self.budget) {
                break;
            }
            next = reach + 1;
            let is_left_in_check = was_in_check && in_check(&game);
            let mut played = game.clone();
            reach = played.play_steps(steps, next, &mut self.budget);
            if !is_left_in_check {
                break;
            }
        }
        let Some(level) = self.levels.get_mut(node.level() + 1).filter(|_| reach > error) else {
            return reach;
        };
        let made = node.made.with_foul(error);
        if reach < steps.len() {
            level.nodes.push(Node {
                game,
                next,
                reach,
                made,
            });
        } else if made.changes.is_empty() {
            self.is_playable_with_fouls = true;
        } else if made.has_evidence(steps.len()) {
            let hash = game_before.hash;
            level.repairs.push(Repair {
                game: Some(GameHash {
                    hash,
                    is_legal: false,
                }),
                ..made
            });
        }
        reach
    }

    /// Tries a change: `game` is the game after it, and `next` the index of the first step after it.
    fn try_change(
        &mut self,
        expansion: &Expansion<'_>,
        change: (CauseKind, Change),
        game: Game,
        next: usize,
    ) {
        self.try_changes(expansion, &[change], game, next);
    }

    /// Tries changes of one place.
    fn try_changes(
        &mut self,
        expansion: &Expansion<'_>,
        new: &[(CauseKind, Change)],
        game: Game,
        next: usize,
    ) {
        let steps = &self.line.steps;
        let mut played = game.clone();
        let reach = played.play_steps(steps, next, &mut self.budget);
        let is_end = reach == steps.len();
        let is_missing_ply = self.states_one_more_ply && expansion.node.made.changes.is_empty();
        let is_insertion = matches!(new[0].1, Change::Inserted(..));
        let is_explained = expansion.reach == steps.len() && !(is_missing_ply && is_insertion && is_end);
        let is_far = reach > expansion.reach && reach > expansion.error + MIN_LEGAL_BETWEEN;
        if !is_far && !is_end || is_explained || is_other_move(expansion.node, &new[0].1) {
            return;
        }
        if !self.games.insert(played.hash) {
            return;
        }
        let node = expansion.node;
        let Some(level) = self.levels.get_mut(node.level() + new.len()) else {
            return;
        };
        let costs = new.iter().map(|(kind, change)| {
            let written = steps.get(change.first_step()).copied().flatten();
            cost(*kind, change, written)
        });
        let made = node.made.with(new, costs.sum(), expansion.error);
        if !is_end {
            level.nodes.push(Node {
                game,
                next,
                reach,
                made,
            });
        } else if made.has_evidence(steps.len()) {
            let hash = played.hash;
            level.repairs.push(Repair {
                game: Some(GameHash { hash, is_legal: true }),
                ..made
            });
        }
    }

    /// Tries the changes that begin at a step. `game` is the game before it.
    fn steps(&mut self, expansion: &Expansion<'_>, at: usize, game: &Game) {
        let steps = &self.line.steps;
        let position = &game.position;
        let moves = position.legal_moves();
        let is_unreadable = self
            .line
            .nodes
            .get(at)
            .is_some_and(|&node| matches!(self.record.tree.node(node).step, Step::Unreadable(_)));
        let code = TextForm::for_format(self.record.format).move_code;
        for &mv in &moves {
            let kind = match steps.get(at).copied().flatten() {
                Some(written) => slip(written, mv, position).or_else(|| slip_in_code(code?, written, mv)),
                None => is_unreadable.then_some(CauseKind::Line),
            };
            if let Some(kind) = kind {
                self.try_move(expansion, (kind, Change::Replaced(at, mv)), game, mv, at + 1);
            }
        }
        if at < steps.len() {
            self.try_change(
                expansion,
                (CauseKind::Extra, Change::Removed(at)),
                game.clone(),
                at + 1,
            );
        }
        for other in [at + 1, at + 2] {
            let mut game = game.clone();
            let order = std::iter::once(other).chain(at + 1..other).chain([at]);
            let mut order = order.map(|step| steps.get(step).copied().flatten());
            if order.all(|step| step.is_some_and(|written| game.play_unmarked(written, &mut self.budget))) {
                self.try_change(
                    expansion,
                    (CauseKind::Exchanged, Change::Exchanged(at, other)),
                    game,
                    other + 1,
                );
            }
        }
        let leaves_out_two = self.numbers_left_out(at) == 2;
        for &mv in &moves {
            if leaves_out_two {
                self.pairs(expansion, at, game, mv);
            } else {
                let change = (CauseKind::Missing, Change::Inserted(at, mv));
                self.try_move(expansion, change, game, mv, at);
            }
        }
    }

    /// Tries every second move after a missing one, in a place where the record leaves out two numbers.
    fn pairs(&mut self, expansion: &Expansion<'_>, at: usize, game: &Game, mv: Move) {
        let mut game = game.clone();
        if !game.play_move(mv, &mut self.budget) {
            return;
        }
        for second in game.position.legal_moves() {
            let mut game = game.clone();
            if game.play_move(second, &mut self.budget) {
                let both = [mv, second].map(|mv| (CauseKind::Missing, Change::Inserted(at, mv)));
                self.try_changes(expansion, &both, game, at);
            }
        }
    }

    /// Returns how many numbers the record leaves out before a step.
    fn numbers_left_out(&self, at: usize) -> u32 {
        let tree = &self.record.tree;
        let Some(&node) = self
            .line
            .nodes
            .get(at)
            .filter(|_| self.line.is_after_gap(self.record, at))
        else {
            return 0;
        };
        let before = tree.parent(node).map_or(0, |before| tree.node(before).number);
        tree.node(node).number.saturating_sub(before + 1)
    }

    /// Tries a change that plays a move, which is followed by the step `next`.
    fn try_move(
        &mut self,
        expansion: &Expansion<'_>,
        change: (CauseKind, Change),
        game: &Game,
        mv: Move,
        next: usize,
    ) {
        let mut game = game.clone();
        if game.play_move(mv, &mut self.budget) {
            self.try_change(expansion, change, game, next);
        }
    }

    /// Tries other start positions.
    fn starts(&mut self, expansion: &Expansion<'_>) {
        let start = &self.record.start.position;
        let mut turned = start.clone();
        turned.set_side_to_move(start.side_to_move().opponent());
        self.start(expansion, CauseKind::Start, turned);
        if self.record.start.diagram.is_none() || Handicap::of_board(start).is_some() {
            for handicap in Handicap::ALL
                .iter()
                .filter(|handicap| handicap.official && handicap.position() != start)
            {
                self.start(expansion, CauseKind::Handicap, handicap.position().clone());
            }
            return;
        }
        for (side, kind) in Color::ALL
            .into_iter()
            .flat_map(|side| PieceKind::HAND.map(|kind| (side, kind)))
        {
            let count = start.hand(side).get(kind);
            for changed in (0..=FULL_SET[kind.index()] as u8).filter(|changed| *changed != count) {
                let mut position = start.clone();
                position.set_hand_count(side, kind, changed);
                self.part_of_start(expansion, CauseKind::Hand, position);
            }
        }
        self.squares(expansion);
    }

    /// Tries another content for each square of the start.
    fn squares(&mut self, expansion: &Expansion<'_>) {
        let start = &self.record.start.position;
        for square in Square::ALL {
            let all = Color::ALL
                .into_iter()
                .flat_map(|side| PieceKind::ALL.map(|kind| Piece::new(side, kind)));
            let pieces = all.map(Some).chain([None]);
            for piece in pieces.filter(|piece| *piece != start.piece_at(square)) {
                let mut position = start.clone();
                position.put(square, piece);
                self.part_of_start(expansion, CauseKind::Square, position);
            }
        }
    }

    /// Tries a start position with another square or hand, unless it has more pieces than a full set, or fewer although the
    /// start as written is a full set.
    fn part_of_start(&mut self, expansion: &Expansion<'_>, kind: CauseKind, position: Position) {
        let [before, after] = [&self.record.start.position, &position].map(Position::piece_counts);
        let is_possible = after == before
            || before != FULL_SET
                && (0..)
                    .zip(after)
                    .all(|(kind, count)| count <= FULL_SET[kind].max(before[kind]));
        if is_possible {
            self.start(expansion, kind, position);
        }
    }

    fn start(&mut self, expansion: &Expansion<'_>, kind: CauseKind, position: Position) {
        let game = self.line.game_from(&position);
        self.try_change(expansion, (kind, Change::Start(Box::new(position))), game, 0);
    }
}

/// Returns whether a change and the last one of a node together put any move in the place of a ply: one leaves it out, and
/// the other adds a move there or nearby. This would explain everything.
fn is_other_move(node: &Node, change: &Change) -> bool {
    match (node.made.changes.last(), change) {
        (Some((_, Change::Removed(at))), &Change::Inserted(other, _))
        | (Some((_, Change::Inserted(at, _))), &Change::Removed(other)) => {
            other <= *at + MAX_DISTANCE_OF_MOVE
        }
        _ => false,
    }
}

/// A node whose changes are tried.
struct Expansion<'n> {
    node: &'n Node,
    /// The first step that is not legal.
    error: usize,
    /// The step that a change has to reach: the first error, or the next one after an illegal move that stays.
    reach: usize,
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::notation::{detect, records};
    use crate::text::decode;

    /// Returns a game in which the kings move back and forth after the first move, and a silver moves on after some plies.
    /// The first move has another destination than in the game.
    fn game_with_slip(plies_between: usize) -> String {
        let cycle = ["５二玉(51)", "５八玉(59)", "５一玉(52)", "５九玉(58)"];
        let king = |at: usize| cycle[at % cycle.len()];
        // The silver moves in the place of a move of Black's king, which follows later.
        let after = (0..12).map(|at| king(plies_between + (at ^ 1)));
        let moves = ["３八銀(39)"].into_iter().chain((0..plies_between).map(king));
        let moves = moves.chain(["３九銀(48)"]).chain(after);
        let mut text = "手合割：平手\n".to_owned();
        for (at, mv) in (1..).zip(moves) {
            writeln!(text, "{at:4} {mv}").unwrap();
        }
        text
    }

    fn with_line<T>(text: &str, look: impl FnOnce(&Record<'_>, &Line<'_>) -> T) -> T {
        let text = decode(text.as_bytes(), None);
        let record = records(&text, detect(&text, None)).next().unwrap();
        let line = Line::new(&record);
        look(&record, &line)
    }

    /// Returns the steps of the only changes of the repairs.
    fn single_changes(text: &str, budget: u32) -> Vec<usize> {
        with_line(text, |record, line| {
            let repairs = repairs(&mut { budget }, record, line);
            let single = repairs.iter().filter(|repair| repair.changes.len() == 1);
            single.map(|repair| repair.first().1.first_step()).collect()
        })
    }

    #[test]
    fn slips_long_before_the_first_error_are_not_looked_for() {
        let last = MAX_PLIES_BEFORE - 1;
        for (plies_between, found) in [(3, vec![0]), (last, vec![0]), (last + 2, vec![])] {
            let text = game_with_slip(plies_between);
            assert_eq!(single_changes(&text, MAX_MOVES_PLAYED), found, "{plies_between}");
        }
    }

    #[test]
    fn the_search_for_a_cause_is_limited() {
        let text = game_with_slip(3);
        assert_eq!(single_changes(&text, 20_000), [0]);
        assert!(single_changes(&text, 200).is_empty());
    }
}
