//! A line of play as written, and the changes of it that are tried on the board.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use crate::played::play_if_legal;
use crate::record::{Destination, NodeId, Origin, PieceName, Record, Step, Terminal, WrittenMove};
use crate::shogi::{Move, Position, Square};

/// One change of a record.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Change {
    /// The game starts from another position.
    Start(Box<Position>),
    /// Another move in the place of this step.
    Replaced(usize, Move),
    /// This step is left out.
    Removed(usize),
    /// These two steps change places. The first is earlier.
    Exchanged(usize, usize),
    /// A move is added before this step.
    Inserted(usize, Move),
}

impl Change {
    /// Returns the index of the first step that changes.
    pub(super) const fn first_step(&self) -> usize {
        match *self {
            Self::Start(_) => 0,
            Self::Replaced(at, _) | Self::Removed(at) | Self::Exchanged(at, _) | Self::Inserted(at, _) => at,
        }
    }
}

/// The main line of a record as written, up to its first end.
pub(super) struct Line<'r> {
    /// The nodes of the steps.
    pub nodes: Vec<NodeId>,
    /// The moves as written; `None` for a pass and for a token that cannot be read.
    pub steps: Vec<Option<&'r WrittenMove>>,
    /// The index of the first step that is not legal, or the number of steps if there is none.
    pub first_error: usize,
    /// The last positions before this step, each with the hash value of the game up to it.
    positions: VecDeque<(Position, u64)>,
}

/// Number of plies before the first error in which a slip may be: wrong moves can stay legal for a while.
const MAX_PLIES_BEFORE: usize = 40;

impl<'r> Line<'r> {
    /// Plays the main line of a record to its first move that is not legal.
    pub(super) fn new(record: &'r Record<'_>) -> Self {
        let main_line = record.tree.main_line();
        let plies = main_line.take_while(|(_, node)| !matches!(node.step, Step::End(_)));
        let (mut nodes, mut steps) = (Vec::new(), Vec::new());
        for (id, node) in plies {
            nodes.push(id);
            steps.push(match &node.step {
                Step::Move(written) => Some(written),
                _ => None,
            });
        }
        // An illegal move that the result states needs not be legal.
        let end = record.tree.main_line().find_map(|(_, node)| match &node.step {
            Step::End(end) => Some(end.terminal),
            _ => None,
        });
        if end.is_some_and(|end| matches!(end, Terminal::FoulLoss | Terminal::FoulWin)) {
            nodes.pop();
            steps.pop();
        }
        let mut position = record.start.position.clone();
        let mut hash = position.zobrist();
        let mut positions = VecDeque::from([(position.clone(), hash)]);
        let mut first_error = 0;
        for &step in &steps {
            if !step.is_some_and(|written| play(&mut position, written)) {
                break;
            }
            first_error += 1;
            hash = combined(hash, &position);
            positions.push_back((position.clone(), hash));
            if positions.len() > MAX_PLIES_BEFORE + 1 {
                positions.pop_front();
            }
        }
        Self {
            nodes,
            steps,
            first_error,
            positions,
        }
    }

    /// Returns the indices of the steps in which a slip may be.
    pub(super) fn range(&self) -> RangeInclusive<usize> {
        self.first_error + 1 - self.positions.len()..=self.first_error
    }

    /// Returns the position before a step of the [range](Self::range), and the hash value of the game up to it.
    fn state(&self, at: usize) -> &(Position, u64) {
        &self.positions[at - self.range().start()]
    }

    /// Returns the position before a step of the [range](Self::range).
    pub(super) fn position(&self, at: usize) -> &Position {
        &self.state(at).0
    }

    /// Returns this line with its first unreadable token as the first error, or `None` if it is legal up to another step.
    ///
    /// `readable` is the same line with some legal move in the place of the token, so that 同 after it has a meaning.
    pub(super) fn with_steps_of(mut self, readable: Line<'r>) -> Option<Self> {
        if readable.nodes != self.nodes || readable.first_error < self.first_error {
            return None;
        }
        self.steps = readable.steps;
        self.steps[self.first_error] = None;
        Some(self)
    }

