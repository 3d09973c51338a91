//! Makes an archive of any number of invented records, with the correct results for all of them.
//!
//! Equal seeds and numbers of records give equal archives on every machine and with any number of
//! threads. A record depends only on the seed and its number, so a larger archive begins with the records of a
//! smaller one.
//!
//! `cargo run --release --example archive` writes an archive to a folder. Tests take the files one by one from
//! [`make`].

// The example and each test use only some of the items.
#![allow(dead_code, unused_imports)]

mod dice;
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
    /// The content.
    pub bytes: Vec<u8>,
}

/// Makes an archive, passes its files to `store` in any order, and returns its correct numbers.
///
/// # Errors
///
/// If a file cannot be stored. The remaining files are not made.
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
            self::directory(seed, numbers, &store)
        })
        .try_reduce(GroundTruth::default, |one, other| Ok(one.merge(other)))
}

/// Makes the files of one directory.
fn directory(
    seed: u64,
    numbers: std::ops::Range<u64>,
    store: &impl Fn(File) -> io::Result<()>,
) -> io::Result<GroundTruth> {
    let mut truth = GroundTruth::default();
    let mut joined: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for number in numbers {
        let game = Game::new(seed, number);
        let style = plan::style_of(seed, number);
        let entry = written::written(seed, number, &game, style);
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
        let file = joined.entry(path).or_default();
        let join = target(style.target).map(|it| it.join);
        if let (Some(Join::Between(line)), false) = (join, file.is_empty()) {
            file.extend([line.as_bytes(), b"\n"].concat());
        }
        file.extend(entry.bytes);
    }
    truth.files += joined.len() as u64;
    for (path, bytes) in joined {
        store(File { path, bytes })?;
    }
    Ok(truth)
}
