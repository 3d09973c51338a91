//! What the rules say.

use super::cases::Doubt;
use crate::finding::{Cell, Finding, Message, Rule, Seat, Severity, Span};
use crate::record::Outcome;
use crate::shogi::Color;

/// A rule, and the check that looks at a case.
pub(crate) type Check<C> = (&'static Rule, fn(&C, &mut Report));

/// What the rules of a table find in a case, one rule after the other.
pub(crate) fn ask<C>(rules: &[Check<C>], case: &C) -> impl Iterator<Item = Found> {
    rules.iter().flat_map(|&rule| found(rule, case))
}

/// The same as findings, if the rules state all that there is to state.
pub(crate) fn findings<C>(rules: &[Check<C>], case: &C) -> impl Iterator<Item = Finding> {
    ask(rules, case).map(|found| found.finding)
}

/// What one rule finds in a case.
pub(crate) fn found<C>((rule, check): Check<C>, case: &C) -> Vec<Found> {
    let mut report = Report {
        rule,
        found: Vec::new(),
    };
    check(case, &mut report);
    report.found
}

/// Takes what a rule finds in a case.
#[derive(Debug)]
pub(crate) struct Report {
    rule: &'static Rule,
    found: Vec<Found>,
}

/// What a rule finds: the finding, as far as the rule states it, and its effects on the judgement. Place, side and position are added
/// by those who know the case.
#[derive(Debug)]
pub(crate) struct Found {
    /// The finding.
    pub finding: Finding,
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

impl Report {
    /// Reports something, to which more can be added.
    pub(crate) fn add(&mut self, message: impl Into<Message>) -> &mut Found {
        self.found.push(Found {
            finding: Finding::new(self.rule, None, message),
            decides: None,
            reason: None,
            stops: false,
            value: None,
            doubt: None,
            once: None,
        });
        let last = self.found.len() - 1;
        &mut self.found[last]
    }
}

impl Found {
    /// It is said of this ply, which stands there in the text.
    pub(crate) fn at_ply(&mut self, ply: u32, span: impl Into<Option<Span>>) -> &mut Self {
        self.finding.ply = Some(ply);
        self.at(span)
    }

    /// It is said of this variation.
    pub(crate) fn in_variation(&mut self, path: Vec<(u32, u32)>) -> &mut Self {
        self.finding.variation = path;
        self
    }

    /// It is said of this place.
    pub(crate) fn at(&mut self, span: impl Into<Option<Span>>) -> &mut Self {
        self.finding.span = span.into();
        self
    }

    /// It is about this side.
    pub(crate) fn of(&mut self, side: impl Into<Option<Color>>) -> &mut Self {
        self.finding.seat = side.into().map(Into::into);
        self
    }

    /// It is about the player of this seat.
    pub(crate) fn of_seat(&mut self, seat: Seat) -> &mut Self {
        self.finding.seat = Some(seat);
        self
    }

    /// It weighs more or less than its rule.
    pub(crate) fn weighing(&mut self, severity: impl Into<Option<Severity>>) -> &mut Self {
        if let Some(severity) = severity.into() {
            self.finding.severity = severity;
        }
        self
    }

    /// It is a note, for those who ask for the rule: nearly always all is well.
    pub(crate) fn quietly(&mut self) -> &mut Self {
        self.finding.quiet = true;
        self.weighing(Severity::Note)
    }

    /// It is a warning where this holds.
    pub(crate) fn graver_if(&mut self, contradicts: bool) -> &mut Self {
        self.weighing(contradicts.then_some(Severity::Warning))
    }

    /// It is shown by these places of the board, too.
    pub(crate) fn marking(&mut self, cells: impl IntoIterator<Item = impl Into<Cell>>) -> &mut Self {
        self.finding.cells.extend(cells.into_iter().map(Into::into));
        self
    }

    /// It decides the game.
    pub(crate) fn deciding(&mut self, outcome: Outcome) -> &mut Self {
        self.decides = Some(outcome);
        self
    }

    /// It decides the game, for a reason that need not repeat what the record states.
    pub(crate) fn deciding_since(&mut self, outcome: Outcome, reason: Message) -> &mut Self {
        self.reason = Some(reason);
        self.deciding(outcome)
    }

    /// What other rules have against the same is moot.
    pub(crate) fn stopping(&mut self) -> &mut Self {
        self.stops = true;
        self
    }

    /// It is about a value of the move, which stands on its own in JKF.
    pub(super) fn of_value(&mut self, name: &'static str) -> &mut Self {
        self.value = Some(name);
        self
    }

    /// It leaves this in doubt.
    pub(super) fn doubting(&mut self, doubt: Doubt) -> &mut Self {
        self.doubt = Some(doubt);
        self
    }

    /// It is said but once.
    pub(super) fn once(&mut self, once: Once) -> &mut Self {
        self.once = Some(once);
        self
    }
}
