//! Step-by-step replay of a record: the moves of each line are made on one board and taken back before the next line.

use super::analysis::{MoveContext, Placement, StartKind, skipped_side};
use super::ply::{PlayedMove, Ply};
use super::resolve::{Unresolved, legal, plain, resolve};
use crate::finding::Span;
use crate::record::{NodeId, Origin, Record, Step, Terminal, WrittenMove};
use crate::shogi::{Color, History, Move, Piece, Position, Square, Undo};

/// The replay of a record, line by line in the order of [`Tree::lines`](crate::record::Tree::lines).
///
/// [`advance`](Self::advance) returns the next node without playing it. The caller can look at the position before the node
/// and decide how to play it. If a node is not played, the rest of its line is skipped.
///
/// ```
/// use kifu::played::{NextStep, Playback};
/// use kifu::{notation, text};
///
/// let text = text::decode("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n".as_bytes(), None);
/// let record = notation::records(&text, notation::detect(&text, None)).next().expect("a record");
/// let mut playback = Playback::new(&record);
/// while let Some((_, NextStep::Move { legal: Some(mv), .. })) = playback.advance() {
///     playback.play(mv);
/// }
/// assert_eq!(playback.position().to_sfen(3), "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3");
/// ```
#[derive(Debug)]
pub struct Playback<'r, 't> {
    pub(super) record: &'r Record<'t>,
    start_kind: StartKind,
    pub(super) position: Position,
    pub(super) previous_mover: Option<Color>,
    /// The node that [`advance`](Self::advance) returned last; the start before the first call.
    pub(super) node: NodeId,
    /// The next node; `None` at the end of a line, or as long as the current node has not been played.
    next: Option<NodeId>,
    /// The first nodes of the variations that are still to be played. The last one is the first node of the next line.
    pending: Vec<NodeId>,
    /// The data that takes back each node of the line, from the first ply on.
    pub(super) frames: Vec<Frame>,
    /// The number of frames whose move could not be made and was [forced](Self::force_position).
    forced: usize,
    /// The keys of the positions of the line; `None` unless the record is played [by the rules](Self::with_history).
    pub(super) history: Option<&'r mut History>,
    /// The lines that were played to resolve ambiguous moves.
    pub(super) candidate_lines: CandidateLines,
}

impl<'r, 't> Playback<'r, 't> {
    /// Starts the replay of a record as written: a move that a player takes back (待った) stays on the board.
    pub fn new(record: &'r Record<'t>) -> Self {
        /// Number of plies that few games exceed.
        const TYPICAL_PLIES: usize = 300;
        let start = &record.start.position;
        let mut playback = Self {
            record,
            start_kind: StartKind::new(start),
            position: start.clone(),
            previous_mover: None,
            node: NodeId::START,
            next: None,
            pending: Vec::new(),
            frames: Vec::with_capacity(record.tree.len().min(TYPICAL_PLIES)),
            forced: 0,
            history: None,
            candidate_lines: CandidateLines::default(),
        };
        playback.set_next();
        playback
    }

    /// Starts the replay of a record by the rules.
    ///
    /// The positions are added to `history`, which must contain only the start position. Moves that the players take back
    /// are removed from the board and from the history.
    pub fn with_history(record: &'r Record<'t>, history: &'r mut History) -> Self {
        Self {
            history: Some(history),
            ..Self::new(record)
        }
    }

    /// Advances to the next node of the line, and returns the node with its content.
    ///
    /// Returns `None` at the end of the line, at a move of another game, or if the last node was not played.
    pub fn advance(&mut self) -> Option<(NodeId, NextStep<'r>)> {
        let node = self.next.take()?;
        self.node = node;
        // Each arm constructs the returned value directly, to avoid a copy of a large intermediate value.
        match &self.record.tree.node(node).step {
            Step::Move(written) => match resolve(&self.position, written) {
                Ok(resolved) => {
                    let legal = legal(&self.position, &resolved);
                    let by_later_moves = false;
                    Some((
                        node,
                        NextStep::Move {
                            written,
                            resolved,
                            legal,
                            by_later_moves,
                        },
                    ))
                }
                Err(unresolved) => Some((node, self.next_step_by_later_moves(written, unresolved))),
            },
            Step::Pass(span) => Some((node, NextStep::Pass(*span))),
            Step::Unreadable(span) => Some((node, NextStep::Unreadable(*span))),
            Step::End(ending) => Some((node, NextStep::End(ending.terminal))),
            // The start is not the child of any node, and moves of other games are not played on this board.
            Step::Start | Step::Token(_) => None,
        }
    }

