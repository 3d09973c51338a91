//! What is done with any bytes, to see whether it holds: a file for each target.
//!
//! libFuzzer runs these bodies on nightly Rust (`fuzz/run TARGET`); `tests/it/fuzz.rs` runs the same ones for a while with
//! inputs of its own, as a part of `cargo test`. A body panics where something is wrong and returns otherwise. Which of
//! several ways it goes is decided by the bytes alone, so that an input that fails once fails always.

pub mod archives;
pub mod balance;
pub mod convert;
pub mod judge;
pub mod languages;
pub mod readers;
pub mod seeds;
pub mod show;
pub mod stats;
pub mod way;

/// A body: what is done with the bytes of one input.
pub type Body = fn(&[u8]);

/// Every target that reads records, by its name; `languages` reads other texts, and `archives` what holds records.
pub const OF_RECORDS: [(&str, Body); 5] = [
    ("judge", judge::run),
    ("readers", readers::run),
    ("convert", convert::run),
    ("show", show::run),
    ("stats", stats::run),
];
