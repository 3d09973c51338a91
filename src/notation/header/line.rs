//! A header as it is written.

use std::borrow::Cow;

use crate::notation::time_limit::TimeLimit;

/// A key and its value.
pub type HeaderLine<'r> = (Cow<'r, str>, Cow<'r, str>);

/// The time limit that a header of CSA states.
pub(super) fn limit(value: &str) -> Option<TimeLimit> {
    TimeLimit::from_csa_3(value).or_else(|| TimeLimit::from_csa_2(value))
}
