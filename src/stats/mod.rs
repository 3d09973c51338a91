//! Figures drawn from judged records: one file for each table.

mod cell;
mod choice;
mod column;
pub mod duplicates;
mod fault;
pub mod filter;
mod game_id;
mod key;
mod sorter;

pub use cell::{Cell, Kind};
pub use choice::{Order, columns, orders};
pub use column::Column;
pub use fault::Fault;
pub use filter::Filter;
pub use game_id::GameId;
pub use key::push_key;
pub use sorter::{Sorted, Sorter};
