//! The headers of a record, under keys that all notations share.

use std::borrow::Cow;
use std::ops::Deref;

use crate::finding::Span;

/// The subject of a header, independent of its name in the notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeaderKey {
    /// The start time of the game.
    Start,
    /// The end time of the game.
    End,
    /// The event, such as a tournament.
    Event,
    /// The site where the game was played.
    Site,
    /// Black's name.
    Black,
    /// White's name.
    White,
    /// The name of the third player, in a game with more than two players.
    Third,
    /// The name of the fourth player, in a game with four players.
    Fourth,
    /// The name of the start position (手合割).
    Handicap,
    /// The time limit of both sides.
    TimeLimit,
    /// Black's time limit.
    BlackTimeLimit,
    /// White's time limit.
    WhiteTimeLimit,
    /// Byoyomi, in a header of its own and not as part of the time limit.
    Byoyomi,
    /// The timing method of the clock (計時方式), such as a stop-watch.
    Timing,
    /// The time used by the players.
    TimeUsed,
    /// Time charged to Black for something other than a move.
    BlackTimeCharged,
    /// Time charged to White for something other than a move.
    WhiteTimeCharged,
    /// The maximum number of moves, after which the game ends.
    MaxMoves,
    /// The rule that applies in an impasse (持将棋).
    Impasse,
    /// The name of the opening (戦型).
    Opening,
    /// A title of the game or record.
    Title,
    /// The kind of record or problem.
    Category,
    /// The title of a mate problem.
    ProblemTitle,
    /// A header that only mate problems have, other than their title.
    Problem,
    /// A note (備考).
    Note,
    /// A header with any other subject.
    Other,
}

/// A header of a record, such as a `key：value` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header<'t> {
    /// The subject of the header.
    pub key: HeaderKey,
    /// The key as written in the record, without the separator.
    pub name: Cow<'t, str>,
    /// The value as written.
    pub value: Cow<'t, str>,
    /// The place of the whole header in the text.
    pub span: Span,
}

impl Header<'_> {
    /// Returns whether the value is empty or consists of blanks.
    pub(crate) fn is_blank(&self) -> bool {
        self.value.trim().is_empty()
    }
}

/// The headers of a record in the order of the file, including repeated and unknown ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers<'t>(Vec<Header<'t>>);

impl<'t> Headers<'t> {
    /// Appends a header.
    pub fn push(&mut self, header: Header<'t>) {
        self.0.push(header);
    }

    /// Removes and returns the header at an index.
    pub(crate) fn remove(&mut self, index: usize) -> Header<'t> {
        self.0.remove(index)
    }

    /// Removes the headers for which `is_kept` returns `false`.
    pub(crate) fn retain(&mut self, is_kept: impl Fn(&Header<'t>) -> bool) {
        self.0.retain(is_kept);
    }

    /// Returns the headers for changes of their values.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Header<'t>> {
        self.0.iter_mut()
    }

    /// Returns the last header, so that a continuation line can be added to its value; `None` if there are no headers.
    pub(crate) fn last_mut(&mut self) -> Option<&mut Header<'t>> {
        self.0.last_mut()
    }

    /// Returns the value of the last header whose key is written as `name`; `None` if there is no such header.
    pub fn value_of(&self, name: &str) -> Option<&str> {
        let header = self.0.iter().rev().find(|header| header.name == name);
        header.map(|header| &*header.value)
    }

    /// Returns the last header whose subject is one of these keys; `None` if there is no such header.
    pub(crate) fn last_with_key(&self, keys: &[HeaderKey]) -> Option<&Header<'t>> {
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
