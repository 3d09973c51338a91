//! Figures drawn from judged records: one file for each table.

mod cell;
mod column;
mod game_id;

pub use cell::{Cell, Kind};
pub use column::Column;
pub use game_id::GameId;
