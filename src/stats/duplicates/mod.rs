//! Duplicates: several records of the same game.
//!
//! The records may be in other files and formats, truncated, with different last moves, with a wrongly written ply, or
//! with moves in another order.
//!
//! **Definition.** Records with the same start position and the same moves are in one group, however short they are. Short
//! ones may be of different games with other players ([`is_other_game()`]); their [`Relation`] shows this.
//! Records without moves are not compared. In addition, two games from the same start position are *near*
//!
//! * if the shorter game has at least 40 plies and is a prefix of the longer game, but not of any game that is not near
//!   the longer game; or
//! * if they begin with at least 40 equal plies, and these are nine tenths of the longer game.
//!
//! A prefix of several different games is an opening, not a duplicate.
//!
//! At first, all games of a group are near each other. Games are processed in the order of their moves. A game joins
//! the preceding group if it is near all games of the group. Therefore the groups do not depend on the order of the
//! inputs. Afterwards two groups are merged
//!
//! * if two of their games have the same number of plies, at least 40, and differ in exactly one ply, which is before
//!   the last tenth; or
//! * if two of their games have the same moves, at least 40, in another order, and end with the same position.
//!
//! Openings are excluded from merging: opening theory has slightly different lines, and many ways to the same position.
//! All records of a group are compared with its first record in the order of the inputs. The [`Relation`] of a record
//! is the first that applies, in the order of [`relation()`].
//!
//! **Algorithm.** In the order of their moves, games are next to the games with which they share the longest prefixes,
//! and after the games that continue them. All records are sorted by a [`Sorter`] three times:
//!
//! * by start position and moves, to find the groups in one pass;
//! * the records of groups by group and place, so that the first record precedes the records compared with it;
//! * the rows by the place of the first record of their group.
//!
//! Before the pass, [`RelatedGames`] finds the games through which groups are merged.
//!
//! **Partitions.** Games that can be in one group before groups are merged begin with the same plies. The games are therefore
//! divided by these plies into [`PARTITIONS`], and merged groups by their number. Different threads sort and compare the
//! partitions.
//!
//! **Memory.** At any time two groups of sorters hold half of the budget each; all other data are in temporary files. In
//! addition, for each partition at most three records are in memory while the groups are found, and two while they are
//! compared. The size of a group does not matter. Every game found by `RelatedGames` takes about 80 bytes.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::CellType::{Date, Enumerated, Integer, Text};
use super::records::{ends, outcomes};
use super::sorter::{Sorted, for_all};
use super::{Cell, Column, Sorter, column};
use crate::finding::{Reason, bilingual};
use crate::notation;
use crate::record::{Outcome, Terminal};
use crate::stats;
use links::{DisjointSets, RelatedGames};
use relation::{GameKey, MIN_SHARED_PLIES, contradicting_columns, is_near, relation};

mod links;
mod players;
mod relation;

pub(crate) use players::{MIN_DISTINCTIVE_PLIES, Players, is_other_game};
pub(crate) use relation::{Relation, move_of_code, ply_code, text_code};

/// Number of partitions, on which different threads work.
const PARTITIONS: usize = 16;

/// A search for records of the same game.
#[derive(Debug)]
pub(crate) struct Duplicates {
    /// The sorters of the partitions.
    by_game: Vec<Sorter>,
    links: RelatedGames,
    /// The memory of the sorters of all partitions (bytes).
    memory: usize,
    records: u64,
}

impl Duplicates {
    /// Creates a search whose sorters hold about `memory` bytes in memory.
    pub(crate) fn new(memory: usize) -> Self {
        let memory = memory / 2;
        Self {
            by_game: Sorter::group(memory, PARTITIONS),
            links: RelatedGames::new(memory),
            memory,
            records: 0,
        }
    }

    /// Adds the next record, in the order of the inputs. A record without plies is only counted.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written.
    pub(crate) fn push(&mut self, encoded: &EncodedCandidate) -> io::Result<()> {
        self.records += 1;
        if encoded.candidate.plies.is_empty() {
            return Ok(());
        }
        let place = self.records.to_be_bytes();
        self.by_game[encoded.partition].push(encoded.game.key(), &[&place, &encoded.facts[..]].concat())?;
        self.links.push(self.records, &encoded.link_keys)
    }

