//! Groups of games that share a feature, such as the opening, with sums over the games of each group.

use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Cell;
use super::cell::push_key;
use super::game::{Game, SEATS};
use super::name::Spellings;
use super::needs::Needs;
use super::query::WrittenRows;
use super::sorter::{Sorted, Sorter};
use crate::finding::{Seat, Severity};
use crate::opening::OpeningBook;
use crate::record::Outcome;

/// The definition of the groups of a table: the groups to which each game belongs, and the order of the rows.
#[derive(Debug)]
pub(crate) struct Grouping {
    /// The function that calls a callback with the name of each group of a game, and with the sums of this game.
    pub entries: fn(&Game, &mut dyn FnMut(String, Sums)),
    /// `true` if all records are included, `false` if only those that can be replayed are.
    pub includes_unplayed: bool,
    /// The parts of a game that the rows require.
    pub needs: Needs,
    /// `true` if the rows are ordered by name, `false` if they are in descending order of the number of games.
    pub by_name: bool,
}

impl Grouping {
    /// Returns a grouping of the games that can be replayed. The rows are in descending order of the number of games.
    pub(super) const fn new(needs: Needs, entries: fn(&Game, &mut dyn FnMut(String, Sums))) -> Self {
        Self {
            entries,
            includes_unplayed: false,
            needs,
            by_name: false,
        }
    }
}

/// A row of a table of groups.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// The feature that the games share, or an empty text if the feature is unknown.
    pub name: String,
    /// The sums over the games.
    pub sums: Sums,
    /// The spellings of the name, with the most frequent one. For an opening, these are the names of openings that the
    /// records state.
    pub spellings: Spellings,
    /// The number of all games that were added, each counted once, even if it is in several groups or in no group.
    pub total: u64,
    /// The book with the names of openings, if it is not the built-in one.
    pub book: Option<&'static OpeningBook>,
    /// The most frequent spellings of the players, by their normalized names, in a table of several players a row.
    pub players: Arc<HashMap<String, String>>,
    /// The sums over the games that reached the position after the move of this group, in a table of moves with such sums.
    pub after: Option<Box<Sums>>,
}

/// The first character of the name of a group that only counts the spellings of a player, for the rows of several players.
///
/// Such groups are before all others in the order of names, and have no rows.
pub(super) const SPELLINGS_PREFIX: char = '\0';

/// The first character of the name of a group of the games with the position after a move. The rest of the name is that of
/// the group of this move.
///
/// Such groups are before those of the moves in the order of names, and have no rows.
pub(super) const RESULTING_PREFIX: char = '\u{1}';

/// Groups of games, with their sums.
///
/// Groups of several parts of an archive can be merged. The merged groups do not depend on the division into parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Groups {
    sums: BTreeMap<String, Sums>,
    total: u64,
    bytes: usize,
}

/// Memory of a spelling in addition to its text (bytes, approximate).
const SPELLING_BYTES: usize = 64;

/// Memory of a group in addition to its name (bytes, approximate).
///
/// This memory consists of an entry in a half-full tree, the dates, and the tree of spellings.
const GROUP_BYTES: usize = 2 * size_of::<(String, Sums)>() + 512;

impl Groups {
    /// Adds a game to its groups, if the game can be replayed or the grouping includes all records.
    pub(crate) fn add(&mut self, grouping: &Grouping, game: &Game) {
        if !(game.is_played || grouping.includes_unplayed) {
            return;
        }
        self.total += 1;
        (grouping.entries)(game, &mut |name, sums| self.count(name, sums));
    }

    /// Adds the groups of another part of the games.
    pub(crate) fn merge(&mut self, other: Self) {
        self.total += other.total;
        for (name, sums) in other.sums {
            self.count(name, sums);
        }
    }

    /// Adds sums without spellings to the group with this name.
    pub(crate) fn count_copy(&mut self, name: &str, sums: &Sums) {
        match self.sums.get_mut(name) {
            Some(total) => total.merge(sums),
            None => self.count(name.to_owned(), sums.clone()),
        }
    }

    /// Adds sums to the group with this name.
    pub(crate) fn count(&mut self, name: String, sums: Sums) {
        self.bytes += sums
            .spellings
            .keys()
            .map(|key| key.len() + SPELLING_BYTES)
            .sum::<usize>();
        match self.sums.entry(name) {
            Entry::Vacant(entry) => {
                self.bytes += entry.key().len() + GROUP_BYTES;
                entry.insert(sums);
            }
            Entry::Occupied(mut entry) => entry.get_mut().merge(&sums),
        }
    }

