//! What the notations of Kakinoki Shogi have in common: KIF, KI2 and the board diagram.
//!
//! The three differ in how they write moves. Headers, diagrams, comments, variations, results and the words for all
//! of them are the same, and are read here, line by line, into a [`RecordBuilder`](builder::RecordBuilder).

pub(super) mod board;
pub(super) mod builder;
pub(super) mod cut;
pub(crate) mod players;
pub(crate) mod text;
pub(super) mod words;
pub(super) mod write;