    /// Returns the rows of the table: groups by the place of their first record, records in the order of the inputs. On a thread
    /// of a run, all threads work on the partitions.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written or read.
    pub(crate) fn finish(self) -> io::Result<Rows> {
        let mut related = self.links.finish()?;
        let mut by_group = Vec::new();
        let mut group_links = Vec::new();
        for (grouped, links) in find_groups(self.by_game, &related, self.memory)? {
            by_group.push(grouped);
            group_links.push(links);
        }
        for (place, group) in group_links.into_iter().flatten() {
            related.union(place, group);
        }
        if !related.is_empty() {
            by_group = merge_groups(by_group, &related, self.memory)?;
        }
        let rows = Sorter::group(self.memory, PARTITIONS);
        let rows = for_all(by_group.into_iter().zip(rows), |(by_group, mut rows)| {
            compare(by_group.finish()?, &mut rows)?;
            Ok(rows)
        });
        Ok(Rows {
            sorted: Sorter::finish_all(rows?)?,
            group: 0,
            first: 0,
        })
    }
}

/// The place of a record that is related to others, and the number of its group.
type GroupLink = (u64, u64);

/// Finds the groups of each partition. Returns the records of the groups, sorted by group, and the groups that are merged with
/// others.
fn find_groups(
    by_game: Vec<Sorter>,
    related: &DisjointSets,
    memory: usize,
) -> io::Result<Vec<(Sorter, Vec<GroupLink>)>> {
    let by_group = Sorter::group(memory, PARTITIONS);
    for_all(by_game.into_iter().zip(by_group), |(by_game, by_group)| {
        let mut pass = GroupingPass::new(related, by_group);
        for item in by_game.finish()? {
            pass.push(KeyedRecord::decode_by_game(item?)?)?;
        }
        Ok((pass.groups.by_group, pass.groups.links))
    })
}

/// Sorts the records again by the numbers of the merged groups.
fn merge_groups(by_group: Vec<Sorter>, related: &DisjointSets, memory: usize) -> io::Result<Vec<Sorter>> {
    let sorters = Sorter::group(memory, PARTITIONS).into_iter();
    let merged: Vec<_> = sorters.map(|sorter| Mutex::new(sorter.on_one_thread())).collect();
    for_all(by_group, |by_group| {
        for item in by_group.finish()? {
            let (group, record) = KeyedRecord::decode_by_group(item?)?;
            let group = related.smallest(group);
            let sorter = &merged[partition(group)];
            record.push_to(group, &mut sorter.lock().unwrap_or_else(PoisonError::into_inner))?;
        }
        Ok(())
    })?;
    let sorters = merged.into_iter().map(Mutex::into_inner);
    Ok(sorters
        .map(|sorter| sorter.unwrap_or_else(PoisonError::into_inner))
        .collect())
}

/// Returns the partition of a value.
fn partition(value: impl Hash) -> usize {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    (hasher.finish() % PARTITIONS as u64) as usize
}

/// Compares every record with the first record of its group, and adds its row to `rows`.
///
/// A group of a single record has no row. Such a group exists if the records to which its record is related are
/// openings.
fn compare(by_group: Sorted, rows: &mut Sorter) -> io::Result<()> {
    let mut current_head: Option<GroupHead> = None;
    for item in by_group {
        let (group, record) = KeyedRecord::decode_by_group(item?)?;
        let facts: Facts = serde_json::from_slice(&record.facts)?;
        if let Some(first) = current_head.as_mut().filter(|head| head.group == group) {
            if std::mem::take(&mut first.is_alone) {
                first.row(&first.record, first.facts.clone(), rows)?;
            }
            first.row(&record, facts, rows)?;
        } else {
            current_head = Some(GroupHead {
                group,
                record,
                facts,
                is_alone: true,
            });
        }
    }
    Ok(())
}

/// The first record of a group.
#[derive(Debug)]
struct GroupHead {
    group: u64,
    record: KeyedRecord,
    facts: Facts,
    /// `true` until a second record of the group is found.
    is_alone: bool,
}

impl GroupHead {
    /// Adds the row of a record of the group to `rows`. The record may be the first record itself.
    fn row(&self, record: &KeyedRecord, facts: Facts, rows: &mut Sorter) -> io::Result<()> {
        let shared = self.record.game.shared_prefix_plies(&record.game);
        let relation = if record.place == self.record.place {
            Relation::First
        } else {
            relation((&self.record.game, &self.facts), (&record.game, &facts), shared)
        };
        let row = Row {
            group: self.group,
            relation,
            plies: record.game.plies(),
            shared_plies: shared,
            disagree: contradicting_columns(relation, &self.facts, &facts),
            facts,
        };
        rows.push(
            &group_key(self.record.place, record.place),
            &serde_json::to_vec(&row)?,
        )
    }
}

