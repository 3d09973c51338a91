//! The results of rule checks, and the application of tables of rules.

use super::cases::Uncertainty;
use crate::finding::{Cell, Finding, Message, Rule, Seat, Severity, Span, rules};
use crate::record::Outcome;
use crate::shogi::Color;

/// A row of a rule table: a rule, and the function that checks a case against the rule.
pub(crate) type RuleCheck<C> = (&'static Rule, fn(&C) -> Vec<RuleHit>);

/// Builds a table of rules that check one kind of case.
///
/// The rules are applied in the order of the table, each by the check after its arrow. The calls in brackets
/// are applied to every result of the check.
macro_rules! checks {
    ($($rule:path => $check:path $([ $($detail:tt)+ ])?),+ $(,)?) => {
        &[$((
            &$rule,
            |case| $crate::referee::rule_hit::convert_hits($check(case), |hit| hit $($($detail)+)?)
        )),+]
    };
}
pub(crate) use checks;

/// Converts the results of a check and applies `add` to each of them.
pub(crate) fn convert_hits<T: Into<RuleHit>>(
    results: impl IntoIterator<Item = T>,
    add: impl Fn(RuleHit) -> RuleHit,
) -> Vec<RuleHit> {
    results.into_iter().map(|hit| add(hit.into())).collect()
}

/// Applies the rules of a table to a case, in order, and returns their results.
pub(crate) fn apply_rules<C>(rules: &[RuleCheck<C>], case: &C) -> impl Iterator<Item = RuleHit> {
    let hits_by_rule = rules.iter().map(|&(rule, check)| (rule, check(case)));
    // Nearly all rules find nothing, so their empty results are dropped first.
    let not_empty = hits_by_rule.filter(|(_, hits)| !hits.is_empty());
    not_empty.flat_map(|(rule, hits)| hits.into_iter().map(|hit| hit.with_rule(rule)))
}

/// Applies the rules of a table to a case and returns the findings alone.
pub(crate) fn findings<C>(rules: &[RuleCheck<C>], case: &C) -> impl Iterator<Item = Finding> {
    apply_rules(rules, case).map(|hit| hit.finding)
}

/// A result of a rule: the finding, and its effects on the verdict.
///
/// The check fills in the finding as far as it can. The caller, which knows the case, adds the ply, the side
/// and the position.
#[derive(Debug)]
pub(crate) struct RuleHit {
    /// The finding, with a placeholder for its rule until [`RuleHit::with_rule`] sets the rule.
    pub finding: Finding,
    /// `true` if the check set the severity itself.
    has_own_severity: bool,
    /// The result of the game that follows from the finding; `None` if the finding does not decide the game.
    pub outcome: Option<Outcome>,
    /// The reason to show after the statement of the record; `None` if the message of the finding is the
    /// reason.
    pub reason: Option<Message>,
    /// `true` if the later rules about the same case are to be skipped.
    pub stops_later_rules: bool,
    /// The key of the value of a JKF move that the finding is about; `None` if the finding is about the whole
    /// move.
    pub json_key: Option<&'static str>,
    /// The uncertainty that the move causes about the position. `None` means the default for the class of the rule.
    pub(super) uncertainty: Option<Uncertainty>,
    /// The scope in which the finding is reported only once. `None` if the finding is always reported.
    pub(super) once_per: Option<ReportScope>,
}

/// The scope in which the finding of a rule is reported only once, however often the rule is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReportScope {
    /// The current line: the main line or one variation.
    Line,
    /// The whole record.
    Record,
}

// A placeholder for the rule of a result until the rule is set.
rules! { PLACEHOLDER_RULE = "", Notice, Reading, "", ""; }

impl<T: Into<Message>> From<T> for RuleHit {
    fn from(message: T) -> Self {
        Self {
            finding: Finding::new(&PLACEHOLDER_RULE, None, message),
            has_own_severity: false,
            outcome: None,
            reason: None,
            stops_later_rules: false,
            json_key: None,
            uncertainty: None,
            once_per: None,
        }
    }
}

