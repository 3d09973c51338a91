//! Creates an archive of any number of invented records, and the statistics that a correct program must compute from them.
//!
//! Equal seeds and numbers of records give equal archives on every machine and with any number of threads. A record depends
//! only on the seed and on its own number, so a larger archive begins with the records of a smaller one.
//!
//! `cargo run --release --example archive` writes an archive to a folder. Tests take the files one by one from
//! [`make`].

// The example and each test use only some of the items.
#![allow(dead_code, unused_imports)]

mod dice;
pub mod events;
mod faults;
mod game;
mod openings;
mod people;
mod plan;
mod play;
mod truth;
mod written;

use std::collections::BTreeMap;
use std::io;

use kifu::notation::Join;
use kifu::notation::target;
use rayon::prelude::*;

use game::Game;
use plan::RECORDS_PER_DIRECTORY;

pub use openings::illegal_moves;
pub use truth::{CopyOf, GroundTruth, Score, Tables, UNSTATED};

/// A file of the archive.
#[derive(Debug)]
pub struct File {
    /// The path in the archive, with `/` as the separator.
    pub path: String,
    /// The content of the file: one record, or several joined records.
    pub bytes: Vec<u8>,
}

/// Creates an archive from a seed, with this number of records. Passes the files to `store` in any order, and returns the
/// expected statistics.
///
/// # Errors
///
/// Returns the error of `store`, after which no more files are created.
pub fn make(
    seed: u64,
    records: u64,
    store: impl Fn(File) -> io::Result<()> + Sync,
) -> io::Result<GroundTruth> {
    (0..records.div_ceil(RECORDS_PER_DIRECTORY))
        .into_par_iter()
        .map(|directory| {
            let numbers =
                directory * RECORDS_PER_DIRECTORY..records.min((directory + 1) * RECORDS_PER_DIRECTORY);
            make_directory(seed, numbers, &store)
        })
        .try_reduce(GroundTruth::default, |truth, other| Ok(truth.merge(other)))
}

/// Creates the files of one directory, with the records of these numbers, and passes the files to `store`. Returns the
/// expected statistics of these records.
fn make_directory(
    seed: u64,
    numbers: std::ops::Range<u64>,
    store: &impl Fn(File) -> io::Result<()>,
) -> io::Result<GroundTruth> {
    let mut truth = GroundTruth::default();
    let mut joined_files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for number in numbers {
        let game = Game::new(seed, number);
        let style = plan::style_of(seed, number);
        let entry = written::write_record(seed, number, &game, style);
        truth.count(seed, number, &game, style, &entry);
        let path = plan::path(seed, number, style);
        if !style.joined {
            truth.files += 1;
            store(File {
                path,
                bytes: entry.bytes,
            })?;
            continue;
        }
        let file = joined_files.entry(path).or_default();
        let join = target(style.target).map(|it| it.join);
        if let (Some(Join::Between(line)), false) = (join, file.is_empty()) {
            file.extend([line.as_bytes(), b"\n"].concat());
        }
        file.extend(entry.bytes);
    }
    truth.files += joined_files.len() as u64;
    for (path, bytes) in joined_files {
        store(File { path, bytes })?;
    }
    Ok(truth)
}
