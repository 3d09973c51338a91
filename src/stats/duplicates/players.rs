//! The players of records with the same moves, which show whether these records are of one game.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::stats::normalize_name;

/// Number of plies from which two records with the same moves are of one game, even if no player is common.
///
/// Shorter games follow known openings to their end, so two pairs of players may well play the same one.
pub(crate) const MIN_DISTINCTIVE_PLIES: usize = 60;

/// The players of a game as a set of two folded names, of which only hashes are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Players([u64; 2]);

impl Players {
    /// Returns the players of a game. Returns `None` if a name is missing or only a placeholder.
    pub(crate) fn new(black: &str, white: &str) -> Option<Self> {
        Self::from_normalized(&[normalize_name(black), normalize_name(white)])
    }

    /// Returns the players with these normalized names. Returns `None` if a name is empty.
    pub(crate) fn from_normalized(names: &[String; 2]) -> Option<Self> {
        let hash = |name: &String| {
            let mut hasher = DefaultHasher::new();
            name.hash(&mut hasher);
            (!name.is_empty()).then(|| hasher.finish())
        };
        let [black, white] = names;
        Some(Self([hash(black)?, hash(white)?]))
    }

    /// Returns the hashes of the folded names.
    pub(crate) const fn hashes(self) -> [u64; 2] {
        self.0
    }

    /// Returns the players with these hashes of their names.
    pub(crate) const fn from_hashes(hashes: [u64; 2]) -> Self {
        Self(hashes)
    }

    /// Returns whether a player of this game is a player of the other game, too.
    pub(crate) fn has_common(self, other: Self) -> bool {
        self.0.iter().any(|name| other.0.contains(name))
    }
}

/// Returns whether two records with the same moves are of different games with other players.
///
/// They are if the game is short, neither record lacks a name, and no player is common.
pub(crate) fn is_other_game(plies: usize, one: Option<Players>, other: Option<Players>) -> bool {
    plies < MIN_DISTINCTIVE_PLIES && one.zip(other).is_some_and(|(one, other)| !one.has_common(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_games_without_a_common_player_are_different() {
        let table = [
            (59, "甲|乙", "丙|丁", true),
            (60, "甲|乙", "丙|丁", false),
            (4, "甲|乙", "丁|丙", true),
            (4, "甲|乙", "乙|丙", false),
            (4, "甲|乙", "乙|甲", false),
            (4, "髙橋 一四段|乙", "丙|高橋一", false),
            (4, "甲|乙", "丙|", false),
            (4, "甲|？", "丙|丁", false),
            (4, "|", "|", false),
            (4, "甲|甲", "乙|乙", true),
        ];
        for (plies, one, other, expected) in table {
            let [one, other] = [one, other].map(|names| {
                let (black, white) = names.split_once('|').unwrap();
                Players::new(black, white)
            });
            assert_eq!(
                is_other_game(plies, one, other),
                expected,
                "{plies} {one:?} {other:?}"
            );
            assert_eq!(
                is_other_game(plies, other, one),
                expected,
                "{plies} {other:?} {one:?}"
            );
        }
    }
}
