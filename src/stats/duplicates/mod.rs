//! The same game in several records: in other files, in other notations, broken off, with other last moves, with a slip of
//! the pen, or with moves in another order.
//!
//! **What is found.** Records with the same start position and the same moves are duplicates, however short they are;
//! records without moves are not compared. Beyond that two games are near
//!
//! * if one is the beginning of the other, has 40 plies, and is the beginning of no game that is not near the other:
//!   what several different games begin with is an opening; or
//! * if they begin with the same 40 plies at least, and these are nine tenths of the longer one.
//!
//! A group is made of games that are all near each other. Games are taken in the order of their moves, and one joins
//! the group before it if all of them stay near; so the groups do not depend on the order of the inputs. Then groups
//! become one
//!
//! * if two of their games have the same number of plies, 40 at least, and exactly one of these is different, before the
//!   last tenth; or
//! * if two of their games have the same moves, 40 at least, in another order, and end with the same position.
//!
//! Openings are left out of this: their theory knows slight differences, and the same position in many ways. The
//! first record of a group in the order of the inputs is the one with which the others are compared. [`Relation`] is the
//! first that holds, in the order of [`relation()`].
//!
//! **How.** In the order of their moves, games stand beside those with which they share the longest beginnings, and
//! after those that go on from them. So all records are sorted by a [`Sorter`]: by start position and
//! moves, to find the groups in one walk; what is in groups by group and place, so that the first record
//! comes before those that are compared with it; and the rows by the place of that first record. Before the walk,
//! [`Links`] finds the games through which groups become one.
//!
//! **Memory.** At any time two sorters hold half of the budget each, the rest lies in temporary files. Beside them there
//! are three records at most while the groups are found, and two while they are compared, however many records a
//! group has; and a few bytes for every game that `Links` found.

use std::borrow::Cow;
use std::io;

use serde::{Deserialize, Serialize};

use super::Kind::{Text, Whole, Word};
use super::records::{ends, outcomes};
use super::sorter::Sorted;
use super::{Action, Cell, Column, Ply, Sorter, column};
use crate::finding::{Reason, say};
use crate::notation;
use crate::record::{Outcome, Terminal};
use crate::stats;
use links::{Joined, Links};
use relation::{Game, SHARED, disagree, is_near, relation, unread_code};

mod links;
mod relation;

pub(crate) use relation::{Relation, ply_code};

/// Finds the records of one game.
#[derive(Debug)]
pub(crate) struct Duplicates {
    by_game: Sorter,
    links: Links,
    /// What each sorter holds.
    memory: usize,
    records: u64,
}

impl Duplicates {
    /// A finder that holds about so many bytes in memory.
    pub(crate) fn new(memory: usize) -> Self {
        let memory = memory / 2;
        Self {
            by_game: Sorter::new(memory),
            links: Links::new(memory),
            memory,
            records: 0,
        }
    }

    /// Takes the next record, in the order of the inputs. Groups of several shards never become one.
    ///
    /// # Errors
    ///
    /// When a temporary file cannot be written.
    pub(crate) fn push(&mut self, candidate: &Candidate, shard: i64) -> io::Result<()> {
        self.records += 1;
        if candidate.plies.is_empty() {
            return Ok(());
        }
        let mut item = self.records.to_be_bytes().to_vec();
        serde_json::to_writer(&mut item, &candidate.facts)?;
        let game = Game::new(candidate.start.as_bytes(), &candidate.plies);
        self.by_game.push(game.key(), &item)?;
        let last = candidate.facts.last_position;
        self.links.push(self.records, &game, last, shard)
    }

