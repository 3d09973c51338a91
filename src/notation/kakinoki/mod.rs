//! What the notations of Kakinoki Shogi have in common: KIF, KI2 and the board diagram.
//!
//! The three differ in how they write moves. Headers, diagrams, comments, variations, results and the words for all
//! of them are the same, and are read here, line by line, into a [`RecordBuilder`](builder::RecordBuilder).

pub mod attach;
pub mod block;
pub mod board;
pub mod builder;
pub mod claim;
pub mod claims;
pub mod cursor;
pub mod cut;
pub mod move_text;
pub mod start;
pub mod step;
pub mod words;
pub mod write;
