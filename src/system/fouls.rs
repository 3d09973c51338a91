//! The fouls of a game, held against what its record says of them.

use crate::finding::{Class, Finding, Message, Rule, Seat, Severity, Span, say};
use crate::profile::Profile;
use crate::record::{Outcome, Terminal};
use crate::referee::rules::{fouls, moves};
use crate::referee::verdict;

/// A foul.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foul {
    /// Who made it.
    pub seat: Seat,
    /// The ply, 0 for the start.
    pub ply: u32,
    /// The rule that it breaks.
    pub rule: &'static Rule,
    /// Where it stands.
    pub span: Option<Span>,
    /// Who wins when it loses, if only one is left then.
    pub winner: Option<Seat>,
}

impl Foul {
    /// Whether this seat may be blamed for it. A piece that was moved out of turn may have been moved by its owner.
    fn may_be_of(&self, seat: Seat) -> bool {
        self.seat == seat || *self.rule == moves::OPPONENT_PIECE_MOVED
    }

    /// What it decides, if only one is left when it loses.
    fn decision(&self) -> Option<Decision> {
        Some((Some(Outcome::Win(self.winner?)), self.reason()))
    }

    /// The reason for which it decides a game.
    fn reason(&self) -> Message {
        fouls::fouled(self.seat, self.ply, self.rule)
    }
}

/// What a record says at its end, as far as fouls are concerned.
pub(super) struct Sentence<'s> {
    /// The event.
    pub profile: &'s Profile,
    /// How many plies there are.
    pub plies: u32,
    /// Whose turn it is after them.
    pub due: Seat,
    /// Who has lost by a foul, as it says, and whether all of their pieces are known.
    pub blamed: Vec<(Seat, bool)>,
    /// The way in which the game ended, by the record or else by the board.
    pub terminal: Option<Terminal>,
    /// Who has won, as it says.
    pub stated: Option<Outcome<Seat>>,
}

/// What a foul decides: who has won, and the reason.
pub(super) type Decision = (Option<Outcome<Seat>>, Message);

/// The fouls of a game, in their order.
#[derive(Debug, Default)]
pub(super) struct Fouls(Vec<Foul>);