    /// Returns whether the number before a step is left out in the record.
    pub(super) fn is_after_gap(&self, record: &Record<'_>, at: usize) -> bool {
        let node = self.nodes.get(at);
        node.is_some_and(|&node| record.tree.node(node).after_gap)
    }

    /// Returns the number of steps after the first one that is not legal.
    pub(super) fn steps_after_error(&self) -> usize {
        self.steps.len().saturating_sub(self.first_error + 1)
    }

    /// Plays the line with a change. If it is then legal to its end, returns a hash value of the start and of all moves.
    ///
    /// `budget` is the number of moves that may still be played for this record.
    pub(super) fn play_with(&self, change: &Change, budget: &mut u32) -> Option<u64> {
        let at = change.first_step();
        let mut game = if let Change::Start(start) = change {
            Game::new((**start).clone(), start.zobrist(), None, budget)
        } else {
            let (position, hash) = self.state(at);
            Game::new(position.clone(), *hash, self.destination_before(at), budget)
        };
        let step = |at: usize| self.steps.get(at).copied().flatten();
        let rest = match *change {
            Change::Start(_) => 0,
            Change::Replaced(at, mv) => game.play_move(mv).then_some(at + 1)?,
            Change::Inserted(at, mv) => game.play_move(mv).then_some(at)?,
            Change::Removed(at) => at + 1,
            Change::Exchanged(at, other) => {
                game.play(step(other)?).then_some(())?;
                for between in at + 1..other {
                    game.play(step(between)?).then_some(())?;
                }
                game.play(step(at)?).then_some(other + 1)?
            }
        };
        let rest = self.steps.get(rest..)?;
        let is_legal = rest
            .iter()
            .all(|step| step.is_some_and(|written| game.play(written)));
        is_legal.then_some(game.hash)
    }

    /// Returns the drop of a step that is marked with the wrong side, as a move of the side to move.
    pub(super) fn drop_of_wrong_side(&self, at: usize, written: &WrittenMove) -> Option<Move> {
        let is_wrong = written.mark? != self.position(at).side_to_move();
        let (Origin::Hand, PieceName::Before(kind) | PieceName::After(kind)) = (written.from, written.named)
        else {
            return None;
        };
        let to = written.to.square();
        is_wrong.then_some(Move::Drop { kind, to })
    }

    /// Returns the hash value of the start and of all moves, if all of them are legal.
    pub(super) fn game(&self) -> Option<u64> {
        let (_, hash) = self.positions.back()?;
        (self.first_error == self.steps.len()).then_some(*hash)
    }

    /// Returns whether the line is legal to its end if one side makes two moves in a row, the second of them at this step.
    pub(super) fn is_double_move(&self, at: usize, budget: &mut u32) -> bool {
        let (position, hash) = self.state(at);
        let mut position = position.clone();
        position.set_side_to_move(position.side_to_move().opponent());
        let mut game = Game::new(position, *hash, self.destination_before(at), budget);
        let mut rest = self.steps[at..].iter();
        rest.all(|step| step.is_some_and(|written| game.play(written)))
    }

    fn destination_before(&self, at: usize) -> Option<Square> {
        let before = self.steps[at.checked_sub(1)?]?;
        Some(before.to.square())
    }
}

/// A game that is played from some position on.
struct Game<'b> {
    position: Position,
    hash: u64,
    /// The destination of the last move.
    last: Option<Square>,
    budget: &'b mut u32,
}

impl<'b> Game<'b> {
    fn new(position: Position, hash: u64, last: Option<Square>, budget: &'b mut u32) -> Self {
        Self {
            position,
            hash,
            last,
            budget,
        }
    }

