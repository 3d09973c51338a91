//! The illegal moves of a game, compared with the recorded result.

use crate::finding::{Class, Finding, Message, Rule, Seat, Severity, Span, bilingual};
use crate::profile::Profile;
use crate::record::{Outcome, Terminal};
use crate::referee::rules::{fouls, moves};
use crate::referee::verdict;

/// An illegal move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foul {
    /// The player who made the move.
    pub seat: Seat,
    /// The ply, 0 for the start.
    pub ply: u32,
    /// The rule that the move breaks.
    pub rule: &'static Rule,
    /// The span of the move in the text; `None` if the finding about the move has no span.
    pub span: Option<Span>,
    /// The player who wins if the offender loses; `None` if several other players are left.
    pub winner: Option<Seat>,
}

impl Foul {
    /// Returns whether the illegal move may be attributed to this seat. If a player moved another player's
    /// piece, the owner of the piece may have made the move out of turn.
    fn may_be_of(&self, seat: Seat) -> bool {
        self.seat == seat || *self.rule == moves::OPPONENT_PIECE_MOVED
    }

    /// Returns the decision that follows from the illegal move, if only one player is left after the loss.
    fn decision(&self) -> Option<Decision> {
        Some((Some(Outcome::Win(self.winner?)), self.reason()))
    }

    /// Returns the message that the player made this illegal move, for use as a reason.
    fn reason(&self) -> Message {
        fouls::illegal_move_message(self.seat, self.ply, self.rule)
    }
}

