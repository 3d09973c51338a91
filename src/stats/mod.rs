//! Figures drawn from judged records: one file for each table.

mod cell;
mod column;

pub use cell::{Cell, Kind};
pub use column::Column;
