//! Games that differ in one ply, or only in the order of their moves.
//!
//! **Algorithm.** Every game of at least [`MIN_SHARED_PLIES`] plies goes through a [`Sorter`] under two keys, or three
//! if its last position is known. Each key begins with the number of plies and a feature that related games share: the
//! first half, the second half, or the last position. Thus related games are sorted together, and games are closer if
//! their keys also agree after the feature. Each game is compared with the preceding games of equal length and feature,
//! but with at most [`MAX_COMPARED_GAMES`]. The keys are divided by their feature into [`PARTITIONS`], which different threads
//! sort and compare.
//!
//! **Memory.** In addition to the sorter, memory holds the games with which the next game is compared, and about 50
//! bytes for every game that is related to another.

use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::sync::{Mutex, PoisonError};

use super::relation::{GameKey, MIN_SHARED_PLIES, is_single_difference, only_difference};
use super::{PARTITIONS, Sorter, damaged_file_error, for_all};

/// Maximum number of preceding games with which a game is compared.
///
/// Unrelated games agree in half of their plies and in their length only because of opening theory or on purpose.
/// Therefore, a feature is rarely shared by more games than this.
const MAX_COMPARED_GAMES: usize = 64;

/// A search for games that differ in one ply, or only in the order of their moves.
#[derive(Debug)]
pub(super) struct RelatedGames {
    /// The sorters of the partitions.
    sorters: Vec<Sorter>,
}

impl RelatedGames {
    /// Creates a search that holds about `memory` bytes in memory.
    pub(super) fn new(memory: usize) -> Self {
        Self {
            sorters: Sorter::group(memory, PARTITIONS),
        }
    }

    /// Adds the game of the record with the number `place`, with its [`keys`].
    pub(super) fn push(&mut self, place: u64, keys: &[Vec<u8>]) -> io::Result<()> {
        let place = place.to_be_bytes();
        keys.iter()
            .try_for_each(|key| self.sorters[partition_of_key(key)].push(key, &place))
    }

