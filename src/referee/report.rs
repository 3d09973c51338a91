//! What the rules say.

use super::cases::Doubt;
use crate::finding::{Cell, Finding, Message, Rule, Seat, Severity, Span};
use crate::record::Outcome;
use crate::shogi::Color;

/// A rule, and how it looks at a case.
pub(crate) type Check<C> = (&'static Rule, fn(&C, &mut Report));

/// What the rules of a table say of a case, which they are shown one after the other.
pub(crate) fn ask<C>(rules: &[Check<C>], case: &C) -> impl Iterator<Item = (&'static Rule, Complaint)> {
    rules.iter().flat_map(|&(rule, check)| {
        let mut report = Report::default();
        check(case, &mut report);
        report.said.into_iter().map(move |complaint| (rule, complaint))
    })
}

/// The same as findings, where the rules tell all that there is to say.
pub(crate) fn findings<C>(rules: &[Check<C>], case: &C) -> impl Iterator<Item = Finding> {
    ask(rules, case).map(|(rule, complaint)| complaint.finding(rule))
}

/// Whether a check finds anything in a case.
pub(crate) fn finds<C>(check: fn(&C, &mut Report), case: &C) -> bool {
    let mut report = Report::default();
    check(case, &mut report);
    !report.said.is_empty()
}

/// Takes what the rules say of what they are shown.
#[derive(Debug, Default)]
pub(crate) struct Report {
    said: Vec<Complaint>,
}

/// What a rule says. Where it is silent about place, side or weight, what it was shown tells, or the rule.
#[derive(Debug)]
pub(crate) struct Complaint {
    /// The reason in words.
    pub message: Message,
    /// The ply it is about.
    pub ply: Option<u32>,
    /// The way into the variation it is about.
    pub variation: Vec<(u32, u32)>,
    /// The place in the text.
    pub span: Option<Span>,
    /// Who it is about.
    pub seat: Option<Seat>,
    /// A weight other than the rule's own.
    pub severity: Option<Severity>,
    /// Whether it is told only to those who ask for the rule.
    pub quiet: bool,
    /// The places that a board beside it marks, beside those of the move.
    pub cells: Vec<Cell>,
    /// Who has won by what is said here, where that overrules what the record states.
    pub decides: Option<Outcome>,
    /// The reason as it stands after what the record states, where that is not the message itself.
    pub reason: Option<Message>,
    /// Whether what other rules have against the same is moot.
    pub stops: bool,
    /// The value of a move of JKF that it is about, where it is not about the move as a whole.
    pub value: Option<&'static str>,
    /// What the move leaves in doubt, where that is not what the class of the rule does.
    pub(super) doubt: Option<Doubt>,
    /// Whether it is said but once.
    pub(super) once: Option<Once>,
}

/// Of what something is said but once, however often it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Once {
    /// Of a line of play.
    OfLine,
    /// Of a record.
    OfRecord,
}

impl Report {
    /// Says something, to which more can be added.
    pub(crate) fn say(&mut self, message: impl Into<Message>) -> &mut Complaint {
        self.said.push(Complaint {
            message: message.into(),
            ply: None,
            variation: Vec::new(),
            span: None,
            seat: None,
            severity: None,
            quiet: false,
            cells: Vec::new(),
            decides: None,
            reason: None,
            stops: false,
            value: None,
            doubt: None,
            once: None,
        });
        let last = self.said.len() - 1;
        &mut self.said[last]
    }
}

impl Report {
    /// What was said.
    pub(crate) fn said(self) -> Vec<Complaint> {
        self.said
    }
}

impl Complaint {
    /// The finding that it makes, as far as it tells.
    pub(crate) fn finding(self, rule: &'static Rule) -> Finding {
        Finding {
            severity: self.severity.unwrap_or_else(|| rule.class.severity()),
            ply: self.ply,
            variation: self.variation,
            seat: self.seat,
            quiet: self.quiet,
            cells: self.cells,
            ..Finding::new(rule, self.span, self.message)
        }
    }

    /// It is said of this ply, which stands there in the text.
    pub(crate) fn at_ply(&mut self, ply: u32, span: impl Into<Option<Span>>) -> &mut Self {
        self.ply = Some(ply);
        self.at(span)
    }

    /// It is said of this variation.
    pub(crate) fn in_variation(&mut self, path: Vec<(u32, u32)>) -> &mut Self {
        self.variation = path;
        self
    }

    /// It is said of this place.
    pub(crate) fn at(&mut self, span: impl Into<Option<Span>>) -> &mut Self {
        self.span = span.into();
        self
    }

    /// It is about this side.
    pub(crate) fn of(&mut self, side: impl Into<Option<Color>>) -> &mut Self {
        self.seat = side.into().map(Into::into);
        self
    }

    /// It is about the player of this seat.
    pub(crate) fn of_seat(&mut self, seat: Seat) -> &mut Self {
        self.seat = Some(seat);
        self
    }

    /// It weighs more or less than its rule.
    pub(crate) fn weighing(&mut self, severity: impl Into<Option<Severity>>) -> &mut Self {
        self.severity = severity.into();
        self
    }

    /// It is a note, for those who ask for the rule: nearly always all is well.
    pub(crate) fn quietly(&mut self) -> &mut Self {
        self.quiet = true;
        self.weighing(Severity::Note)
    }

    /// It is a warning where this holds.
    pub(crate) fn graver_if(&mut self, contradicts: bool) -> &mut Self {
        self.weighing(contradicts.then_some(Severity::Warning).or(self.severity))
    }

    /// It is shown by these places of the board, too.
    pub(crate) fn marking(&mut self, cells: impl IntoIterator<Item = impl Into<Cell>>) -> &mut Self {
        self.cells.extend(cells.into_iter().map(Into::into));
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