impl RuleHit {
    /// Sets the rule, and the severity of that rule unless the check set one.
    pub(crate) fn with_rule(mut self, rule: &'static Rule) -> Self {
        self.finding.rule = rule;
        if !self.has_own_severity {
            self.finding.severity = rule.class.severity();
        }
        self
    }

    /// Limits the finding to the value of the move that has this key in JKF.
    pub(super) fn with_json_key(mut self, name: &'static str) -> Self {
        self.json_key = Some(name);
        self
    }

    /// Sets the uncertainty that the move causes about the position.
    pub(super) fn with_uncertainty(mut self, uncertainty: Uncertainty) -> Self {
        self.uncertainty = Some(uncertainty);
        self
    }

    /// Limits the finding to one report per scope.
    pub(super) fn once_per(mut self, scope: ReportScope) -> Self {
        self.once_per = Some(scope);
        self
    }

    /// Returns whether the severity of the finding is above note, for a rule whose own severity is above note.
    pub(super) fn is_above_note(&self) -> bool {
        !self.has_own_severity || self.finding.severity != Severity::Note
    }

    /// Sets the ply and the span of the finding. With `None`, the caller chooses the span.
    pub(crate) fn at_ply(mut self, ply: u32, span: impl Into<Option<Span>>) -> Self {
        self.finding.ply = Some(ply);
        self.at_span(span)
    }

    /// Sets the path of the variation that the finding is about.
    pub(crate) fn in_variation(mut self, path: Vec<(u32, u32)>) -> Self {
        self.finding.variation = path;
        self
    }

    /// Sets the span of the finding in the text. With `None`, the caller chooses the span.
    pub(crate) fn at_span(mut self, span: impl Into<Option<Span>>) -> Self {
        self.finding.span = span.into();
        self
    }

    /// Sets the side that the finding is about. With `None`, the caller chooses the side.
    pub(crate) fn with_side(mut self, side: impl Into<Option<Color>>) -> Self {
        self.finding.seat = side.into().map(Into::into);
        self
    }

    /// Sets the seat of the player that the finding is about.
    pub(crate) fn with_seat(mut self, seat: Seat) -> Self {
        self.finding.seat = Some(seat);
        self
    }

    /// Overrides the severity of the rule; `None` changes nothing.
    pub(crate) fn with_severity(mut self, severity: impl Into<Option<Severity>>) -> Self {
        if let Some(severity) = severity.into() {
            self.finding.severity = severity;
            self.has_own_severity = true;
        }
        self
    }

    /// Makes the finding a note that is shown only if its rule is requested.
    ///
    /// Such notes are for cases that are nearly always harmless.
    pub(crate) fn quiet_note(mut self) -> Self {
        self.finding.quiet = true;
        self.with_severity(Severity::Note)
    }

    /// Makes the finding a warning if the condition is met, and leaves its severity unchanged if not.
    pub(crate) fn warning_if(self, condition: bool) -> Self {
        self.with_severity(condition.then_some(Severity::Warning))
    }

    /// Adds cells of the board to highlight.
    pub(crate) fn with_cells(mut self, cells: impl IntoIterator<Item = impl Into<Cell>>) -> Self {
        self.finding.cells.extend(cells.into_iter().map(Into::into));
        self
    }

    /// Sets the outcome by which the finding decides the game. With `None`, the finding decides nothing.
    pub(crate) fn with_outcome(mut self, outcome: impl Into<Option<Outcome>>) -> Self {
        self.outcome = outcome.into();
        self
    }

    /// Sets the outcome, and the reason to show instead of the message, which would repeat the statement of the
    /// record.
    pub(crate) fn with_outcome_and_reason(mut self, outcome: Outcome, reason: Message) -> Self {
        self.reason = Some(reason);
        self.with_outcome(outcome)
    }

    /// Causes the later rules about the same case to be skipped.
    pub(crate) fn stop_later_rules(mut self) -> Self {
        self.stops_later_rules = true;
        self
    }
}
