//! What of a record could not be read, or not as it stands there: facts, which say nothing about themselves.
//!
//! A reader notes a [`Gap`] where it meets one, and reads on. What is lost by it, whether the record can be written, and
//! what a finding says of it is decided by its [`GapKind`].

mod archive;
mod board;
mod effect;
mod kind;
mod list;
mod token;
mod value;

use std::error::Error;
use std::fmt;

pub use archive::{ArchiveGap, Irregularity};
pub use board::BoardGap;
pub use kind::{
    ClockGap, DateGap, Destroyed, Extent, GapKind, HandicapGap, HandicapName, LineGap, NoParent, NoRecord,
};
pub use kind::{OddGame, ParentGap, PlyGap, StartTaken, StrayClock, TextAfter, TurnTaken, Unit, WordGap};
pub use list::{GapId, Gaps};
pub use token::{BrokenMove, NoMove, TokenGap};
pub use value::{Taken, ValueGap, Wanted, WrongValue};

use super::NodeId;
use crate::finding::Span;

/// Something in a record that could not be read, or not as it stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Where it stands in the decoded text; `None` where nothing stands there.
    pub span: Option<Span>,
    /// The node that it belongs to, the start for what comes before the moves; `None` where only its place in the text
    /// tells.
    pub node: Option<NodeId>,
    /// What it is.
    pub kind: GapKind,
}

impl Gap {
    /// A gap at this place, of whatever node stands there.
    pub fn new(span: impl Into<Option<Span>>, kind: GapKind) -> Self {
        Self {
            span: span.into(),
            node: None,
            kind,
        }
    }

    /// The same, of this node.
    #[must_use]
    pub fn of(self, node: NodeId) -> Self {
        Self {
            node: Some(node),
            ..self
        }
    }

    /// A gap in what comes before the moves.
    pub(crate) fn of_start(span: impl Into<Option<Span>>, kind: GapKind) -> Self {
        Self::new(span, kind).of(NodeId::START)
    }
}

/// The kind and the place, for programmers.
impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.span {
            Some(Span { start, end }) => write!(f, "{} (bytes {start} to {end})", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

impl Error for Gap {}
