//! Figures drawn from judged records: one file for each table.

mod cell;
mod column;
mod game_id;
mod key;
mod sorter;

pub use cell::{Cell, Kind};
pub use column::Column;
pub use game_id::GameId;
pub use key::push_key;
pub use sorter::{Sorted, Sorter};
