//! Choosing rows: `plies > 100 and black ~ "山田"`.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use pest::iterators::Pair;
use regex::{Regex, RegexBuilder, escape};

use super::name::one_width;
use super::{Cell, Heading, Needs};
use crate::finding::{Fault, Span, Words, both};
use read::Rule;

mod read;

/// The language of filters, for people.
pub(crate) const GUIDE: Words = both(include_str!("guide.md"), include_str!("guide.ja.md"));

/// What rows must be like to be chosen. `--help` of the command says in which words.
///
/// ```
/// use kifu::stats::Query;
///
/// let filter = Query::filter("plies > 100 and black ~ 山田").unwrap();
/// assert_eq!(filter.to_string(), "plies > 100 and black ~ \"山田\"");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    test: Test,
    /// The parts of a game that its columns are made of.
    needs: Needs,
}

impl Filter {
    /// Reads a filter of rows that have these columns.
    ///
    /// # Errors
    ///
    /// What is wrong first, with its place in the text.
    pub(crate) fn read(text: &str, columns: &[Heading]) -> Result<Self, Fault> {
        let kinds: Vec<_> = columns.iter().map(|it| (it.name, it.kind)).collect();
        let mut filter = Self {
            test: read::read(text, &kinds)?,
            needs: Needs::NOTHING,
        };
        for column in columns {
            if filter.test.asks(&|name| name == column.name) {
                filter.needs = filter.needs | column.needs;
            }
        }
        Ok(filter)
    }

    /// Returns the parts of a game that its columns are made of.
    pub(crate) const fn needs(&self) -> Needs {
        self.needs
    }

    /// Whether a row is chosen. Only the cells that matter are asked for, each by the place of its column.
    pub(crate) fn holds<'r>(&self, cell: impl Fn(usize) -> Cell<'r>) -> bool {
        self.test.holds(&cell)
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.test.fmt(f)
    }
}

// What a filter asks of one cell.

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
enum Question {
    /// Whether it is true.
    Truth,
    /// Whether it is empty, or is not.
    Empty { not: bool },
    /// How it compares with a value or another column.
    Compare(Comparison, Operand),
    /// Whether it contains what a pattern describes, or does not.
    Contains { pattern: Pattern, not: bool },
    /// Whether it is one of these values, or none.
    Among { values: Vec<Operand>, not: bool },
}

