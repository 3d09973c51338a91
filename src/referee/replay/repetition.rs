//! 千日手 and perpetual check while a line is played.

use super::RecordReplay;
use crate::played::{named_move, resolve};
use crate::profile::{BothPerpetual, PerpetualWindow, Profile};
use crate::record::{LineSummary, NodeId, Step, Terminal};
use crate::referee::main_line::Repetition;
use crate::referee::recurrence::Recurrence;
use crate::referee::report;
use crate::referee::rules::REPETITION;
use crate::shogi::{Color, History};

impl RecordReplay<'_, '_> {
    /// Called when the key of the position after node `id` has come about as often as ends a game.
    pub(super) fn repetition(&mut self, id: NodeId) {
        let Some(history) = self.playback.history().filter(|_| self.playback.repeats()) else {
            return;
        };
        let mover = self.position().side_to_move().opponent();
        let perpetual = perpetual(history, self.profile, mover);
        let node = self.record.tree.node(id);
        let repetition = Repetition {
            ply: node.ply,
            span: node.span().unwrap_or_default(),
            perpetual,
            quiet: Color::ALL.map(|side| history.quiet_move(side).map(|ply| ply as u32)),
        };
        let first = self.line.repetition.is_none();
        // What follows in the game follows after its end.
        if !first && !self.in_variation {
            return;
        }
        let case = Recurrence {
            history,
            profile: self.profile,
            position: self.position(),
            perpetual,
            is_draw: perpetual.is_none() && first && !self.ends_by_repetition(),
        };
        let said: Vec<_> = report::ask(REPETITION, &case).collect();
        if first && self.in_game() {
            self.line.repetition = Some(repetition);
        }
        let mut place = self.place(id, mover, repetition.span);
        (place.sfen, place.moved) = self.last_move(id).unwrap_or_default();
        if let Some(side) = perpetual.filter(|&side| side != mover) {
            // The move that completes the repetition is not the one at fault.
            (place.side, place.moved) = (side, None);
        }
        for (rule, complaint) in said {
            self.report(rule, &place, complaint);
        }
    }

    /// Whether the record itself says that the game ended so.
    fn ends_by_repetition(&self) -> bool {
        let record = self.record;
        match LineSummary::of(record).ending {
            Some((_, ending)) => ending.terminal == Terminal::Repetition,
            None => record
                .claims
                .iter()
                .any(|claim| claim.terminal == Some(Terminal::Repetition)),
        }
    }

    /// The position before the last ply, as SFEN, and the move of that ply in USI.
    fn last_move(&self, id: NodeId) -> Option<(Option<String>, Option<String>)> {
        let last = self.playback.last_move()?;
        let before = last.before();
        let moved = match &self.record.tree.node(id).step {
            Step::Move(written) => {
                let resolved = resolve(&before, written).ok();
                resolved.and_then(|resolved| named_move(&before, &resolved))
            }
            _ => None,
        };
        let sfen = before.to_sfen(self.number(last.ply));
        Some((Some(sfen), moved.map(|mv| mv.to_string())))
    }
}

/// The side that has lost by perpetual check, when `mover` completes the repetition.
fn perpetual(history: &History, profile: &Profile, mover: Color) -> Option<Color> {
    let count = profile.repetition_count as usize;
    let guilty = Color::ALL.map(|side| match profile.perpetual_window {
        PerpetualWindow::FirstToLast => history.always_checked(side),
        // The one who escapes has come into the position before the run of checks began.
        PerpetualWindow::UnbrokenChecks => {
            let needed = if side == mover {
                count
            } else {
                count.saturating_sub(1)
            };
            history.occurrences_in_check(side) >= needed
        }
    });
    match guilty {
        [false, false] => None,
        [true, false] => Some(Color::Black),
        [false, true] => Some(Color::White),
        // Unheard of in a game.
        [true, true] => match profile.both_perpetual {
            BothPerpetual::Draw => None,
            BothPerpetual::SideToMoveLoses => Some(mover.opponent()),
            BothPerpetual::BlackLoses => Some(Color::Black),
            BothPerpetual::MoverLoses => Some(mover),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both sides give check with every move, and White completes the fourth occurrence.
    #[test]
    fn what_follows_when_both_sides_check_for_ever_is_for_the_profile_to_say() {
        let mut history = History::new();
        history.start(0, true);
        for (key, mover) in [1, 2, 3, 0]
            .repeat(3)
            .into_iter()
            .zip(Color::ALL.into_iter().cycle())
        {
            history.push(key, mover, true);
        }
        for (both_perpetual, loser) in [
            (BothPerpetual::Draw, None),
            (BothPerpetual::SideToMoveLoses, Some(Color::Black)),
            (BothPerpetual::BlackLoses, Some(Color::Black)),
            (BothPerpetual::MoverLoses, Some(Color::White)),
        ] {
            let profile = Profile {
                both_perpetual,
                ..Profile::default()
            };
            assert_eq!(
                perpetual(&history, &profile, Color::White),
                loser,
                "{both_perpetual:?}"
            );
        }
    }

    /// Once round more than needed: Black begins the run of checks with the second move of the cycle, so that White,
    /// who completes it, has been in the position three times under check.
    #[test]
    fn on_servers_the_run_of_checks_may_begin_behind_the_first_occurrence_of_the_one_who_escapes() {
        let profile = Profile {
            perpetual_window: PerpetualWindow::UnbrokenChecks,
            ..Profile::default()
        };
        let play = |quiet: usize, plies: usize| {
            let mut history = History::new();
            history.start(0, true);
            let keys = [1, 2, 3, 0].repeat(4);
            for (at, key) in keys.into_iter().take(plies).enumerate() {
                let mover = Color::ALL[at % 2];
                history.push(key, mover, mover == Color::Black && at >= quiet);
            }
            history
        };
        assert_eq!(
            perpetual(&play(0, 12), &profile, Color::White),
            Some(Color::Black)
        );
        assert_eq!(
            perpetual(&play(2, 12), &profile, Color::White),
            Some(Color::Black)
        );
        assert_eq!(perpetual(&play(4, 12), &profile, Color::White), None);
        assert_eq!(
            perpetual(&play(0, 13), &profile, Color::Black),
            Some(Color::Black)
        );
        assert_eq!(perpetual(&play(2, 13), &profile, Color::Black), None);
    }
}
