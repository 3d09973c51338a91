//! Who won a game by its rules, and how the record ends: what it states stands, unless a foul, the board or a finding
//! says that it cannot.

use super::board::End;
use super::fouls::Decision;
use crate::finding::{Finding, Message, Rule, Seat, Span, message};
use crate::record::{Outcome, Terminal};
use crate::referee::rules::result_overturned;

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
        let words = result_overturned::words(stated, outcome, why);
        Some(Finding::new(&result_overturned::RULE, span, words).at_ply(ply))
    }
}