impl Question {
    /// The answer for one cell, of a row that has others. A cell that is empty answers no question but whether it is.
    fn holds<'r>(&self, cell: &Cell<'r>, others: &impl Fn(usize) -> Cell<'r>) -> bool {
        match (self, cell) {
            (Self::Empty { not }, cell) => (*cell == Cell::Empty) != *not,
            (_, Cell::Empty) => false,
            (Self::Truth, cell) => *cell == Cell::Truth(true),
            (Self::Compare(comparison, operand), cell) => {
                let order = operand.order(cell, others);
                order.is_some_and(|order| comparison.admits.contains(&order))
            }
            (Self::Contains { pattern, not }, Cell::Text(text)) => pattern.is_in(text) != *not,
            (Self::Contains { .. }, _) => false,
            (Self::Among { values, not }, cell) => {
                let is_equal = |value: &Operand| value.order(cell, others) == Some(Ordering::Equal);
                values.iter().any(is_equal) != *not
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
            Self::Compare(comparison, operand) => write!(f, " {} {operand}", comparison.sign),
            Self::Contains { pattern, not } => {
                let sign = if *not { "!~" } else { "~" };
                write!(f, " {sign} {}", quoted(&pattern.written))
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

/// A sign, and the orders of a cell and an operand for which it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Comparison {
    sign: &'static str,
    admits: &'static [Ordering],
}

const COMPARISONS: [Comparison; 6] = [
    comparison("=", &[Ordering::Equal]),
    comparison("!=", &[Ordering::Less, Ordering::Greater]),
    comparison("<", &[Ordering::Less]),
    comparison("<=", &[Ordering::Less, Ordering::Equal]),
    comparison(">", &[Ordering::Greater]),
    comparison(">=", &[Ordering::Greater, Ordering::Equal]),
];

const fn comparison(sign: &'static str, admits: &'static [Ordering]) -> Comparison {
    Comparison { sign, admits }
}

/// What a cell is compared with.
#[derive(Clone, Debug, PartialEq)]
enum Operand {
    Text(String),
    /// In ISO 8601.
    Date(String),
    Number(f64),
    Truth(bool),
    /// What another column of the same row holds.
    Column {
        column: usize,
        name: &'static str,
        /// Whether both hold dates, of which one may say more than the other.
        dates: bool,
    },
}

impl Operand {
    /// How a cell of a row stands to it; `None` where they have nothing in common.
    fn order<'r>(&self, cell: &Cell<'r>, others: &impl Fn(usize) -> Cell<'r>) -> Option<Ordering> {
        match (self, cell) {
            (Self::Text(value), Cell::Text(text)) if !is_date(value) || !is_date(text) => {
                Some((**text).cmp(value))
            }
            // What a record says instead of a date is neither before nor after one.
            (Self::Text(value) | Self::Date(value), Cell::Text(text)) => {
                is_date(text).then(|| as_precise(text, value).cmp(value))
            }
            (Self::Truth(value), Cell::Truth(truth)) => Some(truth.cmp(value)),
            (Self::Number(value), cell) => cell.number()?.partial_cmp(value),
            (Self::Column { column, dates, .. }, cell) => match (cell, &others(*column)) {
                (Cell::Text(one), Cell::Text(two)) if !dates => Some(one.cmp(two)),
                (Cell::Text(one), Cell::Text(two)) => {
                    (is_date(one) && is_date(two)).then(|| as_precise(one, two).cmp(as_precise(two, one)))
                }
                (Cell::Truth(one), Cell::Truth(two)) => Some(one.cmp(two)),
                (one, two) => one.number()?.partial_cmp(&two.number()?),
            },
            _ => None,
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

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Date(text) => f.write_str(&quoted(text)),
            Self::Number(number) => write!(f, "{number}"),
            Self::Truth(truth) => write!(f, "{truth}"),
            Self::Column { name, .. } => f.write_str(name),
        }
    }
}

// A test of rows, made of others.

/// Tests within tests. How deep they lie is limited when they are read.
#[derive(Clone, Debug, PartialEq)]
enum Test {
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
    fn asks(&self, wanted: &impl Fn(&str) -> bool) -> bool {
        let of_operand = |operand: &Operand| matches!(operand, Operand::Column { name, .. } if wanted(name));
        match self {
            Self::All(tests) | Self::Any(tests) => tests.iter().any(|it| it.asks(wanted)),
            Self::Not(test) => test.asks(wanted),
            Self::Asks { name, question, .. } => {
                wanted(name)
                    || match question {
                        Question::Compare(_, operand) => of_operand(operand),
                        Question::Among { values, .. } => values.iter().any(of_operand),
                        Question::Truth | Question::Empty { .. } | Question::Contains { .. } => false,
                    }
            }
        }
    }

    fn holds<'r>(&self, cell: &impl Fn(usize) -> Cell<'r>) -> bool {
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

// The words of a filter.

/// A word, a sign or a text in quotes.
#[derive(Clone, Copy, Debug)]
struct Token<'t> {
    pub rule: Rule,
    /// As it is written.
    pub text: &'t str,
    pub span: Span,
}

impl<'t> From<Pair<'t, Rule>> for Token<'t> {
    fn from(pair: Pair<'t, Rule>) -> Self {
        Self {
            rule: pair.as_rule(),
            text: pair.as_str(),
            span: Span::new(pair.as_span().start(), pair.as_span().end()),
        }
    }
}

impl<'t> Token<'t> {
    /// Whether this is the word, in capitals or small letters.
    fn is_word(self, word: &str) -> bool {
        self.rule == Rule::word && self.text.eq_ignore_ascii_case(word)
    }

    /// What the token says: of a text, what stands between the quotes.
    fn content(self) -> Cow<'t, str> {
        if self.rule != Rule::text {
            return Cow::Borrowed(self.text);
        }
        let quoted = self.text.get(1..self.text.len() - 1).unwrap_or_default();
        if quoted.contains('\\') {
            Cow::Owned(without_escapes(quoted))
        } else {
            Cow::Borrowed(quoted)
        }
    }

    /// As it is named in a message, with the quotes that it has.
    fn marked(self) -> String {
        if self.text.starts_with(['"', '\'']) {
            self.text.to_owned()
        } else {
            format!("`{}`", self.text)
        }
    }
}

