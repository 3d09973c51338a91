//! The records of games of which other records are taken, as the option `unique` finds them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::stats::Game;

/// The records of games of which several records have the same moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Copies {
    /// Sorted fingerprints of the records that are excluded because another record of the same game is kept.
    excluded: Arc<[u128]>,
    /// Sorted fingerprints of the records that are kept because they have other players than those kept before.
    with_other_names: Arc<[u128]>,
}

/// The treatment of a record whose moves another record has, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Copy {
    /// The record is excluded.
    Excluded,
    /// The record is kept, because it is of another game with other players.
    WithOtherNames,
}

impl Copies {
    /// Creates the copies with the fingerprints of these records.
    pub(super) fn new(mut excluded: Vec<u128>, mut with_other_names: Vec<u128>) -> Self {
        excluded.sort_unstable();
        with_other_names.sort_unstable();
        Self {
            excluded: excluded.into(),
            with_other_names: with_other_names.into(),
        }
    }

    /// Returns the treatment of a record; `None` if it is kept as the record of its game. `member` is the number of the
    /// record's file as a member of an archive; 0 for a file outside an archive.
    pub(super) fn treatment(&self, game: &Game, member: u64) -> Option<Copy> {
        if self.excluded.is_empty() && self.with_other_names.is_empty() {
            return None;
        }
        let fingerprint = fingerprint(&game.path, member, game.record, &game_id(game)?);
        let is_in = |fingerprints: &[u128]| fingerprints.binary_search(&fingerprint).is_ok();
        if is_in(&self.excluded) {
            Some(Copy::Excluded)
        } else {
            is_in(&self.with_other_names).then_some(Copy::WithOtherNames)
        }
    }
}

/// Returns a fingerprint that identifies a record among all inputs.
///
/// The member number is included, because two files in an archive may have the same path.
pub(super) fn fingerprint(path: &str, member: u64, record: u32, id: &str) -> u128 {
    let hash_half = |part: u8| {
        let mut hasher = DefaultHasher::new();
        (part, path, member, record, id).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    hash_half(0) << 64 | hash_half(1)
}

/// Returns the `game_id` of a game. Returns `None` if the record is in an unknown format, cannot be replayed or has no
/// moves, because such games cannot be compared.
pub(super) fn game_id(game: &Game) -> Option<String> {
    let has_moves = game.is_recognized() && game.is_played && game.moves().next().is_some();
    has_moves.then(|| game.id())
}