impl Fouls {
    pub(super) fn add(&mut self, foul: Foul) {
        self.0.push(foul);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The foul that the last ply is.
    pub(super) fn at_end(&self, plies: u32) -> Option<&Foul> {
        self.0.last().filter(|it| it.ply == plies && plies > 0)
    }

    /// Whether somebody has made one who has lost by this outcome.
    pub(super) fn punished_by(&self, outcome: Option<Outcome<Seat>>) -> bool {
        let Some(Outcome::Win(winner)) = outcome else {
            return false;
        };
        self.0.iter().any(|it| it.seat != winner)
    }

    /// What a game comes to that stops at a foul.
    pub(super) fn decision_at_end(&self, plies: u32) -> Option<Decision> {
        self.at_end(plies)?.decision()
    }

    /// Holds the sentence against the fouls.
    pub(super) fn judge(&self, sentence: &Sentence<'_>) -> (Vec<Finding>, Option<Decision>) {
        let blamed = sentence.blamed.iter();
        let (mut findings, decisions): (Vec<_>, Vec<_>) =
            blamed.filter_map(|&it| self.blame(it, sentence)).unzip();
        let mut decision = decisions.into_iter().flatten().next();
        if decision.is_none()
            && let Some((finding, decides)) = self.unnoticed(sentence)
        {
            findings.push(finding);
            decision = decides;
        }
        (findings, decision)
    }

    /// Somebody is blamed for a foul who made none.
    fn blame(
        &self,
        (blamed, is_known): (Seat, bool),
        sentence: &Sentence<'_>,
    ) -> Option<(Finding, Option<Decision>)> {
        if self.0.iter().any(|it| it.may_be_of(blamed)) {
            return None;
        }
        let Some(last) = self.0.last() else {
            // What came after the last ply is often not written, and what hidden pieces did nobody knows.
            let is_unwritten = blamed == sentence.due || !is_known;
            let message = if blamed == sentence.due {
                fouls::unwritten(blamed)
            } else if is_unwritten {
                fouls::not_by(blamed, &hidden())
            } else {
                fouls::no_move_of(blamed)
            };
            let mut finding = Finding::new(&fouls::FOUL_RESULT_WITHOUT_FOUL, None, message);
            if is_unwritten {
                finding.severity = Severity::Note;
            }
            return Some((of_seat(finding, blamed), None));
        };
        // A foul that ends a game is often not written, so that an older one of somebody else proves nothing.
        let foul = Some(last).filter(|it| it.ply == sentence.plies)?;
        let words = fouls::not_by(blamed, &foul.reason());
        let finding = Finding::new(&fouls::FOUL_RESULT_WRONG_SIDE, None, words);
        Some((of_seat(finding, blamed), foul.decision()))
    }

    /// A foul after which the game went on and ended in another way.
    fn unnoticed(&self, sentence: &Sentence<'_>) -> Option<(Finding, Option<Decision>)> {
        let first = self.0.first()?;
        sentence.terminal?;
        let is_last = first.ply == sentence.plies;
        let loses = verdict::loses(sentence.profile, sentence.stated, is_last) && first.winner.is_some();
        if self.is_settled(first, loses, sentence) {
            return None;
        }
        let fate = verdict::fate(loses, sentence.stated == Some(Outcome::None));
        let name = &sentence.profile.name;
        let words = verdict::words(first.seat, first.ply, first.rule, name, fate);
        let mut finding = Finding::new(&fouls::FOUL_UNNOTICED, first.span, words).at_ply(first.ply);
        if matches!(sentence.stated, Some(Outcome::Win(winner)) if winner != first.seat) {
            finding.severity = Severity::Note;
        }
        let decision = first.decision().filter(|_| loses);
        Some((of_seat(finding, first.seat), decision))
    }

    /// Whether the sentence punishes a foul, or whoever made it has lost anyway.
    fn is_settled(&self, first: &Foul, loses: bool, sentence: &Sentence<'_>) -> bool {
        let is_blamed = |foul: &Foul| sentence.blamed.iter().any(|&(it, _)| foul.may_be_of(it));
        let is_other = !loses && self.0.iter().any(is_blamed);
        let is_last = first.ply == sentence.plies;
        let has_lost = match sentence.stated {
            Some(Outcome::Win(winner)) => is_last && winner != first.seat,
            Some(Outcome::Draw) => false,
            // It may have been the reason for which the game was broken off.
            Some(Outcome::None) => !loses,
            None => is_last,
        };
        is_blamed(first) || is_other || has_lost
    }

    /// Makes notes of the findings about the last foul of everybody whom the record punishes for one.
    pub(super) fn acknowledge<'f>(
        &self,
        findings: impl Iterator<Item = &'f mut Finding>,
        sentence: &Sentence<'_>,
    ) {
        let blamed = sentence.blamed.iter();
        let punished: Vec<u32> = blamed
            .filter_map(|&(seat, _)| Some(self.0.iter().rfind(|it| it.seat == seat)?.ply))
            .collect();
        for finding in findings {
            if finding.rule.class == Class::Foul && finding.ply.is_some_and(|it| punished.contains(&it)) {
                finding.severity = Severity::Note;
                finding.acknowledged = true;
            }
        }
    }
}

/// Why no foul is found: the pieces are hidden.
fn hidden() -> Message {
    say(
        "the record does not show the illegal move",
        "反則の手は棋譜からは分からない",
    )
}

/// A finding about somebody's foul.
fn of_seat(finding: Finding, seat: Seat) -> Finding {
    Finding {
        seat: Some(seat),
        ..finding
    }
}
