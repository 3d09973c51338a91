//! 千日手 and perpetual check while a line is played.

use super::fault::Fault;
use super::replay::{Repetition, Replay};
use super::rules;
use super::words::{self, japanese};
use crate::finding::{Message, say};
use crate::played::{named_move, resolve};
use crate::record::{NodeId, Step, Terminal};
use crate::shogi::Color;

impl Replay<'_, '_> {
    /// Called when the key of the position after node `id` has come about for the fourth time.
    pub(super) fn repetition(&mut self, id: NodeId) {
        if !self.same_positions() {
            return;
        }
        let history = &self.buffers.history;
        let perpetual = match Color::ALL.map(|side| history.always_checked(side)) {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            // Both sides giving check with every move is unheard of and undecided; taken as a draw.
            _ => None,
        };
        let mut plies: Vec<_> = history.occurrences().collect();
        plies.reverse();
        let node = self.record.tree.node(id);
        let repetition = Repetition {
            ply: node.ply,
            span: node.span().unwrap_or_default(),
            perpetual,
        };
        let first = self.line.repetition.is_none();
        if first && self.in_game() {
            self.line.repetition = Some(repetition);
        }
        let same = same_position(&plies);
        let mover = self.position.side_to_move().opponent();
        let mut place = self.place(id, mover, repetition.span);
        (place.sfen, place.moved) = self.last_move(id).unwrap_or_default();
        if let Some(side) = perpetual {
            place.side = side;
            if side != mover {
                // The move that completes the repetition is not the one at fault.
                place.moved = None;
            }
            let (english, japanese) = (words::side(side), japanese::side(side));
            let message = say(
                format!(
                    "{}, and every move of {english} since the first gave check: {english} loses",
                    same.english
                ),
                format!(
                    "{}。その間の{japanese}の指し手はすべて王手であり、{japanese}の負け",
                    same.japanese
                ),
            );
            let fault = Fault::from(message).marking(self.position.king(side.opponent()));
            self.report(&rules::perpetual_check::RULE, &place, fault);
        } else if first && !self.ends_by_repetition() {
            self.report(&rules::sennichite::RULE, &place, same);
        }
    }

    /// Whether the record itself says that the game ended so.
    fn ends_by_repetition(&self) -> bool {
        let record = self.record;
        match super::game::Outline::of(record).ending {
            Some((_, ending)) => ending.terminal == Terminal::Repetition,
            None => record
                .claims
                .iter()
                .any(|claim| claim.terminal == Some(Terminal::Repetition)),
        }
    }

    /// Whether the positions that share a key are really the same one.
    fn same_positions(&self) -> bool {
        let mut earlier = self.buffers.history.occurrences().skip(1).peekable();
        let mut back = self.position.clone();
        let mut ply = self.buffers.history.len();
        for frame in self.buffers.frames.iter().rev() {
            match &frame.undo {
                Some(undo) => back.undo(undo.clone()),
                None => back.set_side_to_move(frame.side),
            }
            ply -= usize::from(frame.in_history);
            if frame.in_history && earlier.next_if_eq(&ply).is_some() && back != self.position {
                return false;
            }
        }
        earlier.peek().is_none()
    }

    /// The position before the last ply, as SFEN, and the move of that ply in USI.
    fn last_move(&self, id: NodeId) -> Option<(Option<String>, Option<String>)> {
        let frame = self.buffers.frames.last()?;
        let mut before = self.position.clone();
        before.undo(frame.undo.clone()?);
        let moved = match &self.record.tree.node(id).step {
            Step::Move(written) => named_move(&before, &resolve(&before, written).ok()?),
            _ => None,
        };
        let sfen = before.to_sfen(self.number(self.record.tree.node(id).ply));
        Some((Some(sfen), moved.map(|mv| mv.to_string())))
    }
}

/// That the same position stands after each of these plies; 0 is the start.
fn same_position(plies: &[usize]) -> Message {
    let numbers = |start: &'static str| {
        plies.iter().map(move |&ply| match ply {
            0 => format!("0{start}"),
            ply => ply.to_string(),
        })
    };
    let (english, japanese) = (
        words::join(numbers(" (the start)")),
        numbers("（開始局面）").collect::<Vec<_>>().join("、"),
    );
    say(
        format!("the same position stands for the fourth time, after plies {english}"),
        format!("同一局面が4回目に現れた（{japanese}手目の後）"),
    )
}
