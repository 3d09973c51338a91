//! Playing a record forward on the board, every line of it.

use super::rules;
use super::taken_back::TakenBack;
use super::watch::Ends;
use super::witness::Witness;
use crate::finding::{Findings, Rule, Span, message};
use crate::played::{Opening, named_move, resolve};
use crate::profile::Profile;
use crate::record::{NodeId, Record, Step, Terminal, Written};
use crate::shogi::{Color, History, Move, Position, Undo};

/// A foul on the main line.
#[derive(Clone, Copy, Debug)]
pub struct Foul {
    /// The ply it was made at.
    pub ply: u32,
    /// Who made it.
    pub side: Color,
    /// The rule it breaks.
    pub rule: &'static Rule,
    /// The move.
    pub span: Span,
    /// No move before it contradicts the board.
    pub certain: bool,
}

impl Foul {
    /// Whether this side may be blamed for it. A piece that was moved out of turn may have been moved by its owner.
    pub fn may_be_of(&self, side: Color) -> bool {
        self.side == side || *self.rule == rules::opponent_piece_moved::RULE
    }
}

/// The first time that a position of the main line came about as often as ends a game.
#[derive(Clone, Copy, Debug)]
pub struct Repetition {
    /// The ply that completes it.
    pub ply: u32,
    /// The move that completes it.
    pub span: Span,
    /// Who gave check with every move.
    pub perpetual: Option<Color>,
    /// By side: its first move since the first occurrence that gave no check.
    pub quiet: [Option<u32>; 2],
}

/// What may not be as the players had it before them, since a move contradicts it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Doubt {
    /// Nothing.
    #[default]
    None,
    /// The hands: a piece was dropped that was not there.
    Hands,
    /// The board.
    Board,
}

/// A position of the main line in which its side to move had no legal move, though the record goes on.
#[derive(Clone, Copy, Debug)]
pub struct Mate {
    /// The ply that led to it.
    pub ply: u32,
    /// Who had no move.
    pub loser: Color,
    /// Whether that side was in check.
    pub checked: bool,
}

/// What the replay of the main line has shown.
#[derive(Clone, Debug, Default)]
pub(super) struct MainLine {
    /// Its fouls, in order.
    pub fouls: Vec<Foul>,
    pub repetition: Option<Repetition>,
    /// How often the position that came about most often did.
    pub most_occurrences: u32,
    /// The ply that took a king, and whose move it was.
    pub king_captured: Option<(u32, Color)>,
    /// The mate after which the record goes on.
    pub mated: Option<Mate>,
    /// What came about that ends a game by itself.
    pub ends: Ends,
    /// A move could not be put on the board: nothing after it is known.
    pub broken: bool,
    /// What is in doubt of the position it leads to.
    pub doubt: Doubt,
    /// The position at the first end of the line.
    pub end: Option<Position>,
}

/// A played ply, and what to restore when it is taken back.
#[derive(Debug)]
pub(super) struct Frame {
    pub undo: Option<Undo>,
    /// The side to move before, where there is no `undo` that knows.
    pub side: Color,
    pub in_history: bool,
    pub previous_mover: Option<Color>,
    after_foul: bool,
    /// What was taken back here, and what is to be made again.
    pub taken_back: Option<Box<TakenBack>>,
}

/// Buffers that serve for any number of records.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    pub history: History,
    pub frames: Vec<Frame>,
    /// Alternatives that are still to be played; the last is next.
    pending: Vec<NodeId>,
}

/// A record being played.
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts about the ply being played"
)]
pub(super) struct Replay<'r, 't> {
    pub record: &'r Record<'t>,
    /// The rules that it is judged by.
    pub profile: &'r Profile,
    /// Who looks on, as long as the main line is played.
    witness: Option<&'r mut dyn Witness>,
    pub position: Position,
    pub opening: Opening,
    pub buffers: &'r mut Buffers,
    pub findings: &'r mut Findings,
    /// The findings by their places, made when one is sought first.
    pub by_span: Option<Vec<(Span, usize)>>,
    pub previous_mover: Option<Color>,
    /// A foul of this line was played on.
    pub after_foul: bool,
    /// The ply being judged is a foul.
    pub fouled: bool,
    pub in_variation: bool,
    /// A wrong side mark of this line was reported.
    pub mark_reported: bool,
    /// Unusual words beside a move of this record were reported.
    pub words_reported: bool,
    pub line: MainLine,
}

impl<'r, 't> Replay<'r, 't> {
    pub fn new(
        record: &'r Record<'t>,
        profile: &'r Profile,
        witness: &'r mut dyn Witness,
        buffers: &'r mut Buffers,
        findings: &'r mut Findings,
    ) -> Self {
        let position = record.start.position.clone();
        buffers
            .history
            .start(position.zobrist(), profile.count_start_position);
        buffers.frames.clear();
        buffers.pending.clear();
        Self {
            record,
            profile,
            witness: Some(witness),
            opening: Opening::of(&position),
            position,
            buffers,
            findings,
            by_span: None,
            previous_mover: None,
            after_foul: false,
            fouled: false,
            in_variation: false,
            mark_reported: false,
            words_reported: false,
            line: MainLine::default(),
        }
    }

    /// Plays the main line to its end, or to the move that cannot be played.
    pub fn main_line(&mut self) -> MainLine {
        self.watch(0);
        if let Some(first) = self.record.tree.first_child(NodeId::START) {
            self.leave_for_later(first);
            self.follow(first);
        }
        self.close_line();
        std::mem::take(&mut self.line)
    }

    /// Whether what is played now belongs to the game: on the main line, before its first end.
    pub fn in_game(&self) -> bool {
        !self.in_variation && self.line.end.is_none()
    }

