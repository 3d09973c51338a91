//! Moves that are illegal, or that contradict the board, the turn or the rules of the event: the rules say why,
//! and the move is played as written if that can be done.

use super::RecordReplay;
use crate::played::{Attempt, Turn};
use crate::profile::NoLegalMove;
use crate::record::{NodeId, Written};
use crate::referee::doubt::Doubt;
use crate::referee::main_line::Mate;
use crate::referee::place::{PlyPlace, squares};
use crate::referee::report::{Check, ask};
use crate::referee::rules;

impl RecordReplay<'_, '_> {
    /// Judges and plays a move of this kind. False when it could not be played.
    pub(super) fn play_doubtful(&mut self, id: NodeId, written: &Written) -> bool {
        let before = self.position().clone();
        let mut place = self.place(id, before.side_to_move(), written.span);
        let context = self.playback.context(&before);
        if !context.after_gap {
            self.notice_mate(id);
        }
        let mut attempt = Attempt::new(written, &context);
        place.side = attempt.mover;
        place.squares = squares(written);
        place.moved = usi(&attempt).or(place.moved);
        let go_on = self.judge(rules::BEFORE, &attempt, &place);
        if go_on && self.has_house_rules() {
            self.judge(rules::HOUSE, &attempt, &place);
        }
        let is_played = self.playback.put(attempt.placement());
        if is_played && go_on {
            attempt.after = Some(self.position().clone());
            self.judge(rules::AFTER, &attempt, &place);
        }
        // What was missing is unknown, and so is the board from here on.
        if attempt.turn == Turn::AfterGap && self.in_game() {
            self.line.doubt = Doubt::Board;
        }
        if attempt.turn == Turn::Answer && self.in_game() {
            // The first piece was moved by its owner: the start or the record is wrong, and nobody has fouled by it.
            self.line.fouls.retain(|foul| foul.ply + 1 != place.ply);
        }
        if attempt.takes_king() && self.in_game() {
            self.line.king_captured.get_or_insert((place.ply, attempt.mover));
        }
        if is_played {
            self.played(id);
        }
        is_played
    }

    /// Asks the rules in their order. False when one of them makes the others moot.
    fn judge<C>(&mut self, rules: &[Check<C>], case: &C, place: &PlyPlace) -> bool {
        for (rule, complaint) in ask(rules, case) {
            let stops = complaint.stops;
            self.report(rule, place, complaint);
            if stops {
                return false;
            }
        }
        true
    }

    /// Remembers that the side to move has no legal move left, where something else than an end stands. It is asked
    /// before a move that is not legal: any other shows that there was one.
    pub(super) fn notice_mate(&mut self, id: NodeId) {
        let ply = self.record.tree.node(id).ply.saturating_sub(1);
        let loser = self.position().side_to_move();
        let known = self.in_game() && self.line.doubt == Doubt::None && self.position().king(loser).is_some();
        // A mate by a foul does not end the game.
        let by_foul = self.line.fouls.iter().any(|foul| foul.ply == ply);
        if ply == 0 || !known || by_foul || self.line.mated.is_some() || self.position().has_legal_move() {
            return;
        }
        let checked = self.position().is_check();
        if checked || self.profile.no_legal_move == NoLegalMove::Loses {
            self.line.mated = Some(Mate { ply, loser, checked });
        }
    }
}

/// The move in USI; `P*5b+` for a drop that promotes, which proper USI cannot say.
fn usi(attempt: &Attempt<'_>) -> Option<String> {
    let plus = attempt
        .dropped
        .is_some_and(|kind| kind.is_promoted() || attempt.promotes);
    attempt
        .as_move()
        .map(|mv| format!("{mv}{}", if plus { "+" } else { "" }))
}
