//! Reads, checks and converts shogi game records, and computes statistics from them.
//!
//! # Checking files
//!
//! A [`Checker`] takes the bytes of a file or an archive and returns its records with their findings. Each finding
//! has a line and a column. Each record can be written in another format. The command `kifu` uses the same types.
//!
//! ```no_run
//! use kifu::finding::Language;
//! use kifu::{Checker, Settings, notation};
//!
//! # #[cfg(feature = "settings")]
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let path = "archive/games.zip";
//!     // The nearest kifu.toml sets the rules of the event and the findings to report.
//!     let checker = Checker::new(Settings::find("archive".as_ref())?);
//!     let csa = notation::target("csa").ok_or("no such format")?;
//!     for file in checker.check(path, std::fs::read(path)?) {
//!         for game in file.records() {
//!             for finding in &game.judgement.findings {
//!                 let (line, column) = game.place(finding).map_or((1, 1), |it| (it.line, it.column));
//!                 let message = finding.message.in_language(Language::English);
//!                 println!("{}:{line}:{column}: {}: {message}", file.path, finding.rule.name);
//!             }
//!             match game.to(csa) {
//!                 Ok(written) => println!("{} bytes of CSA", written.bytes.len()),
//!                 Err(refusal) => println!("not converted: {refusal}"),
//!             }
//!         }
//!     }
//!     Ok(())
//! }
//! # #[cfg(not(feature = "settings"))]
//! # fn main() {}
//! ```
//!
//! # Playing
//!
//! ```
//! use kifu::shogi::{Move, Position};
//!
//! let position: Position = "7lk/9/7G1/9/9/9/9/9/4K4 b GP 1".parse().unwrap();
//! let gold: Move = "G*1b".parse().unwrap();
//! let pawn: Move = "P*1b".parse().unwrap();
//!
//! let mut mated = position.clone();
//! mated.play(gold);
//! assert!(position.is_legal(gold) && mated.legal_moves().is_empty());
//! // The pawn would also mate, but a pawn must not be dropped to mate.
//! assert!(!position.is_legal(pawn));
//! ```
//!
//! # Modules
//!
//! * [`check`]: entry point: from bytes to checked records, with their settings
//! * [`finding`]: findings: their rules, messages in two languages, and places
//! * [`text`]: encodings, damaged text, and the mapping from a character to its line, column and byte
//! * [`shogi`]: squares, pieces, positions and moves; legality, mate, repetition, points; SFEN and USI
//! * [`proof`]: certificates of mate, repetition and other facts, which can be checked without this crate
//! * [`notation`]: readers and writers of KIF, KI2, CSA, USI, SFEN, USEN, JKF and board diagrams; reading never fails
//! * [`record`]: a game as it is written, a tree of moves with times, comments and claims
//! * [`played`]: a record replayed on the board
//! * [`referee`]: the check of one record: findings of more than a hundred rules, the verdict and its reasons
//! * [`system`]: the games other than shogi, and one checker for all games
//! * [`profile`]: the rules in which events differ: built-in profiles and profile files
//! * [`opening`]: openings and castles
//! * [`convert`]: names of the files of converted records
//! * `report` and `stats` (features with the same names): findings as text, JSON, CSV and boards; tables of games,
//!   moves and players
//! * `page` (feature): the HTML report, and the browser application (feature `application`)
//! * `run` (features `settings` and `page`): options of a run as plain data, and the settings that result from them
//! * `cli` (feature): the command line, and tables for other programs
//!
//! Four types check records. Use the first one that fits:
//!
//! * [`Checker`]: files and archives in memory, with all settings of a `kifu.toml`
//! * [`check::Session`]: single records from files that the caller splits; it is created by a [`Checker`]
//! * [`system::Referees`]: records of any game, by the rules of one event, without settings
//! * [`referee::Referee`]: records of shogi only, by the rules of one event, without settings
//!
//! # Features
//!
//! * `settings`: `kifu.toml` and baseline files
//! * `archives`: zip, tar, gzip and Zstandard; `seven-zip` and `lzh` add these formats
//! * `report`: findings as text, JSON, CSV and diagrams
//! * `stats`: tables of statistics
//! * `page`: HTML pages; it enables `report` and `stats`
//! * `application`: the browser application; it enables `archives`, `page` and `settings`
//! * `xlsx`: Excel workbooks, for the command
//! * `cli` (on by default): the command `kifu`, with all features above except `seven-zip`, `lzh` and `xlsx`, which are
//!   also on by default

// In this crate, `pub` means part of the public interface. Everything else is `pub(crate)` or narrower.
#![warn(unreachable_pub)]
// Some private items are used only by the command.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

// The `pest` crate is used without its `std` feature, so its generated parsers refer to `alloc`.
extern crate alloc;

#[cfg(feature = "archives")]
mod archive;
#[cfg(all(feature = "settings", feature = "page"))]
mod audit;
pub mod check;
pub mod convert;
#[cfg(feature = "application")]
mod edit;
pub mod finding;
mod fix;
mod guard;
pub mod notation;
pub mod opening;
pub mod played;
pub mod profile;
pub mod proof;
pub mod record;
pub mod referee;
pub mod shogi;
pub mod system;
pub mod text;

pub use check::{Checked, Checker, Settings};

#[cfg(feature = "cli")]
mod batch;
#[cfg(feature = "cli")]
mod book;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
mod output;
#[cfg(feature = "page")]
pub mod page;
#[cfg(any(feature = "archives", feature = "stats"))]
mod positioned_io;
#[cfg(feature = "report")]
pub mod report;
#[cfg(all(feature = "settings", feature = "page"))]
pub mod run;
#[cfg(feature = "stats")]
pub mod stats;
#[cfg(feature = "stats")]
mod temporary;

/// Runs the examples of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Runs the examples of `docs/library.md` as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct LibraryPage;
