//! The illegal moves of a game, compared with the recorded result.

use crate::finding::{Class, Finding, Message, Rule, Seat, Severity, Span, bilingual};
use crate::profile::Profile;
use crate::record::{Outcome, Terminal};
use crate::referee::rules::{fouls, moves};
use crate::referee::verdict;

/// An illegal move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foul {
    /// The player who made it.
    pub seat: Seat,
    /// The ply, 0 for the start.
    pub ply: u32,
    /// The rule that it breaks.
    pub rule: &'static Rule,
    /// Its place in the text.
    pub span: Option<Span>,
    /// The winner if this player loses, provided that only one other player is left.
    pub winner: Option<Seat>,
}

impl Foul {
    /// Returns whether the illegal move may be attributed to this seat. A piece moved out of turn may have been moved
    /// by its owner.
    fn may_be_of(&self, seat: Seat) -> bool {
        self.seat == seat || *self.rule == moves::OPPONENT_PIECE_MOVED
    }

    /// Returns the decision that follows from it, if only one player is left after the loss.
    fn decision(&self) -> Option<Decision> {
        Some((Some(Outcome::Win(self.winner?)), self.reason()))
    }

    /// Returns the reason given when it decides a game.
    fn reason(&self) -> Message {
        fouls::illegal_move_message(self.seat, self.ply, self.rule)
    }
}

/// The final state of a record, as far as it concerns illegal moves.
pub(super) struct FinalState<'s> {
    /// The profile of the event.
    pub profile: &'s Profile,
    /// Number of plies.
    pub plies: u32,
    /// The side to move after the last ply.
    pub side_to_move: Seat,
    /// The players recorded as having lost by an illegal move, each with `true` if all its pieces are known.
    pub foul_losers: Vec<(Seat, bool)>,
    /// The way in which the game ended, as recorded, or else as the board shows.
    pub terminal: Option<Terminal>,
    /// The recorded outcome.
    pub stated: Option<Outcome<Seat>>,
}

/// The outcome that an illegal move causes, and the reason.
pub(super) type Decision = (Option<Outcome<Seat>>, Message);

/// The illegal moves of a game, in order.
#[derive(Debug, Default)]
pub(super) struct Fouls(Vec<Foul>);