    /// Returns the approximate memory of the groups (bytes). A repeated spelling is counted again.
    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the number of all games that were added, each counted once.
    pub(super) const fn total(&self) -> u64 {
        self.total
    }

    /// Moves the groups to `packed`, encoded as bytes. The number of games remains.
    pub(super) fn pack(&mut self, packed: &mut WrittenRows) -> io::Result<()> {
        self.bytes = 0;
        pack(std::mem::take(&mut self.sums), packed)
    }

    /// Returns the groups as rows, in descending order of the number of games, then by name. The group without a name
    /// is last.
    pub(crate) fn rows(self) -> Vec<Group> {
        let total = self.total;
        let row = |(name, sums): (String, Sums)| Group {
            name,
            spellings: sums.spellings.clone().into_iter().collect(),
            sums,
            total,
            book: None,
            players: Arc::default(),
            after: None,
        };
        let mut rows: Vec<_> = self.sums.into_iter().map(row).collect();
        rows.sort_by_key(|row| (row.name.is_empty(), std::cmp::Reverse(row.sums.games)));
        rows
    }
}

// Any number of groups in a bounded amount of memory.

/// Groups that are summed in memory up to a limit.
///
/// If the limit is exceeded, the groups go to a sorter, which sorts them by name in temporary files. Their sums are
/// added at the end.
#[derive(Debug)]
pub(super) struct GroupMerger {
    /// The maximum memory of the groups in memory (bytes, approximate).
    memory: usize,
    in_memory: Groups,
    sorter: Sorter,
}

impl GroupMerger {
    /// Creates a merger that uses about twice `memory` bytes.
    pub(super) fn new(memory: usize) -> Self {
        Self {
            memory,
            in_memory: Groups::default(),
            sorter: Sorter::new(memory),
        }
    }

    /// Adds the groups of another part of the games: those in `groups`, and those that were packed into `packed`.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written.
    pub(super) fn push(&mut self, groups: Groups, packed: &WrittenRows) -> io::Result<()> {
        self.sort(packed)?;
        self.in_memory.merge(groups);
        if self.in_memory.bytes() > self.memory {
            self.spill()?;
        }
        Ok(())
    }

    /// Adds a part of a packed group, with its sort key.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written.
    pub(super) fn push_packed(&mut self, key: &[u8], part: &[u8]) -> io::Result<()> {
        self.sorter.push(key, part)
    }

    /// Adds a number of games to the total of all groups.
    pub(super) const fn count_games(&mut self, games: u64) {
        self.in_memory.total += games;
    }

    fn spill(&mut self) -> io::Result<()> {
        let mut packed = WrittenRows::default();
        self.in_memory.pack(&mut packed)?;
        self.sort(&packed)
    }

    fn sort(&mut self, packed: &WrittenRows) -> io::Result<()> {
        for (part, key) in packed.rows() {
            self.push_packed(key, part)?;
        }
        Ok(())
    }

    /// Returns an iterator over the groups in the order of their names.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written or read.
    pub(super) fn finish(mut self) -> io::Result<MergedGroups> {
        self.spill()?;
        Ok(MergedGroups {
            sorted: self.sorter.finish()?,
            open_group: None,
            total: self.in_memory.total(),
            players: Arc::default(),
            after: HashMap::new(),
        })
    }
}

/// An iterator over merged groups in the order of their names.
pub(super) struct MergedGroups {
    sorted: Sorted,
    /// The group whose parts are being added.
    open_group: Option<Group>,
    total: u64,
    /// The most frequent spellings of the players, by their normalized names.
    players: Arc<HashMap<String, String>>,
    /// The sums over the games with the position after a move, by the name of the group of this move.
    after: HashMap<String, Box<Sums>>,
}

impl MergedGroups {
    /// Adds the next part of a group. If the part begins another group, returns the previous group.
    fn add(&mut self, item: &[u8]) -> io::Result<Option<Group>> {
        let PackedGroup { name, part } = serde_json::from_slice(item)?;
        let is_new_group = self.open_group.as_ref().is_none_or(|group| group.name != name);
        let finished_group = if is_new_group {
            self.open_group.take()
        } else {
            None
        };
        let group = self.open_group.get_or_insert_with(|| Group {
            name: name.into_owned(),
            sums: Sums::default(),
            spellings: Spellings::default(),
            total: self.total,
            book: None,
            players: Arc::default(),
            after: None,
        });
        match part {
            Packed::Sums(sums) => group.sums.merge(&sums),
            Packed::Spelling(spelling, times) => group.spellings.push(spelling.into_owned(), times),
        }
        Ok(finished_group)
    }

