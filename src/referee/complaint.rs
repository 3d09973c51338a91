//! What a rule says of a game as a whole, and what becomes of it.

use super::game::Game;
use super::{over, rules};
use crate::finding::{Finding, Findings, Message, Rule, Severity, Span};
use crate::record::Outcome;
use crate::shogi::{Color, Square};

/// What a rule says of a game.
#[derive(Debug)]
pub struct Complaint {
    /// The ply it is about.
    pub ply: u32,
    /// The place in the text.
    pub span: Option<Span>,
    /// The side it is about.
    pub side: Option<Color>,
    /// A weight other than the rule's own.
    pub severity: Option<Severity>,
    /// The way into the variation it is about.
    pub variation: Vec<(u32, u32)>,
    /// The reason in words.
    pub message: Message,
    /// The squares that a board beside it marks.
    pub squares: Vec<Square>,
    /// Who has won by what is said here, where that overrules what the record states.
    pub decides: Option<Outcome>,
    /// The reason as it stands after what the record states, where that is not the message itself.
    pub reason: Option<Message>,
}

/// What a rule says of who won.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    /// The ply at which the game was decided.
    pub ply: u32,
    /// Who won.
    pub outcome: Outcome,
    /// The rule that says so in a finding.
    pub rule: &'static Rule,
    /// The reason in words.
    pub message: Message,
}

impl Complaint {
    /// A complaint at a ply of the main line.
    pub fn new(ply: u32, span: Option<Span>, side: Option<Color>, message: impl Into<Message>) -> Self {
        Self {
            ply,
            span,
            side,
            severity: None,
            variation: Vec::new(),
            message: message.into(),
            squares: Vec::new(),
            decides: None,
            reason: None,
        }
    }

    /// The same complaint, which decides the game.
    #[must_use]
    pub fn deciding(mut self, outcome: Outcome) -> Self {
        self.decides = Some(outcome);
        self
    }

    /// The same complaint, which decides the game for a reason that need not repeat what the record states.
    #[must_use]
    pub fn deciding_since(mut self, outcome: Outcome, reason: Message) -> Self {
        self.reason = Some(reason);
        self.deciding(outcome)
    }

    /// The same complaint, as a warning where this holds.
    #[must_use]
    pub fn graver_if(mut self, contradicts: bool) -> Self {
        self.severity = contradicts.then_some(Severity::Warning).or(self.severity);
        self
    }

    /// The same complaint, with squares to mark on a board beside it.
    #[must_use]
    pub fn marking(mut self, squares: impl IntoIterator<Item = Square>) -> Self {
        self.squares.extend(squares);
        self
    }
}

/// Asks every rule about the game; what decides it comes back, what ended it by itself first, then in the order of
/// the table.
pub(super) fn judge(game: &Game<'_>, findings: &mut Findings) -> Vec<Decision> {
    let mut decisions = Vec::from_iter(game.over.clone());
    for (rule, check) in rules::GAME {
        for complaint in check(game) {
            if over::makes_moot(game, rule, &complaint) {
                continue;
            }
            decisions.extend(complaint.decides.map(|outcome| Decision {
                ply: complaint.ply,
                outcome,
                rule,
                message: complaint.reason.unwrap_or_else(|| complaint.message.clone()),
            }));
            let mut finding = Finding::new(rule, complaint.span, complaint.message).at_ply(complaint.ply);
            finding.side = complaint.side;
            finding.severity = complaint.severity.unwrap_or(finding.severity);
            finding.variation = complaint.variation;
            finding.squares = complaint.squares;
            findings.push(finding);
        }
    }
    decisions
}
