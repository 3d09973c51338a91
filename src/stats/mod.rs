//! Figures drawn from judged records: one file for each table.

mod cell;
mod column;
mod date;
mod name;
mod width;

pub use cell::{Cell, Kind};
pub use column::Column;
pub use date::iso;
pub use name::normal;
