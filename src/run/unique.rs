//! `unique`: of several records of one game, only one is taken.
//!
//! Everything is read twice. The first reading finds the records of each game by its `game_id`, which is sorted in temporary files.
//! The record that says most is kept, or the first of those that say as much. The second reading leaves the others out.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::choice::{Choice, LeftOut, RecordWorker};
use crate::batch::{Event, Inputs, Run, Work};
use crate::check::{Checker, SourceFile, UnreadRecord};
use crate::finding::{Message, message};
use crate::stats::{Game, Sorter};

/// So many bytes are held in memory to be sorted.
const MEMORY: usize = 32 << 20;

/// The records that are left out because another record of the same game is kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Copies {
    /// Their fingerprints, sorted.
    fingerprints: Arc<[u128]>,
}

impl Copies {
    /// Returns whether a record is one of them. `member` is the number of its file among the members of archives.
    pub(super) fn contain(&self, game: &Game, member: u64) -> bool {
        if self.fingerprints.is_empty() {
            return false;
        }
        let id = id(game);
        id.is_some_and(|id| {
            let fingerprint = fingerprint(&game.path, member, game.record, &id);
            self.fingerprints.binary_search(&fingerprint).is_ok()
        })
    }
}

/// What identifies a record among all: two files in an archive may have the same name.
fn fingerprint(path: &str, member: u64, record: u32, id: &str) -> u128 {
    let half = |part: u8| {
        let mut hasher = DefaultHasher::new();
        (part, path, member, record, id).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}

/// The `game_id` of a game by which its records are found. Games without moves have nothing in common but that.
fn id(game: &Game) -> Option<String> {
    let has_moves = game.is_known() && game.is_played && game.moves().next().is_some();
    has_moves.then(|| game.id())
}

/// Reads everything once. `advance` is told how many bytes and records were read, and `copy` of every record that is to be left out.
///
/// # Errors
///
/// When there is no room for temporary files.
pub(crate) fn find(
    run: &Run,
    inputs: Inputs,
    reading: &FirstReading<'_>,
    mut advance: impl FnMut(u64, u64) + Send,
    mut copy: impl FnMut(&Message),
) -> io::Result<Copies> {
    let mut by_game = Sorter::new(MEMORY);
    let mut place = 0_u64;
    let _ = run.execute(inputs, reading, |event| {
        // What cannot be read is reported when it is read again.
        if let Event::Done(result) = event {
            advance(result.bytes, result.output.records);
            for seen in result.output.seen {
                place += 1;
                let key = [seen.id.as_bytes(), &(!seen.says).to_be_bytes()].concat();
                let (member, record) = (result.source.number().to_be_bytes(), seen.record.to_be_bytes());
                let path = result.path.as_bytes();
                let item = [&place.to_be_bytes(), &member[..], &record, path].concat();
                by_game.push(&key, &item)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let mut by_place = Sorter::new(MEMORY);
    let mut fingerprints = Vec::new();
    let mut kept = (Vec::new(), Vec::new());
    for item in by_game.finish()? {
        let (mut key, item) = item?;
        key.truncate(key.len() - size_of::<u64>());
        let (place, rest) = item.split_at(size_of::<u64>());
        if kept.0 != key {
            kept = (key, rest.to_vec());
        } else if kept.1 != rest {
            let (path, member, record) = named(rest);
            fingerprints.push(fingerprint(&path, member, record, &String::from_utf8_lossy(&key)));
            let length = (rest.len() as u64).to_be_bytes();
            by_place.push(place, &[&length, rest, &kept.1].concat())?;
        }
    }
    fingerprints.sort_unstable();
    for item in by_place.finish()? {
        let (_, item) = item?;
        let (length, items) = item.split_first_chunk().unwrap_or((&[0; 8], &[]));
        let length = (u64::from_be_bytes(*length) as usize).min(items.len());
        let (one, kept) = items.split_at(length);
        let [(path, _, record), (of_kept, _, record_of_kept)] = [one, kept].map(named);
        copy(&message!(
            "{path} (record {record}): left out by --unique, the same game as {of_kept} (record {record_of_kept})",
            "{path}（{record}局目）: `--unique` により除く。{of_kept}（{record_of_kept}局目）と同じ対局",
        ));
    }
    Ok(Copies {
        fingerprints: fingerprints.into(),
    })
}

/// The path of a record, the number of its file among the members of archives, and its number in the file.
fn named(item: &[u8]) -> (String, u64, u32) {
    let (member, rest) = item.split_first_chunk().unwrap_or((&[0; 8], &[]));
    let (record, path) = rest.split_first_chunk().unwrap_or((&[0; 4], &[]));
    (
        String::from_utf8_lossy(path).into_owned(),
        u64::from_be_bytes(*member),
        u32::from_be_bytes(*record),
    )
}

/// The first reading: it collects the `game_id` of every record that is taken.
pub(crate) struct FirstReading<'a> {
    /// The checker of the run.
    pub checker: &'a Checker,
    /// The records that are taken.
    pub choice: &'a Choice,
}

/// The records of a chunk.
#[derive(Default)]
pub(crate) struct FirstSeen {
    records: u64,
    seen: Vec<Seen>,
}

/// A record of a game.
struct Seen {
    id: String,
    /// How much it says: its headers, comments, moves and times, each counted.
    says: u64,
    record: u32,
}

impl Work for FirstReading<'_> {
    type Worker = RecordWorker;
    type Output = FirstSeen;

    fn worker(&self) -> RecordWorker {
        // A copy may be in a record that an index has not named.
        self.choice.clone().within(None).worker(self.checker, None)
    }

    fn record(
        &self,
        worker: &mut RecordWorker,
        file: &SourceFile<'_>,
        record: &UnreadRecord<'_>,
        output: &mut FirstSeen,
    ) {
        output.records += 1;
        let taken = worker.take(file, record, &mut LeftOut::default(), |_| {});
        let Some((game, Some(figures))) = taken else {
            return;
        };
        if let Some(id) = id(&figures) {
            let record = &game.record;
            let timed = figures.moves().filter(|(_, time)| time.is_some()).count();
            let says = record.headers.iter().count() + record.remarks.len() + record.tree.len() + timed;
            output.seen.push(Seen {
                id,
                says: says as u64,
                record: figures.record,
            });
        }
    }
}