    /// Remembers how the game stands at its end.
    fn close_line(&mut self) {
        if self.in_game() {
            self.line.most_occurrences = self.buffers.history.most();
            self.line.end = Some(self.position.clone());
        }
    }

    /// Plays all variations, those that leave latest first.
    pub fn variations(&mut self) {
        self.in_variation = true;
        self.witness = None;
        while let Some(id) = self.buffers.pending.pop() {
            let depth = self.record.tree.node(id).ply as usize - 1;
            while self.buffers.frames.len() > depth {
                self.take_back();
            }
            self.mark_reported = false;
            // The line before may have ended in a foul that could not be played.
            self.fouled = false;
            self.follow(id);
        }
    }

    /// Plays a line from `id` on.
    fn follow(&mut self, mut id: NodeId) {
        let tree = &self.record.tree;
        loop {
            if !self.step(id) {
                self.line.broken |= self.in_game();
                return self.not_judged(id);
            }
            let Some(next) = tree.first_child(id) else { return };
            self.leave_for_later(next);
            id = next;
        }
    }

    /// Puts the alternatives to a node on the pile, the first on top.
    fn leave_for_later(&mut self, id: NodeId) {
        let tree = &self.record.tree;
        let Some(next) = tree.next_sibling(id) else { return };
        let at = self.buffers.pending.len();
        self.buffers
            .pending
            .extend(std::iter::successors(Some(next), |&id| tree.next_sibling(id)));
        self.buffers.pending[at..].reverse();
    }

    /// Plays one node. False when the line cannot go on after it.
    fn step(&mut self, id: NodeId) -> bool {
        match &self.record.tree.node(id).step {
            Step::Move(written) if written.is_explicit() => self.play(id, written),
            Step::Move(written) => match resolve(&self.position, written) {
                Ok(resolved) => {
                    self.told_by_the_board(id, written, &resolved);
                    self.play(id, &resolved)
                }
                Err(unclear) => {
                    self.notice_mate(id);
                    self.unclear(id, written, &unclear);
                    false
                }
            },
            Step::Pass(span) => self.pass(id, *span),
            Step::Illegible(span) => {
                self.complete_reading(id, *span);
                false
            }
            Step::End(ending) => {
                // A move taken back is not the end of a game.
                if ending.terminal != Terminal::TakeBack {
                    self.close_line();
                }
                self.push_frame(None, false);
                if ending.terminal == Terminal::TakeBack {
                    self.take_back_corrected(id);
                }
                true
            }
            Step::Start => true,
        }
    }

    /// Plays a move whose origin is known. False when that cannot be done.
    fn play(&mut self, id: NodeId, written: &Written) -> bool {
        if let Some(captured) = written.captured {
            self.compare_captured(id, written, captured);
        }
        match plain(&self.position, written).filter(|&mv| !self.is_banned(mv)) {
            Some(mv) => {
                let undo = self.position.play_legal(mv);
                self.played(id, undo)
            }
            None => self.play_doubtful(id, written),
        }
    }

    /// Whether a legal move is one that the event does not want.
    fn is_banned(&self, mv: Move) -> bool {
        self.profile.ban_pointless_nonpromotion && rules::pointless_nonpromotion::is_such(&self.position, mv)
    }

    /// Goes on to the next ply. False when the move could not be played.
    pub fn played(&mut self, id: NodeId, undo: Option<Undo>) -> bool {
        let Some(undo) = undo else { return false };
        let mover = self.position.side_to_move().opponent();
        if let Some(witness) = &mut self.witness {
            witness.sees(self.record.tree.node(id).ply, id, &self.position, &undo);
        }
        self.push_frame(Some(undo), true);
        self.previous_mover = Some(mover);
        let count = self
            .buffers
            .history
            .push(self.position.zobrist(), mover, self.position.is_check());
        if count == self.profile.repetition_count {
            self.repetition(id);
        }
        self.watch(self.record.tree.node(id).ply);
        self.after_foul |= std::mem::take(&mut self.fouled);
        true
    }

    fn pass(&mut self, id: NodeId, span: Span) -> bool {
        self.notice_mate(id);
        let side = self.position.side_to_move();
        let message = message!(
            "{side} passes; a player whose turn it is must move",
            "{side}がパスした。手番の側は必ず指さなければならない",
            side
        );
        let place = self.place(id, side, span);
        self.report(&rules::pass::RULE, &place, message);
        self.push_frame(None, true);
        self.position.set_side_to_move(side.opponent());
        self.previous_mover = Some(side);
        self.after_foul |= std::mem::take(&mut self.fouled);
        self.buffers.history.push(self.position.zobrist(), side, false);
        true
    }

    fn push_frame(&mut self, undo: Option<Undo>, in_history: bool) {
        let (side, previous_mover, after_foul) =
            (self.position.side_to_move(), self.previous_mover, self.after_foul);
        self.buffers.frames.push(Frame {
            undo,
            side,
            in_history,
            previous_mover,
            after_foul,
            taken_back: None,
        });
    }

    fn take_back(&mut self) {
        let Some(frame) = self.buffers.frames.pop() else {
            return;
        };
        if let Some(taken_back) = frame.taken_back {
            self.restore(*taken_back);
        } else if let Some(undo) = frame.undo {
            self.position.undo(undo);
        } else {
            self.position.set_side_to_move(frame.side);
        }
        if frame.in_history {
            self.buffers.history.pop();
        }
        self.previous_mover = frame.previous_mover;
        self.after_foul = frame.after_foul;
    }
}

/// The move, if it is legal, the side to move makes it, and the record names the piece that is there.
pub(super) fn plain(position: &Position, written: &Written) -> Option<Move> {
    if written.mark.is_some_and(|mark| mark != position.side_to_move()) {
        return None;
    }
    named_move(position, written).filter(|&mv| position.is_legal(mv))
}