/// An iterator over the rows of the table in their order. If a temporary file cannot be read, the iterator ends after
/// the error.
#[derive(Debug)]
pub(crate) struct Rows {
    sorted: Sorted,
    /// The number of the current group.
    group: u64,
    /// The place of the first record of the current group; 0 before the first row.
    first: u64,
}

impl Rows {
    /// Returns the row with the final number of its group.
    fn numbered(&mut self, (key, row): &(Vec<u8>, Vec<u8>)) -> io::Result<Row> {
        let (first, ..) = split_group_key(key)?;
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

// The data of a record that are kept during the search.

/// A record whose duplicates are searched for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Candidate {
    /// The start position as text, such as SFEN without the move number. Only equal positions have equal texts.
    pub start: String,
    /// A code for every ply of the main line, from [`ply_code`].
    pub plies: Vec<u16>,
    /// The source and the other data of the record.
    pub facts: Facts,
}

/// The source of a record, and its data other than the start position and the moves. A text is empty if its value is
/// unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Facts {
    /// The path of the file.
    pub path: String,
    /// The 1-based index of the record in its file.
    pub record: u64,
    /// The name of the format of the record.
    pub format: Cow<'static, str>,
    /// The identifier of the game.
    pub game_id: String,
    /// The name of the end that the record states.
    pub end: Cow<'static, str>,
    /// The name of the outcome that the record states: the winner, a draw, or no winner.
    pub stated: Cow<'static, str>,
    /// The name of Black, or of the first player of another game.
    pub black: String,
    /// The name of White, or of the second player of another game.
    pub white: String,
    /// The start time of the game, in ISO 8601 or as written.
    pub start_time: String,
    /// A hash of the position after the last move, if this position is known.
    pub last_position: Option<u64>,
}

impl Facts {
    /// Returns the players; `None` if the name of one is missing.
    fn players(&self) -> Option<players::Players> {
        players::Players::new(&self.black, &self.white)
    }
}

impl Candidate {
    /// Returns the start position and the first [`MIN_SHARED_PLIES`] plies, or all plies if there are fewer, as bytes.
    /// The bytes are equal for two games that are near each other or have the same moves.
    pub(crate) fn prefix(&self) -> Vec<u8> {
        let plies = self.plies.iter().take(MIN_SHARED_PLIES);
        let plies = plies.flat_map(|it| it.to_be_bytes());
        self.start.bytes().chain([0]).chain(plies).collect()
    }

