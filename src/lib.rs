//! Reading, judging, converting and counting shogi game records.
//!
//! # Judging records
//!
//! ```
//! use kifu::finding::Language;
//! use kifu::referee::Referee;
//! use kifu::{notation, text};
//!
//! let bytes = "手合割：平手\n   1 ２六歩(27)\n   2 ３四歩(33)\n   3 ２五歩(26)\n   4 ８八角成(22)\n   5 ２五歩打\n";
//! // Shift_JIS, UTF-8, UTF-16 or another encoding, KIF, CSA or another notation: both are found out.
//! let text = text::decode(bytes.as_bytes(), None);
//! let mut referee = Referee::new();
//! for record in notation::records(&text, notation::detect(&text, None)) {
//!     let judgement = referee.judge(&record);
//!     let foul = judgement.findings.iter().find(|it| it.rule.name == "drop-on-occupied").unwrap();
//!     assert_eq!((foul.ply, text.line_column(foul.span.unwrap().start as usize)), (Some(5), (6, 6)));
//!     let message = foul.message.in_language(Language::English);
//!     assert_eq!(message, "a pawn is dropped on an occupied square: Black's pawn on 2e");
//! }
//! ```
//!
//! # Converting records
//!
//! ```
//! use kifu::notation::{self, Writer};
//! use kifu::played::Played;
//! use kifu::text;
//!
//! let text = text::decode(b"V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n", None);
//! let record = notation::records(&text, notation::detect(&text, None)).next().unwrap();
//! let ki2 = notation::target("ki2u").unwrap();
//! let page = Writer::of(ki2).write(&Played::of(&record)).unwrap();
//! assert_eq!(String::from_utf8(page.bytes).unwrap(), "▲７六歩    △３四歩\nまで2手で後手の勝ち\n");
//! // What a notation cannot hold is counted.
//! assert!(page.losses.is_empty());
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
//! * [`text`]: encodings, damage, and the way back from a character to its line, column and byte
//! * [`shogi`]: squares, pieces, positions and moves; legality, mate, repetition, points; SFEN and USI
//! * [`notation`]: readers and writers of KIF, KI2, CSA, USI, SFEN, USEN, JKF and board diagrams; reading never fails
//! * [`record`]: a game as it is written, a tree of moves with times, comments and claims
//! * [`played`]: a record put on the board
//! * [`referee`]: a judgement of a record: findings of more than a hundred rules, the verdict and its reasons
//! * [`system`]: the table of games, and one judge for all of them
//! * [`profile`]: the rules in which events differ, of known events and in files
//! * [`opening`]: openings and castles
//!
//! # Features
//!
//! * `report`: judgements as text, JSON, CSV and diagrams
//! * `stats`: tables of figures
//! * `page`: HTML pages, with both of these
//! * `cli` (on by default): the command `kifu` and what it is made of: all of these, files in parallel, a terminal

// Whoever reads `pub` may rely on it: it is for users of the library.
#![warn(unreachable_pub)]
// Some of what the crate keeps for itself serves the command alone.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

// pest is used without its `std` feature, so the parsers it generates name `alloc`.
extern crate alloc;

pub mod finding;
pub mod notation;
pub mod opening;
pub mod played;
pub mod profile;
pub mod record;
pub mod referee;
pub mod shogi;
pub mod system;
pub mod text;

#[cfg(feature = "cli")]
pub mod batch;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod control;
#[cfg(feature = "cli")]
mod convert;
#[cfg(feature = "cli")]
mod output;
#[cfg(feature = "page")]
pub mod page;
#[cfg(feature = "report")]
pub mod report;
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
