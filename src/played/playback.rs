//! The engine that plays a record line by line: moves are made on one board and taken back again.

use super::analysis::{MoveContext, Placement, StartKind, skipped_side};
use super::resolve::{CandidateLines, Unresolved, legal, resolve};
use super::tree::Ply;
use crate::finding::Span;
use crate::record::{NodeId, Origin, Record, Step, Terminal, WrittenMove};
use crate::shogi::{Color, History, Move, Piece, Position, Undo};

/// The replay of a record, line by line in the order of [`Tree::lines`](crate::record::Tree::lines).
///
/// [`advance`](Self::advance) returns the next node; the caller looks at the position before it and decides
/// how to play it. A node that is not played ends its line: nothing after it reaches the board.
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
    /// The current node, or the one that was played last.
    pub(super) node: NodeId,
    /// The next node; `None` at the end of a line.
    next: Option<NodeId>,
    /// Alternatives that are still to be played. The last one is next.
    pending: Vec<NodeId>,
    /// The state to restore when the line is taken back, one frame for every node from the start on.
    pub(super) frames: Vec<Frame>,
    /// The number of frames that were put on the board by force.
    forced: usize,
    /// The positions of the line, if it is played by the rules.
    pub(super) history: Option<&'r mut History>,
    /// The lines that were played to resolve ambiguous moves.
    pub(super) candidate_lines: CandidateLines,
}

