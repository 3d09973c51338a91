//! Games that have something in common, counted together.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io;

use super::column::Column;
use super::game::Game;
use super::packed::pack;
use super::spellings::Spellings;
use super::sums::Sums;
use super::written::WrittenRows;

/// A table with a row for all games that have something in common.
#[derive(Debug)]
pub struct Grouping {
    /// Under which names a game is counted, and with what.
    pub entries: fn(&Game, &mut dyn FnMut(String, Sums)),
    /// Whether every record counts, or only those that were played out.
    pub of_records: bool,
    /// Its columns.
    pub columns: &'static [Column<Group>],
}

/// A row of such a table.
#[derive(Clone, Debug)]
pub struct Group {
    /// What the games have in common; empty where nothing is known.
    pub name: String,
    /// What they come to.
    pub sums: Sums,
    /// The ways in which the name is written.
    pub spellings: Spellings,
    /// How many games there are in all groups together, each counted once.
    pub total: u64,
}

/// The groups of some games. Those of several parts of an archive can be merged, and it does not matter how it was cut.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    sums: BTreeMap<String, Sums>,
    total: u64,
    bytes: usize,
}

/// What a spelling takes in memory besides its letters.
const SPELLING: usize = 64;

/// What a group takes in memory besides its name: its place in a tree that is half full, its days, and the tree of its
/// spellings.
const GROUP: usize = 2 * size_of::<(String, Sums)>() + 512;

impl Groups {
    /// Counts a game.
    pub fn add(&mut self, grouping: &Grouping, game: &Game) {
        if !(game.is_played || grouping.of_records) {
            return;
        }
        self.total += 1;
        (grouping.entries)(game, &mut |name, sums| self.count(name, sums));
    }

    /// Adds what another part of the games comes to.
    pub fn merge(&mut self, other: Self) {
        self.total += other.total;
        for (name, sums) in other.sums {
            self.count(name, sums);
        }
    }

    /// Counts games under a name.
    pub fn count(&mut self, name: String, sums: Sums) {
        self.bytes += sums.spellings.keys().map(|it| it.len() + SPELLING).sum::<usize>();
        match self.sums.entry(name) {
            Entry::Vacant(entry) => {
                self.bytes += entry.key().len() + GROUP;
                entry.insert(sums);
            }
            Entry::Occupied(mut entry) => entry.get_mut().merge(sums),
        }
    }

    /// About how many bytes they take; a spelling that comes again counts again.
    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many games there are in all groups together.
    pub(super) const fn total(&self) -> u64 {
        self.total
    }

    /// Takes the groups out, as bytes; the number of games stays.
    pub(super) fn pack(&mut self, packed: &mut WrittenRows) -> io::Result<()> {
        self.bytes = 0;
        pack(std::mem::take(&mut self.sums), packed)
    }

    /// The rows: the most games first, then by name; those of which nothing is known last.
    pub fn rows(self) -> Vec<Group> {
        let total = self.total;
        let row = |(name, sums): (String, Sums)| Group {
            name,
            spellings: sums.spellings.clone().into_iter().collect(),
            sums,
            total,
        };
        let mut rows: Vec<_> = self.sums.into_iter().map(row).collect();
        rows.sort_by_key(|row| (row.name.is_empty(), std::cmp::Reverse(row.sums.games)));
        rows
    }
}