    /// Plays the next node if it is a legal move that is written in the usual way of its notation; see [`plain`]. Returns the
    /// node. Any other node is left to [`advance`](Self::advance), and the result is `None`.
    #[inline]
    pub(crate) fn play_if_plain(&mut self) -> Option<NodeId> {
        let node = self.next?;
        let Step::Move(written) = &self.record.tree.node(node).step else {
            return None;
        };
        let mv = plain(&self.position, written)?;
        self.node = node;
        self.next = None;
        self.play(mv);
        Some(node)
    }

    /// Returns the step for a move whose piece the board does not determine. If several pieces fit, the later moves of
    /// the line may determine the piece. If no piece fits or the later moves fit several pieces, the step is
    /// [`NextStep::Unresolved`].
    #[cold]
    fn next_step_by_later_moves(&mut self, written: &'r WrittenMove, unresolved: Unresolved) -> NextStep<'r> {
        let resolved_later = if unresolved.playable.is_empty() {
            None
        } else {
            self.resolve_by_later_moves(written)
        };
        match resolved_later {
            Some(resolved) => NextStep::Move {
                written,
                resolved,
                legal: legal(&self.position, &resolved),
                by_later_moves: true,
            },
            None => NextStep::Unresolved(written, unresolved),
        }
    }

    /// Takes the board back to the branching point of the next line, and returns the first node of this line. Returns `None`
    /// after the last line.
    pub fn next_line(&mut self) -> Option<NodeId> {
        let line_start = self.pending.pop()?;
        let depth = self.record.tree.node(line_start).ply as usize - 1;
        while self.frames.len() > depth {
            self.take_back();
        }
        self.next = Some(line_start);
        Some(line_start)
    }

    /// Returns the current position: after the current node if this node has been played, otherwise before the node.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the context of the current move.
    ///
    /// `before` must equal the current position. The caller can pass a copy, which remains valid after the move is played.
    pub(crate) fn context<'a>(&self, before: &'a Position) -> MoveContext<'a> {
        let tree = &self.record.tree;
        let node = tree.node(self.node);
        // If play continues after an end, a move may be missing in between.
        let is_end = |parent| matches!(tree.node(parent).step, Step::End(_));
        MoveContext {
            before,
            ply: node.ply,
            previous_mover: self.previous_mover,
            previous_mark: tree.parent(self.node).and_then(|parent| tree.node(parent).mark()),
            start_kind: self.start_kind,
            after_gap: node.after_gap || tree.parent(self.node).is_some_and(is_end),
            skipped_side: skipped_side(self.record, self.node),
        }
    }

    /// Returns the move at the node that was played last. Returns `None` if no node was played, or if this node is a
    /// pass, an end or a forced move.
    pub(crate) fn last_move(&self) -> Option<PlayedMove<'_>> {
        let frame = self.frames.last()?;
        let SavedState::Move(undo) = &frame.before else {
            return None;
        };
        Some(PlayedMove {
            node: frame.node,
            ply: self.record.tree.node(frame.node).ply,
            after: &self.position,
            undo,
            legal: frame.legal,
        })
    }

    /// Returns the history of the line's positions; `None` unless the record is played [by the rules](Self::with_history).
    pub(crate) fn history(&self) -> Option<&History> {
        self.history.as_deref()
    }

    /// Returns whether all earlier positions with the key of the current position are equal to the current position.
    /// Returns `false` unless the record is played [by the rules](Self::with_history).
    pub(crate) fn is_true_repetition(&self) -> bool {
        let Some(history) = self.history() else {
            return false;
        };
        let mut earlier = history.occurrences().skip(1).peekable();
        let mut position = self.position.clone();
        let mut ply = history.len();
        for frame in self.frames.iter().rev() {
            frame.before.restore(&mut position);
            ply -= usize::from(frame.is_ply);
            if frame.is_ply && earlier.next_if_eq(&ply).is_some() && position != self.position {
                return false;
            }
        }
        earlier.peek().is_none()
    }

    /// Returns whether a move of the current line was [forced](Self::force_position).
    pub(crate) fn is_forced(&self) -> bool {
        self.forced > 0
    }

    /// Makes a move for the current node. The move must be legal. Nothing happens if its origin is empty.
    pub fn play(&mut self, mv: Move) {
        if let Some(undo) = self.position.play_legal(mv) {
            self.record_move(SavedState::Move(undo), true);
        }
    }

    /// Makes a move as written, legal or not. Returns `false`, without a change, if `placement` is `None` or the origin is
    /// empty.
    pub(crate) fn play_placement(&mut self, placement: Option<Placement>) -> bool {
        let undo = placement.and_then(|placement| placement.play(&mut self.position));
        undo.map(|undo| self.record_move(SavedState::Move(undo), false))
            .is_some()
    }

    /// Plays the current node although its move cannot be made: empties the origin and puts the written piece on the
    /// destination. If the kind of the piece is not known, only the turn passes.
    pub(crate) fn force_position(&mut self, ply: &Ply) {
        let before = SavedState::forced(&mut self.position, ply);
        self.forced += 1;
        self.record_move(before, false);
    }

    /// Plays the current node as a pass.
    pub fn pass(&mut self) {
        let side = self.position.side_to_move();
        self.position.set_side_to_move(side.opponent());
        self.push_frame(SavedState::Turn(side), true, false);
        self.record_position(side, false);
    }

    /// Plays the current node as an end. Nodes after the end can still be played.
    ///
    /// If the record is played by the rules and the next move corrects earlier ones (待った), the corrected moves are
    /// taken back. Returns the ply of the first move taken back; `None` if no move is taken back.
    pub fn end(&mut self) -> Option<u32> {
        self.push_frame(SavedState::Turn(self.position.side_to_move()), false, false);
        self.history.is_some().then(|| self.take_back_corrected())?
    }

    /// Adds a move that was made to the frames and to the history. `before` is the data that takes the move back, and `legal`
    /// is `true` if the move is legal and written without contradiction.
    #[inline]
    fn record_move(&mut self, before: SavedState, legal: bool) {
        let mover = self.position.side_to_move().opponent();
        self.push_frame(before, true, legal);
        self.record_position(mover, self.position.is_check());
    }

    /// Adds the position after a ply to the history.
    #[inline]
    fn record_position(&mut self, mover: Color, is_check: bool) {
        self.previous_mover = Some(mover);
        if let Some(history) = &mut self.history {
            history.push(self.position.zobrist(), mover, is_check);
        }
    }

    /// Adds the frame of the node that was played, and makes the first child of the node the next node. `before` is the data
    /// that takes the node back.
    #[inline]
    fn push_frame(&mut self, before: SavedState, is_ply: bool, legal: bool) {
        self.frames.push(Frame {
            node: self.node,
            before,
            previous_mover: self.previous_mover,
            is_ply,
            legal,
        });
        self.set_next();
    }

    /// Makes the first child of the current node the next node. The other children become pending.
    #[inline]
    fn set_next(&mut self) {
        let tree = &self.record.tree;
        self.next = tree.first_child(self.node);
        if let Some(alternative) = self.next.and_then(|next| tree.next_sibling(next)) {
            self.push_alternatives(alternative);
        }
    }

    /// Pushes a node and its later siblings onto `pending`, the node itself on top.
    fn push_alternatives(&mut self, first: NodeId) {
        let tree = &self.record.tree;
        let start = self.pending.len();
        let alternatives = std::iter::successors(Some(first), |&id| tree.next_sibling(id));
        self.pending.extend(alternatives);
        self.pending[start..].reverse();
    }

    /// Takes back the last played node.
    fn take_back(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        match frame.before {
            SavedState::Move(undo) => self.position.undo(undo),
            SavedState::Turn(side) => self.position.set_side_to_move(side),
            SavedState::Forced(before) => {
                self.forced -= 1;
                self.position = *before;
            }
            SavedState::TakenBack(taken_back) => self.restore(*taken_back),
        }
        if let Some(history) = self.history.as_mut().filter(|_| frame.is_ply) {
            history.pop();
        }
        self.previous_mover = frame.previous_mover;
    }
}

