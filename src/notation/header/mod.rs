//! The names of headers: one table of what KIF, KI2 and JKF call them and what CSA calls them.
//!
//! Values are copied as they stand, except for those that have a form of their own in each notation: time limits, and
//! dates in CSA.

mod csa;
mod entry;
mod japanese;
mod name;
mod start;

pub use csa::{CsaHeaders, csa};
pub use entry::Entry;
pub use japanese::japanese;
pub use name::{NAMES, Name, Value, Version, header, value};
pub(super) use start::problem;
pub use start::{is_flag, is_of_the_start, is_problem, is_told_by_start, says_something};
