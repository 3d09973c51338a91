//! 待った: a move that is taken back, and the one that is made instead.

use super::frame::{Before, TakenBack, TakenPly};
use super::playback::Playback;
use super::resolve::{legal, resolve};
use crate::record::{Origin, Step, Terminal, Written};
use crate::shogi::{Color, Position, Undo};

impl Playback<'_, '_> {
    /// Takes back what the move after an end corrects, where the end says so; the first ply that is taken back.
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
            self.frames[ply.frame].counts = false;
        }
        if let Some(history) = &mut self.history {
            for _ in &plies {
                history.pop();
            }
        }
        self.previous_mover = self.frames[first].previous_mover;
        let position = std::mem::replace(&mut self.position, position);
        if let Some(frame) = self.frames.last_mut() {
            frame.before = Before::TakenBack(Box::new(TakenBack { position, plies }));
        }
        Some(first as u32 + 1)
    }

    /// Makes the moves again that were taken back.
    pub(super) fn restore(&mut self, taken_back: TakenBack) {
        self.position = taken_back.position;
        for ply in taken_back.plies.into_iter().rev() {
            self.frames[ply.frame].counts = true;
            if let Some(history) = &mut self.history {
                history.push(ply.key, ply.mover, ply.checked);
            }
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
        let frames = self.frames.iter().enumerate().rev();
        let live = frames.filter(|(_, frame)| frame.counts);
        live.map_while(|(at, frame)| match &frame.before {
            Before::Move(undo) => Some((at, undo)),
            _ => None,
        })
    }

    /// The latest plies that are on the board, if so many are known.
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