/// A node that was played, with the data that is needed to take the node back.
#[derive(Debug)]
pub(super) struct Frame {
    pub node: NodeId,
    pub before: SavedState,
    pub previous_mover: Option<Color>,
    /// `true` if the node is a move or pass that the players did not take back.
    pub is_ply: bool,
    /// `true` if the node is a legal move that is written without contradiction.
    pub legal: bool,
}

/// The data that restores the board before a node. The variant is the way in which the node was played.
#[derive(Debug)]
pub(super) enum SavedState {
    /// A move that was made.
    Move(Undo),
    /// A pass or an end, which did not change the board. The value is the side that was to move.
    Turn(Color),
    /// A move that could not be made and was [forced](Playback::force_position). The value is the position before the
    /// move.
    Forced(Box<Position>),
    /// An end after which moves were taken back (待った).
    TakenBack(Box<TakenBack>),
}

impl SavedState {
    /// Forces a move that cannot be made: empties the origin, puts the written piece on the destination, and passes the
    /// turn. If the kind of the piece is not known, only the turn passes. Returns the data that takes the move back.
    pub(super) fn forced(position: &mut Position, ply: &Ply) -> Self {
        let before = Box::new(position.clone());
        if let Some(kind) = ply.placed() {
            if let Some(from) = ply.from {
                position.put(from, None);
            }
            position.put(ply.to, Some(Piece::new(ply.mover, kind)));
        }
        position.set_side_to_move(ply.mover.opponent());
        Self::Forced(before)
    }