impl<'r, 't> Playback<'r, 't> {
    /// Plays a record as it is written: a move that is taken back (待った) stays on the board.
    pub fn new(record: &'r Record<'t>) -> Self {
        /// Longer games are rare.
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

    /// Plays a record by the rules.
    ///
    /// Its positions are counted in a history that begins with the start. Moves that the players take back
    /// are removed from the board.
    pub fn with_history(record: &'r Record<'t>, history: &'r mut History) -> Self {
        Self {
            history: Some(history),
            ..Self::new(record)
        }
    }

    /// Advances to the next node of the line and returns it with its content.
    ///
    /// Returns `None` at the end of the line, or if the last node was not played.
    pub fn advance(&mut self) -> Option<(NodeId, NextStep<'r>)> {
        let node = self.next.take()?;
        self.node = node;
        // Every arm builds the returned value itself, because a value built from all arms would be copied
        // byte by byte.
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
                Err(unclear) => Some((node, self.next_step_by_later_moves(written, unclear))),
            },
            Step::Pass(span) => Some((node, NextStep::Pass(*span))),
            Step::Unreadable(span) => Some((node, NextStep::Unreadable(*span))),
            Step::End(ending) => Some((node, NextStep::End(ending.terminal))),
            // No node leads to the start, and moves of other games are not played on this board.
            Step::Start | Step::Token(_) => None,
        }
    }

    /// Returns the content of a move that the board leaves ambiguous. The rest of its line may determine the
    /// piece.
    #[cold]
    fn next_step_by_later_moves(&mut self, written: &'r WrittenMove, unclear: Unresolved) -> NextStep<'r> {
        let told = if unclear.playable.is_empty() {
            None
        } else {
            self.resolve_by_later_moves(written)
        };
        match told {
            Some(resolved) => NextStep::Move {
                written,
                resolved,
                legal: legal(&self.position, &resolved),
                by_later_moves: true,
            },
            None => NextStep::Unresolved(written, unclear),
        }
    }

    /// Takes the board back to the branching point of the next line. Returns the first node of that line, if
    /// there is one.
    pub fn next_line(&mut self) -> Option<NodeId> {
        let first = self.pending.pop()?;
        let depth = self.record.tree.node(first).ply as usize - 1;
        while self.frames.len() > depth {
            self.take_back();
        }
        self.next = Some(first);
        Some(first)
    }

    /// Returns the current position: before the current node, or after it once it has been played.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the context of the current move.
    ///
    /// The position before it is an argument, so that it may be a copy that outlives the move.
    pub(crate) fn context<'a>(&self, before: &'a Position) -> MoveContext<'a> {
        let tree = &self.record.tree;
        let node = tree.node(self.node);
        // An end takes the place of a move, so it is unknown whether a move is missing after it.
        let after_end = |before| matches!(tree.node(before).step, Step::End(_));
        MoveContext {
            before,
            ply: node.ply,
            previous_mover: self.previous_mover,
            start_kind: self.start_kind,
            after_gap: node.after_gap || tree.parent(self.node).is_some_and(after_end),
            skipped_side: skipped_side(self.record, self.node),
        }
    }

    /// Returns the last move, unless something else was played since.
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

    /// Returns the positions of the line, if it is played by the rules.
    pub(crate) fn history(&self) -> Option<&History> {
        self.history.as_deref()
    }

    /// Returns whether the earlier positions with the hash key of the current one are really equal to it.
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

    /// Returns whether a move of this line was put on the board by force.
    pub(crate) fn is_forced(&self) -> bool {
        self.forced > 0
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: Move) {
        if let Some(undo) = self.position.play_legal(mv) {
            self.record_move(SavedState::Move(undo));
            if let Some(frame) = self.frames.last_mut() {
                frame.legal = true;
            }
        }
    }

    /// Makes a move as it is written, legal or not. Returns `false` if that is impossible.
    pub(crate) fn play_placement(&mut self, placement: Option<Placement>) -> bool {
        let undo = placement.and_then(|placement| placement.play(&mut self.position));
        undo.map(|undo| self.record_move(SavedState::Move(undo)))
            .is_some()
    }

    /// Changes the board to the position that the record claims, if a move cannot be made.
    pub(crate) fn force_position(&mut self, ply: &Ply) {
        let before = SavedState::forced(&mut self.position, ply);
        self.forced += 1;
        self.record_move(before);
    }

    /// Passes the turn.
    pub fn pass(&mut self) {
        let side = self.position.side_to_move();
        self.position.set_side_to_move(side.opponent());
        self.record_ply(SavedState::Turn(side), side, false);
    }

    /// Ends a line of play. Nodes after the end are still played.
    ///
    /// Under the rules, the end may mean that the next move corrects earlier ones. They are then taken back,
    /// and the ply of the first of them is returned.
    pub fn end(&mut self) -> Option<u32> {
        self.push_frame(SavedState::Turn(self.position.side_to_move()), false);
        self.history.is_some().then(|| self.take_back_corrected())?
    }

    #[inline]
    fn record_move(&mut self, before: SavedState) {
        self.record_ply(
            before,
            self.position.side_to_move().opponent(),
            self.position.is_check(),
        );
    }

    /// Records a ply of the game that was made.
    #[inline]
    fn record_ply(&mut self, before: SavedState, mover: Color, checks: bool) {
        self.push_frame(before, true);
        self.previous_mover = Some(mover);
        if let Some(history) = &mut self.history {
            history.push(self.position.zobrist(), mover, checks);
        }
    }

    /// Adds the frame of the node that was played, and continues the line.
    #[inline]
    fn push_frame(&mut self, before: SavedState, is_ply: bool) {
        self.frames.push(Frame {
            node: self.node,
            before,
            previous_mover: self.previous_mover,
            is_ply,
            legal: false,
        });
        self.set_next();
    }

    #[inline]
    fn set_next(&mut self) {
        let tree = &self.record.tree;
        self.next = tree.first_child(self.node);
        if let Some(alternative) = self.next.and_then(|next| tree.next_sibling(next)) {
            self.push_alternatives(alternative);
        }
    }

    /// Pushes alternatives onto the stack, the first on top.
    fn push_alternatives(&mut self, first: NodeId) {
        let tree = &self.record.tree;
        let at = self.pending.len();
        let all = std::iter::successors(Some(first), |&id| tree.next_sibling(id));
        self.pending.extend(all);
        self.pending[at..].reverse();
    }

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

// The state that is kept for each played node, to take it back.

/// A node that was played.
#[derive(Debug)]
pub(super) struct Frame {
    pub node: NodeId,
    pub before: SavedState,
    pub previous_mover: Option<Color>,
    /// `true` if it is a ply of the game: a move or pass that the players did not take back.
    pub is_ply: bool,
    /// `true` if it is a move that is legal and written without contradiction.
    pub legal: bool,
}

/// The state of the board before a node.
#[derive(Debug)]
pub(super) enum SavedState {
    /// A move was made.
    Move(Undo),
    /// A pass or an end: the board did not change. Before it, this side was to move.
    Turn(Color),
    /// A move was put on the board by force.
    Forced(Box<Position>),
    /// The players took moves back.
    TakenBack(Box<TakenBack>),
}

impl SavedState {
    /// Changes the board to the position that a record claims, if a move cannot be made.
    ///
    /// The written piece is put on the destination, wherever it came from.
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
    pub position: Position,
    /// The plies taken back, the latest first.
    pub plies: Vec<TakenPly>,
}

/// A ply that was taken back: its frame, and its entry in the history.
#[derive(Debug)]
pub(super) struct TakenPly {
    pub frame: usize,
    pub key: u64,
    pub mover: Color,
    pub checked: bool,
}

