//! What a filter asks of one cell.

use std::cmp::Ordering;
use std::fmt;

use super::token::quoted;
use crate::stats::Cell;
use crate::stats::fold::folded;

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Question {
    /// Whether it is true.
    Truth,
    /// Whether it is empty, or is not.
    Empty { not: bool },
    /// How it compares with a value.
    Compare(Comparison, Value),
    /// Whether it contains a text, or does not.
    Contains { part: Part, not: bool },
    /// Whether it is one of these values, or none.
    Among { values: Vec<Value>, not: bool },
}

impl Question {
    /// The answer. A cell that is empty answers no question but whether it is.
    pub fn holds(&self, cell: &Cell<'_>) -> bool {
        match (self, cell) {
            (Self::Empty { not }, cell) => (*cell == Cell::Empty) != *not,
            (_, Cell::Empty) => false,
            (Self::Truth, cell) => *cell == Cell::Truth(true),
            (Self::Compare(comparison, value), cell) => {
                value.order(cell).is_some_and(|order| comparison.admits(order))
            }
            (Self::Contains { part, not }, Cell::Text(text)) => folded(text).contains(&part.folded) != *not,
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
    /// What stands behind the column.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth => Ok(()),
            Self::Empty { not } => f.write_str(if *not { " is not empty" } else { " is empty" }),
            Self::Compare(comparison, value) => write!(f, " {} {value}", comparison.sign()),
            Self::Contains { part, not } => {
                write!(f, " {} {}", if *not { "!~" } else { "~" }, quoted(&part.written))
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
    pub fn of(sign: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.sign() == sign)
    }

    pub const fn sign(self) -> &'static str {
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
    pub const fn is_of_size(self) -> bool {
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
    Number(f64),
    Truth(bool),
}

impl Value {
    /// How a cell stands to the value; `None` where they have nothing in common.
    fn order(&self, cell: &Cell<'_>) -> Option<Ordering> {
        match (self, cell) {
            (Self::Text(value), Cell::Text(text)) => Some(as_precise(text, value).cmp(value)),
            (Self::Truth(value), Cell::Truth(truth)) => Some(truth.cmp(value)),
            (Self::Number(value), cell) => cell.number()?.partial_cmp(value),
            _ => None,
        }
    }
}

/// So much of a date as another one says: 2024-03-05 beside 2024-03 is 2024-03. Other texts stay as they are.
fn as_precise<'t>(text: &'t str, than: &str) -> &'t str {
    let is_date = |text: &str| {
        let shape = text
            .bytes()
            .map(|byte| if byte.is_ascii_digit() { b'0' } else { byte });
        let shape: Vec<u8> = shape.take(10).collect();
        matches!(&shape[..], b"0000" | b"0000-00" | b"0000-00-00")
    };
    let begun = text.get(..than.len()).filter(|_| is_date(than) && is_date(text));
    // Another day may begin with the same digits only at the end of a part.
    begun
        .filter(|it| matches!(text.as_bytes().get(it.len()), Some(b'-' | b'T')))
        .unwrap_or(text)
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(&quoted(text)),
            Self::Number(number) => write!(f, "{number}"),
            Self::Truth(truth) => write!(f, "{truth}"),
        }
    }
}

/// A text that is sought in others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    written: String,
    folded: String,
}

impl Part {
    pub fn new(written: String) -> Self {
        Self {
            folded: folded(&written).into_owned(),
            written,
        }
    }
}
