//! The headers of a record, under keys that every notation shares.

use std::borrow::Cow;
use std::ops::Deref;

use crate::finding::Span;

/// What a header is about, whatever its notation calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeaderKey {
    /// When the game began.
    Start,
    /// When it ended.
    End,
    /// The event.
    Event,
    /// Where it was played.
    Site,
    /// Black's name.
    Black,
    /// White's name.
    White,
    /// The name of the third player, where there are more than two.
    Third,
    /// The name of the fourth.
    Fourth,
    /// The name of the start position.
    Handicap,
    /// The time limit of both sides.
    TimeLimit,
    /// Black's time limit.
    BlackTimeLimit,
    /// White's time limit.
    WhiteTimeLimit,
    /// Byoyomi, where it stands apart from the time limit.
    Byoyomi,
    /// How the clock counts.
    Timing,
    /// How much time was used.
    TimeUsed,
    /// Time that Black was charged for something else than a move.
    BlackTimeCharged,
    /// Time that White was charged for something else than a move.
    WhiteTimeCharged,
    /// The greatest number of moves.
    MaxMoves,
    /// The rule for impasse.
    Impasse,
    /// The opening.
    Opening,
    /// A title.
    Title,
    /// The kind of record or problem.
    Category,
    /// The title of a mate problem.
    ProblemTitle,
    /// Anything else that only mate problems have.
    Problem,
    /// A note.
    Note,
    /// Anything else.
    Other,
}

/// A `key：value` line or its like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header<'t> {
    /// What it is about.
    pub key: HeaderKey,
    /// What the record calls it, without the separator.
    pub name: Cow<'t, str>,
    /// The value as written.
    pub value: Cow<'t, str>,
    /// The whole line.
    pub span: Span,
}

impl Header<'_> {
    /// Whether it has no value, or one of blanks.
    pub(crate) fn is_blank(&self) -> bool {
        self.value.trim().is_empty()
    }
}

/// The headers of a record in the order of the file, repeated and unknown ones too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers<'t>(Vec<Header<'t>>);

impl<'t> Headers<'t> {
    /// Adds one.
    pub fn push(&mut self, header: Header<'t>) {
        self.0.push(header);
    }

    /// The last, to which a line may be added.
    pub(crate) fn last_mut(&mut self) -> Option<&mut Header<'t>> {
        self.0.last_mut()
    }

    /// The value of the last that the record calls so.
    pub fn named(&self, name: &str) -> Option<&str> {
        let last = self.0.iter().rev().find(|header| header.name == name);
        last.map(|header| &*header.value)
    }

    /// The last of these keys.
    pub(crate) fn last_of(&self, keys: &[HeaderKey]) -> Option<&Header<'t>> {
        self.0.iter().rev().find(|header| keys.contains(&header.key))
    }
}

impl<'t> Extend<Header<'t>> for Headers<'t> {
    fn extend<T: IntoIterator<Item = Header<'t>>>(&mut self, headers: T) {
        self.0.extend(headers);
    }
}

impl<'t> Deref for Headers<'t> {
    type Target = [Header<'t>];

    fn deref(&self) -> &[Header<'t>] {
        &self.0
    }
}
