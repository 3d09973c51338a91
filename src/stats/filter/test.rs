//! A test of rows, made of others.

use std::fmt;

use super::question::Question;
use crate::stats::cell::Cell;

/// Tests within tests. How deep they lie is limited when they are read.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Test {
    /// All of these, two at least.
    All(Vec<Test>),
    /// Any of these, two at least.
    Any(Vec<Test>),
    Not(Box<Test>),
    Asks {
        column: usize,
        name: &'static str,
        question: Question,
    },
}

impl Test {
    pub(super) fn holds<'r>(&self, cell: &impl Fn(usize) -> Cell<'r>) -> bool {
        match self {
            Self::All(tests) => tests.iter().all(|it| it.holds(cell)),
            Self::Any(tests) => tests.iter().any(|it| it.holds(cell)),
            Self::Not(test) => !test.holds(cell),
            Self::Asks { column, question, .. } => question.holds(&cell(*column), cell),
        }
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = |f: &mut fmt::Formatter<'_>, tests: &[Self], word: &str| {
            for (at, test) in tests.iter().enumerate() {
                if at > 0 {
                    f.write_str(word)?;
                }
                // `and` binds more closely than `or`, and a test in parentheses is one of its own.
                match test {
                    Self::All(_) if word == OR => write!(f, "{test}")?,
                    Self::All(_) | Self::Any(_) => write!(f, "({test})")?,
                    Self::Not(_) | Self::Asks { .. } => write!(f, "{test}")?,
                }
            }
            Ok(())
        };
        match self {
            Self::All(tests) => parts(f, tests, AND),
            Self::Any(tests) => parts(f, tests, OR),
            Self::Not(test) => match **test {
                Self::All(_) | Self::Any(_) => write!(f, "not ({test})"),
                Self::Not(_) | Self::Asks { .. } => write!(f, "not {test}"),
            },
            Self::Asks { name, question, .. } => write!(f, "{name}{question}"),
        }
    }
}

const AND: &str = " and ";
const OR: &str = " or ";