// The values that a playback yields: the content of a node, and the move that was made there.

/// The content of a node, looked up on the board and not played yet.
#[derive(Debug)]
pub enum NextStep<'r> {
    /// A move.
    Move {
        /// The move as the record writes it.
        written: &'r WrittenMove,
        /// The move completed from the board.
        resolved: WrittenMove,
        /// The move on the board, if it is legal and written without contradiction.
        legal: Option<Move>,
        /// `true` if several pieces fit, but the rest of the line can be legally played only with this one.
        by_later_moves: bool,
    },
    /// A move whose piece the board does not determine.
    Unresolved(&'r WrittenMove, Unresolved),
    /// A turn that is passed.
    Pass(Span),
    /// A token that cannot be read.
    Unreadable(Span),
    /// The end of a line of play.
    End(Terminal),
}

/// A move that has been made on the board, legal or not.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove<'p> {
    /// Its node.
    pub node: NodeId,
    /// The distance from the start (plies).
    pub ply: u32,
    /// The position after it.
    pub after: &'p Position,
    /// The change that it made, which can take it back.
    pub undo: &'p Undo,
    /// `true` if it is legal and written without contradiction.
    pub legal: bool,
}

impl PlayedMove<'_> {
    /// Returns the position before it.
    pub fn before(&self) -> Position {
        let mut before = self.after.clone();
        before.undo(self.undo.clone());
        before
    }
}

// 待った: a move that is taken back, and its replacement.

impl Playback<'_, '_> {
    /// Takes back the moves that the move after an end corrects, if the end is a take-back.
    ///
    /// Returns the first ply that is taken back.
    pub(super) fn take_back_corrected(&mut self) -> Option<u32> {
        let tree = &self.record.tree;
        let next = tree.first_child(self.node).map(|next| &tree.node(next).step);
        let (Step::End(ending), Some(Step::Move(written))) = (&tree.node(self.node).step, next) else {
            return None;
        };
        if ending.terminal != Terminal::TakeBack {
            return None;
        }
        let (count, position) = self.corrected(written);
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

    /// Makes the moves again that were taken back.
    pub(super) fn restore(&mut self, taken_back: TakenBack) {
        self.position = taken_back.position;
        for ply in taken_back.plies.into_iter().rev() {
            self.frames[ply.frame].is_ply = true;
            if let Some(history) = &mut self.history {
                history.push(ply.key, ply.mover, ply.checked);
            }
        }
    }

    /// Returns the number of plies that a move corrects, and the position in which it is made.
    ///
    /// A move that is already legal corrects none. A player takes back a move of their own, and with it the
    /// answer of the opponent.
    fn corrected(&self, written: &WrittenMove) -> (usize, Position) {
        let mut position = self.position.clone();
        let mut before_last = None;
        let mut undos = self.moves_back().map(|(_, undo)| undo).take(2);
        for count in 0.. {
            let fits =
                resolve(&position, written).is_ok_and(|resolved| legal(&position, &resolved).is_some());
            if fits {
                return (count, position);
            }
            if count == 1 {
                before_last = Some(position.clone());
            }
            let Some(undo) = undos.next() else { break };
            position.undo(undo.clone());
        }
        // The move is legal in none of these positions. A player who has just moved still corrects that move.
        match before_last.filter(|_| self.mover(written) == self.previous_mover) {
            Some(before_last) => (1, before_last),
            None => (0, self.position.clone()),
        }
    }

    /// Returns the side that makes a move, by its mark or by the piece that it moves.
    fn mover(&self, written: &WrittenMove) -> Option<Color> {
        let owner = match written.from {
            Origin::Board(square) => self.position.piece_at(square).map(|piece| piece.color),
            _ => None,
        };
        written.mark.or(owner)
    }

    /// Returns the moves on the board, the latest first, back to the last pass: the index of each frame, and
    /// its undo data.
    fn moves_back(&self) -> impl Iterator<Item = (usize, &Undo)> {
        let frames = self.frames.iter().enumerate().rev();
        let live = frames.filter(|(_, frame)| frame.is_ply);
        live.map_while(|(at, frame)| match &frame.before {
            SavedState::Move(undo) => Some((at, undo)),
            _ => None,
        })
    }

    /// Returns the latest plies on the board, at most `count`.
    fn latest_plies(&self, count: usize) -> Vec<TakenPly> {
        let mut position = self.position.clone();
        let plies = self.moves_back().take(count).map(|(frame, undo)| {
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
