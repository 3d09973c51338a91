//! Causes and fixes of findings: changes of the text after which a finding is gone.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::{Message, Span, Words, both, built_in};
use crate::shogi::Square;

/// A part of a text, and the text that replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The replaced part; empty where text is added.
    pub span: Span,
    /// The new text; empty where text is removed.
    pub text: String,
}

/// The certainty of a fix, in the words of ruff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applicability {
    /// The text has only one possible reading, so the fix does not change the game.
    Safe,
    /// The fix undoes the slip that is the cause of the finding. Only the score sheet shows whether the game
    /// had this move.
    Unsafe,
}

impl Applicability {
    /// Returns the name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
        }
    }
}

/// Edits of the text after which a finding is gone.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// The certainty of the fix.
    pub applicability: Applicability,
    /// The fix in words.
    pub message: Message,
    /// The edits, which do not overlap.
    pub edits: Vec<Edit>,
}

/// The kind of a slip in a record: the thing that is written wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CauseKind {
    /// The handicap.
    Handicap,
    /// The side that moves first.
    Start,
    /// The origin square of a move.
    Origin,
    /// The destination square of a move.
    Destination,
    /// The kind of the moving piece.
    Piece,
    /// 成 or 不成.
    Promotion,
    /// A drop instead of a move on the board, or the reverse.
    Drop,
    /// The word of KI2 that selects one of several pieces.
    Word,
    /// The marks of the sides at two plies in a row.
    Mark,
    /// A ply that is written, but is not a move of the game.
    Extra,
    /// Two plies in the wrong order.
    Exchanged,
    /// A move of the game that is not written.
    Missing,
    /// A hand of the start position.
    Hand,
    /// A square of the start position.
    Square,
    /// A line or a token that could not be read.
    Line,
}

impl CauseKind {
    /// All kinds.
    pub const ALL: [Self; 15] = [
        Self::Handicap,
        Self::Start,
        Self::Origin,
        Self::Destination,
        Self::Piece,
        Self::Promotion,
        Self::Drop,
        Self::Word,
        Self::Mark,
        Self::Extra,
        Self::Exchanged,
        Self::Missing,
        Self::Hand,
        Self::Square,
        Self::Line,
    ];

    /// Returns the name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Handicap => "handicap",
            Self::Start => "start",
            Self::Origin => "origin",
            Self::Destination => "destination",
            Self::Piece => "piece",
            Self::Promotion => "promotion",
            Self::Drop => "drop",
            Self::Word => "word",
            Self::Mark => "mark",
            Self::Extra => "extra",
            Self::Exchanged => "exchanged",
            Self::Missing => "missing",
            Self::Hand => "hand",
            Self::Square => "square",
            Self::Line => "line",
        }
    }
}

// The pages of the kinds.

/// The pages of all kinds, by their names.
static PAGES: LazyLock<HashMap<&str, CausePage>> = LazyLock::new(|| built_in(include_str!("causes.toml")));

/// The documentation of a kind of causes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CausePage {
    /// The slip in a few words.
    pub title: Words,
    /// The slip, and its effect on the record.
    pub why: Words,
    /// Advice for a recorder.
    pub remedy: Words,
    /// An example before the fix.
    #[serde(default, borrow)]
    pub from: Option<&'static str>,
    /// The example after the fix.
    #[serde(default, borrow)]
    pub to: Option<&'static str>,
}

impl CauseKind {
    /// Returns the documentation.
    ///
    /// # Panics
    ///
    /// Panics if there is none. A test reads the pages of all kinds.
    pub(crate) fn page(self) -> &'static CausePage {
        &PAGES[self.name()]
    }
}

/// A change of the record under which the rest of its line is legal.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause {
    /// The kind of the slip.
    pub kind: CauseKind,
    /// The ply of the change; 0 for the start position. For two exchanged plies, the ply of the first; for a
    /// missing move, the ply that this move would have.
    pub ply: u32,
    /// The place of the change in the text.
    pub span: Span,
    /// The text that is replaced; empty for a missing move.
    pub from: String,
    /// The new text; empty if a ply is removed.
    pub to: String,
    /// The number of plies after the first error that are legal with the change.
    pub legal_after: u32,
    /// The squares of the move as written, and of the move as it was probably meant: the origin if it is on the board and is
    /// written, and the destination. Empty without such a move.
    pub squares: [Vec<Square>; 2],
    /// The change in words.
    pub message: Message,
    /// The change of the text, with all changes of [`with`](Self::with).
    pub edits: Vec<Edit>,
    /// The further changes without which the rest of the line is not legal, in the order of the line. They have no edits of
    /// their own.
    pub with: Vec<Cause>,
    /// The minimum difference of the cost of any other repair. `None` if others are possible, or if not all were tried.
    pub margin: Option<u32>,
}

impl Cause {
    /// Returns all changes of the repair in the order of the line: this one and those [`with`](Self::with) it.
    pub fn changes(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.with)
    }

    /// Returns all changes of the repair in words.
    pub(crate) fn all_in_words(&self) -> Message {
        let others = self.with.iter();
        others.fold(self.message.clone(), |all, change| {
            all.followed_by(both("; ", "。"))
                .followed_by(change.message.clone())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_page() {
        for kind in CauseKind::ALL {
            let page = kind.page();
            assert_eq!(page.from.is_some(), page.to.is_some(), "{}", kind.name());
        }
        assert_eq!(PAGES.len(), CauseKind::ALL.len());
    }
}
