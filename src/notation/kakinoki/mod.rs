//! What the notations of Kakinoki Shogi have in common: KIF, KI2 and the board diagram.
//!
//! The three differ in how they write moves. Headers, diagrams, comments, variations, results and the words for all
//! of them are the same, and are read here, line by line, into a [`RecordBuilder`](builder::RecordBuilder).

pub(super) mod attach;
pub(super) mod block;
pub(super) mod board;
pub(super) mod builder;
pub(super) mod claim;
pub(super) mod claims;
pub(super) mod clock;
pub(super) mod cut;
pub(super) mod move_text;
pub(super) mod parser;
pub(super) mod start;
pub(super) mod step;
pub(super) mod variation;
pub(super) mod words;
pub(super) mod write;