    /// The rows of the table: groups by the place of their first record, records in the order of the inputs.
    ///
    /// # Errors
    ///
    /// When a temporary file cannot be written or read.
    pub(crate) fn finish(self) -> io::Result<Rows> {
        let mut joined = self.links.finish()?;
        let mut by_group = Sorter::new(self.memory);
        let mut walk = Walk::default();
        for item in self.by_game.finish()? {
            walk.take(Known::of_game(item?)?, &mut joined, &mut by_group)?;
        }
        if !joined.is_empty() {
            by_group = united(by_group, &mut joined, self.memory)?;
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

/// The records by groups when those have become one that were joined.
fn united(by_group: Sorter, joined: &mut Joined, memory: usize) -> io::Result<Sorter> {
    let mut united = Sorter::new(memory);
    for item in by_group.finish()? {
        let (group, known) = Known::of_group(item?)?;
        known.push_to(joined.smallest(group), &mut united)?;
    }
    Ok(united)
}

/// Compares every record with the first of its group. A record that is alone, because the others were openings, has no row.
fn compare(by_group: Sorted, rows: &mut Sorter) -> io::Result<()> {
    let mut before: Option<First> = None;
    for item in by_group {
        let (group, known) = Known::of_group(item?)?;
        let facts: Facts = serde_json::from_slice(&known.facts)?;
        if let Some(first) = before.as_mut().filter(|it| it.group == group) {
            if std::mem::take(&mut first.is_alone) {
                first.row(&first.known, first.facts.clone(), rows)?;
            }
            first.row(&known, facts, rows)?;
        } else {
            before = Some(First {
                group,
                known,
                facts,
                is_alone: true,
            });
        }
    }
    Ok(())
}

/// The first record of a group.
#[derive(Debug)]
struct First {
    group: u64,
    known: Known,
    facts: Facts,
    /// Whether no other came yet.
    is_alone: bool,
}

impl First {
    /// Writes the row of a record of the group, itself for one.
    fn row(&self, known: &Known, facts: Facts, rows: &mut Sorter) -> io::Result<()> {
        let shared = self.known.game.shared(&known.game);
        let relation = if known.place == self.known.place {
            Relation::First
        } else {
            relation((&self.known.game, &self.facts), (&known.game, &facts), shared)
        };
        let row = Row {
            group: self.group,
            relation,
            plies: known.game.plies(),
            shared_plies: shared,
            disagree: disagree(relation, &self.facts, &facts),
            facts,
        };
        rows.push(
            &in_group(self.known.place, known.place),
            &serde_json::to_vec(&row)?,
        )
    }
}

/// The rows of the table in their order. After an error there is nothing more.
#[derive(Debug)]
pub(crate) struct Rows {
    sorted: Sorted,
    /// The number of the group, and the place of its first record.
    group: u64,
    first: u64,
}

impl Rows {
    /// The row, with the number that its group has in this order.
    fn numbered(&mut self, (key, row): &(Vec<u8>, Vec<u8>)) -> io::Result<Row> {
        let (first, ..) = parts(key)?;
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

// What is kept of a record while its duplicates are sought.

/// A record whose duplicates are sought.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Candidate {
    /// The start position: the same text for equal positions and another for others, such as SFEN without a counter.
    pub start: String,
    /// A number for every ply of the main line, as [`ply_code`] gives.
    pub plies: Vec<u16>,
    /// What else is said of it.
    pub facts: Facts,
}

/// What a record says beside its moves, and where it is. What it does not say is an empty text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Facts {
    /// Where it was read.
    pub path: String,
    /// Which one of its file, counted from 1.
    pub record: u64,
    /// Its notation.
    pub format: Cow<'static, str>,
    /// The number of the game.
    pub game_id: String,
    /// How it ended.
    pub end: Cow<'static, str>,
    /// Who the record says won.
    pub stated: Cow<'static, str>,
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// When it began.
    pub start_time: String,
    /// A number for the position after the last move, if it is known.
    pub last_position: Option<u64>,
}

impl Candidate {
    /// With what all records begin that may be duplicates of it: so many plies, or all of fewer.
    pub(crate) fn beginning(&self) -> Vec<u8> {
        let plies = self.plies.iter().take(SHARED);
        let plies = plies.flat_map(|it| it.to_be_bytes());
        self.start.bytes().chain([0]).chain(plies).collect()
    }

    /// What has to be known of a game.
    pub(crate) fn from_game(game: &stats::Game) -> Self {
        let code = |ply: &Ply| match &ply.action {
            Action::Move(played) => ply_code(played.mv),
            Action::Token(token) => unread_code(&token.text),
            Action::Written(text) => unread_code(text),
        };
        let name = |side: usize| game.players[side].clone().unwrap_or_default();
        Self {
            start: game.start.clone().unwrap_or_default(),
            plies: game.plies.iter().map(code).collect(),
            facts: Facts {
                path: game.path.to_string(),
                record: game.record.into(),
                format: game.format.into(),
                game_id: game.id(),
                end: game.end.map_or("", Terminal::name).into(),
                stated: game.stated.map_or("", Outcome::name).into(),
                black: name(0),
                white: name(1),
                start_time: game.start_time().unwrap_or_default(),
                last_position: game.last_key,
            },
        }
    }
}

// A record on its way through the sorters.

/// A record with its game.
#[derive(Debug)]
struct Known {
    pub game: Game,
    /// Its place among all records.
    pub place: u64,
    /// Its [`Facts`] as JSON.
    pub facts: Vec<u8>,
}

impl Known {
    /// The record that came out of the sorter by games.
    fn of_game((key, item): (Vec<u8>, Vec<u8>)) -> io::Result<Self> {
        let (place, facts) = item.split_first_chunk().ok_or_else(damaged)?;
        Ok(Self {
            game: Game::from_key(key),
            place: u64::from_be_bytes(*place),
            facts: facts.to_vec(),
        })
    }

    /// Gives it to the sorter by groups, and in a group by the order of the records.
    fn push_to(&self, group: u64, by_group: &mut Sorter) -> io::Result<()> {
        let key = [&in_group(group, self.place), self.game.key()].concat();
        by_group.push(&key, &self.facts)
    }

    /// The record that came out of that sorter, with the number of its group.
    fn of_group((key, facts): (Vec<u8>, Vec<u8>)) -> io::Result<(u64, Self)> {
        let (group, place, game) = parts(&key)?;
        let game = Game::from_key(game.to_vec());
        Ok((group, Self { game, place, facts }))
    }
}

/// A key for places in groups.
fn in_group(group: u64, place: u64) -> [u8; 16] {
    (u128::from(group) << 64 | u128::from(place)).to_be_bytes()
}

/// The group and the place of a key, and what follows them.
fn parts(key: &[u8]) -> io::Result<(u64, u64, &[u8])> {
    let (places, rest) = key.split_first_chunk().ok_or_else(damaged)?;
    let places = u128::from_be_bytes(*places);
    Ok(((places >> 64) as u64, places as u64, rest))
}

/// What was written to a temporary file is not what comes back.
fn damaged() -> io::Error {
    Reason::error(
        io::ErrorKind::InvalidData,
        say("a temporary file was damaged", "一時ファイルが壊れた"),
    )
}

// One walk over all games in their order, which finds those that belong together.

/// Goes over all games, those that begin with the same plies one after the other, and gives every group a number: the
/// complement of the place of the record that is its first here, which is not the place of any record.
/// What is kept is one game and two open groups, of which the first record is held back until there is a second.
///
/// A game that is not the beginning of another joins the group of the one before, if all of them together are near. A
/// game that is the beginning of others comes after them. It joins their group if that is one group; what different
/// games begin with is an opening and the duplicate of none.
#[derive(Debug, Default)]
struct Walk {
    before: Game,
    /// With how many plies both the game before and the last one that is no beginning begin.
    since: usize,
    near: Near,
    /// The group of games that are not the beginning of others.
    whole: Group,
    /// The group of a game that several different games begin with, or too short a one: its copies.
    opening: Group,
    /// Whether the game before is in `opening`.
    in_opening: bool,
}

/// What the games of `Walk::whole` have in common.
#[derive(Debug, Default)]
struct Near {
    /// So many plies are shared by all.
    shared: usize,
    /// So many plies the longest has.
    longest: usize,
    /// So many plies the last one shares with the games before the group. What is longer and the beginning of the last
    /// one is the beginning of none of those.
    border: usize,
}

/// A group that is still open.
#[derive(Debug, Default)]
struct Group {
    /// Its number, if it has a record.
    number: Option<u64>,
    /// Its first record, as long as nothing else is in the group.
    held: Option<Known>,
}

impl Walk {
    /// Takes the next record. Those that are not alone go to `grouped`, under the number of their group. The group of a
    /// record that is joined with others is joined, too.
    fn take(&mut self, known: Known, joined: &mut Joined, grouped: &mut Sorter) -> io::Result<()> {
        let plies = known.game.plies();
        if known.game != self.before {
            let shared = self.before.shared(&known.game);
            self.since = self.since.min(shared);
            if shared == plies {
                self.beginning(plies);
            } else {
                self.whole(plies);
            }
            self.before.clone_from(&known.game);
        }
        if self.in_opening {
            self.opening.take(known, None, grouped)
        } else {
            self.whole.take(known, Some(joined), grouped)
        }
    }

    /// A game with which those before it begin: are they all of one group?
    fn beginning(&mut self, plies: usize) {
        self.in_opening = plies < SHARED || plies <= self.near.border;
        if self.in_opening {
            self.opening = Group::default();
        }
    }

    /// A game that is not the beginning of another: the group goes on or a new one begins.
    fn whole(&mut self, plies: usize) {
        self.in_opening = false;
        let shared = self.near.shared.min(self.since);
        let longest = self.near.longest.max(plies);
        if is_near(shared, longest) {
            self.near = Near {
                shared,
                longest,
                border: self.near.border.min(self.since),
            };
        } else {
            self.near = Near {
                shared: plies,
                longest: plies,
                border: self.since,
            };
            self.whole = Group::default();
        }
        self.since = plies;
    }
}

impl Group {
    /// Takes the next record; the first one is held back, unless the group is `joined` with another.
    fn take(&mut self, known: Known, joined: Option<&mut Joined>, grouped: &mut Sorter) -> io::Result<()> {
        let is_first = self.number.is_none();
        let number = *self.number.get_or_insert(!known.place);
        let is_joined = joined.is_some_and(|it| it.join_group(known.place, number));
        if is_first && !is_joined {
            self.held = Some(known);
            return Ok(());
        }
        if let Some(first) = self.held.take() {
            first.push_to(number, grouped)?;
        }
        known.push_to(number, grouped)
    }
}

// The table of duplicates.

/// A record that has duplicates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// The number of the group, from 1 on.
    pub group: u64,
    /// What it is to the first record of the group.
    pub relation: Relation,
    /// How many plies it has.
    pub plies: usize,
    /// With how many of them the first record begins, too.
    pub shared_plies: usize,
    /// The names of the columns in which it contradicts the first record.
    pub disagree: String,
    /// What else is known of it.
    pub facts: Facts,
}

/// The columns of the table of duplicates.
pub(crate) const COLUMNS: &[Column<Row>] = &[
    column("group", Whole, |row| Cell::count(row.group)),
    column("relation", Text, |row| Cell::text(row.relation.name())),
    column("path", Text, |row| Cell::filled(&*row.facts.path)),
    column("record", Whole, |row| Cell::count(row.facts.record)),
    column("format", Word(notation::names), |row| {
        Cell::filled(&*row.facts.format)
    }),
    column("game_id", Text, |row| Cell::filled(&*row.facts.game_id)),
    column("plies", Whole, |row| Cell::count(row.plies)),
    column("shared_plies", Whole, |row| Cell::count(row.shared_plies)),
    column("end", Word(ends), |row| Cell::filled(&*row.facts.end)),
    column("stated", Word(outcomes), |row| Cell::filled(&*row.facts.stated)),
    column("black", Text, |row| Cell::filled(&*row.facts.black)),
    column("white", Text, |row| Cell::filled(&*row.facts.white)),
    column("start_time", Text, |row| Cell::filled(&*row.facts.start_time)),
    column("disagree", Text, |row| Cell::filled(&*row.disagree)),
];

#[cfg(test)]
mod tests;
