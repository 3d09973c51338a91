//! The tests of the library and of the program, in one test binary.
//!
//! There is a module for each part of the code, and `support` has shared helpers. `cargo test --test it kif` runs the
//! tests whose path contains `kif`.

#[cfg(feature = "cli")]
#[path = "../../fuzz/src/lib.rs"]
mod bodies;
#[cfg(feature = "cli")]
#[path = "../../examples/archive/invented/mod.rs"]
mod generator;

mod architecture;
#[cfg(feature = "cli")]
mod cli;
mod conformance;
#[cfg(feature = "cli")]
mod docs;
#[cfg(feature = "cli")]
mod fix;
#[cfg(feature = "cli")]
mod fuzz;
#[cfg(feature = "cli")]
mod generated_archive;
#[cfg(feature = "cli")]
mod japanese;
#[cfg(feature = "cli")]
mod noughts;
mod openings;
#[cfg(all(feature = "cli", unix))]
mod page;
#[cfg(feature = "cli")]
mod plain_english;
mod played;
#[cfg(feature = "cli")]
mod proof;
mod read;
mod referee;
mod shogi;
#[cfg(feature = "cli")]
mod show;
#[cfg(feature = "cli")]
mod stats;
mod support;
mod system;
mod text;
#[cfg(feature = "cli")]
mod words;
mod write;