    /// Restores the board to its state before the node.
    pub(super) fn restore(&self, position: &mut Position) {
        match self {
            Self::Move(undo) => position.undo(undo.clone()),
            Self::Turn(side) => position.set_side_to_move(*side),
            Self::Forced(before) => position.clone_from(before),
            Self::TakenBack(taken_back) => position.clone_from(&taken_back.position),
        }
    }
}

/// The state of the board before moves were taken back.
#[derive(Debug)]
pub(super) struct TakenBack {
    /// The position before the plies were taken back, after the latest of them.
    pub position: Position,
    /// The plies that were taken back, the latest first.
    pub plies: Vec<TakenPly>,
}

/// A ply that was taken back, with the data that restores the ply in the history.
#[derive(Debug)]
pub(super) struct TakenPly {
    /// The index of the ply in the frames of the playback.
    pub frame: usize,
    /// The Zobrist key of the position after the ply.
    pub key: u64,
    pub mover: Color,
    /// `true` if the ply gave check.
    pub checked: bool,
}

/// The content of the next node, resolved on the board but not played yet.
#[derive(Debug)]
pub enum NextStep<'r> {
    /// A move.
    Move {
        /// The move as the record writes it.
        written: &'r WrittenMove,
        /// The move as written, completed with the origin and promotion from the board.
        resolved: WrittenMove,
        /// The move on the board; `None` unless the move is legal and written without contradiction.
        legal: Option<Move>,
        /// `true` if several pieces fit, but the later moves of the line are legal only with this piece.
        by_later_moves: bool,
    },
    /// A move whose piece neither the board nor the later moves of the line determine.
    Unresolved(&'r WrittenMove, Unresolved),
    /// A pass.
    Pass(Span),
    /// A token that cannot be read.
    Unreadable(Span),
    /// The end of a line of play.
    End(Terminal),
}

/// Maximum number of candidate lines played for one record.
const MAX_CANDIDATE_LINES: usize = 64;

/// The number of candidate lines that may still be played, and the origins found with them.
///
/// A candidate line is the rest of a line after one of the possible origins of an ambiguous move has been chosen.
#[derive(Debug)]
pub(super) struct CandidateLines {
    /// The number of candidate lines that may still be played.
    pub lines_left: usize,
    /// The ambiguous moves that were resolved, each with its origin.
    pub origins: Vec<(NodeId, Square)>,
}

impl Default for CandidateLines {
    fn default() -> Self {
        Self {
            lines_left: MAX_CANDIDATE_LINES,
            origins: Vec::new(),
        }
    }
}

