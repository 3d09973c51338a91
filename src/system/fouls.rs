//! The fouls of a game, held against what its record says of them.

use super::driver::End;
use crate::finding::{Class, Finding, Message, Rule, Seat, Severity, Span, message};
use crate::profile::Profile;
use crate::record::{Outcome, Terminal};
use crate::referee::rules::{fouls, moves, results};
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
pub(super) type Decision = (Outcome<Seat>, Message);

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
        let foul = self.at_end(plies)?;
        Some((Outcome::Win(foul.winner?), foul.reason()))
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
            let why = if is_unwritten {
                fouls::unwritten()
            } else {
                fouls::no_move_of(blamed)
            };
            let mut finding = Finding::new(
                &fouls::FOUL_RESULT_WITHOUT_FOUL,
                None,
                fouls::not_by(blamed, &why),
            );
            if is_unwritten {
                finding.severity = Severity::Note;
            }
            return Some((of_end(finding, blamed), None));
        };
        // A foul that ends a game is often not written, so that an older one of somebody else proves nothing.
        let foul = Some(last).filter(|it| it.ply == sentence.plies)?;
        let decision = foul.winner.map(|winner| (Outcome::Win(winner), foul.reason()));
        let words = fouls::not_by(blamed, &foul.reason());
        let finding = Finding::new(&fouls::FOUL_RESULT_WRONG_SIDE, None, words);
        Some((of_end(finding, blamed), decision))
    }

    /// A foul after which the game went on and ended in another way.
    fn unnoticed(&self, sentence: &Sentence<'_>) -> Option<(Finding, Option<Decision>)> {
        let first = self.0.first()?;
        sentence.terminal?;
        let is_last = first.ply == sentence.plies;
        let winner = first.winner.map(Outcome::Win);
        let loses = verdict::loses(sentence.profile, sentence.stated, is_last) && winner.is_some();
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
        let decision = winner.filter(|_| loses).map(|it| (it, first.reason()));
        Some((
            Finding {
                seat: Some(first.seat),
                ..finding
            },
            decision,
        ))
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

/// A finding about what the end of a record says of somebody.
fn of_end(finding: Finding, seat: Seat) -> Finding {
    Finding {
        seat: Some(seat),
        ..finding
    }
}

// Who won a game by its rules, and how the record ends: what it states stands, unless a foul, the board or a finding
// says that it cannot.

/// Who won, and how.
pub(super) struct Verdict {
    /// In what way the game ended, as the record says.
    pub end: Option<Terminal>,
    /// Who won, as the record says.
    pub stated: Option<Outcome<Seat>>,
    /// Who won by the rules.
    pub outcome: Option<Outcome<Seat>>,
    /// Why.
    pub because: Vec<Message>,
}

/// What there is to judge by.
pub(super) struct Evidence {
    /// What the record states.
    pub stated: Option<End>,
    /// What the board shows.
    pub by_board: Option<End>,
    /// What a foul decides against what is stated.
    pub by_foul: Option<Decision>,
    /// The rule that refutes what is stated.
    pub refuted: Option<&'static Rule>,
    /// What a foul comes to at which the game stops.
    pub foul_at_end: Option<Decision>,
    /// There are plies.
    pub is_begun: bool,
}

impl Verdict {
    /// The verdict on this evidence.
    pub(super) fn of(evidence: Evidence) -> Self {
        let Evidence {
            stated,
            by_board,
            by_foul,
            refuted,
            foul_at_end,
            is_begun,
        } = evidence;
        let of_record = stated.as_ref().and_then(|it| it.outcome);
        let end = stated.as_ref().map(|it| it.terminal);
        let refutation = refuted
            .filter(|_| stated.is_some())
            .map(|rule| (Outcome::None, message!("{rule}", "{rule}", rule)));
        let by_board = by_board.map(|it| (it.outcome, it.reason));
        let decided = by_foul.map(|(outcome, why)| (Some(outcome), why)).or(by_board);
        let decided = decided.or_else(|| refutation.map(|(outcome, why)| (Some(outcome), why)));
        let stated = stated.map(|it| (it.outcome, it.reason));
        let open = || foul_at_end.map(|(outcome, why)| (Some(outcome), why));
        let (outcome, because) = match decided.or(stated).or_else(open) {
            Some((outcome, why)) => (outcome, vec![why]),
            None => (is_begun.then_some(Outcome::None), Vec::new()),
        };
        Self {
            end,
            stated: of_record,
            outcome,
            because,
        }
    }

    /// That somebody else won than the record states, said of its last ply. Who breaks off a game that is drawn does not
    /// contradict that.
    pub(super) fn overturned(&self, ply: u32, span: Option<Span>) -> Option<Finding> {
        let (stated, outcome) = (self.stated?, self.outcome?);
        let is_neither = (stated, outcome) == (Outcome::None, Outcome::Draw);
        let why = self
            .because
            .first()
            .filter(|_| stated != outcome && !is_neither)?;
        let words = results::words(stated, outcome, why);
        Some(Finding::new(&results::RESULT_OVERTURNED, span, words).at_ply(ply))
    }
}
