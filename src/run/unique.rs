//! The option `unique`: only one of several records of the same game is taken.
//!
//! All inputs are read twice. The first pass collects the `game_id` of each record and sorts the records by this
//! identifier, in temporary files if memory does not suffice. Of each game, the record with the most content is kept
//! or, if several have equally much, the first of them. The second pass excludes all further records of the game. Records
//! without moves are never excluded.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::record_filter::{ExcludedRecords, RecordFilter, RecordWorker};
use crate::batch::{Event, Inputs, Run, Work};
use crate::check::{Checker, SourceFile, UnreadRecord};
use crate::finding::{Message, message};
use crate::stats::{Game, Sorter};

/// Maximum size of entries that are sorted in memory (bytes). More entries are sorted in temporary files.
const MAX_MEMORY_BYTES: usize = 32 << 20;

/// The records that are excluded because another record of the same game is kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Copies {
    /// Sorted fingerprints of the excluded records.
    fingerprints: Arc<[u128]>,
}

impl Copies {
    /// Returns whether a record is excluded. `member` is the number of the record's file as a member of an archive; 0 for a
    /// file outside an archive.
    pub(super) fn contain(&self, game: &Game, member: u64) -> bool {
        if self.fingerprints.is_empty() {
            return false;
        }
        let game_id = game_id(game);
        game_id.is_some_and(|id| {
            let fingerprint = fingerprint(&game.path, member, game.record, &id);
            self.fingerprints.binary_search(&fingerprint).is_ok()
        })
    }
}

/// Returns a fingerprint that identifies a record among all inputs.
///
/// The member number is included, because two files in an archive may have the same path.
fn fingerprint(path: &str, member: u64, record: u32, id: &str) -> u128 {
    let hash_half = |part: u8| {
        let mut hasher = DefaultHasher::new();
        (part, path, member, record, id).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    hash_half(0) << 64 | hash_half(1)
}

/// Returns the `game_id` of a game. Returns `None` if the record is in an unknown format, cannot be replayed or has no
/// moves, because such games cannot be compared.
fn game_id(game: &Game) -> Option<String> {
    let has_moves = game.is_recognized() && game.is_played && game.moves().next().is_some();
    has_moves.then(|| game.id())
}

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
                let (member, record) = (
                    result.source.number().to_be_bytes(),
                    record_key.record.to_be_bytes(),
                );
                let path = result.path.as_bytes();
                let item = [&sequence.to_be_bytes(), &member[..], &record, path].concat();
                by_game.push(&key, &item)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let mut in_sequence = Sorter::new(MAX_MEMORY_BYTES);
    let mut fingerprints = Vec::new();
    let mut kept = (Vec::new(), Vec::new());
    for item in by_game.finish()? {
        let (mut key, item) = item?;
        key.truncate(key.len() - size_of::<u64>());
        let (sequence, entry) = item.split_at(size_of::<u64>());
        if kept.0 != key {
            kept = (key, entry.to_vec());
        } else if kept.1 != entry {
            let (path, member, record) = parse_entry(entry);
            fingerprints.push(fingerprint(&path, member, record, &String::from_utf8_lossy(&key)));
            let length = (entry.len() as u64).to_be_bytes();
            in_sequence.push(sequence, &[&length, entry, &kept.1].concat())?;
        }
    }
    fingerprints.sort_unstable();
    for item in in_sequence.finish()? {
        let (_, item) = item?;
        let (length, entries) = item.split_first_chunk().unwrap_or((&[0; 8], &[]));
        let length = (u64::from_be_bytes(*length) as usize).min(entries.len());
        let (excluded, kept) = entries.split_at(length);
        let [(path, _, record), (of_kept, _, record_of_kept)] = [excluded, kept].map(parse_entry);
        report(&message!(
            "{path} (record {record}): left out by --unique, the same game as {of_kept} (record {record_of_kept})",
            "{path}（{record}局目）: `--unique` により除く。{of_kept}（{record_of_kept}局目）と同じ対局",
        ));
    }
    Ok(Copies {
        fingerprints: fingerprints.into(),
    })
}

/// Parses a sorted entry: the path of a record, the member number of its file, and the number of the record in the file.
fn parse_entry(entry: &[u8]) -> (String, u64, u32) {
    let (member, rest) = entry.split_first_chunk().unwrap_or((&[0; 8], &[]));
    let (record, path) = rest.split_first_chunk().unwrap_or((&[0; 4], &[]));
    (
        String::from_utf8_lossy(path).into_owned(),
        u64::from_be_bytes(*member),
        u32::from_be_bytes(*record),
    )
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
}

impl Work for FirstPass<'_> {
    type Worker = RecordWorker;
    type Output = FirstPassRecords;

    fn worker(&self) -> RecordWorker {
        // Records that the index does not list are also read, because the record to keep may be one of these.
        self.choice.clone().restricted_to(None).worker(self.checker, None)
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
            let content_count =
                record.headers.iter().count() + record.remarks.len() + record.tree.len() + timed_moves;
            output.keys.push(RecordKey {
                id,
                content_count: content_count as u64,
                record: game_data.record,
            });
        }
    }
}
