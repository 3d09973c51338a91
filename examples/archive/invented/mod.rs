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
use plan::SHELF;

pub use openings::misprints;
pub use truth::{CopyOf, Score, Tables, Truth, UNSTATED};

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
pub fn make(seed: u64, records: u64, store: impl Fn(File) -> io::Result<()> + Sync) -> io::Result<Truth> {
    (0..records.div_ceil(SHELF))
        .into_par_iter()
        .map(|shelf| {
            let numbers = shelf * SHELF..records.min((shelf + 1) * SHELF);
            self::shelf(seed, numbers, &store)
        })
        .try_reduce(Truth::default, |one, other| Ok(one.and(other)))
}

/// Makes the files of one directory.
fn shelf(
    seed: u64,
    numbers: std::ops::Range<u64>,
    store: &impl Fn(File) -> io::Result<()>,
) -> io::Result<Truth> {
    let mut truth = Truth::default();
    let mut together: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for number in numbers {
        let game = Game::of(seed, number);
        let manner = plan::manner_of(seed, number);
        let entry = written::written(seed, number, &game, manner);
        truth.count(seed, number, &game, manner, &entry);
        let path = plan::path(seed, number, manner);
        if !manner.together {
            truth.files += 1;
            store(File {
                path,
                bytes: entry.bytes,
            })?;
            continue;
        }
        let file = together.entry(path).or_default();
        let join = target(manner.target).map(|it| it.join);
        if let (Some(Join::Between(line)), false) = (join, file.is_empty()) {
            file.extend([line.as_bytes(), b"\n"].concat());
        }
        file.extend(entry.bytes);
    }
    truth.files += together.len() as u64;
    for (path, bytes) in together {
        store(File { path, bytes })?;
    }
    Ok(truth)
}
