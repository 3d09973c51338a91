//! What the rules say.

use super::cases::Doubt;
use crate::finding::{Cell, Finding, Message, Rule, Seat, Severity, Span, rules};
use crate::record::Outcome;
use crate::shogi::Color;

/// A row of a table: a rule, and the check that looks at a case.
pub(crate) type Check<C> = (&'static Rule, fn(&C) -> Vec<RuleHit>);

/// The rows of a table of rules that look at a case of one kind. They are asked in this order, each by the check that is named
/// beside it; what stands in brackets is added to all that it finds.
macro_rules! checks {
    ($($rule:path => $check:path $([ $($detail:tt)+ ])?),+ $(,)?) => {
        &[$((&$rule, |case| $crate::referee::found::complete($check(case), |it| it $($($detail)+)?))),+]
    };
}
pub(crate) use checks;

/// What a check has found, with what its row adds to it.
pub(crate) fn complete<T: Into<RuleHit>>(
    found: impl IntoIterator<Item = T>,
    add: impl Fn(RuleHit) -> RuleHit,
) -> Vec<RuleHit> {
    found.into_iter().map(|it| add(it.into())).collect()
}

/// What the rules of a table find in a case, one rule after the other.
pub(crate) fn ask<C>(rules: &[Check<C>], case: &C) -> impl Iterator<Item = RuleHit> {
    let all = rules.iter().map(|&(rule, check)| (rule, check(case)));
    // Nearly all rules find nothing.
    let found = all.filter(|(_, found)| !found.is_empty());
    found.flat_map(|(rule, found)| found.into_iter().map(|it| it.by(rule)))
}

/// The same as findings, if the rules state all that there is to state.
pub(crate) fn findings<C>(rules: &[Check<C>], case: &C) -> impl Iterator<Item = Finding> {
    ask(rules, case).map(|found| found.finding)
}

/// What a rule finds: the finding, as far as the rule states it, and its effects on the judgement. Place, side and position
/// are added by those who know the case.
#[derive(Debug)]
pub(crate) struct RuleHit {
    /// The finding.
    pub finding: Finding,
    /// Whether it says itself how much it weighs.
    is_weighed: bool,
    /// Who has won by it, if that overrules what the record states.
    pub decides: Option<Outcome>,
    /// The reason as it stands after what the record states, if that is not the message itself.
    pub reason: Option<Message>,
    /// Whether what other rules find about the same is moot.
    pub stops: bool,
    /// The value of a move of JKF that it is about, if it is not about the move as a whole.
    pub value: Option<&'static str>,
    /// What the move leaves in doubt, if that is not what the class of the rule does.
    pub(super) doubt: Option<Doubt>,
    /// Whether it is reported only once.
    pub(super) once: Option<Once>,
}

/// In what something is reported only once, however often it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Once {
    /// In a line of play.
    OfLine,
    /// In a record.
    OfRecord,
}

// It stands for the rule of what is found until that is reported.
rules! { UNNAMED = "", Notice, Reading, "", ""; }

impl<T: Into<Message>> From<T> for RuleHit {
    fn from(message: T) -> Self {
        Self {
            finding: Finding::new(&UNNAMED, None, message),
            is_weighed: false,
            decides: None,
            reason: None,
            stops: false,
            value: None,
            doubt: None,
            once: None,
        }
    }
}

impl RuleHit {
    /// The same, found by this rule.
    pub(crate) fn by(mut self, rule: &'static Rule) -> Self {
        self.finding.rule = rule;
        if !self.is_weighed {
            self.finding.severity = rule.class.severity();
        }
        self
    }

    /// It is about a value of the move, which stands on its own in JKF.
    pub(super) fn of_value(mut self, name: &'static str) -> Self {
        self.value = Some(name);
        self
    }

    /// It leaves this in doubt.
    pub(super) fn doubting(mut self, doubt: Doubt) -> Self {
        self.doubt = Some(doubt);
        self
    }

    /// It is said but once.
    pub(super) fn once(mut self, once: Once) -> Self {
        self.once = Some(once);
        self
    }

    /// Whether it weighs more than a note, if its rule does.
    pub(super) fn is_above_note(&self) -> bool {
        !self.is_weighed || self.finding.severity != Severity::Note
    }

    /// It is said of this ply, which stands there in the text.
    pub(crate) fn at_ply(mut self, ply: u32, span: impl Into<Option<Span>>) -> Self {
        self.finding.ply = Some(ply);
        self.at(span)
    }

    /// It is said of this variation.
    pub(crate) fn in_variation(mut self, path: Vec<(u32, u32)>) -> Self {
        self.finding.variation = path;
        self
    }

    /// It is said of this place.
    pub(crate) fn at(mut self, span: impl Into<Option<Span>>) -> Self {
        self.finding.span = span.into();
        self
    }

    /// It is about this side.
    pub(crate) fn of(mut self, side: impl Into<Option<Color>>) -> Self {
        self.finding.seat = side.into().map(Into::into);
        self
    }

    /// It is about the player of this seat.
    pub(crate) fn of_seat(mut self, seat: Seat) -> Self {
        self.finding.seat = Some(seat);
        self
    }

    /// It weighs more or less than its rule.
    pub(crate) fn weighing(mut self, severity: impl Into<Option<Severity>>) -> Self {
        if let Some(severity) = severity.into() {
            self.finding.severity = severity;
            self.is_weighed = true;
        }
        self
    }

    /// It is a note, for those who ask for the rule: nearly always all is well.
    pub(crate) fn quietly(mut self) -> Self {
        self.finding.quiet = true;
        self.weighing(Severity::Note)
    }

    /// It is a warning where this holds.
    pub(crate) fn graver_if(self, contradicts: bool) -> Self {
        self.weighing(contradicts.then_some(Severity::Warning))
    }

    /// It is shown by these places of the board, too.
    pub(crate) fn marking(mut self, cells: impl IntoIterator<Item = impl Into<Cell>>) -> Self {
        self.finding.cells.extend(cells.into_iter().map(Into::into));
        self
    }

    /// It decides the game.
    pub(crate) fn deciding(mut self, outcome: impl Into<Option<Outcome>>) -> Self {
        self.decides = outcome.into();
        self
    }

    /// It decides the game, for a reason that need not repeat what the record states.
    pub(crate) fn deciding_since(mut self, outcome: Outcome, reason: Message) -> Self {
        self.reason = Some(reason);
        self.deciding(outcome)
    }

    /// What other rules have against the same is moot.
    pub(crate) fn stopping(mut self) -> Self {
        self.stops = true;
        self
    }
}