    /// Returns the sets of records that are related, directly or through other records. Of several records with the
    /// same start position and moves, only the first is included.
    pub(super) fn finish(self) -> io::Result<DisjointSets> {
        let related = Mutex::default();
        for_all(self.sorters, |sorter| compare_games(sorter, &related))?;
        Ok(related.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Compares the games of a partition, and joins those that are related.
fn compare_games(sorter: Sorter, related: &Mutex<DisjointSets>) -> io::Result<()> {
    let mut previous_games: VecDeque<Entry> = VecDeque::with_capacity(MAX_COMPARED_GAMES);
    for item in sorter.finish()? {
        let entry = Entry::decode(item?)?;
        if let Some(last) = previous_games.back() {
            if last.key == entry.key {
                continue;
            }
            if last.key[..REST_OFFSET_BYTES] != entry.key[..REST_OFFSET_BYTES] {
                previous_games.clear();
            }
        }
        for other in previous_games.iter().filter(|other| entry.is_related(other)) {
            let mut related = related.lock().unwrap_or_else(PoisonError::into_inner);
            related.union(entry.place, other.place);
        }
        if previous_games.len() == MAX_COMPARED_GAMES {
            previous_games.pop_front();
        }
        previous_games.push_back(entry);
    }
    Ok(())
}

/// Returns the keys of a game. A game of fewer than [`MIN_SHARED_PLIES`] plies has none.
///
/// `last` is a hash of the last position of the game, if this position is known. Only games of the same shard are compared.
pub(super) fn keys(game: &GameKey, last: Option<u64>, shard: i64) -> Vec<Vec<u8>> {
    if game.plies() < MIN_SHARED_PLIES {
        return Vec::new();
    }
    let shard_and_start = (shard, game.start());
    let (first, second) = game.moves().split_at(game.plies() / 2 * 2);
    let reversed_second: Vec<_> = second.iter().rev().copied().collect();
    let key = |kind: KeyKind, feature: u64, rest: &[u8]| {
        let mut key = Vec::with_capacity(REST_OFFSET_BYTES + rest.len());
        key.push(kind as u8);
        key.extend((game.plies() as u32).to_be_bytes());
        key.extend(feature.to_be_bytes());
        key.extend_from_slice(rest);
        key
    };
    let mut keys = vec![
        key(
            KeyKind::SecondHalf,
            hash((shard_and_start, first)),
            &reversed_second,
        ),
        key(KeyKind::FirstHalf, hash((shard_and_start, second)), first),
    ];
    if let Some(last) = last {
        let moves = [unordered_hash(game.moves()), hash(game.moves())].map(u64::to_be_bytes);
        keys.push(key(
            KeyKind::Order,
            hash((shard_and_start, last)),
            moves.as_flattened(),
        ));
    }
    keys
}

/// The possible difference between games whose keys begin with equal bytes.
#[derive(Clone, Copy, Debug)]
enum KeyKind {
    /// The games differ in one ply of the second half.
    ///
    /// The rest of the key is the second half in reversed byte order, so that games that agree from some ply on are
    /// sorted together.
    SecondHalf,
    /// The games differ in one ply of the first half. The rest of the key is the first half.
    FirstHalf,
    /// The games differ in the order of the moves.
    ///
    /// The rest of the key is a hash of the moves that ignores their order, followed by a hash of the moves in their
    /// order.
    Order,
}

/// Offset of the rest in a key (bytes): the part after the kind of the key, the number of plies and the feature.
const REST_OFFSET_BYTES: usize = 1 + size_of::<u32>() + size_of::<u64>();

/// Returns the partition of a key. Keys with the same feature are in one partition.
fn partition_of_key(key: &[u8]) -> usize {
    let feature = key.get(REST_OFFSET_BYTES - 1);
    usize::from(feature.copied().unwrap_or_default()) % PARTITIONS
}

/// A game with one of its sort keys.
#[derive(Debug)]
struct Entry {
    key: Vec<u8>,
    place: u64,
}

impl Entry {
    fn decode((key, place): (Vec<u8>, Vec<u8>)) -> io::Result<Self> {
        let place = place
            .first_chunk()
            .filter(|_| key.len() > REST_OFFSET_BYTES)
            .ok_or_else(damaged_file_error)?;
        let place = u64::from_be_bytes(*place);
        Ok(Self { key, place })
    }

    /// Returns whether the game is related to another game whose key has the same first [`REST_OFFSET_BYTES`] bytes.
    fn is_related(&self, other: &Self) -> bool {
        let [rest, other_rest] = [self, other].map(|entry| &entry.key[REST_OFFSET_BYTES..]);
        if self.key[0] == KeyKind::Order as u8 {
            let hash_bytes = size_of::<u64>();
            return rest[..hash_bytes] == other_rest[..hash_bytes];
        }
        let plies = u32::from_be_bytes([self.key[1], self.key[2], self.key[3], self.key[4]]) as usize;
        only_difference(rest, other_rest).is_some_and(|index| {
            let is_reversed = self.key[0] == KeyKind::SecondHalf as u8;
            let index = if is_reversed { plies - 1 - index } else { index };
            is_single_difference(index, plies)
        })
    }
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns a hash that does not depend on the order of the plies: the sum of a hash of each ply.
fn unordered_hash(moves: &[u8]) -> u64 {
    let hash_of_ply = |&ply: &[u8; 2]| {
        let it = (u64::from(u16::from_be_bytes(ply)) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let it = (it ^ it >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        it ^ it >> 32
    };
    let (plies, _) = moves.as_chunks();
    plies.iter().map(hash_of_ply).fold(0, u64::wrapping_add)
}

// Sets of related games.

/// A union-find structure of numbers.
///
/// A number that was never joined is a set by itself.
#[derive(Debug, Default)]
pub(super) struct DisjointSets {
    /// For each joined number, a smaller number of the same set. The smallest number of a set maps to itself.
    parents: HashMap<u64, u64>,
}

impl DisjointSets {
    /// Returns whether no numbers were joined.
    pub(super) fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// Returns whether this number was joined with others.
    pub(super) fn contains(&self, number: u64) -> bool {
        self.parents.contains_key(&number)
    }

    /// Joins the sets of two numbers.
    pub(super) fn union(&mut self, one: u64, other: u64) {
        let (one, other) = (self.find(one), self.find(other));
        let smallest = one.min(other);
        self.parents.extend([(one, smallest), (other, smallest)]);
    }

    /// Returns the smallest number of the set that contains `number`. Path halving shortens later lookups.
    fn find(&mut self, mut number: u64) -> u64 {
        while let Some(&parent) = self.parents.get(&number).filter(|&&parent| parent != number) {
            let next = self.parents.get(&parent).copied().unwrap_or(parent);
            self.parents.insert(number, next);
            number = next;
        }
        number
    }

    /// Returns the smallest number of the set that contains `number`.
    pub(super) fn smallest(&self, mut number: u64) -> u64 {
        while let Some(&parent) = self.parents.get(&number).filter(|&&parent| parent != number) {
            number = parent;
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_joined_in_any_order() {
        let mut disjoint_sets = DisjointSets::default();
        assert!(disjoint_sets.is_empty());
        for (one, other) in [(9, 8), (3, 4), (8, 7), (4, 9)] {
            disjoint_sets.union(one, other);
        }
        assert!(disjoint_sets.contains(7) && !disjoint_sets.contains(5));
        let numbers = [2, 3, 4, 5, 7, 8, 9];
        let expected = [2, 3, 3, 5, 3, 3, 3];
        assert_eq!(numbers.map(|number| disjoint_sets.smallest(number)), expected);
        assert_eq!(numbers.map(|number| disjoint_sets.find(number)), expected);
    }

    #[test]
    fn only_the_order_of_moves_may_differ() {
        let hash_of = |plies: &[u16]| {
            let moves: Vec<_> = plies.iter().flat_map(|it| it.to_be_bytes()).collect();
            unordered_hash(&moves)
        };
        assert_eq!(hash_of(&[1, 2, 3]), hash_of(&[3, 1, 2]));
        for other in [
            &[1, 2][..],
            &[1, 1, 4],
            &[2, 2, 2],
            &[0, 1, 2, 3],
            &[256, 512, 768],
        ] {
            assert_ne!(hash_of(&[1, 2, 3]), hash_of(other), "{other:?}");
        }
    }
}
