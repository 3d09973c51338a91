//! The names of headers: one table of what KIF, KI2 and JKF call them and what CSA calls them.
//!
//! Values are copied as they stand, except for those that have a form of their own in each notation: time limits, and
//! dates in CSA.

mod csa;
mod japanese;
mod line;
mod name;
mod start;

pub use csa::{CsaHeaders, csa};
pub use japanese::japanese;
pub use line::HeaderLine;
pub use name::{NAMES, Name, ValueKind, Version, header, value};
pub(super) use start::problem;
pub(crate) use start::{is_flag, is_of_the_start, is_problem, is_told_by_start, says_something};