    /// Returns the next group, which may only count the spellings of a player.
    fn next_group(&mut self) -> Option<io::Result<Group>> {
        while let Some(item) = self.sorted.next() {
            if let Some(group) = item.and_then(|(_, item)| self.add(&item)).transpose() {
                return Some(group.map(Group::finished));
            }
        }
        self.open_group.take().map(|group| Ok(group.finished()))
    }
}

impl Iterator for MergedGroups {
    type Item = io::Result<Group>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let group = match self.next_group()? {
                Ok(group) => group,
                Err(error) => return Some(Err(error)),
            };
            if let Some(name) = group.name.strip_prefix(RESULTING_PREFIX) {
                self.after.insert(name.to_owned(), Box::new(group.sums));
                continue;
            }
            let Some(player) = group.name.strip_prefix(SPELLINGS_PREFIX) else {
                let (players, after) = (Arc::clone(&self.players), self.after.remove(&group.name));
                return Some(Ok(Group {
                    players,
                    after,
                    ..group
                }));
            };
            let spelling = group.spellings.most_frequent().to_owned();
            Arc::make_mut(&mut self.players).insert(player.to_owned(), spelling);
        }
    }
}

impl Group {
    /// Returns the group with its last spelling counted. Must be called after the last part of the group has been
    /// added.
    fn finished(self) -> Self {
        Self {
            spellings: self.spellings.finish(),
            ..self
        }
    }
}

// Encoding of groups as bytes that sort by name.

/// A part of a group: the sums of some of its games, or a spelling of its name.
#[derive(Serialize, Deserialize)]
pub(super) struct PackedGroup<'s> {
    pub name: Cow<'s, str>,
    pub part: Packed<'s>,
}

#[derive(Serialize, Deserialize)]
pub(super) enum Packed<'s> {
    Sums(Box<Sums>),
    Spelling(Cow<'s, str>, u64),
}

/// Writes groups in the order of their names: first the sums of each group, then its spellings in their order.
pub(super) fn pack(groups: BTreeMap<String, Sums>, written: &mut WrittenRows) -> io::Result<()> {
    for (name, mut sums) in groups {
        let mut push = |spelling: Option<&str>, part| -> io::Result<()> {
            push_key(&mut written.keys, &Cell::text(&*name), false);
            if let Some(spelling) = spelling {
                push_key(&mut written.keys, &Cell::text(spelling), false);
            }
            let name = Cow::Borrowed(&*name);
            serde_json::to_writer(&mut written.lines, &PackedGroup { name, part })?;
            written.ends.push((written.lines.len(), written.keys.len()));
            Ok(())
        };
        let spellings = std::mem::take(&mut sums.spellings);
        push(None, Packed::Sums(Box::new(sums)))?;
        for (spelling, times) in &spellings {
            push(Some(spelling), Packed::Spelling(Cow::Borrowed(spelling), *times))?;
        }
    }
    Ok(())
}

// Sums over games.
//
// All sums are sums of integers, so that their values do not depend on the order of addition.

/// Sums over games. If the sums are about one seat of each game, such as that of a player, the results and times of all
/// other seats are left out.
///
/// The fields are flat because each is merged on its own, and because their names are those of the partial sums that machines
/// exchange.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sums {
    /// The number of games.
    pub games: u64,
    /// The number of games in each seat, in the order of play: Black first.
    pub played: [u64; SEATS],
    /// The number of games won in each seat.
    pub won: [u64; SEATS],
    /// The number of games lost in each seat.
    pub lost: [u64; SEATS],
    /// The number of games drawn.
    pub drawn: u64,
    /// The number of moves in all games.
    pub plies: u64,
    /// The number of moves in the shortest game.
    pub shortest: Option<u64>,
    /// The number of moves in the longest game.
    pub longest: u64,
    /// The time used in those seats in which it is known (milliseconds).
    pub milliseconds: u64,
    /// The number of seats in all games for which the time is known.
    pub timed: u64,
    /// The number of moves by those seats for which the time is known.
    pub timed_moves: u64,
    /// The number of moves that have a loss by the evaluations of engines, which may be 0.
    pub evaluated_moves: u64,
    /// The sum of these losses (centipawns).
    pub evaluation_loss: u64,
    /// The number of these moves that are blunders.
    pub blunders: u64,
    /// The number of games with at least one finding that is counted in `findings`.
    pub found: u64,
    /// The numbers of findings by severity, in the order of [`Severity::ALL`].
    pub findings: [u64; 3],
    /// The earliest known start date of a game.
    pub since: Option<String>,
    /// The latest known start date of a game.
    pub until: Option<String>,
    /// The spellings of the name of the group, with the number of occurrences of each.
    #[serde(skip)]
    pub spellings: BTreeMap<String, u64>,
}

