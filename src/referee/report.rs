//! What the rules say.

use super::cases::Doubt;
use crate::finding::{Cell, Finding, Message, Rule, Seat, Severity, Span, rules};
use crate::record::Outcome;
use crate::shogi::Color;

/// A rule, and the check that looks at a case.
pub(crate) type Check<C> = (&'static Rule, fn(&C, &mut Report));

/// What the rules of a table find in a case, one rule after the other.
pub(crate) fn ask<C>(rules: &[Check<C>], case: &C) -> impl Iterator<Item = Found> {
    rules.iter().flat_map(|&(rule, check)| {
        let mut report = Report {
            rule,
            found: Vec::new(),
        };
        check(case, &mut report);
        report.found
    })
}

/// The same as findings, if the rules state all that there is to state.
pub(crate) fn findings<C>(rules: &[Check<C>], case: &C) -> impl Iterator<Item = Finding> {
    ask(rules, case).map(|found| found.finding)
}

/// Takes what a rule finds in a case.
#[derive(Debug)]
pub(crate) struct Report {
    rule: &'static Rule,
    found: Vec<Found>,
}

/// What a rule finds: the finding, as far as the rule states it, and its effects on the judgement. Place, side and position
/// are added by those who know the case.
#[derive(Debug)]
pub(crate) struct Found {
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

impl Report {
    /// Reports something, to which more can be added.
    pub(crate) fn add(&mut self, found: impl Into<Found>) -> &mut Found {
        self.found.push(found.into().by(self.rule));
        let last = self.found.len() - 1;
        &mut self.found[last]
    }

    /// Reports what a check has found, with what its row adds to it.
    pub(super) fn take<T: Into<Found>>(
        &mut self,
        found: impl IntoIterator<Item = T>,
        complete: impl Fn(Found) -> Found,
    ) {
        for it in found {
            self.add(complete(it.into()));
        }
    }
}

impl<T: Into<Message>> From<T> for Found {
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

impl Found {
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
}

/// Adds details to what is found, before it is reported or after.
pub(crate) trait Details: Sized {
    /// What they are added to.
    fn found(&mut self) -> &mut Found;

    /// It is said of this ply, which stands there in the text.
    fn at_ply(mut self, ply: u32, span: impl Into<Option<Span>>) -> Self {
        self.found().finding.ply = Some(ply);
        self.at(span)
    }

    /// It is said of this variation.
    fn in_variation(mut self, path: Vec<(u32, u32)>) -> Self {
        self.found().finding.variation = path;
        self
    }

    /// It is said of this place.
    fn at(mut self, span: impl Into<Option<Span>>) -> Self {
        self.found().finding.span = span.into();
        self
    }

    /// It is about this side.
    fn of(mut self, side: impl Into<Option<Color>>) -> Self {
        self.found().finding.seat = side.into().map(Into::into);
        self
    }

    /// It is about the player of this seat.
    fn of_seat(mut self, seat: Seat) -> Self {
        self.found().finding.seat = Some(seat);
        self
    }

    /// It weighs more or less than its rule.
    fn weighing(mut self, severity: impl Into<Option<Severity>>) -> Self {
        if let Some(severity) = severity.into() {
            self.found().finding.severity = severity;
            self.found().is_weighed = true;
        }
        self
    }

    /// It is a note, for those who ask for the rule: nearly always all is well.
    fn quietly(mut self) -> Self {
        self.found().finding.quiet = true;
        self.weighing(Severity::Note)
    }

    /// It is a warning where this holds.
    fn graver_if(self, contradicts: bool) -> Self {
        self.weighing(contradicts.then_some(Severity::Warning))
    }

    /// It is shown by these places of the board, too.
    fn marking(mut self, cells: impl IntoIterator<Item = impl Into<Cell>>) -> Self {
        self.found()
            .finding
            .cells
            .extend(cells.into_iter().map(Into::into));
        self
    }

    /// It decides the game.
    fn deciding(mut self, outcome: impl Into<Option<Outcome>>) -> Self {
        self.found().decides = outcome.into();
        self
    }

    /// It decides the game, for a reason that need not repeat what the record states.
    fn deciding_since(mut self, outcome: Outcome, reason: Message) -> Self {
        self.found().reason = Some(reason);
        self.deciding(outcome)
    }

    /// What other rules have against the same is moot.
    fn stopping(mut self) -> Self {
        self.found().stops = true;
        self
    }
}

impl Details for Found {
    fn found(&mut self) -> &mut Found {
        self
    }
}

impl Details for &mut Found {
    fn found(&mut self) -> &mut Found {
        self
    }
}
