//! 千日手 and perpetual check while a line is played.

use super::replay::{Repetition, Replay};
use super::report::Report;
use super::rules;
use crate::finding::{Enumeration, Message, Ordinal, both, message};
use crate::played::{named_move, resolve};
use crate::profile::{BothPerpetual, PerpetualWindow, Profile, RepetitionResult};
use crate::record::{NodeId, Step, Terminal};
use crate::shogi::{Color, History};

impl Replay<'_, '_> {
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
        let same = again(history);
        let first = self.line.repetition.is_none();
        // What follows in the game follows after its end.
        if !first && !self.in_variation {
            return;
        }
        if first && self.in_game() {
            self.line.repetition = Some(repetition);
        }
        let mut place = self.place(id, mover, repetition.span);
        (place.sfen, place.moved) = self.last_move(id).unwrap_or_default();
        let mut report = Report::default();
        let rule = if let Some(side) = perpetual {
            place.side = side;
            if side != mover {
                // The move that completes the repetition is not the one at fault.
                place.moved = None;
            }
            let message = self.checked_for_ever(&same, side);
            report.say(message).marking(self.position().king(side.opponent()));
            &rules::perpetual_check::RULE
        } else if first && !self.ends_by_repetition() {
            let end = match self.profile.repetition_result {
                RepetitionResult::Draw => both("the game is drawn", "引き分け"),
                RepetitionResult::Replay => both(
                    "the game is to be played anew, with colours exchanged",
                    "先後を入れ替えて指し直し",
                ),
            };
            report.say(message!("{same}: {end}", "{same}。千日手で{end}", same, end));
            &rules::sennichite::RULE
        } else {
            return;
        };
        for complaint in report.into_said() {
            self.report(rule, &place, complaint);
        }
    }

    /// What is said of a perpetual check.
    fn checked_for_ever(&self, same: &Message, checker: Color) -> Message {
        let why = match self.profile.perpetual_window {
            PerpetualWindow::FirstToLast => message!(
                "every move of {checker} since the first gave check",
                "その間の{checker}の指し手はすべて王手であった",
                checker
            ),
            PerpetualWindow::UnbrokenChecks => message!(
                "{checker} has given check without a break",
                "{checker}は途切れなく王手を続けた",
                checker
            ),
        };
        message!(
            "{same}, and {why}: {checker} loses",
            "{same}。{why}ので{checker}の負け",
            same,
            why,
            checker
        )
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

    /// The position before the last ply, as SFEN, and the move of that ply in USI.
    fn last_move(&self, id: NodeId) -> Option<(Option<String>, Option<String>)> {
        let last = self.playback.last_move()?;
        let before = last.before();
        let moved = match &self.record.tree.node(id).step {
            Step::Move(written) => named_move(&before, &resolve(&before, written).ok()?),
            _ => None,
        };
        let sfen = before.to_sfen(self.number(last.ply));
        Some((Some(sfen), moved.map(|mv| mv.to_string())))
    }
}

/// How often the current position has come about, and after which plies; 0 is the start.
fn again(history: &History) -> Message {
    let mut plies: Vec<_> = history.occurrences().map(after).collect();
    plies.reverse();
    message!(
        "the same position stands for the {count} time, after plies {plies}",
        "同一局面が{count}（{plies}手目の後）",
        count = Ordinal(history.count()),
        plies = Enumeration(plies)
    )
}

fn after(ply: usize) -> Message {
    let start = (ply == 0).then(|| both(" (the start)", "（開始局面）"));
    message!("{ply}{start}", "{ply}{start}", ply, start)
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
