//! 待った: a move that is taken back, and the one that is made instead.

use super::replay::{Replay, plain};
use crate::played::resolve;
use crate::record::{NodeId, Origin, Step, Written};
use crate::shogi::{Color, Position, Undo};

/// What was on the board before moves were taken back.
#[derive(Debug)]
pub(super) struct TakenBack {
    pub position: Position,
    previous_mover: Option<Color>,
    /// The plies taken back, the latest first.
    plies: Vec<Ply>,
}

/// A ply that was taken back: its frame, and what the history held of it.
#[derive(Debug)]
struct Ply {
    frame: usize,
    key: u64,
    mover: Color,
    checked: bool,
}

impl Replay<'_, '_> {
    /// Takes back what the move after node `id` corrects.
    pub(super) fn take_back_corrected(&mut self, id: NodeId) {
        let tree = &self.record.tree;
        let next = tree.first_child(id).map(|next| &tree.node(next).step);
        let Some(Step::Move(written)) = next else { return };
        let (count, position) = self.corrected(written);
        let plies = self.latest_plies(count);
        if plies.len() < count || count == 0 {
            return;
        }
        let previous_mover = plies
            .last()
            .and_then(|ply| self.buffers.frames[ply.frame].previous_mover);
        for ply in &plies {
            self.buffers.history.pop();
            self.buffers.frames[ply.frame].in_history = false;
        }
        // A position that came about by them has not come about.
        let first = plies.last().map_or(0, |ply| ply.frame as u32 + 1);
        if self.in_game() && self.line.repetition.is_some_and(|it| it.ply >= first) {
            self.line.repetition = None;
        }
        let taken_back = TakenBack {
            position: std::mem::replace(&mut self.position, position),
            previous_mover: std::mem::replace(&mut self.previous_mover, previous_mover),
            plies,
        };
        if let Some(frame) = self.buffers.frames.last_mut() {
            frame.taken_back = Some(Box::new(taken_back));
        }
    }

    /// Makes the moves again that were taken back.
    pub(super) fn restore(&mut self, taken_back: TakenBack) {
        self.position = taken_back.position;
        self.previous_mover = taken_back.previous_mover;
        for ply in taken_back.plies.into_iter().rev() {
            self.buffers.history.push(ply.key, ply.mover, ply.checked);
            self.buffers.frames[ply.frame].in_history = true;
        }
    }

    /// How many plies a move corrects, and the position that it is made in. A move that is legal as it stands corrects
    /// none; a player takes back a move of his own, and with it what the other has answered.
    fn corrected(&self, written: &Written) -> (usize, Position) {
        let mut position = self.position.clone();
        let mut before_last = None;
        let mut undos = self.moves_back().map(|(_, undo)| undo).take(2);
        for count in 0.. {
            let fits =
                resolve(&position, written).is_ok_and(|resolved| plain(&position, &resolved).is_some());
            if fits {
                return (count, position);
            }
            if count == 1 {
                before_last = Some(position.clone());
            }
            let Some(undo) = undos.next() else { break };
            position.undo(undo.clone());
        }
        // It is legal nowhere. Who has just moved corrects himself all the same.
        match before_last.filter(|_| self.mover(written) == self.previous_mover) {
            Some(before_last) => (1, before_last),
            None => (0, self.position.clone()),
        }
    }

    /// Who makes a move, by its mark or by the piece that it moves.
    fn mover(&self, written: &Written) -> Option<Color> {
        let owner = match written.from {
            Origin::Board(square) => self.position.piece_at(square).map(|piece| piece.color),
            _ => None,
        };
        written.mark.or(owner)
    }

    /// The moves on the board, the latest first, as far as no pass stands between: their frames, and how to undo them.
    fn moves_back(&self) -> impl Iterator<Item = (usize, &Undo)> {
        let frames = self.buffers.frames.iter().enumerate().rev();
        // What was taken back before is in the history no more.
        let live = frames.filter(|(_, frame)| frame.in_history);
        live.map_while(|(at, frame)| Some((at, frame.undo.as_ref()?)))
    }

    /// The latest plies that are on the board, if so many are known.
    fn latest_plies(&self, count: usize) -> Vec<Ply> {
        let mut position = self.position.clone();
        let plies = self.moves_back().take(count).map(|(frame, undo)| {
            let ply = Ply {
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
