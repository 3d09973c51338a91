//! A line of play as written, and the changes of it that are tried on the board.

use crate::notation::jkf::has_all_destinations;
use crate::played::{play_if_legal, resolve, to_board_move};
use crate::record::{Destination, NodeId, Origin, PieceName, Record, Step, Terminal, WrittenMove};
use crate::shogi::{Color, Move, PieceKind, Position, Square};

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
    /// This step and the next one have each other's marks.
    Marks(usize),
    /// A move is added before this step.
    Inserted(usize, Move),
}

impl Change {
    /// Returns the change in a line that has this many more steps before it.
    pub(super) fn moved(&self, by: isize) -> Self {
        let moved = |at: usize| at.saturating_add_signed(by);
        match *self {
            Self::Start(ref position) => Self::Start(position.clone()),
            Self::Replaced(at, mv) => Self::Replaced(moved(at), mv),
            Self::Removed(at) => Self::Removed(moved(at)),
            Self::Exchanged(at, other) => Self::Exchanged(moved(at), moved(other)),
            Self::Marks(at) => Self::Marks(moved(at)),
            Self::Inserted(at, mv) => Self::Inserted(moved(at), mv),
        }
    }

    /// Returns the number of steps that the change adds: -1 if one is left out.
    pub(super) const fn added_plies(&self) -> isize {
        match self {
            Self::Inserted(..) => 1,
            Self::Removed(_) => -1,
            _ => 0,
        }
    }

    /// Returns the index of the first step that changes.
    pub(super) const fn first_step(&self) -> usize {
        match *self {
            Self::Start(_) => 0,
            Self::Replaced(at, _)
            | Self::Removed(at)
            | Self::Exchanged(at, _)
            | Self::Marks(at)
            | Self::Inserted(at, _) => at,
        }
    }
}

/// The path to a line: the ply and the alternative of each branching point. It is empty for the main line.
pub(crate) type LinePath = [(u32, u32)];

/// The main line of a record as written, or a variation with the moves before it, up to its first end.
pub(super) struct Line<'r> {
    /// The nodes of the steps.
    pub nodes: Vec<NodeId>,
    /// The index of the first step that belongs to the variation; 0 for the main line. Only the steps from here on can change.
    pub first_own: usize,
    /// The moves as written; `None` for a pass and for a token that cannot be read.
    pub steps: Vec<Option<&'r WrittenMove>>,
    /// The index of the first step that is not legal, or the number of steps if there is none.
    pub first_error: usize,
    /// `true` if a move to the destination of the move before it has its square, too.
    pub has_squares: bool,
    /// The game up to the first error.
    end: Game,
    start: &'r Position,
}

impl<'r> Line<'r> {
    /// Plays the main line of a record to its first move that is not legal.
    pub(super) fn new(record: &'r Record<'_>) -> Self {
        Self::through(record, record.tree.first_child(NodeId::START))
    }

    /// Plays the line with this path to its first move that is not legal. Returns `None` if the record has no such line.
    pub(super) fn at(record: &'r Record<'_>, path: &LinePath) -> Option<Self> {
        if path.is_empty() {
            return Some(Self::new(record));
        }
        Some(Self::through(record, Some(first_of_variation(record, path)?)))
    }

    /// Plays the line whose own steps begin with a node to its first move that is not legal.
    fn through(record: &'r Record<'_>, first: Option<NodeId>) -> Self {
        let tree = &record.tree;
        let mut ids: Vec<NodeId> = first
            .iter()
            .flat_map(|&first| tree.ancestors(first))
            .skip(1)
            .collect();
        ids.reverse();
        let first_own = ids.len().saturating_sub(1);
        ids.extend(std::iter::successors(first, |&id| tree.first_child(id)));
        let (mut nodes, mut steps) = (Vec::new(), Vec::new());
        let mut end = None;
        for id in ids.into_iter().filter(|id| *id != NodeId::START) {
            let step = match &tree.node(id).step {
                Step::Move(written) => Some(written),
                Step::End(ending) => {
                    end = Some(ending.terminal);
                    break;
                }
                _ => None,
            };
            nodes.push(id);
            steps.push(step);
        }
        // An illegal move that the result states needs not be legal.
        if end.is_some_and(|end| matches!(end, Terminal::FoulLoss | Terminal::FoulWin)) {
            nodes.pop();
            steps.pop();
        }
        let start = &record.start.position;
        let has_squares = has_all_destinations(record);
        let mut line = Self {
            nodes,
            steps,
            first_own,
            first_error: 0,
            has_squares,
            end: Game::new(start),
            start,
        };
        let mut game = line.start();
        let mut unlimited = u32::MAX;
        line.first_error = game.play_steps(&line.steps, 0, &mut unlimited);
        line.end = game;
        line
    }

