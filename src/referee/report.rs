//! What the rules say.

use crate::finding::{Message, Severity, Span};
use crate::shogi::Color;

/// Takes what a rule says of what it was shown.
#[derive(Debug, Default)]
pub struct Report {
    said: Vec<Complaint>,
}

/// What a rule says. Where it is silent, what it was shown tells.
#[derive(Debug)]
pub struct Complaint {
    /// The reason in words.
    pub message: Message,
    /// The place in the text.
    pub span: Option<Span>,
    /// The side it is about.
    pub side: Option<Color>,
    /// The move as written.
    pub moved: Option<String>,
    /// A weight other than the rule's own.
    pub severity: Option<Severity>,
}

impl Report {
    /// Says something, to which more can be added.
    pub fn say(&mut self, message: impl Into<Message>) -> &mut Complaint {
        self.said.push(Complaint {
            message: message.into(),
            span: None,
            side: None,
            moved: None,
            severity: None,
        });
        let last = self.said.len() - 1;
        &mut self.said[last]
    }

    /// What was said, which leaves nothing here.
    pub fn take(&mut self) -> impl Iterator<Item = Complaint> {
        self.said.drain(..)
    }
}

impl Complaint {
    /// It is said of this place.
    pub fn at(&mut self, span: impl Into<Option<Span>>) -> &mut Self {
        self.span = span.into();
        self
    }

    /// It is about this side.
    pub fn of(&mut self, side: impl Into<Option<Color>>) -> &mut Self {
        self.side = side.into();
        self
    }

    /// It is about a move that is written so.
    pub fn about(&mut self, moved: impl Into<String>) -> &mut Self {
        self.moved = Some(moved.into());
        self
    }

    /// It weighs more or less than its rule.
    pub fn weighing(&mut self, severity: Severity) -> &mut Self {
        self.severity = Some(severity);
        self
    }
}
