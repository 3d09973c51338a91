//! The results of rule checks.

use super::cases::Doubt;
use crate::finding::{Cell, Finding, Message, Rule, Seat, Severity, Span, rules};
use crate::record::Outcome;
use crate::shogi::Color;

/// A row of a rule table: a rule, and the function that checks a case.
pub(crate) type Check<C> = (&'static Rule, fn(&C) -> Vec<RuleHit>);

/// Builds a table of rules that check one kind of case.
///
/// The rules are applied in this order, each by the check after its arrow. The calls in brackets are applied
/// to every result of the check.
macro_rules! checks {
    ($($rule:path => $check:path $([ $($detail:tt)+ ])?),+ $(,)?) => {
        &[$((&$rule, |case| $crate::referee::found::complete($check(case), |it| it $($($detail)+)?))),+]
    };
}
pub(crate) use checks;

/// Converts the results of a check and applies `add` to each of them.
pub(crate) fn complete<T: Into<RuleHit>>(
    found: impl IntoIterator<Item = T>,
    add: impl Fn(RuleHit) -> RuleHit,
) -> Vec<RuleHit> {
    found.into_iter().map(|it| add(it.into())).collect()
}

/// Applies the rules of a table to a case, in order, and returns their results.
pub(crate) fn ask<C>(rules: &[Check<C>], case: &C) -> impl Iterator<Item = RuleHit> {
    let all = rules.iter().map(|&(rule, check)| (rule, check(case)));
    // Nearly all rules find nothing.
    let found = all.filter(|(_, found)| !found.is_empty());
    found.flat_map(|(rule, found)| found.into_iter().map(|it| it.by(rule)))
}

/// Applies the rules of a table to a case and returns the findings alone.
pub(crate) fn findings<C>(rules: &[Check<C>], case: &C) -> impl Iterator<Item = Finding> {
    ask(rules, case).map(|found| found.finding)
}

/// A result of a rule: the finding, and its effects on the verdict.
///
/// The rule fills in the finding as far as it can. The caller, which knows the case, adds place, side and
/// position.
#[derive(Debug)]
pub(crate) struct RuleHit {
    /// The finding.
    pub finding: Finding,
    /// `true` if the check set the severity itself.
    is_weighed: bool,
    /// The result of the game that follows, if it overrules the stated one.
    pub decides: Option<Outcome>,
    /// The reason to show after the statement of the record, if it differs from the message.
    pub reason: Option<Message>,
    /// `true` if the results of later rules about the same case are to be skipped.
    pub stops: bool,
    /// The value of a JKF move that the finding is about, if it is not about the whole move.
    pub value: Option<&'static str>,
    /// The uncertainty that the move causes, if it differs from the default for the class of the rule.
    pub(super) doubt: Option<Doubt>,
    /// The scope in which it is reported only once.
    pub(super) once: Option<Once>,
}

/// The scope in which a result is reported only once, however often it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Once {
    /// A line of play.
    OfLine,
    /// A record.
    OfRecord,
}

// A placeholder for the rule of a result until the rule is set.
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
    /// Sets the rule, and the severity of that rule unless the check set one.
    pub(crate) fn by(mut self, rule: &'static Rule) -> Self {
        self.finding.rule = rule;
        if !self.is_weighed {
            self.finding.severity = rule.class.severity();
        }
        self
    }

    /// Limits it to a value of the move that has its own key in JKF.
    pub(super) fn of_value(mut self, name: &'static str) -> Self {
        self.value = Some(name);
        self
    }

    /// Sets the uncertainty that the move causes.
    pub(super) fn doubting(mut self, doubt: Doubt) -> Self {
        self.doubt = Some(doubt);
        self
    }

    /// Limits it to one report per scope.
    pub(super) fn once(mut self, once: Once) -> Self {
        self.once = Some(once);
        self
    }

    /// Returns whether its severity is above note, given that the severity of its rule is.
    pub(super) fn is_above_note(&self) -> bool {
        !self.is_weighed || self.finding.severity != Severity::Note
    }

    /// Sets the ply and its span in the text.
    pub(crate) fn at_ply(mut self, ply: u32, span: impl Into<Option<Span>>) -> Self {
        self.finding.ply = Some(ply);
        self.at(span)
    }

    /// Sets the variation.
    pub(crate) fn in_variation(mut self, path: Vec<(u32, u32)>) -> Self {
        self.finding.variation = path;
        self
    }

    /// Sets the span.
    pub(crate) fn at(mut self, span: impl Into<Option<Span>>) -> Self {
        self.finding.span = span.into();
        self
    }

    /// Sets the side.
    pub(crate) fn of(mut self, side: impl Into<Option<Color>>) -> Self {
        self.finding.seat = side.into().map(Into::into);
        self
    }

    /// Sets the seat of the player.
    pub(crate) fn of_seat(mut self, seat: Seat) -> Self {
        self.finding.seat = Some(seat);
        self
    }

    /// Overrides the severity of the rule.
    pub(crate) fn weighing(mut self, severity: impl Into<Option<Severity>>) -> Self {
        if let Some(severity) = severity.into() {
            self.finding.severity = severity;
            self.is_weighed = true;
        }
        self
    }

    /// Makes it a note that is shown only if the rule is asked for.
    ///
    /// It is meant for cases that are nearly always harmless.
    pub(crate) fn quietly(mut self) -> Self {
        self.finding.quiet = true;
        self.weighing(Severity::Note)
    }

    /// Makes it a warning if the condition is met.
    pub(crate) fn graver_if(self, contradicts: bool) -> Self {
        self.weighing(contradicts.then_some(Severity::Warning))
    }

    /// Adds cells of the board to highlight.
    pub(crate) fn marking(mut self, cells: impl IntoIterator<Item = impl Into<Cell>>) -> Self {
        self.finding.cells.extend(cells.into_iter().map(Into::into));
        self
    }

    /// Makes it decide the game.
    pub(crate) fn deciding(mut self, outcome: impl Into<Option<Outcome>>) -> Self {
        self.decides = outcome.into();
        self
    }

    /// Makes it decide the game, with a reason that does not repeat the statement of the record.
    pub(crate) fn deciding_since(mut self, outcome: Outcome, reason: Message) -> Self {
        self.reason = Some(reason);
        self.deciding(outcome)
    }

    /// Makes the results of later rules about the same case be skipped.
    pub(crate) fn stopping(mut self) -> Self {
        self.stops = true;
        self
    }
}
