//! What the rules say.

use crate::finding::{Message, Severity, Span};
use crate::record::Outcome;
use crate::shogi::{Color, Square};

/// Takes what the rules say of what they are shown.
#[derive(Debug, Default)]
pub struct Report {
    said: Vec<Complaint>,
}

/// What a rule says. Where it is silent about place, side or weight, what it was shown tells, or the rule.
#[derive(Debug)]
pub struct Complaint {
    /// The reason in words.
    pub message: Message,
    /// The ply it is about.
    pub ply: Option<u32>,
    /// The way into the variation it is about.
    pub variation: Vec<(u32, u32)>,
    /// The place in the text.
    pub span: Option<Span>,
    /// The side it is about.
    pub side: Option<Color>,
    /// The move as written.
    pub moved: Option<String>,
    /// A weight other than the rule's own.
    pub severity: Option<Severity>,
    /// The squares that a board beside it marks, beside those of the move.
    pub squares: Vec<Square>,
    /// Who has won by what is said here, where that overrules what the record states.
    pub decides: Option<Outcome>,
    /// The reason as it stands after what the record states, where that is not the message itself.
    pub reason: Option<Message>,
    /// Whether what other rules have against the same is moot.
    pub stops: bool,
}

impl Report {
    /// Says something, to which more can be added.
    pub fn say(&mut self, message: impl Into<Message>) -> &mut Complaint {
        self.said.push(Complaint {
            message: message.into(),
            ply: None,
            variation: Vec::new(),
            span: None,
            side: None,
            moved: None,
            severity: None,
            squares: Vec::new(),
            decides: None,
            reason: None,
            stops: false,
        });
        let last = self.said.len() - 1;
        &mut self.said[last]
    }

    /// What was said, which leaves nothing here.
    pub fn take(&mut self) -> impl Iterator<Item = Complaint> {
        self.said.drain(..)
    }
}

#[expect(
    dead_code,
    reason = "the rules of moves and games do not say what they have to say here yet"
)]
impl Complaint {
    /// It is said of this ply.
    pub fn at_ply(&mut self, ply: u32) -> &mut Self {
        self.ply = Some(ply);
        self
    }

    /// It is said of this variation.
    pub fn in_variation(&mut self, path: Vec<(u32, u32)>) -> &mut Self {
        self.variation = path;
        self
    }

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

    /// It is shown by these squares of the board, too.
    pub fn marking(&mut self, squares: impl IntoIterator<Item = Square>) -> &mut Self {
        self.squares.extend(squares);
        self
    }

    /// It decides the game.
    pub fn deciding(&mut self, outcome: Outcome) -> &mut Self {
        self.decides = Some(outcome);
        self
    }

    /// It decides the game, for a reason that need not repeat what the record states.
    pub fn deciding_since(&mut self, outcome: Outcome, reason: Message) -> &mut Self {
        self.reason = Some(reason);
        self.deciding(outcome)
    }

    /// What other rules have against the same is moot.
    pub fn stopping(&mut self) -> &mut Self {
        self.stops = true;
        self
    }
}