    /// Returns the game before its first move.
    pub(super) fn start(&self) -> Game {
        self.game_from(self.start)
    }

    /// Returns the game before its first move, with another start position.
    pub(super) fn game_from(&self, start: &Position) -> Game {
        Game {
            has_squares: self.has_squares,
            has_swapped_marks: self.has_swapped_marks(start),
            ..Game::new(start)
        }
    }

    /// Returns whether the marks of the two sides are swapped: from this start, the first move is legal only without its mark.
    fn has_swapped_marks(&self, start: &Position) -> bool {
        let Some(Some(first)) = self.steps.first() else {
            return false;
        };
        let is_other = first.mark.is_some_and(|mark| mark != start.side_to_move());
        is_other && play_if_legal(&mut start.clone(), &unmarked(first))
    }

    /// Returns the mark of the move after this number of plies, if the marks of the two sides are swapped.
    pub(super) fn swapped_mark(&self, ply: usize) -> Option<Color> {
        let first = self.start.side_to_move();
        let side = if ply.is_multiple_of(2) {
            first
        } else {
            first.opponent()
        };
        self.has_swapped_marks(self.start).then(|| side.opponent())
    }

    /// Returns the position before the first error, or after the last step if there is none.
    pub(super) fn position_at_error(&self) -> &Position {
        &self.end.position
    }

    /// Returns this line with each 同 of `readable`: the same line with some move in the place of each token that cannot be
    /// read, so that 同 after it has a meaning. `None` if it is not the same line.
    pub(super) fn with_steps_of(mut self, readable: Line<'r>) -> Option<Self> {
        if readable.nodes != self.nodes || readable.first_error < self.first_error {
            return None;
        }
        let is_same = |step: &&WrittenMove| matches!(step.to, Destination::Same(_));
        for (step, readable) in self.steps.iter_mut().zip(readable.steps) {
            *step = step.or(readable.filter(is_same));
        }
        Some(self)
    }

    /// Returns the index of the first step that is a token that cannot be read.
    pub(super) fn first_unreadable(&self, record: &Record<'_>) -> Option<usize> {
        let mut nodes = self.nodes.iter();
        nodes.position(|&node| matches!(record.tree.node(node).step, Step::Unreadable(_)))
    }

    /// Returns whether the number before a step is left out in the record.
    pub(super) fn is_after_gap(&self, record: &Record<'_>, at: usize) -> bool {
        let node = self.nodes.get(at);
        node.is_some_and(|&node| record.tree.node(node).after_gap)
    }

    /// Returns the step that has the mark of the other side, as the next step has, if the whole line is legal without these two
    /// marks. Also returns the game with all moves.
    pub(super) fn exchanged_marks(&self, budget: &mut u32) -> Option<(usize, GameHash)> {
        // Without its mark, the first of the two moves may have been legal as written.
        let first = self.first_error.saturating_sub(1).max(self.first_own);
        (first..=self.first_error).find_map(|at| {
            let [Some(one), Some(other)] = *self.steps.get(at..at + 2)? else {
                return None;
            };
            let mut game = self.start();
            let is_reached = game.play_steps(&self.steps[..at], 0, budget) == at;
            let side = game.position.side_to_move();
            let is_exchanged = (one.mark, other.mark) == (Some(side.opponent()), Some(side));
            let is_legal = is_reached
                && is_exchanged
                && !game.has_swapped_marks
                && game.play_unmarked(one, budget)
                && game.play_unmarked(other, budget)
                && game.play_steps(&self.steps, at + 2, budget) == self.steps.len();
            let hash = game.hash;
            is_legal.then_some((at, GameHash { hash, is_legal }))
        })
    }

