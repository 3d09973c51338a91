//! What the referee says of records.

mod cases;
mod clocks;
mod fixtures;
mod handicaps;
mod impasse;
mod languages;
mod lines;
mod pages;
mod problems;
mod properties;
mod records;
mod sources;
#[cfg(feature = "cli")]
mod tournament;
mod words;