impl Fouls {
    pub(super) fn add(&mut self, foul: Foul) {
        self.0.push(foul);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the illegal move that is the last ply.
    pub(super) fn at_end(&self, plies: u32) -> Option<&Foul> {
        self.0.last().filter(|foul| foul.ply == plies && plies > 0)
    }

    /// Returns whether the loser of this outcome made an illegal move.
    pub(super) fn has_foul_by_loser(&self, outcome: Option<Outcome<Seat>>) -> bool {
        let Some(Outcome::Win(winner)) = outcome else {
            return false;
        };
        self.0.iter().any(|foul| foul.seat != winner)
    }

    /// Returns the decision for a game that ends with an illegal move.
    pub(super) fn decision_at_end(&self, plies: u32) -> Option<Decision> {
        self.at_end(plies)?.decision()
    }

    /// Compares the illegal moves with the final state of the record. Returns the findings and the decision that
    /// applies.
    pub(super) fn compare_with_result(&self, state: &FinalState<'_>) -> (Vec<Finding>, Option<Decision>) {
        let blamed = state.foul_losers.iter();
        let (mut findings, decisions): (Vec<_>, Vec<_>) = blamed
            .filter_map(|&loser| self.unfounded_foul_loss(loser, state))
            .unzip();
        let mut decision = decisions.into_iter().flatten().next();
        if decision.is_none()
            && let Some((finding, decides)) = self.unnoticed(state)
        {
            findings.push(finding);
            decision = decides;
        }
        (findings, decision)
    }

    /// Reports a player recorded as having lost by an illegal move without having made one.
    fn unfounded_foul_loss(
        &self,
        (blamed, is_known): (Seat, bool),
        state: &FinalState<'_>,
    ) -> Option<(Finding, Option<Decision>)> {
        if self.0.iter().any(|it| it.may_be_of(blamed)) {
            return None;
        }
        let Some(last) = self.0.last() else {
            // The final illegal move is often not written, and the moves of hidden pieces cannot be verified.
            let is_unwritten = blamed == state.side_to_move || !is_known;
            let message = if blamed == state.side_to_move {
                fouls::unwritten_foul_message(blamed)
            } else if is_unwritten {
                fouls::unfounded_loss_message(blamed, &hidden())
            } else {
                fouls::no_foul_message(blamed)
            };
            let mut finding = Finding::new(&fouls::FOUL_RESULT_WITHOUT_FOUL, None, message);
            if is_unwritten {
                finding.severity = Severity::Note;
            }
            return Some((with_seat(finding, blamed), None));
        };
        // The final illegal move is often not written, so an earlier one by another player proves nothing.
        let foul = Some(last).filter(|foul| foul.ply == state.plies)?;
        let words = fouls::unfounded_loss_message(blamed, &foul.reason());
        let finding = Finding::new(&fouls::FOUL_RESULT_WRONG_SIDE, None, words);
        Some((with_seat(finding, blamed), foul.decision()))
    }

    /// Reports an illegal move after which the game continued and ended in another way.
    fn unnoticed(&self, state: &FinalState<'_>) -> Option<(Finding, Option<Decision>)> {
        let first = self.0.first()?;
        state.terminal?;
        let is_last = first.ply == state.plies;
        let loses = verdict::loses(state.profile, state.stated, is_last) && first.winner.is_some();
        if self.is_accounted_for(first, loses, state) {
            return None;
        }
        let consequence = verdict::consequence(loses, state.stated == Some(Outcome::None));
        let name = &state.profile.name;
        let words = verdict::unclaimed_foul_message(first.seat, first.ply, first.rule, name, consequence);
        let mut finding = Finding::new(&fouls::FOUL_UNNOTICED, first.span, words).at_ply(first.ply);
        if matches!(state.stated, Some(Outcome::Win(winner)) if winner != first.seat) {
            finding.severity = Severity::Note;
        }
        let decision = first.decision().filter(|_| loses);
        Some((with_seat(finding, first.seat), decision))
    }

    /// Returns whether the recorded result already accounts for the illegal move, or the offender lost in another way.
    fn is_accounted_for(&self, first: &Foul, loses: bool, state: &FinalState<'_>) -> bool {
        let is_blamed = |foul: &Foul| state.foul_losers.iter().any(|&(it, _)| foul.may_be_of(it));
        let is_other = !loses && self.0.iter().any(is_blamed);
        let is_last = first.ply == state.plies;
        let has_lost = match state.stated {
            Some(Outcome::Win(winner)) => is_last && winner != first.seat,
            Some(Outcome::Draw) => false,
            // The illegal move may be the reason for the interruption.
            Some(Outcome::None) => !loses,
            None => is_last,
        };
        is_blamed(first) || is_other || has_lost
    }

    /// Lowers findings to notes if they are about the last illegal move of a player who is recorded as losing by one.
    pub(super) fn acknowledge<'f>(
        &self,
        findings: impl Iterator<Item = &'f mut Finding>,
        state: &FinalState<'_>,
    ) {
        let blamed = state.foul_losers.iter();
        let punished: Vec<u32> = blamed
            .filter_map(|&(seat, _)| Some(self.0.iter().rfind(|foul| foul.seat == seat)?.ply))
            .collect();
        for finding in findings {
            if finding.rule.class == Class::Foul && finding.ply.is_some_and(|ply| punished.contains(&ply)) {
                finding.severity = Severity::Note;
                finding.acknowledged = true;
            }
        }
    }
}

/// Returns the reason why the illegal move cannot be identified: the pieces are hidden.
fn hidden() -> Message {
    bilingual(
        "the record does not show the illegal move",
        "反則の手は棋譜からは分からない",
    )
}

/// Assigns a finding to a seat.
fn with_seat(finding: Finding, seat: Seat) -> Finding {
    Finding {
        seat: Some(seat),
        ..finding
    }
}