    /// Returns the number of steps after the first one that is not legal.
    pub(super) fn steps_after_error(&self) -> usize {
        self.steps.len().saturating_sub(self.first_error + 1)
    }

    /// Returns the game up to its first error.
    pub(super) fn game(&self) -> GameHash {
        GameHash {
            hash: self.end.hash,
            is_legal: self.first_error == self.steps.len(),
        }
    }
}

/// A game up to its first error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameHash {
    /// The hash value of the start and of all moves.
    pub hash: u64,
    /// `true` if there is no error.
    pub is_legal: bool,
}

/// A game on the board.
#[derive(Clone)]
pub(super) struct Game {
    pub position: Position,
    /// The hash value of the start and of all moves.
    pub hash: u64,
    /// The destination of the last move.
    last: Option<Square>,
    /// `true` if 同 means the square that is written with it, and not the destination of the last move.
    has_squares: bool,
    /// `true` if the marks of the two sides are swapped.
    has_swapped_marks: bool,
}

impl Game {
    fn new(start: &Position) -> Self {
        Self {
            has_squares: false,
            has_swapped_marks: false,
            position: start.clone(),
            hash: start.zobrist(),
            last: None,
        }
    }

    /// Plays the steps from `next` on to the first that is not legal, and returns its index, or the number of steps.
    ///
    /// `budget` is the number of moves that may still be played. Without a budget, the next move is not legal.
    pub(super) fn play_steps(
        &mut self,
        steps: &[Option<&WrittenMove>],
        next: usize,
        budget: &mut u32,
    ) -> usize {
        let rest = steps.get(next..).unwrap_or_default();
        let legal = rest
            .iter()
            .take_while(|step| step.is_some_and(|written| self.play(written, budget)));
        next + legal.count()
    }

    /// Plays a move as written if it is legal. 同 means the destination of the move before it.
    pub(super) fn play(&mut self, written: &WrittenMove, budget: &mut u32) -> bool {
        let Some(written) = self.as_meant(written) else {
            return false;
        };
        let is_played = spend(budget) && play(&mut self.position, &written);
        if is_played {
            self.note(written.to.square());
        }
        is_played
    }

    /// Plays a move as written if it is legal, but without its mark. In the place of another move, it has the mark of that
    /// place.
    pub(super) fn play_unmarked(&mut self, written: &WrittenMove, budget: &mut u32) -> bool {
        self.play(&unmarked(written), budget)
    }

    /// Plays a legal move.
    pub(super) fn play_move(&mut self, mv: Move, budget: &mut u32) -> bool {
        let is_played = spend(budget) && self.position.play_legal(mv).is_some();
        if is_played {
            self.note(mv.to());
        }
        is_played
    }

    /// Plays a move that is not legal, as the players may have made it: a move against the rules of movement, a second
    /// move in a row, or a drop with the mark of the other side. Returns `false` if the board shows that no player can have
    /// made this move. A second move in a row is played only if `may_be_double` is `true`.
    pub(super) fn play_illegal(
        &mut self,
        written: &WrittenMove,
        may_be_double: bool,
        budget: &mut u32,
    ) -> bool {
        let Some(written) = self.as_meant(written) else {
            return false;
        };
        let is_played = spend(budget) && play_illegal(&mut self.position, &written, may_be_double);
        if is_played {
            self.note(written.to.square());
        }
        is_played
    }

    /// Lets the other side move.
    pub(super) fn pass(&mut self) {
        let side = self.position.side_to_move();
        self.position.set_side_to_move(side.opponent());
    }

