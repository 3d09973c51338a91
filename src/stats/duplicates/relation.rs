//! How alike two games are.

use serde::{Deserialize, Serialize};

use super::candidate::Facts;
use super::game::Game;
use crate::finding::{Words, both};

/// Games that are not the same must begin with so many of the same plies to be called near. Opening theory is played
/// that far by thousands of games, so this alone says nothing: it only keeps out what is too short to judge.
pub(super) const SHARED: usize = 40;

/// Of the plies of the longest game, so many in ten must be shared by games that end differently: of 115 plies all but
/// the last eleven. Known openings end long before.
pub(super) const TENTHS: usize = 9;

/// What a record is to the first one of its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Relation {
    /// It is the first one.
    First,
    /// The same moves, and no other end or winner is stated.
    Same,
    /// The same moves, but another end or another winner.
    OtherEnd,
    /// It breaks off earlier: all its moves are the beginning of the first one's.
    Prefix,
    /// It goes on: all moves of the first one are its beginning.
    Longer,
    /// Only the last moves differ.
    OtherLastMoves,
}

impl Relation {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::First,
        Self::Same,
        Self::OtherEnd,
        Self::Prefix,
        Self::Longer,
        Self::OtherLastMoves,
    ];

    /// The word that users and scripts see.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Same => "same",
            Self::OtherEnd => "other-end",
            Self::Prefix => "prefix",
            Self::Longer => "longer",
            Self::OtherLastMoves => "other-last-moves",
        }
    }

    /// What the word means.
    pub const fn about(self) -> Words {
        match self {
            Self::First => both("the first record of the group", "組の最初の棋譜"),
            Self::Same => both(
                "the same moves as the first record, and no other end or winner",
                "最初の棋譜と指し手が同じで、終局と勝者も食い違わない",
            ),
            Self::OtherEnd => both(
                "the same moves as the first record, but another end or winner",
                "最初の棋譜と指し手は同じだが、終局か勝者が異なる",
            ),
            Self::Prefix => both("ends earlier than the first record", "最初の棋譜より前で終わる"),
            Self::Longer => both(
                "continues after the end of the first record",
                "最初の棋譜の終わりより後まで続く",
            ),
            Self::OtherLastMoves => both(
                "differs from the first record only in the last moves",
                "最初の棋譜と最後の数手だけが異なる",
            ),
        }
    }
}

/// Whether games that all begin with `shared` plies, the longest of which has `longest`, differ in their last moves
/// only.
pub(super) const fn is_near(shared: usize, longest: usize) -> bool {
    shared >= SHARED && shared * 10 >= longest * TENTHS
}

/// What a game is to the first one of its group, with which it shares so many plies.
pub(super) fn relation(first: (&Game, &Facts<'_>), other: (&Game, &Facts<'_>), shared: usize) -> Relation {
    let (is_all_of_first, is_all) = (shared == first.0.plies(), shared == other.0.plies());
    match (is_all_of_first, is_all) {
        (true, true) if agree(first.1, other.1) => Relation::Same,
        (true, true) => Relation::OtherEnd,
        (false, true) => Relation::Prefix,
        (true, false) => Relation::Longer,
        (false, false) => Relation::OtherLastMoves,
    }
}

/// Whether two records do not contradict each other in how the game ended. Some notations cannot say it.
fn agree(one: &Facts<'_>, two: &Facts<'_>) -> bool {
    let fields = [(&one.end, &two.end), (&one.stated, &two.stated)];
    let differ = |(one, two): (&str, &str)| !one.is_empty() && !two.is_empty() && one != two;
    !fields.into_iter().any(|(one, two)| differ((one, two)))
}
