//! Code shared by the formats of Kakinoki Shogi: KIF, KI2 and the board diagram.
//!
//! The three formats differ in how they write moves. Headers, diagrams, comments, variations and the words for results
//! are the same. The modules here read these elements line by line into a [`RecordBuilder`](builder::RecordBuilder),
//! and write them.

pub(super) mod board;
pub(super) mod boundaries;
pub(super) mod builder;
pub(super) mod fast_path;
pub(crate) mod players;
pub(super) mod result_line;
pub(crate) mod text;
pub(super) mod words;
pub(super) mod write;