impl Sums {
    /// Returns the sums of one game for a seat, or for all seats if `seat` is `None`.
    pub(crate) fn from_game(game: &Game, seat: Option<Seat>) -> Self {
        let plies = game.plies.len() as u64;
        let date = game.date();
        let mut sums = Self {
            games: 1,
            drawn: u64::from(game.verdict == Some(Outcome::Draw)),
            plies,
            shortest: Some(plies),
            longest: plies,
            since: date.clone(),
            until: date,
            ..Self::default()
        };
        for game_seat in game.kind.seats.iter().take(SEATS) {
            if seat.is_none_or(|seat| seat == *game_seat) {
                sums.add_seat(game, *game_seat);
            }
        }
        sums
    }

    /// Returns the sums of this number of games, of which a book states only the number.
    pub(super) fn of_book(games: u64) -> Self {
        let mut sums = Self {
            games,
            ..Self::default()
        };
        sums.played[..2].fill(games);
        sums
    }

    /// Adds the result, the time and the losses of the game for a seat.
    fn add_seat(&mut self, game: &Game, seat: Seat) {
        let index = seat.index();
        let winner = game.winner();
        self.played[index] = 1;
        self.won[index] = u64::from(winner == Some(seat));
        self.lost[index] = u64::from(winner.is_some_and(|winner| winner != seat));
        if let Some(milliseconds) = game.milliseconds(seat) {
            self.milliseconds += milliseconds;
            self.timed += 1;
            self.timed_moves += game.plies.iter().filter(|ply| ply.seat == seat).count() as u64;
        }
        if let Some(own) = game.losses.and_then(|it| it.sides.get(index).copied()) {
            self.evaluated_moves += u64::from(own.moves);
            self.evaluation_loss += own.total;
            self.blunders += u64::from(own.blunders);
        }
    }

    /// Returns the sums with Black and White exchanged.
    #[must_use]
    pub(super) fn with_sides_swapped(mut self) -> Self {
        for counts in [&mut self.played, &mut self.won, &mut self.lost] {
            counts.swap(0, 1);
        }
        self
    }

    /// Returns the sums of one game, to which findings with these severities are added.
    #[must_use]
    pub(crate) fn with_findings(mut self, severities: impl Iterator<Item = Severity>) -> Self {
        for severity in severities {
            let index = Severity::ALL.iter().position(|other| *other == severity);
            self.findings[index.unwrap_or(0)] += 1;
            self.found = 1;
        }
        self
    }

    /// Returns the sums of one game, to which a spelling of the name is added.
    pub(super) fn with_spelling(mut self, name: &str) -> Self {
        self.spellings.insert(name.to_owned(), 1);
        self
    }

    /// Adds the sums over other games.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.games += other.games;
        add(&mut self.played, &other.played);
        add(&mut self.won, &other.won);
        add(&mut self.lost, &other.lost);
        add(&mut self.findings, &other.findings);
        self.drawn += other.drawn;
        self.plies += other.plies;
        self.shortest = self.shortest.into_iter().chain(other.shortest).min();
        self.longest = self.longest.max(other.longest);
        self.milliseconds += other.milliseconds;
        self.timed += other.timed;
        self.timed_moves += other.timed_moves;
        self.evaluated_moves += other.evaluated_moves;
        self.evaluation_loss += other.evaluation_loss;
        self.blunders += other.blunders;
        self.found += other.found;
        if other.since.is_some() && (self.since.is_none() || other.since < self.since) {
            self.since.clone_from(&other.since);
        }
        if other.until > self.until {
            self.until.clone_from(&other.until);
        }
        for (name, times) in &other.spellings {
            match self.spellings.get_mut(name) {
                Some(sum) => *sum += times,
                None => drop(self.spellings.insert(name.clone(), *times)),
            }
        }
    }

    /// Returns the number of games won in any seat.
    pub(crate) fn wins(&self) -> u64 {
        self.won.iter().sum()
    }

    /// Returns the number of games lost in any seat.
    pub(crate) fn losses(&self) -> u64 {
        self.lost.iter().sum()
    }

    /// Returns the number of games that were neither won nor lost nor drawn.
    pub(crate) fn undecided(&self) -> u64 {
        let [first, second, ..] = self.played;
        // In sums for all seats, every won game is also lost by at least one other seat, so only wins are counted.
        let covers_all_seats = first == self.games && second == self.games;
        let decided = if covers_all_seats {
            self.wins()
        } else {
            self.wins() + self.losses()
        };
        self.games.saturating_sub(decided + self.drawn)
    }
}

