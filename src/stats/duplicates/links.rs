//! Games that differ in one ply, or only in the order of their moves.
//!
//! **How.** Every game of [`SHARED`] plies goes through a [`Sorter`] under three keys. Each begins with what related games
//! have in common: the first half, the second half, or the last position. So related games stand together, those that
//! agree in more of the rest nearest to each other, and each is compared with the [`BEFORE`] games before it.
//!
//! **Memory.** Beside the sorter there are these few games and about 50 bytes for every game that is related to another.

use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;

use super::relation::{SHARED, is_slip, only_difference};
use super::{Candidate, Sorter, damaged};

/// A game is compared with at most so many games before it. Games that are not related agree in half of their plies and in
/// their length only by theory or on purpose, so there are hardly ever more.
const BEFORE: usize = 64;

/// Finds games that differ in one ply or in the order of their moves.
#[derive(Debug)]
pub(super) struct Links {
    sorter: Sorter,
}

impl Links {
    /// A finder that holds about so many bytes in memory.
    pub(super) fn new(memory: usize) -> Self {
        Self {
            sorter: Sorter::new(memory),
        }
    }

    /// Takes the record at a place. Only records of one shard are compared.
    pub(super) fn push(&mut self, place: u64, candidate: &Candidate, shard: i64) -> io::Result<()> {
        let plies = &candidate.plies[..];
        if plies.len() < SHARED {
            return Ok(());
        }
        let (first, second) = plies.split_at(plies.len() / 2);
        let common = (shard, &candidate.start);
        self.add(Kind::SecondHalf, plies, (common, first), place, |key| {
            key.extend(second.iter().rev().flat_map(|ply| ply.to_be_bytes()));
        })?;
        self.add(Kind::FirstHalf, plies, (common, second), place, |key| {
            key.extend(first.iter().flat_map(|ply| ply.to_be_bytes()));
        })?;
        let Some(last) = candidate.facts.last_position else {
            return Ok(());
        };
        self.add(Kind::Order, plies, (common, last), place, |key| {
            key.extend(in_any_order(plies).to_be_bytes());
            key.extend(hash(plies).to_be_bytes());
        })
    }

    /// Adds a key: the kind, the number of plies, what related games have in common, and the rest.
    fn add(
        &mut self,
        kind: Kind,
        plies: &[u16],
        common: impl Hash,
        place: u64,
        rest: impl FnOnce(&mut Vec<u8>),
    ) -> io::Result<()> {
        let mut key = Vec::with_capacity(REST + plies.len() + 16);
        key.push(kind as u8);
        key.extend((plies.len() as u32).to_be_bytes());
        key.extend(hash(common).to_be_bytes());
        rest(&mut key);
        self.sorter.push(&key, &place.to_be_bytes())
    }

    /// The records that are related, directly or through others. Of copies of one game only the first is among them.
    pub(super) fn finish(self) -> io::Result<Joined> {
        let mut joined = Joined::default();
        let mut before: VecDeque<Entry> = VecDeque::with_capacity(BEFORE);
        for item in self.sorter.finish()? {
            let entry = Entry::of(item?)?;
            if let Some(last) = before.back() {
                if last.key == entry.key {
                    continue;
                }
                if last.key[..REST] != entry.key[..REST] {
                    before.clear();
                }
            }
            for other in before.iter().filter(|other| entry.is_related(other)) {
                joined.join(entry.place, other.place);
            }
            if before.len() == BEFORE {
                before.pop_front();
            }
            before.push_back(entry);
        }
        Ok(joined)
    }
}

/// In what games with the same beginning of a key may differ.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// In one ply of the second half. The rest of the key is that half from its end on: games that agree from some ply on
    /// stand together.
    SecondHalf,
    /// In one ply of the first half, which is the rest of the key.
    FirstHalf,
    /// In the order of the moves. The rest of the key is a hash of the moves in any order, and one of them in their order.
    Order,
}

