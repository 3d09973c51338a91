//! What a filter asks of one cell.

use std::cmp::Ordering;
use std::fmt;

use super::pattern::Pattern;
use super::token::quoted;
use crate::stats::Cell;

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Question {
    /// Whether it is true.
    Truth,
    /// Whether it is empty, or is not.
    Empty { not: bool },
    /// How it compares with a value.
    Compare(Comparison, Value),
    /// How it compares with what stands in another column.
    Beside(Comparison, Other),
    /// Whether it contains what a pattern describes, or does not.
    Contains { pattern: Pattern, not: bool },
    /// Whether it is one of these values, or none.
    Among { values: Vec<Value>, not: bool },
}

impl Question {
    /// The answer for one cell, of a row that has others. A cell that is empty answers no question but whether it is.
    pub(super) fn holds<'r>(&self, cell: &Cell<'r>, others: &impl Fn(usize) -> Cell<'r>) -> bool {
        match (self, cell) {
            (Self::Empty { not }, cell) => (*cell == Cell::Empty) != *not,
            (_, Cell::Empty) => false,
            (Self::Truth, cell) => *cell == Cell::Truth(true),
            (Self::Compare(comparison, value), cell) => {
                value.order(cell).is_some_and(|order| comparison.admits(order))
            }
            (Self::Beside(comparison, other), cell) => {
                let order = other.order(cell, &others(other.column));
                order.is_some_and(|order| comparison.admits(order))
            }
            (Self::Contains { pattern, not }, Cell::Text(text)) => pattern.is_in(text) != *not,
            (Self::Contains { .. }, _) => false,
            (Self::Among { values, not }, cell) => {
                values
                    .iter()
                    .any(|value| value.order(cell) == Some(Ordering::Equal))
                    != *not
            }
        }
    }
}

impl fmt::Display for Question {
    /// What stands after the column.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth => Ok(()),
            Self::Empty { not } => f.write_str(if *not { " is not empty" } else { " is empty" }),
            Self::Compare(comparison, value) => write!(f, " {} {value}", comparison.sign()),
            Self::Beside(comparison, other) => write!(f, " {} {}", comparison.sign(), other.name),
            Self::Contains { pattern, not } => {
                write!(
                    f,
                    " {} {}",
                    if *not { "!~" } else { "~" },
                    quoted(pattern.written())
                )
            }
            Self::Among { values, not } => {
                f.write_str(if *not { " not in (" } else { " in (" })?;
                for (at, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", if at > 0 { ", " } else { "" })?;
                }
                f.write_str(")")
            }
        }
    }
}

/// How a cell and a value may compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Comparison {
    const ALL: [Self; 6] = [
        Self::Equal,
        Self::Unequal,
        Self::Less,
        Self::AtMost,
        Self::Greater,
        Self::AtLeast,
    ];

    /// The one with this sign.
    pub(super) fn of(sign: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.sign() == sign)
    }

    pub(super) const fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
        }
    }

    /// Whether it asks which is greater.
    pub(super) const fn is_of_size(self) -> bool {
        !matches!(self, Self::Equal | Self::Unequal)
    }

    const fn admits(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::Unequal => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::AtLeast => order.is_ge(),
        }
    }
}

/// What a cell is compared with.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Text(String),
    /// In ISO 8601.
    Date(String),
    Number(f64),
    Truth(bool),
}

impl Value {
    /// How a cell stands to the value; `None` where they have nothing in common.
    fn order(&self, cell: &Cell<'_>) -> Option<Ordering> {
        match (self, cell) {
            (Self::Text(value), Cell::Text(text)) if is_date(value) && is_date(text) => {
                Some(as_precise(text, value).cmp(value))
            }
            (Self::Text(value), Cell::Text(text)) => Some((**text).cmp(value)),
            // What a record says instead of a date is neither before nor after one.
            (Self::Date(value), Cell::Text(text)) if is_date(text) => {
                Some(as_precise(text, value).cmp(value))
            }
            (Self::Truth(value), Cell::Truth(truth)) => Some(truth.cmp(value)),
            (Self::Number(value), cell) => cell.number()?.partial_cmp(value),
            _ => None,
        }
    }
}

/// Another column of the same row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Other {
    pub column: usize,
    pub name: &'static str,
    /// Whether both hold dates, of which one may say more than the other.
    pub dates: bool,
}

impl Other {
    /// How a cell stands to that of this column; `None` where one says nothing.
    fn order(&self, cell: &Cell<'_>, other: &Cell<'_>) -> Option<Ordering> {
        match (cell, other) {
            (Cell::Text(one), Cell::Text(two)) if !self.dates => Some(one.cmp(two)),
            (Cell::Text(one), Cell::Text(two)) if is_date(one) && is_date(two) => {
                Some(as_precise(one, two).cmp(as_precise(two, one)))
            }
            (Cell::Truth(one), Cell::Truth(two)) => Some(one.cmp(two)),
            _ => cell.number()?.partial_cmp(&other.number()?),
        }
    }
}

/// Whether a text is a date of ISO 8601, with a time or without.
fn is_date(text: &str) -> bool {
    let is_over = text.as_bytes().get(10).is_none_or(|&byte| byte == b'T');
    let shape = text
        .bytes()
        .map(|byte| if byte.is_ascii_digit() { b'0' } else { byte });
    let shape: Vec<u8> = shape.take(10).collect();
    is_over && matches!(&shape[..], b"0000" | b"0000-00" | b"0000-00-00")
}

/// So much of a date as another one says: 2024-03-05 beside 2024-03 is 2024-03.
fn as_precise<'d>(date: &'d str, than: &str) -> &'d str {
    // Another day may begin with the same digits only at the end of a part.
    let ends = matches!(
        date.as_bytes().get(than.len()),
        Some(b'-' | b'T' | b':' | b'+' | b'Z')
    );
    date.get(..than.len()).filter(|_| ends).unwrap_or(date)
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Date(text) => f.write_str(&quoted(text)),
            Self::Number(number) => write!(f, "{number}"),
            Self::Truth(truth) => write!(f, "{truth}"),
        }
    }
}