fn add(sums: &mut [u64], others: &[u64]) {
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum += other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the sums of one game of `plies` moves, with a spelling of the name.
    fn sums(plies: u64, spelling: &str) -> Sums {
        let sums = Sums {
            games: 1,
            plies,
            shortest: Some(plies),
            longest: plies,
            since: Some(format!("2024-03-{:02}", plies % 28 + 1)),
            ..Sums::default()
        };
        sums.with_spelling(spelling)
    }

    fn merge_parts(parts: &[Vec<(String, u64, String)>], memory: usize) -> Vec<Group> {
        let mut merger = GroupMerger::new(memory);
        for (index, part) in parts.iter().enumerate() {
            let mut groups = Groups::default();
            for (name, plies, spelling) in part {
                groups.count(name.clone(), sums(*plies, spelling));
            }
            let mut packed = WrittenRows::default();
            // Every second part is packed.
            if index % 2 == 1 {
                groups.pack(&mut packed).unwrap();
            }
            merger.push(groups, &packed).unwrap();
        }
        merger.finish().unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn memory_does_not_grow_with_the_number_of_names() {
        const MAX_MEMORY_BYTES: usize = 1 << 20;
        let mut merger = GroupMerger::new(MAX_MEMORY_BYTES);
        for i in 0..20_000_u64 {
            let mut groups = Groups::default();
            // Every name occurs twice, in distant parts and with two spellings.
            groups.count(format!("{:05}", i % 10_000), sums(i, &format!("{i}")));
            merger.push(groups, &WrittenRows::default()).unwrap();
            assert!(merger.in_memory.bytes() <= MAX_MEMORY_BYTES);
        }
        let groups: Vec<_> = merger.finish().unwrap().map(Result::unwrap).collect();
        assert_eq!(groups.len(), 10_000);
        assert!(
            groups.iter().all(|group| group.sums.games == 2),
            "both are counted"
        );
        assert!(groups.is_sorted_by_key(|it| it.name.clone()));
        assert_eq!(groups[17].spellings.list(), "10017 / 17");
    }

    proptest! {
        #[test]
        fn any_budget_gives_the_same_groups(
            parts in prop::collection::vec(
                prop::collection::vec(("([ab][ab\0]?)?", 0_u64..9, "[AB]{0,1}"), 0..5), 0..8),
            memory in prop::sample::select(vec![0, 2 << 10, 1 << 20]),
        ) {
            let mut groups = Groups::default();
            for (name, plies, spelling) in parts.iter().flatten() {
                groups.count(name.clone(), sums(*plies, spelling));
            }
            let mut expected = groups.rows();
            expected.sort_by(|one, two| one.name.cmp(&two.name));
            let merged = merge_parts(&parts, memory);
            prop_assert_eq!(merged.len(), expected.len());
            for (merged, expected) in merged.iter().zip(&expected) {
                prop_assert_eq!(&merged.name, &expected.name);
                prop_assert_eq!(&merged.spellings, &expected.spellings);
                let spellings = expected.sums.spellings.clone();
                prop_assert_eq!(&Sums { spellings, ..merged.sums.clone() }, &expected.sums);
            }
        }
    }

    #[test]
    fn stored_sums_read_back() {
        let read_back =
            |sums: &Sums| serde_json::from_slice::<Sums>(&serde_json::to_vec(sums).unwrap()).unwrap();
        let example = Sums {
            won: [1, 2, 3, 4],
            shortest: Some(15),
            findings: [22, 23, 24],
            until: Some("2024".to_owned()),
            ..Sums::default()
        };
        // `Sums::default()` has `None` in `shortest`.
        for sums in [example, Sums::default()] {
            assert_eq!(read_back(&sums), sums);
        }
    }
}
