//! The games, each a row of one table: who plays them, their rules, and what judges a record of them.
//!
//! A reader says of which game a [`Record`](crate::record::Record) is; what comes after judging, reports, tables and pages, knows seats, cells
//! and findings, and no game.

mod board;
mod catalogue;
mod definition;
mod drawing;
mod driver;
mod fouls;
mod gunjin;
mod janggi;
mod judge;
mod moment;
mod move_facts;
mod replay;
mod table;
mod totals;
mod verdict;
mod words;
mod yonin;

pub use definition::{System, Watch};
pub use drawing::{Drawing, DrawnGate, DrawnPiece, Ground, Halves};
pub use judge::Judge;
pub use moment::{Moment, Onlook};
pub use move_facts::MoveFacts;
pub use table::{ALL_RULES, SHOGI, SYSTEMS, drawing, system_of};