/// A backslash is left out before a quote or another backslash, and stays before anything else.
fn without_escapes(quoted: &str) -> String {
    let mut text = String::with_capacity(quoted.len());
    let mut characters = quoted.chars().peekable();
    while let Some(character) = characters.next() {
        let escaped = characters.next_if(|it| character == '\\' && matches!(it, '\\' | '"' | '\''));
        text.push(escaped.unwrap_or(character));
    }
    text
}

/// A text in quotes, so that it is read as it is.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\""))
}

// What is sought in texts: a regular expression, whatever the width and the case of the letters.

/// So many bytes an expression may take when it is made ready: enough for any list of names that has room in a filter.
const MAX_REGEX_BYTES: usize = 1 << 20;

/// A regular expression. A text without signs is one of itself.
#[derive(Clone, Debug)]
struct Pattern {
    written: String,
    regex: Regex,
}

impl Pattern {
    /// An expression as it is written.
    ///
    /// # Errors
    ///
    /// Where it is none, or takes too much room.
    fn new(written: String) -> Result<Self, regex::Error> {
        let regex = RegexBuilder::new(&narrow(&written))
            .case_insensitive(true)
            .size_limit(MAX_REGEX_BYTES)
            .dfa_size_limit(MAX_REGEX_BYTES)
            .build()?;
        Ok(Self { written, regex })
    }

    fn is_in(&self, text: &str) -> bool {
        self.regex.is_match(&one_width(text))
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.written == other.written
    }
}

/// The expression in the width of the texts that it is sought in. Only the signs of ASCII are signs: `（` becomes `\(`.
fn narrow(written: &str) -> String {
    let mut pattern = String::with_capacity(written.len());
    for character in written.chars() {
        let alone = character.to_string();
        let narrow = one_width(&alone);
        if !character.is_ascii() && narrow.contains(|it: char| it.is_ascii_punctuation()) {
            pattern += &escape(&narrow);
        } else {
            pattern.push(character);
        }
    }
    one_width(&pattern).into_owned()
}

#[cfg(test)]
mod properties;

#[cfg(test)]
mod tests;

#[cfg(test)]
mod told;

#[cfg(test)]
mod pattern_tests {
    use super::Pattern;

    fn is_in(pattern: &str, text: &str) -> bool {
        Pattern::new(pattern.to_owned()).unwrap().is_in(text)
    }

    #[test]
    fn what_is_sought_is_found() {
        for (pattern, text) in [
            ("", "x"),
            ("habu", "Ｈａｂｕ Yoshiharu"),
            ("ＨＡＢＵ", "habu"),
            ("ﾋﾟﾖ", "ピヨ将棋"),
            ("か\u{3099}", "が.kif"),
            ("e\u{301}", "Andr\u{e9}"),
            ("^羽生|^藤井", "藤井聡太"),
            ("四段$", "甲四段"),
            ("[一二三]段", "甲三段"),
            (r"\d{4}", "２０２４年"),
            (r"\p{Han}{2}", "abc山田"),
            ("[ａ-ｃ]x", "BX"),
            // Signs of ASCII are signs; wide ones and those after a backslash are texts.
            ("甲(九段)?$", "甲九段"),
            (r"甲\(九段\)", "甲（九段）"),
            ("甲（九段）", "甲(九段)"),
            ("ｃ＋＋", "C++"),
            ("第1回㈱杯", "第１回(株)杯"),
            ("…", "..."),
            ("(?-i)Habu", "Habu"),
        ] {
            assert!(is_in(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [
            ("habu", "hab"),
            ("^羽生", "甲羽生"),
            ("甲(九段)", "甲(九段)"),
            ("甲（九段）", "甲九段"),
            ("…", "abc"),
            ("(?-i)Habu", "habu"),
        ] {
            assert!(!is_in(pattern, text), "{pattern} {text}");
        }
    }

    #[test]
    fn what_is_none_or_too_large_is_refused() {
        for pattern in ["(", "[a", "a**?{", r"\", "(?<", r"(\w{999}){999}", "a{999999999}"] {
            assert!(Pattern::new(pattern.to_owned()).is_err(), "{pattern}");
        }
    }
}