    /// Creates the data that the search requires, from a game.
    pub(crate) fn from_game(game: &stats::Game) -> Self {
        let name = |side: usize| game.players[side].clone().unwrap_or_default();
        Self {
            start: game.start.clone().unwrap_or_default(),
            plies: game.ply_codes(),
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

/// A candidate in the form in which the sorters hold it, apart from its place. The threads that read the records encode them,
/// because one thread alone adds them to the sorters.
#[derive(Clone, Debug)]
pub(crate) struct EncodedCandidate {
    pub candidate: Candidate,
    game: GameKey,
    /// The [`Facts`] as JSON.
    facts: Vec<u8>,
    link_keys: Vec<Vec<u8>>,
    partition: usize,
}

impl EncodedCandidate {
    /// Encodes a candidate. Games that differ in one ply or in the order of their moves merge their groups only if they have
    /// the same `shard`.
    pub(crate) fn new(candidate: Candidate, shard: i64) -> Self {
        let game = GameKey::new(candidate.start.as_bytes(), &candidate.plies);
        Self {
            // Texts and numbers can always be written to memory.
            facts: serde_json::to_vec(&candidate.facts).unwrap_or_default(),
            link_keys: links::keys(&game, candidate.facts.last_position, shard),
            partition: partition(candidate.prefix()),
            game,
            candidate,
        }
    }
}

// A record in the sorters.

/// A record, with the start position and moves of its game as a key.
#[derive(Debug)]
struct KeyedRecord {
    pub game: GameKey,
    /// The number of the record among all records, from 1.
    pub place: u64,
    /// The [`Facts`] as JSON.
    pub facts: Vec<u8>,
}

impl KeyedRecord {
    /// Decodes a record from an item of the sorter by start position and moves.
    fn decode_by_game((key, item): (Vec<u8>, Vec<u8>)) -> io::Result<Self> {
        let (place, facts) = item.split_first_chunk().ok_or_else(damaged_file_error)?;
        Ok(Self {
            game: GameKey::from_key(key),
            place: u64::from_be_bytes(*place),
            facts: facts.to_vec(),
        })
    }

    /// Adds the record to the sorter by groups, under the number of its group. Within a group, records are sorted by
    /// place.
    fn push_to(&self, group: u64, by_group: &mut Sorter) -> io::Result<()> {
        let key = [&group_key(group, self.place), self.game.key()].concat();
        by_group.push(&key, &self.facts)
    }

    /// Decodes a record from an item of the sorter by groups. Returns the number of its group and the record.
    fn decode_by_group((key, facts): (Vec<u8>, Vec<u8>)) -> io::Result<(u64, Self)> {
        let (group, place, game) = split_group_key(&key)?;
        let game = GameKey::from_key(game.to_vec());
        Ok((group, Self { game, place, facts }))
    }
}

/// Returns the key for a place in a group. Keys sort by group, then by place.
fn group_key(group: u64, place: u64) -> [u8; 16] {
    (u128::from(group) << 64 | u128::from(place)).to_be_bytes()
}

/// Splits a key into group, place and rest.
fn split_group_key(key: &[u8]) -> io::Result<(u64, u64, &[u8])> {
    let (group_and_place, rest) = key.split_first_chunk().ok_or_else(damaged_file_error)?;
    let group_and_place = u128::from_be_bytes(*group_and_place);
    Ok(((group_and_place >> 64) as u64, group_and_place as u64, rest))
}

/// Returns the error that a temporary file does not contain the data that were written.
fn damaged_file_error() -> io::Error {
    Reason::error(
        io::ErrorKind::InvalidData,
        bilingual("a temporary file was damaged", "一時ファイルが壊れた"),
    )
}

// The pass over the games of a partition in their order, which finds the groups.

/// A pass over games, in the order of their moves, that assigns a number to every group.
///
/// The number of a group is the bitwise complement of the place of the first record that joined it, so it differs from
/// the places of all records. The state is the previous game and two open groups. The first record of an open group is
/// held until there is a second, unless it is related to another record.
///
/// A game that is not a prefix of another joins the group of the preceding game, if it is near all games of this group.
/// A game that is a prefix of others comes after them. The prefix joins the group of these games if it has at least
/// [`MIN_SHARED_PLIES`] plies and they are all in one group. If not, the prefix is an opening, and only its copies are
/// its duplicates.
#[derive(Debug)]
struct GroupingPass<'d> {
    groups: FoundGroups<'d>,
    previous_game: GameKey,
    /// The number of plies that the previous game shares with the last game that is not a prefix of another.
    shared_with_complete: usize,
    extent: GroupExtent,
    /// The group of games that are not prefixes of others, with the prefixes that join it.
    complete_games: Group,
    /// The copies of a prefix that is too short, or that is shared by games of different groups.
    prefix_games: Group,
    /// `true` if the previous game is in `prefix_games`.
    is_prefix: bool,
}

/// The numbers of plies that determine which further games join `GroupingPass::complete_games`.
#[derive(Debug, Default)]
struct GroupExtent {
    /// The number of plies that all games share.
    shared: usize,
    /// The number of plies of the longest game.
    longest: usize,
    /// The greatest number of plies that the last game shares with a game before the group.
    ///
    /// A longer prefix of the last game is not a prefix of any of those games.
    shared_before: usize,
}

/// A group that may still grow.
#[derive(Debug, Default)]
struct Group {
    /// The number of the group; `None` before its first record.
    number: Option<u64>,
    /// The first record, if it has not been added to the sorter yet because no second record is known.
    single_record: Option<KeyedRecord>,
}

/// The groups that were found so far.
#[derive(Debug)]
struct FoundGroups<'d> {
    /// The records of the groups, under the numbers of their groups.
    by_group: Sorter,
    related: &'d DisjointSets,
    /// The groups of records in a set of `related`. These groups are later merged with those of the other records of the set.
    links: Vec<GroupLink>,
}

impl<'d> GroupingPass<'d> {
    /// Creates a pass that adds the records of groups to `by_group`.
    fn new(related: &'d DisjointSets, by_group: Sorter) -> Self {
        Self {
            groups: FoundGroups {
                by_group,
                related,
                links: Vec::new(),
            },
            previous_game: GameKey::default(),
            shared_with_complete: 0,
            extent: GroupExtent::default(),
            complete_games: Group::default(),
            prefix_games: Group::default(),
            is_prefix: false,
        }
    }

