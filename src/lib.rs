//! Reading, judging, converting and counting shogi game records.
//!
//! # Checking files
//!
//! The bytes of a file, or of an archive, become checked records, each with its findings, their lines and columns, and every other
//! notation. The command `kifu` works like this, too.
//!
//! ```no_run
//! use kifu::finding::Language;
//! use kifu::{Checker, Settings, notation};
//!
//! # #[cfg(feature = "settings")]
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let path = "archive/games.zip";
//!     // The nearest kifu.toml says by which rules, and which findings count.
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
//! // The pawn would mate as well, and may not be dropped for that.
//! assert!(!position.is_legal(pawn));
//! ```
//!
//! # What is there
//!
//! * [`check`]: the way in: from bytes to checked records, and the settings for it
//! * [`finding`]: findings: their rules, messages in two languages, and places
//! * [`text`]: encodings, damage, and the way back from a character to its line, column and byte
//! * [`shogi`]: squares, pieces, positions and moves; legality, mate, repetition, points; SFEN and USI
//! * [`notation`]: readers and writers of KIF, KI2, CSA, USI, SFEN, USEN, JKF and board diagrams; reading never fails
//! * [`record`]: a game as it is written, a tree of moves with times, comments and claims
//! * [`played`]: a record put on the board
//! * [`referee`]: a judgement of a record: findings of more than a hundred rules, the verdict and its reasons
//! * [`system`]: the table of games, and one judge for all of them
//! * [`profile`]: the rules in which events differ, of known events and in files
//! * [`opening`]: openings and castles
//! * [`convert`]: names for the files of converted records
//! * `report` and `stats` (features of these names): findings as text, JSON, CSV and boards; tables of games, moves and players
//! * `page` (feature): the HTML report
//! * `cli` (feature): the command, and tables for other programs
//!
//! Four types check records. Take the first that fits:
//!
//! * [`Checker`]: files and archives in memory, with everything that a `kifu.toml` may say
//! * [`check::Session`]: records one by one, from files that you cut yourself; it comes from a [`Checker`]
//! * [`system::Judge`]: records of any game, by the rules of one event, without settings
//! * [`referee::Referee`]: the same for records of shogi alone
//!
//! # Features
//!
//! * `settings`: what a `kifu.toml` and a baseline say
//! * `archives`: zip, tar, gzip and Zstandard; `seven-zip` and `lzh` add these
//! * `report`: judgements as text, JSON, CSV and diagrams
//! * `stats`: tables of figures
//! * `page`: HTML pages, with both of these
//! * `xlsx`: workbooks of Excel, for the command
//! * `cli` (on by default): the command `kifu`, with all of these

// Whoever reads `pub` may rely on it: it is for users of the library.
#![warn(unreachable_pub)]
// Some of what the crate keeps for itself serves the command alone.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

// pest is used without its `std` feature, so the parsers it generates name `alloc`.
extern crate alloc;

#[cfg(feature = "archives")]
mod archive;
pub mod check;
pub mod convert;
pub mod finding;
mod guard;
pub mod notation;
pub mod opening;
pub mod played;
pub mod profile;
pub mod record;
pub mod referee;
pub mod shogi;
pub mod system;
pub mod text;

pub use check::{Checked, Checker, Settings};

#[cfg(feature = "cli")]
mod batch;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
mod output;
#[cfg(feature = "page")]
pub mod page;
#[cfg(feature = "report")]
pub mod report;
#[cfg(all(feature = "settings", feature = "page"))]
pub mod run;
#[cfg(feature = "stats")]
pub mod stats;
#[cfg(feature = "stats")]
mod temporary;

/// The examples of the README are tried like those of the library.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Examples of the page on the library.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct LibraryPage;
