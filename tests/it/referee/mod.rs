//! Findings and verdicts of the referee.

mod acknowledged;
mod cases;
mod clocks;
mod endings;
mod engine_lines;
mod fixtures;
mod handicaps;
mod impasse;
mod languages;
mod lines;
mod pages;
mod places;
mod problems;
mod properties;
mod records;
mod sources;
mod summary;
mod taken_back;
#[cfg(feature = "cli")]
mod tournament;
mod words;