    /// Processes the next record, and adds it to the sorter under the number of its group.
    ///
    /// The first record of a group is added together with the second. However, it is added at once if it is related to others
    /// and the group is not `prefix_games`. The group is then linked to the related records.
    fn push(&mut self, record: KeyedRecord) -> io::Result<()> {
        let plies = record.game.plies();
        if record.game != self.previous_game {
            let shared = self.previous_game.shared_prefix_plies(&record.game);
            self.shared_with_complete = self.shared_with_complete.min(shared);
            if shared == plies {
                self.add_prefix(plies);
            } else {
                self.add_complete(plies);
            }
            self.previous_game.clone_from(&record.game);
        }
        if self.is_prefix {
            self.groups.add(&mut self.prefix_games, record, false)
        } else {
            let is_related = self.groups.related.contains(record.place);
            self.groups.add(&mut self.complete_games, record, is_related)
        }
    }

    /// Processes a game that is a prefix of preceding games. Sets `is_prefix` and begins a group of copies if the game
    /// is too short, or if the preceding games are in different groups. In all other cases, the game joins their group.
    fn add_prefix(&mut self, plies: usize) {
        self.is_prefix = plies < MIN_SHARED_PLIES || plies <= self.extent.shared_before;
        if self.is_prefix {
            self.prefix_games = Group::default();
        }
    }

    /// Processes a game that is not a prefix of another, and continues the group or begins a new one.
    fn add_complete(&mut self, plies: usize) {
        self.is_prefix = false;
        let shared = self.extent.shared.min(self.shared_with_complete);
        let longest = self.extent.longest.max(plies);
        if is_near(shared, longest) {
            self.extent = GroupExtent {
                shared,
                longest,
                shared_before: self.extent.shared_before.min(self.shared_with_complete),
            };
        } else {
            self.extent = GroupExtent {
                shared: plies,
                longest: plies,
                shared_before: self.shared_with_complete,
            };
            self.complete_games = Group::default();
        }
        self.shared_with_complete = plies;
    }
}

impl FoundGroups<'_> {
    /// Adds the next record to a group. The first record is held until there is a second, unless it is related to others.
    fn add(&mut self, group: &mut Group, record: KeyedRecord, is_related: bool) -> io::Result<()> {
        let is_first = group.number.is_none();
        let number = *group.number.get_or_insert(!record.place);
        if is_related {
            self.links.push((record.place, number));
        } else if is_first {
            group.single_record = Some(record);
            return Ok(());
        }
        if let Some(first) = group.single_record.take() {
            first.push_to(number, &mut self.by_group)?;
        }
        record.push_to(number, &mut self.by_group)
    }
}

// The table of duplicates.

/// The row of a record that has duplicates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// The number of the group, from 1.
    pub group: u64,
    /// The relation to the first record of the group.
    pub relation: Relation,
    /// The number of plies in the main line.
    pub plies: usize,
    /// The number of plies at the start that are the same as in the first record of the group.
    pub shared_plies: usize,
    /// The names of the columns whose values contradict the first record of the group, separated by spaces. The text is
    /// empty unless both records have the whole game.
    pub disagree: String,
    /// The source of the record, and its data other than the moves.
    pub facts: Facts,
}

/// Returns the names of all relations.
fn relations() -> Vec<&'static str> {
    Relation::ALL.iter().map(|relation| relation.name()).collect()
}

/// The columns of the table of duplicates.
pub(crate) const COLUMNS: &[Column<Row>] = &[
    column("group", Integer, |row| Cell::count(row.group)),
    column("relation", Enumerated(relations), |row| {
        Cell::text(row.relation.name())
    }),
    column("path", Text, |row| Cell::from_non_empty(&*row.facts.path)),
    column("record", Integer, |row| Cell::count(row.facts.record)),
    column("format", Enumerated(notation::names), |row| {
        Cell::from_non_empty(&*row.facts.format)
    }),
    column("game_id", Text, |row| Cell::from_non_empty(&*row.facts.game_id)),
    column("plies", Integer, |row| Cell::count(row.plies)),
    column("shared_plies", Integer, |row| Cell::count(row.shared_plies)),
    column("end", Enumerated(ends), |row| {
        Cell::from_non_empty(&*row.facts.end)
    }),
    column("stated", Enumerated(outcomes), |row| {
        Cell::from_non_empty(&*row.facts.stated)
    }),
    column("black", Text, |row| Cell::from_non_empty(&*row.facts.black)),
    column("white", Text, |row| Cell::from_non_empty(&*row.facts.white)),
    column("start_time", Date, |row| {
        Cell::from_non_empty(&*row.facts.start_time)
    }),
    column("disagree", Text, |row| Cell::from_non_empty(&*row.disagree)),
];

#[cfg(test)]
mod tests;