    /// Returns a move as written whose 同 means the destination of the last move, with the mark of the other side if the marks are
    /// swapped; `None` if 同 has no meaning.
    fn as_meant(&self, written: &WrittenMove) -> Option<WrittenMove> {
        let mut written = *written;
        if self.has_swapped_marks {
            written.mark = written.mark.map(Color::opponent);
        }
        if let Destination::Same(_) = written.to
            && !self.has_squares
        {
            written.to = Destination::Same(self.last?);
        }
        Some(written)
    }

    fn note(&mut self, to: Square) {
        self.last = Some(to);
        self.hash = combined(self.hash, &self.position);
    }
}

fn spend(budget: &mut u32) -> bool {
    let left = budget.checked_sub(1);
    *budget = left.unwrap_or(0);
    left.is_some()
}

/// Returns a drop that is marked with the side that is not to move, as a move of the side to move.
pub(super) fn drop_of_wrong_side(position: &Position, written: &WrittenMove) -> Option<Move> {
    let is_wrong = written.mark? != position.side_to_move();
    let (Origin::Hand, PieceName::Before(kind) | PieceName::After(kind)) = (written.from, written.named)
    else {
        return None;
    };
    let to = written.to.square();
    is_wrong.then_some(Move::Drop { kind, to })
}

/// Returns the first node of the variation with this path.
pub(super) fn first_of_variation(record: &Record<'_>, path: &LinePath) -> Option<NodeId> {
    let tree = &record.tree;
    let mut firsts = tree
        .ids()
        .filter(|&id| !tree.is_main_line(id) && tree.line_of(id) == id);
    firsts.find(|&id| tree.path(id) == path)
}

/// Returns whether the result of a record counts one move more than the record has.
pub(super) fn states_one_more_ply(record: &Record<'_>) -> bool {
    let line = record.tree.main_line();
    let plies = line
        .take_while(|(_, node)| !matches!(node.step, Step::End(_)))
        .count() as u32;
    record.claims.iter().any(|claim| claim.plies == Some(plies + 1))
}

/// Returns a move without its mark.
fn unmarked(written: &WrittenMove) -> WrittenMove {
    WrittenMove {
        mark: None,
        ..*written
    }
}

/// Plays a move if it is legal. A mark of the wrong side is accepted if the piece belongs to the side to move.
fn play(position: &mut Position, written: &WrittenMove) -> bool {
    let side = position.side_to_move();
    let owner = match written.from {
        Origin::Board(from) => position.piece_at(from).map(|piece| piece.color),
        _ => None,
    };
    if written.mark.is_some_and(|mark| mark != side) && owner == Some(side) {
        return play_if_legal(position, &unmarked(written));
    }
    play_if_legal(position, written)
}

/// Plays a move that is not legal, if a player can have made it on the board.
fn play_illegal(position: &mut Position, written: &WrittenMove, may_be_double: bool) -> bool {
    let side = position.side_to_move();
    if let Some(mv) = drop_of_wrong_side(position, written) {
        return position.is_legal(mv) && position.play_legal(mv).is_some();
    }
    let resolved = resolve(position, written).unwrap_or(*written);
    let owner = match resolved.from {
        Origin::Board(from) => position.piece_at(from).map(|piece| piece.color),
        _ => Some(side),
    };
    if owner == Some(side.opponent()) {
        let mut turned = position.clone();
        turned.set_side_to_move(side.opponent());
        let is_played = may_be_double && play_if_legal(&mut turned, written);
        if is_played {
            *position = turned;
        }
        return is_played;
    }
    let Some(mv) = to_board_move(position, &resolved) else {
        return false;
    };
    let target = position.piece_at(mv.to());
    let is_possible = match mv {
        Move::Board { .. } => target.is_none_or(|piece| piece.color != side && piece.kind != PieceKind::King),
        Move::Drop { kind, .. } => target.is_none() && position.hand(side).get(kind) > 0,
    };
    is_possible && position.play(mv).is_some()
}

/// Returns the hash value of a game that continues with a position.
fn combined(hash: u64, position: &Position) -> u64 {
    (hash.rotate_left(7) ^ position.zobrist()).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
