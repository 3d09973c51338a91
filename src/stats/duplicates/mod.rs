//! The same game in several records: in other files, in other notations, broken off, or with other last moves.
//!
//! **What is found.** Records with the same start position and the same moves are duplicates, however short they are;
//! records without moves are not compared. Beyond that two games are near
//!
//! * if one is the beginning of the other, has 40 plies, and is the beginning of no game that is not near the other:
//!   what several different games begin with is an opening; or
//! * if they begin with the same 40 plies at least, and these are nine tenths of the longer one.
//!
//! A group is made of games that are all near each other. Games are taken in the order of their moves, and one joins
//! the group before it if all of them stay near; so the groups do not depend on the order of the inputs. The
//! first record of a group in the order of the inputs is the one with which the others are compared.
//!
//! **How.** In the order of their moves, games stand beside those with which they share the longest beginnings, and
//! after those that go on from them. So all records are sorted three times by a [`Sorter`]: by start position and
//! moves, to find the groups in one walk; what is in groups by group and place, so that the first record
//! comes before those that are compared with it; and the rows by the place of that first record.
//!
//! **Memory.** At any time two sorters hold half of the budget each, the rest lies in temporary files. Beside them there
//! are three records at most while the groups are found, and two while they are compared, however many records a
//! group has.

mod candidate;
mod code;
mod game;
mod known;
mod relation;
mod row;
mod suspect;
mod walk;

pub use candidate::{Candidate, Facts};
pub use code::ply_code;
pub use relation::Relation;
pub use row::{COLUMNS, Row};
pub use suspect::Suspect;

use std::io;

use known::{Known, group_and_place, in_group};
use relation::relation;
use walk::Walk;

use super::sorter::{Sorted, Sorter};

/// Finds the records of one game.
///
/// ```
/// use kifu::stats::duplicates::{Duplicates, Candidate, Facts, Relation};
///
/// let mut duplicates = Duplicates::new(1 << 20);
/// for (path, plies) in [("a.kif", [1, 2]), ("b.kif", [1, 3]), ("c.csa", [1, 2])] {
///     let facts = Facts { path: path.into(), ..Facts::default() };
///     duplicates.push(&Candidate { start: b"even", plies: &plies, facts: &facts })?;
/// }
/// let rows: Vec<_> = duplicates.finish()?.collect::<Result<_, _>>()?;
/// assert_eq!((&*rows[0].facts.path, rows[0].relation), ("a.kif", Relation::First));
/// assert_eq!((&*rows[1].facts.path, rows[1].relation), ("c.csa", Relation::Same));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Duplicates {
    by_game: Sorter,
    /// What each sorter holds.
    memory: usize,
    records: u64,
}

impl Duplicates {
    /// A finder that holds about so many bytes in memory.
    pub fn new(memory: usize) -> Self {
        let memory = memory / 2;
        Self {
            by_game: Sorter::new(memory),
            memory,
            records: 0,
        }
    }

    /// Takes the next record, in the order of the inputs.
    ///
    /// # Errors
    ///
    /// When a temporary file cannot be written.
    pub fn push(&mut self, entry: &Candidate<'_>) -> io::Result<()> {
        self.records += 1;
        if entry.plies.is_empty() {
            return Ok(());
        }
        Known::push(self.records, entry, &mut self.by_game)
    }

    /// The rows of the table: groups by the place of their first record, records in the order of the inputs.
    ///
    /// # Errors
    ///
    /// When a temporary file cannot be written or read.
    pub fn finish(self) -> io::Result<Rows> {
        let mut by_group = Sorter::new(self.memory);
        let mut walk = Walk::default();
        for item in self.by_game.finish()? {
            walk.take(Known::of_game(item?)?, &mut by_group)?;
        }
        let mut rows = Sorter::new(self.memory);
        compare(by_group.finish()?, &mut rows)?;
        Ok(Rows {
            sorted: rows.finish()?,
            group: 0,
            first: 0,
        })
    }
}

/// Compares every record with the first of its group.
fn compare(by_group: Sorted, rows: &mut Sorter) -> io::Result<()> {
    let mut first: Option<(u64, Known, Facts<'_>)> = None;
    for item in by_group {
        let (group, known) = Known::of_group(item?)?;
        let facts = known.facts()?;
        let of_first = first.as_ref().filter(|(number, ..)| *number == group);
        let (place, related, shared) = match of_first {
            None => (known.place, Relation::First, known.game.plies()),
            Some((_, game, said)) => {
                let shared = game.game.shared(&known.game);
                let related = relation((&game.game, said), (&known.game, &facts), shared);
                (game.place, related, shared)
            }
        };
        let row = Row {
            group,
            relation: related,
            plies: known.game.plies(),
            shared_plies: shared,
            facts,
        };
        rows.push(&in_group(place, known.place), &serde_json::to_vec(&row)?)?;
        if related == Relation::First {
            first = Some((group, known, row.facts));
        }
    }
    Ok(())
}

/// The rows of the table in their order. After an error there is nothing more.
#[derive(Debug)]
pub struct Rows {
    sorted: Sorted,
    /// The number of the group, and the place of its first record.
    group: u64,
    first: u64,
}

impl Rows {
    /// The row, with the number that its group has in this order.
    fn numbered(&mut self, (key, row): &(Vec<u8>, Vec<u8>)) -> io::Result<Row> {
        let (first, _) = group_and_place(key)?;
        if std::mem::replace(&mut self.first, first) != first {
            self.group += 1;
        }
        let row = serde_json::from_slice(row)?;
        Ok(Row {
            group: self.group,
            ..row
        })
    }
}

impl Iterator for Rows {
    type Item = io::Result<Row>;

    fn next(&mut self) -> Option<Self::Item> {
        let item = self.sorted.next()?;
        Some(item.and_then(|item| self.numbered(&item)))
    }
}

#[cfg(test)]
mod tests;
