//! What is kept of a record while its duplicates are sought.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// A record whose duplicates are sought.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'e> {
    /// The start position: the same bytes for equal positions and other bytes for others, such as SFEN without a
    /// counter.
    pub start: &'e [u8],
    /// A number for every ply of the main line, as [`ply_code`](super::ply_code) gives.
    pub plies: &'e [u16],
    /// What else is said of it.
    pub facts: &'e Facts<'e>,
}

/// What a record says beside its moves, and where it is. What it does not say is an empty text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts<'e> {
    /// Where it was read.
    pub path: Cow<'e, str>,
    /// Which one of its file, counted from 1.
    pub record: u64,
    /// Its notation.
    pub format: Cow<'e, str>,
    /// The number of the game.
    pub game_id: Cow<'e, str>,
    /// How it ended.
    pub end: Cow<'e, str>,
    /// Who the record says won.
    pub stated: Cow<'e, str>,
    /// Black's name.
    pub black: Cow<'e, str>,
    /// White's name.
    pub white: Cow<'e, str>,
    /// When it began.
    pub start_time: Cow<'e, str>,
}
