//! What stands where a row and a column of a table meet.

use std::borrow::Cow;
use std::cmp::Ordering;

use serde::{Serialize, Serializer};

/// What the cells of a column hold, where they hold anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Words.
    Text,
    /// Dates in ISO 8601, as precise as they are known; words where a record says something else.
    Date,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Whole numbers and fractions.
    Number,
    /// `true` or `false`.
    Truth,
}

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell<'r> {
    /// Nothing is known: an empty field in CSV, `null` in JSON.
    Empty,
    /// Words.
    Text(Cow<'r, str>),
    /// A whole number.
    Whole(i64),
    /// A fraction, never infinite and never NaN.
    Real(f64),
    /// `true` or `false`.
    Truth(bool),
}

impl<'r> Cell<'r> {
    /// Words.
    pub fn text(text: impl Into<Cow<'r, str>>) -> Self {
        Self::Text(text.into())
    }

    /// Words where there are any.
    pub fn known(text: Option<impl Into<Cow<'r, str>>>) -> Self {
        text.map_or(Self::Empty, Self::text)
    }

    /// A count. No count of this program comes near the limit.
    pub fn count(count: impl TryInto<i64>) -> Self {
        Self::Whole(count.try_into().unwrap_or(i64::MAX))
    }

    /// A time in seconds: a fraction only where there is one.
    #[expect(clippy::cast_precision_loss, reason = "no clock runs for 2^53 milliseconds")]
    pub fn seconds(milliseconds: u64) -> Self {
        if milliseconds.is_multiple_of(1000) {
            Self::count(milliseconds / 1000)
        } else {
            Self::Real(milliseconds as f64 / 1000.0)
        }
    }

    /// A part of a whole, to `digits` digits after the point; empty where there is no whole.
    #[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    pub(crate) fn ratio(part: u64, whole: u64, digits: i32) -> Self {
        if whole == 0 {
            return Self::Empty;
        }
        Self::rounded(part as f64 / whole as f64, digits)
    }

    /// A fraction to `digits` digits after the point.
    pub fn rounded(fraction: f64, digits: i32) -> Self {
        let scale = 10_f64.powi(digits);
        Self::Real((fraction * scale).round() / scale)
    }

    /// The order in which rows are sorted: what is empty last, numbers by size, words by their characters.
    pub fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Text(one), Self::Text(two)) => one.cmp(two),
            (Self::Truth(one), Self::Truth(two)) => one.cmp(two),
            (Self::Whole(one), Self::Whole(two)) => one.cmp(two),
            _ => match (self.number(), other.number()) {
                (Some(one), Some(two)) => one.total_cmp(&two),
                _ => self.rank().cmp(&other.rank()),
            },
        }
    }

    /// The number in the cell.
    #[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Whole(number) => Some(*number as f64),
            Self::Real(number) => Some(*number),
            _ => None,
        }
    }

    const fn rank(&self) -> u8 {
        match self {
            Self::Truth(_) => 0,
            Self::Whole(_) | Self::Real(_) => 1,
            Self::Text(_) => 2,
            Self::Empty => 3,
        }
    }
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Empty => serializer.serialize_none(),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Whole(number) => serializer.serialize_i64(*number),
            Self::Real(number) => serializer.serialize_f64(*number),
            Self::Truth(truth) => serializer.serialize_bool(*truth),
        }
    }
}
