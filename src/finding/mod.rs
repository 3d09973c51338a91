//! What is said about a record: a [`Finding`] names its [`Rule`], its place and the reason in words.

mod built_in;
mod cell;
mod fault;
mod findings;
mod group;
mod language;
mod message;
mod reason;
mod rule;
mod rule_page;
mod seat;
mod severity;
mod span;
mod speak;
mod vocabulary;

pub use crate::message;
pub(crate) use built_in::built_in;
pub use cell::Cell;
pub use fault::Fault;
pub(crate) use fault::did_you_mean;
pub use findings::{Findings, Unlisted};
pub use group::Group;
pub use language::{Bilingual, Language, Words, both};
pub use message::{Message, say};
pub use reason::Reason;
pub(crate) use rule::rule;
pub use rule::{Class, Rule};
pub use rule_page::{Example, RulePage};
pub use seat::Seat;
pub use severity::Severity;
pub use span::Span;
pub use speak::{Speak, Spoken};
pub(crate) use vocabulary::Pieces;
pub use vocabulary::{Count, Enumeration, File, HowOften, List, Ordinal, PieceOn, Play, Plies, Rank, Series};

/// One thing found in a record.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule that speaks.
    pub rule: &'static Rule,
    /// The weight here: that of the rule, or a note inside a variation.
    pub severity: Severity,
    /// 1-based ply; 0 is the start position or the header; `None` the whole record.
    pub ply: Option<u32>,
    /// The way into a variation: pairs of (ply, number of the alternative there from 1); empty on the main line.
    pub variation: Vec<(u32, u32)>,
    /// The offending token in the decoded text.
    pub span: Option<Span>,
    /// Whose move or claim this is about.
    pub seat: Option<Seat>,
    /// The move: in USI as far as it has such a form, else as written.
    pub moved: Option<String>,
    /// The position before the move, as the game writes it: shogi in SFEN.
    pub position: Option<String>,
    /// The reason in words, for a person.
    pub message: Message,
    /// The places that a board beside it marks: those of the move, and those that show what is wrong.
    pub cells: Vec<Cell>,
    /// Whether an earlier foul of the same line was already played on.
    pub after_foul: bool,
    /// Whether it is a foul that the record itself names and punishes rightly: true history, and so a note.
    pub acknowledged: bool,
    /// Whether it is told only to those who ask for its rule.
    pub quiet: bool,
}

impl Finding {
    /// A finding of `rule` at `span`, with nothing known yet about ply or position.
    pub fn new(rule: &'static Rule, span: impl Into<Option<Span>>, message: impl Into<Message>) -> Self {
        Self {
            rule,
            severity: rule.class.severity(),
            ply: None,
            variation: Vec::new(),
            span: span.into(),
            seat: None,
            moved: None,
            position: None,
            message: message.into(),
            cells: Vec::new(),
            after_foul: false,
            acknowledged: false,
            quiet: false,
        }
    }

    /// The same finding, placed at a ply.
    #[must_use]
    pub fn at_ply(mut self, ply: u32) -> Self {
        self.ply = Some(ply);
        self
    }
}