/// Where the rest of a key begins.
const REST: usize = 1 + size_of::<u32>() + size_of::<u64>();

/// A game under one of its keys.
#[derive(Debug)]
struct Entry {
    key: Vec<u8>,
    place: u64,
}

impl Entry {
    fn of((key, place): (Vec<u8>, Vec<u8>)) -> io::Result<Self> {
        let place = place
            .first_chunk()
            .filter(|_| key.len() > REST)
            .ok_or_else(damaged)?;
        let place = u64::from_be_bytes(*place);
        Ok(Self { key, place })
    }

    /// Whether it is related to another game whose key has the same beginning.
    fn is_related(&self, other: &Self) -> bool {
        let [rest, of_other] = [self, other].map(|it| &it.key[REST..]);
        if self.key[0] == Kind::Order as u8 {
            let moves = size_of::<u64>();
            return rest[..moves] == of_other[..moves];
        }
        let plies = u32::from_be_bytes([self.key[1], self.key[2], self.key[3], self.key[4]]) as usize;
        only_difference(rest, of_other).is_some_and(|at| {
            let is_from_end = self.key[0] == Kind::SecondHalf as u8;
            let at = if is_from_end { plies - 1 - at } else { at };
            is_slip(at, plies)
        })
    }
}

fn hash(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// A number that does not depend on the order of the plies: a sum of numbers in which every bit depends on the ply.
fn in_any_order(plies: &[u16]) -> u64 {
    let scattered = |&ply: &u16| {
        let it = (u64::from(ply) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let it = (it ^ it >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        it ^ it >> 32
    };
    plies.iter().map(scattered).fold(0, u64::wrapping_add)
}

// What belongs together.

/// Sets of numbers that were joined. A number that was not is a set of its own.
#[derive(Debug, Default)]
pub(super) struct Joined {
    /// A smaller number of the same set; the smallest has itself.
    above: HashMap<u64, u64>,
}

impl Joined {
    /// Whether nothing was joined.
    pub(super) fn is_empty(&self) -> bool {
        self.above.is_empty()
    }

    /// Joins the group of a record with all that the record was joined with, and returns whether it was.
    pub(super) fn join_group(&mut self, place: u64, group: u64) -> bool {
        let is_joined = self.above.contains_key(&place);
        if is_joined {
            self.join(place, group);
        }
        is_joined
    }

    /// Joins the sets of two numbers.
    pub(super) fn join(&mut self, one: u64, other: u64) {
        let (one, other) = (self.smallest(one), self.smallest(other));
        let smallest = one.min(other);
        self.above.extend([(one, smallest), (other, smallest)]);
    }

    /// The smallest number of the set. The way there is halved for the next time.
    pub(super) fn smallest(&mut self, mut number: u64) -> u64 {
        while let Some(&above) = self.above.get(&number).filter(|&&above| above != number) {
            let next = self.above.get(&above).copied().unwrap_or(above);
            self.above.insert(number, next);
            number = next;
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_joined_in_any_order() {
        let mut joined = Joined::default();
        assert!(joined.is_empty());
        for (one, other) in [(9, 8), (3, 4), (8, 7), (4, 9)] {
            joined.join(one, other);
        }
        assert!(joined.join_group(7, 20) && !joined.join_group(5, 21));
        let sets = [2, 3, 4, 5, 7, 8, 9, 20, 21].map(|it| joined.smallest(it));
        assert_eq!(sets, [2, 3, 3, 5, 3, 3, 3, 3, 21]);
    }

    #[test]
    fn only_the_order_of_moves_may_differ() {
        assert_eq!(in_any_order(&[1, 2, 3]), in_any_order(&[3, 1, 2]));
        for other in [&[1, 2][..], &[1, 1, 4], &[2, 2, 2], &[0, 1, 2, 3]] {
            assert_ne!(in_any_order(&[1, 2, 3]), in_any_order(other), "{other:?}");
        }
    }
}
