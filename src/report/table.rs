//! The form of tables in the output formats that support tables, and the cells of tables.

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};

use super::FORMS;

/// The functions and texts with which an output format writes a table.
#[derive(Clone, Copy, Debug)]
pub struct TableForm {
    /// Writes the text before the first row, given the names of the columns.
    pub(crate) head: fn(&[&str], &mut Vec<u8>),
    /// The text at the start of a row.
    pub(crate) begin: &'static [u8],
    /// Writes a cell, given its index in the row and the name of its column.
    pub(crate) cell: fn((usize, &'static str), Cell<'_>, &mut Vec<u8>),
    /// Ends a row. The argument is the offset in the output at which the first cell of the row began.
    pub(crate) end: fn(usize, &mut Vec<u8>),
    /// Writes a whole row in place of `begin`, `cell` and `end`; `None` in formats that write each cell separately.
    pub(crate) row: Option<WriteRow>,
}

/// A function that writes a row with these columns, given by index and name.
///
/// Its second argument returns the text of a cell by the name of the column, which may be any column of the table.
pub(crate) type WriteRow = fn(&[(usize, &'static str)], &dyn Fn(&str) -> String, &mut Vec<u8>);

impl TableForm {
    /// Returns the table format with this name, or `None` if there is no output format of this name with tables.
    pub fn named(name: &str) -> Option<&'static Self> {
        let form = FORMS.iter().find(|form| form.name == name)?;
        form.table.as_ref()
    }
}

/// The value of a cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell<'r> {
    /// An unknown value or no value: an empty field in CSV, `null` in JSON.
    Empty,
    /// A text.
    Text(Cow<'r, str>),
    /// An integer.
    Integer(i64),
    /// A finite number that may have a fraction.
    Float(f64),
    /// A Boolean.
    Bool(bool),
}

impl<'r> Cell<'r> {
    /// Returns a cell with a text.
    pub(crate) fn text(text: impl Into<Cow<'r, str>>) -> Self {
        Self::Text(text.into())
    }

    /// Returns a cell with a text, or an empty cell for `None`.
    pub(crate) fn from_option(text: Option<impl Into<Cow<'r, str>>>) -> Self {
        text.map_or(Self::Empty, Self::text)
    }

    /// Returns a cell with a text, or an empty cell for an empty text.
    pub(crate) fn from_non_empty(text: impl Into<Cow<'r, str>>) -> Self {
        Self::from_option(Some(text.into()).filter(|it| !it.is_empty()))
    }

    /// Returns a cell with a count. A count above `i64::MAX` would become `i64::MAX`, but counts of this program are
    /// far smaller.
    pub(crate) fn count(count: impl TryInto<i64>) -> Self {
        Self::Integer(count.try_into().unwrap_or(i64::MAX))
    }

    /// Returns a cell with a time in seconds, given in milliseconds. The cell is an integer if the time is a whole
    /// number of seconds.
    #[expect(clippy::cast_precision_loss, reason = "no clock runs for 2^53 milliseconds")]
    pub(crate) fn seconds(milliseconds: u64) -> Self {
        if milliseconds.is_multiple_of(1000) {
            Self::count(milliseconds / 1000)
        } else {
            Self::Float(milliseconds as f64 / 1000.0)
        }
    }

    /// Returns a cell with a number. The cell is an integer if the number has no fraction and its absolute value is
    /// less than 10¹⁵.
    #[expect(clippy::cast_possible_truncation, reason = "it is small enough to be whole")]
    pub(crate) fn from_f64(number: f64) -> Self {
        let is_whole = number.fract() == 0.0 && number.abs() < 1e15;
        if is_whole {
            Self::Integer(number as i64)
        } else {
            Self::Float(number)
        }
    }

    /// Returns a cell with the ratio of a part to a whole, rounded to `digits` decimals.
    ///
    /// The cell is empty if `whole` is 0.
    #[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    pub(crate) fn ratio(part: u64, whole: u64, digits: i32) -> Self {
        if whole == 0 {
            return Self::Empty;
        }
        Self::rounded(part as f64 / whole as f64, digits)
    }

    /// Returns a cell with a fraction, rounded to `digits` decimals.
    pub(crate) fn rounded(fraction: f64, digits: i32) -> Self {
        let scale = 10_f64.powi(digits);
        Self::Float((fraction * scale).round() / scale)
    }

    /// Returns the number in the cell; `None` for a text, a Boolean or an empty cell.
    #[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Integer(number) => Some(*number as f64),
            Self::Float(number) => Some(*number),
            _ => None,
        }
    }
}

impl fmt::Display for Cell<'_> {
    /// Writes the value of the cell, and nothing for an empty cell. A whole number in `Float` is written without
    /// decimals (`1`), unlike in CSV (`1.0`).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => Ok(()),
            Self::Text(text) => f.write_str(text),
            Self::Integer(number) => write!(f, "{number}"),
            Self::Float(number) => write!(f, "{number}"),
            Self::Bool(truth) => write!(f, "{truth}"),
        }
    }
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Empty => serializer.serialize_none(),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Integer(number) => serializer.serialize_i64(*number),
            Self::Float(number) => serializer.serialize_f64(*number),
            Self::Bool(truth) => serializer.serialize_bool(*truth),
        }
    }
}