/// The final state of a record, as far as it concerns illegal moves.
pub(super) struct FinalState<'s> {
    /// The profile of the event.
    pub profile: &'s Profile,
    /// Number of plies of the record.
    pub plies: u32,
    /// The side to move after the last ply.
    pub side_to_move: Seat,
    /// The players recorded as having lost by an illegal move, each with `true` if the kinds of all pieces of the
    /// player are known.
    pub foul_losers: Vec<(Seat, bool)>,
    /// The way in which the game ended, as recorded, or else as the board shows. `None` if neither shows an
    /// end.
    pub terminal: Option<Terminal>,
    /// The recorded outcome; `None` if the record states no outcome.
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

    /// Returns the illegal move at the last ply; `None` if the last ply is legal or there are no plies.
    pub(super) fn at_end(&self, plies: u32) -> Option<&Foul> {
        self.0.last().filter(|foul| foul.ply == plies && plies > 0)
    }

    /// Returns whether a player other than the winner made an illegal move; `false` if the outcome has no winner.
    pub(super) fn has_foul_by_loser(&self, outcome: Option<Outcome<Seat>>) -> bool {
        let Some(Outcome::Win(winner)) = outcome else {
            return false;
        };
        self.0.iter().any(|foul| foul.seat != winner)
    }

    /// Returns the decision for a game that ends with an illegal move. `None` if the last ply is legal, or if
    /// several players are left after the loss.
    pub(super) fn decision_at_end(&self, plies: u32) -> Option<Decision> {
        self.at_end(plies)?.decision()
    }

    /// Compares the illegal moves with the final state of the record. Returns the findings and the decision that
    /// applies.
    pub(super) fn compare_with_result(&self, state: &FinalState<'_>) -> (Vec<Finding>, Option<Decision>) {
        let losers = state.foul_losers.iter();
        let (mut findings, decisions): (Vec<_>, Vec<_>) = losers
            .filter_map(|&loser| self.unfounded_foul_loss(loser, state))
            .unzip();
        let mut decision = decisions.into_iter().flatten().next();
        if decision.is_none()
            && let Some((finding, foul_decision)) = self.unnoticed_foul(state)
        {
            findings.push(finding);
            decision = foul_decision;
        }
        (findings, decision)
    }

    /// Reports a player who, according to the record, lost by an illegal move, but made no illegal move.
    /// Returns the finding, and the decision if another player made an illegal move at the last ply.
    ///
    /// Returns `None` if the player made an illegal move, or if only an earlier ply of another player is
    /// illegal.
    ///
    /// `is_known` is `true` if the kinds of all pieces of the player are known.
    fn unfounded_foul_loss(
        &self,
        (loser, is_known): (Seat, bool),
        state: &FinalState<'_>,
    ) -> Option<(Finding, Option<Decision>)> {
        if self.0.iter().any(|foul| foul.may_be_of(loser)) {
            return None;
        }
        let Some(last_foul) = self.0.last() else {
            // The final illegal move is often not written, and the moves of hidden pieces cannot be verified.
            let is_unwritten = loser == state.side_to_move || !is_known;
            let message = if loser == state.side_to_move {
                fouls::unwritten_foul_message(loser)
            } else if is_unwritten {
                fouls::unfounded_loss_message(loser, &hidden_foul_message())
            } else {
                fouls::no_foul_message(loser)
            };
            let mut finding = Finding::new(&fouls::FOUL_RESULT_WITHOUT_FOUL, None, message);
            if is_unwritten {
                finding.severity = Severity::Note;
            }
            return Some((with_seat(finding, loser), None));
        };
        // The final illegal move is often not written, so an earlier illegal move by another player proves
        // nothing.
        let foul = Some(last_foul).filter(|foul| foul.ply == state.plies)?;
        let message = fouls::unfounded_loss_message(loser, &foul.reason());
        let finding = Finding::new(&fouls::FOUL_RESULT_WRONG_SIDE, None, message);
        Some((with_seat(finding, loser), foul.decision()))
    }

    /// Reports the first illegal move, unless the recorded result accounts for this move. Nothing is reported
    /// if neither the record nor the board shows an end. Returns the finding, and the decision if the illegal
    /// move loses.
    fn unnoticed_foul(&self, state: &FinalState<'_>) -> Option<(Finding, Option<Decision>)> {
        let first_foul = self.0.first()?;
        state.terminal?;
        let is_last = first_foul.ply == state.plies;
        let loses = verdict::loses(state.profile, state.stated, is_last) && first_foul.winner.is_some();
        if self.is_accounted_for(first_foul, loses, state) {
            return None;
        }
        let consequence = verdict::consequence(loses, state.stated == Some(Outcome::None));
        let message = verdict::unclaimed_foul_message(
            first_foul.seat,
            first_foul.ply,
            first_foul.rule,
            state.profile,
            consequence,
        );
        let mut finding =
            Finding::new(&fouls::FOUL_UNNOTICED, first_foul.span, message).at_ply(first_foul.ply);
        if matches!(state.stated, Some(Outcome::Win(winner)) if winner != first_foul.seat) {
            finding.severity = Severity::Note;
        }
        let decision = first_foul.decision().filter(|_| loses);
        Some((with_seat(finding, first_foul.seat), decision))
    }

    /// Returns whether the recorded result already accounts for the illegal move, or the offender lost in another way.
    fn is_accounted_for(&self, first_foul: &Foul, loses: bool, state: &FinalState<'_>) -> bool {
        let is_blamed = |foul: &Foul| state.foul_losers.iter().any(|&(loser, _)| foul.may_be_of(loser));
        let is_other_foul_blamed = !loses && self.0.iter().any(is_blamed);
        let is_last = first_foul.ply == state.plies;
        let has_lost = match state.stated {
            Some(Outcome::Win(winner)) => is_last && winner != first_foul.seat,
            Some(Outcome::Draw) => false,
            // The illegal move may be the reason for the interruption.
            Some(Outcome::None) => !loses,
            None => is_last,
        };
        is_blamed(first_foul) || is_other_foul_blamed || has_lost
    }

    /// Lowers findings to notes and marks them as acknowledged if they are about the last illegal move of a
    /// player who, according to the record, lost by an illegal move.
    pub(super) fn acknowledge<'f>(
        &self,
        findings: impl Iterator<Item = &'f mut Finding>,
        state: &FinalState<'_>,
    ) {
        let losers = state.foul_losers.iter();
        let punished_plies: Vec<u32> = losers
            .filter_map(|&(seat, _)| Some(self.0.iter().rfind(|foul| foul.seat == seat)?.ply))
            .collect();
        for finding in findings {
            if finding.rule.class == Class::Foul
                && finding.ply.is_some_and(|ply| punished_plies.contains(&ply))
            {
                finding.severity = Severity::Note;
                finding.acknowledged = true;
            }
        }
    }
}

/// Returns the message that the illegal move cannot be identified, because pieces are hidden.
fn hidden_foul_message() -> Message {
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