// 待った: a player takes a move back and plays another.

impl Playback<'_, '_> {
    /// Takes back the moves that the next move corrects, if the current end is a take-back (待った).
    ///
    /// Returns the ply of the first move taken back; `None` if no move is taken back.
    pub(super) fn take_back_corrected(&mut self) -> Option<u32> {
        let tree = &self.record.tree;
        let next = tree.first_child(self.node).map(|next| &tree.node(next).step);
        let (Step::End(ending), Some(Step::Move(written))) = (&tree.node(self.node).step, next) else {
            return None;
        };
        if ending.terminal != Terminal::TakeBack {
            return None;
        }
        let (count, position) = self.count_corrected(written);
        let plies = self.latest_plies(count);
        let first = plies.last().filter(|_| plies.len() == count)?.frame;
        for ply in &plies {
            self.frames[ply.frame].is_ply = false;
        }
        if let Some(history) = &mut self.history {
            for _ in &plies {
                history.pop();
            }
        }
        self.previous_mover = self.frames[first].previous_mover;
        let position = std::mem::replace(&mut self.position, position);
        if let Some(frame) = self.frames.last_mut() {
            frame.before = SavedState::TakenBack(Box::new(TakenBack { position, plies }));
        }
        Some(first as u32 + 1)
    }

    /// Restores the moves that were taken back.
    pub(super) fn restore(&mut self, taken_back: TakenBack) {
        self.position = taken_back.position;
        for ply in taken_back.plies.into_iter().rev() {
            self.frames[ply.frame].is_ply = true;
            if let Some(history) = &mut self.history {
                history.push(ply.key, ply.mover, ply.checked);
            }
        }
    }

    /// Returns the number of plies that a move corrects (0 to 2), and the position in which the move is made.
    ///
    /// A move that is legal in the current position corrects no ply. A move that is legal before the last ply, or before
    /// the last two, corrects these plies. A move that is illegal in all three positions corrects the last ply if the
    /// same player made that ply. Any other move corrects no ply.
    fn count_corrected(&self, written: &WrittenMove) -> (usize, Position) {
        let mut position = self.position.clone();
        let mut before_last = None;
        let mut undos = self.recent_moves().map(|(_, undo)| undo).take(2);
        for count in 0.. {
            let is_legal =
                resolve(&position, written).is_ok_and(|resolved| legal(&position, &resolved).is_some());
            if is_legal {
                return (count, position);
            }
            if count == 1 {
                before_last = Some(position.clone());
            }
            let Some(undo) = undos.next() else { break };
            position.undo(undo.clone());
        }
        // The move is illegal in all of these positions. The move then corrects the last ply, if the same player made
        // that ply.
        match before_last.filter(|_| self.mover(written) == self.previous_mover) {
            Some(before_last) => (1, before_last),
            None => (0, self.position.clone()),
        }
    }

    /// Returns the side that makes a move: the side of the mark or, without a mark, the owner of the piece on the
    /// origin. Returns `None` if the move has neither.
    fn mover(&self, written: &WrittenMove) -> Option<Color> {
        let owner = match written.from {
            Origin::Board(square) => self.position.piece_at(square).map(|piece| piece.color),
            _ => None,
        };
        written.mark.or(owner)
    }

    /// Returns the frame index and the undo data of each move since the last pass or forced move, the latest first.
    fn recent_moves(&self) -> impl Iterator<Item = (usize, &Undo)> {
        let frames = self.frames.iter().enumerate().rev();
        let plies = frames.filter(|(_, frame)| frame.is_ply);
        plies.map_while(|(index, frame)| match &frame.before {
            SavedState::Move(undo) => Some((index, undo)),
            _ => None,
        })
    }

    /// Returns the plies of the latest moves on the board, at most `count`, the latest first. A pass or a forced move
    /// ends the list.
    fn latest_plies(&self, count: usize) -> Vec<TakenPly> {
        let mut position = self.position.clone();
        let plies = self.recent_moves().take(count).map(|(frame, undo)| {
            let ply = TakenPly {
                frame,
                key: position.zobrist(),
                mover: position.side_to_move().opponent(),
                checked: position.is_check(),
            };
            position.undo(undo.clone());
            ply
        });
        plies.collect()
    }
}
