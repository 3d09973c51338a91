//! Fuzz targets: each target checks a property for any input bytes.
//!
//! libFuzzer runs these functions on nightly Rust (`fuzz/run TARGET`). `tests/it/fuzz.rs` runs the same functions
//! with generated inputs in `cargo test`. A function panics if the property does not hold for the input. All random
//! choices depend only on the bytes of the input, so an input that fails once always fails.

pub mod archives;
pub mod choices;
pub mod conversion_check;
pub mod convert;
pub mod judge;
pub mod languages;
pub mod pages;
pub mod readers;
pub mod seeds;
pub mod show;
pub mod stats;

/// A function that tests the bytes of one input.
pub type Body = fn(&[u8]);

/// The targets that read records, by name. `languages` reads other texts, and `archives` reads containers of records.
pub const OF_RECORDS: [(&str, Body); 6] = [
    ("judge", judge::run),
    ("readers", readers::run),
    ("convert", convert::run),
    ("show", show::run),
    ("stats", stats::run),
    ("pages", pages::run),
];