    /// Plays a move as written. 同 means the destination of the move before it.
    fn play(&mut self, written: &WrittenMove) -> bool {
        let mut written = *written;
        if let Destination::Same(_) = written.to {
            let Some(last) = self.last else { return false };
            written.to = Destination::Same(last);
        }
        let is_played = self.spend() && play(&mut self.position, &written);
        if is_played {
            self.note(written.to.square());
        }
        is_played
    }

    fn play_move(&mut self, mv: Move) -> bool {
        let is_played = self.spend() && self.position.play_legal(mv).is_some();
        if is_played {
            self.note(mv.to());
        }
        is_played
    }

    fn note(&mut self, to: Square) {
        self.last = Some(to);
        self.hash = combined(self.hash, &self.position);
    }

    fn spend(&mut self) -> bool {
        let left = self.budget.checked_sub(1);
        *self.budget = left.unwrap_or(0);
        left.is_some()
    }
}

/// Returns whether the result of a record counts one move more than the record has.
pub(super) fn states_one_more_ply(record: &Record<'_>) -> bool {
    let line = record.tree.main_line();
    let plies = line
        .take_while(|(_, node)| !matches!(node.step, Step::End(_)))
        .count() as u32;
    record.claims.iter().any(|claim| claim.plies == Some(plies + 1))
}

/// Plays a move if it is legal. A mark of the wrong side is accepted if the piece belongs to the side to move.
fn play(position: &mut Position, written: &WrittenMove) -> bool {
    let side = position.side_to_move();
    let owner = match written.from {
        Origin::Board(from) => position.piece_at(from).map(|piece| piece.color),
        _ => None,
    };
    if written.mark.is_some_and(|mark| mark != side) && owner == Some(side) {
        let unmarked = WrittenMove {
            mark: None,
            ..*written
        };
        return play_if_legal(position, &unmarked);
    }
    play_if_legal(position, written)
}

/// Returns the hash value of a game that continues with a position.
fn combined(hash: u64, position: &Position) -> u64 {
    (hash.rotate_left(7) ^ position.zobrist()).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{detect, records};
    use crate::text::decode;

    /// Returns a legal game of this number of plies, in which the kings move back and forth.
    fn game(plies: usize) -> String {
        let cycle = ["５八玉(59)", "５二玉(51)", "５九玉(58)", "５一玉(52)"];
        let moves = cycle.iter().cycle().take(plies).enumerate();
        let lines = moves.map(|(at, text)| format!("{:4} {text}\n", at + 1));
        format!("手合割：平手\n{}", lines.collect::<String>())
    }

    fn with_line<T>(text: &str, look: impl FnOnce(Line<'_>) -> T) -> T {
        let text = decode(text.as_bytes(), None);
        let record = records(&text, detect(&text, None)).next().unwrap();
        look(Line::new(&record))
    }

    #[test]
    fn slips_long_before_the_first_error_are_not_looked_for() {
        let broken = |plies: usize| game(plies) + &format!("{:4} ５五角(11)\n", plies + 1);
        let range = |plies| with_line(&broken(plies), |line| line.range());
        assert_eq!(range(10), 0..=10);
        assert_eq!(range(MAX_PLIES_BEFORE), 0..=MAX_PLIES_BEFORE);
        assert_eq!(range(60), 60 - MAX_PLIES_BEFORE..=60);
    }

    #[test]
    fn the_search_for_a_cause_is_limited() {
        with_line(&game(100), |line| {
            // The last 40 plies are played with a change.
            for (mut budget, is_played) in [(39, false), (40, true)] {
                let first = line.steps[60].unwrap();
                let is_first = |mv: &Move| {
                    let Move::Board { from, to, .. } = *mv else {
                        return false;
                    };
                    Origin::Board(from) == first.from && to == first.to.square()
                };
                let mv = line.position(60).legal_moves().into_iter().find(is_first);
                let same = Change::Replaced(60, mv.unwrap());
                assert_eq!(line.play_with(&same, &mut budget).is_some(), is_played);
                assert_eq!(budget, 0);
            }
        });
    }
}
