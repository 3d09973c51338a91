//! `gung-setup` 차림: an order of horses and elephants that there is not, or pieces that a set does not have.

use super::start::{orders, outside, surplus};
use crate::finding::rule;
use crate::referee::report::Report;
use crate::system::board::StartCase;
use crate::system::janggi::game::Janggi;

rule!(
    "gung-setup",
    RecordError,
    Starts,
    "an invalid setup (차림)",
    "ありえない並び（차림）"
);

/// The check.
pub(super) fn check(case: &StartCase<Janggi>, report: &mut Report) {
    orders(case, report);
    surplus(case, report);
    outside(case, report);
}
