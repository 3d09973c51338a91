//! The option `unique`: only one of several records of the same game is taken.
//!
//! All inputs are read twice. The first pass collects the `game_id` of each record and sorts the records by this
//! identifier, in temporary files if memory does not suffice. Of each game, the record with the most content is kept
//! or, if several have equally much, the first of them. The second pass excludes all further records of the game. Records
//! without moves are never excluded, and neither are short games of other players ([`is_other_game`]).

use std::collections::HashMap;
use std::io;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::copies::{Copies, fingerprint, game_id};
use super::output_needs::OutputNeeds;
use super::record_filter::{ExcludedRecords, RecordFilter, RecordWorker};
use crate::batch::{Event, Inputs, Run, Work};
use crate::check::{Checker, SourceFile, UnreadRecord};
use crate::finding::{Message, message};
use crate::stats::Sorter;
use crate::stats::duplicates::{Players, is_other_game};

/// Maximum size of entries that are sorted in memory (bytes). More entries are sorted in temporary files.
const MAX_MEMORY_BYTES: usize = 32 << 20;

/// Reads all inputs once to find the records to exclude.
///
/// `advance` receives the numbers of bytes and records that were read. `report` receives a message for each record to
/// exclude.
///
/// # Errors
///
/// Returns an error if temporary files cannot be written or read, or if no thread can be started.
pub(crate) fn find(
    run: &Run,
    inputs: Inputs,
    reading: &FirstPass<'_>,
    mut advance: impl FnMut(u64, u64) + Send,
    mut report: impl FnMut(&Message),
) -> io::Result<Copies> {
    let mut by_game = Sorter::new(MAX_MEMORY_BYTES);
    let mut sequence = 0_u64;
    let _ = run.execute(inputs, reading, |event| {
        // Files that cannot be read are reported in the second pass.
        if let Event::Done(result) = event {
            advance(result.bytes, result.output.records);
            for record_key in result.output.keys {
                sequence += 1;
                let key = [
                    record_key.id.as_bytes(),
                    &(!record_key.content_count).to_be_bytes(),
                ]
                .concat();
                let entry = Entry {
                    player_hashes: record_key.players.map(Players::hashes),
                    plies: record_key.plies,
                    member: result.source.number(),
                    record: record_key.record,
                    path: result.path.clone(),
                };
                let item = [&sequence.to_be_bytes()[..], &serde_json::to_vec(&entry)?].concat();
                by_game.push(&key, &item)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let mut in_sequence = Sorter::new(MAX_MEMORY_BYTES);
    let copies = choose(by_game, |sequence, entry, of_kept| {
        in_sequence.push(sequence, &serde_json::to_vec(&(entry, of_kept))?)
    })?;
    for item in in_sequence.finish()? {
        let (entry, of_kept): (Entry, Entry) = serde_json::from_slice(&item?.1)?;
        let (path, record) = (entry.path, entry.record);
        let (kept_path, kept_record) = (of_kept.path, of_kept.record);
        report(&message!(
            "{path} (record {record}): left out by --unique, the same game as {kept_path} (record {kept_record})",
            "{path}（{record}局目）: `--unique` により除く。{kept_path}（{kept_record}局目）と同じ対局",
        ));
    }
    Ok(copies)
}

/// Chooses the records to exclude from the records of all games. `exclude` receives the place of each excluded record in the
/// order of reading, the record, and the record of the same game that is kept.
///
/// # Errors
///
/// Returns an error if temporary files cannot be read, or the error of `exclude`.
fn choose(
    by_game: Sorter,
    mut exclude: impl FnMut(&[u8], &Entry, &Entry) -> io::Result<()>,
) -> io::Result<Copies> {
    let (mut excluded, mut with_other_names) = (Vec::new(), Vec::new());
    let mut kept = KeptRecords::default();
    for item in by_game.finish()? {
        let (mut key, item) = item?;
        key.truncate(key.len() - size_of::<u64>());
        let (sequence, entry) = item.split_at(size_of::<u64>());
        let entry: Entry = serde_json::from_slice(entry)?;
        if kept.key != key {
            kept = KeptRecords::new(key);
        }
        let fingerprint = entry.fingerprint(&kept.key);
        match kept.of_same_game(&entry) {
            None => {
                if !kept.entries.is_empty() {
                    with_other_names.push(fingerprint);
                }
                kept.push(entry);
            }
            // A file that is read twice has a single record.
            Some(of_kept) if of_kept.is_same_record(&entry) => {}
            Some(of_kept) => {
                excluded.push(fingerprint);
                exclude(sequence, &entry, &of_kept)?;
            }
        }
    }
    Ok(Copies::new(excluded, with_other_names))
}

/// A record in the sorter.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    /// The hashes of the names of the players; `None` if a name is missing.
    player_hashes: Option<[u64; 2]>,
    /// The number of plies of the main line.
    plies: usize,
    /// The number of the file as a member of an archive; 0 for a file outside an archive.
    member: u64,
    /// The 1-based index of the record in the file.
    record: u32,
    path: String,
}

impl Entry {
    /// Returns the fingerprint of this record, whose `game_id` is given.
    fn fingerprint(&self, id: &[u8]) -> u128 {
        fingerprint(&self.path, self.member, self.record, &String::from_utf8_lossy(id))
    }

    fn is_same_record(&self, other: &Self) -> bool {
        (self.member, self.record, &self.path) == (other.member, other.record, &other.path)
    }
}

/// The records with the same start position and moves that are kept: one, or several of different players.
#[derive(Debug, Default)]
struct KeptRecords {
    /// The `game_id` of the records.
    key: Vec<u8>,
    entries: Vec<Entry>,
    /// The indexes of the kept records by the hashes of the names of their players.
    by_name: HashMap<u64, usize>,
}

impl KeptRecords {
    fn new(key: Vec<u8>) -> Self {
        Self {
            key,
            ..Self::default()
        }
    }

    /// Returns the kept record of the same game as this record; `None` if the record is to be kept, too.
    ///
    /// Only the first kept record can lack a name. It is then taken for the game of the first record with both names.
    fn of_same_game(&mut self, entry: &Entry) -> Option<Entry> {
        let names = entry.player_hashes.into_iter().flatten();
        let by_name = names.filter_map(|name| self.by_name.get(&name).copied());
        let is_same_game = |kept: &Entry| {
            let players = [kept, entry].map(|it| it.player_hashes.map(Players::from_hashes));
            !is_other_game(entry.plies, players[0], players[1])
        };
        let mut candidates = std::iter::once(0).chain(by_name);
        let at = candidates.find(|&at| self.entries.get(at).is_some_and(is_same_game))?;
        let of_kept = self.entries[at].clone();
        if of_kept.player_hashes.is_none() {
            self.set_players(at, entry.player_hashes);
        }
        Some(of_kept)
    }

    fn push(&mut self, entry: Entry) {
        let player_hashes = entry.player_hashes;
        self.entries.push(entry);
        self.set_players(self.entries.len() - 1, player_hashes);
    }

    fn set_players(&mut self, at: usize, player_hashes: Option<[u64; 2]>) {
        self.entries[at].player_hashes = player_hashes;
        for name in player_hashes.into_iter().flatten() {
            self.by_name.entry(name).or_insert(at);
        }
    }
}

/// The first pass, which collects the `game_id` of each selected record.
pub(crate) struct FirstPass<'a> {
    /// The checker of the run.
    pub checker: &'a Checker,
    /// The selection of records.
    pub choice: &'a RecordFilter,
}

/// The output of the first pass for consecutive records of a file: the number of records, and the keys of the records
/// to compare.
#[derive(Default)]
pub(crate) struct FirstPassRecords {
    records: u64,
    keys: Vec<RecordKey>,
}

/// The data by which a record is compared with other records of the same game.
struct RecordKey {
    id: String,
    /// The amount of content: the number of headers, comments, moves and times.
    content_count: u64,
    record: u32,
    /// The number of plies of the main line.
    plies: usize,
    players: Option<Players>,
}

impl Work for FirstPass<'_> {
    type Worker = RecordWorker;
    type Output = FirstPassRecords;

    fn worker(&self) -> RecordWorker {
        // Records that the index does not list are also read, because the record to keep may be one of these.
        self.choice
            .clone()
            .restricted_to(None)
            .worker(self.checker, &OutputNeeds::default())
    }

    fn record(
        &self,
        worker: &mut RecordWorker,
        file: &SourceFile<'_>,
        record: &UnreadRecord<'_>,
        output: &mut FirstPassRecords,
    ) {
        output.records += 1;
        let taken = worker.take(file, record, &mut ExcludedRecords::default(), |_| {});
        let Some((game, Some(game_data))) = taken else {
            return;
        };
        if let Some(id) = game_id(&game_data) {
            let record = &game.record;
            let timed_moves = game_data.moves().filter(|(_, time)| time.is_some()).count();
            let name = |seat: usize| game_data.players[seat].as_deref().unwrap_or_default();
            let content_count =
                record.headers.iter().count() + record.remarks.len() + record.tree.len() + timed_moves;
            output.keys.push(RecordKey {
                id,
                content_count: content_count as u64,
                record: game_data.record,
                plies: game_data.moves().count(),
                players: Players::new(name(0), name(1)),
            });
        }
    }
}
