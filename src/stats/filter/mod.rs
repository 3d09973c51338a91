//! Filters that select rows: `plies > 100 and black ~ "山田"`.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::{self, Read};
use std::path::Path;

use pest::iterators::Pair;
use regex::{Regex, RegexBuilder, escape};

use super::name::{NameAliases, nfkc, normalize_name};
use super::{Cell, Heading, Needs, fault};
use crate::finding::{InputError, Span, Words, bilingual, both, message};
use crate::text::decode;
use read::Rule;

mod read;

/// The description of the filter language for users.
pub(crate) const GUIDE: Words = both(include_str!("guide.md"), include_str!("guide.ja.md"));

/// A condition that selects rows. `kifu stats --where help` describes the language.
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
    /// The parts of a game that the columns of the filter require.
    needs: Needs,
}

impl Filter {
    /// Parses a filter of rows with these columns.
    ///
    /// # Errors
    ///
    /// Returns the fault that the parser finds first, with its place in the text.
    pub(crate) fn read(text: &str, columns: &[Heading]) -> Result<Self, InputError> {
        let kinds: Vec<_> = columns.iter().map(|column| (column.name, column.kind)).collect();
        let mut filter = Self {
            test: read::read(text, &kinds)?,
            needs: Needs::NOTHING,
        };
        for column in columns {
            if filter.test.uses_column(&|name| name == column.name) {
                filter.needs = filter.needs | column.needs;
            }
        }
        Ok(filter)
    }

    /// Returns the parts of a game that the columns of the filter require.
    pub(crate) const fn needs(&self) -> Needs {
        self.needs
    }

    /// Returns the filter unless it refers to files with names of players.
    ///
    /// # Errors
    ///
    /// Returns a fault if it does. `text` is the filter as written.
    pub(crate) fn refuse_lists(self, text: &str) -> Result<Self, InputError> {
        let Some((path, span)) = read::lists_in(text).into_iter().next() else {
            return Ok(self);
        };
        let message = message!(
            "the names in `{path}` cannot be used here",
            "ここでは `{path}` の名前を使えない",
        );
        let help = bilingual("write the names in parentheses", "名前を括弧の中に書く");
        Err(fault(span, message, help))
    }

    /// Replaces aliases of players by their names, and adds the names in the files that the filter refers to. Before, the
    /// filter knows no aliases, and its lists of names are empty.
    #[must_use]
    pub(crate) fn with_names(mut self, aliases: &NameAliases, lists: &NameLists) -> Self {
        self.test.resolve(aliases, lists);
        self
    }

    /// Returns whether the filter selects a row.
    ///
    /// `cell` returns a cell by the index of its column, and is called only for the cells that are needed.
    pub(crate) fn matches_row<'r>(&self, cell: impl Fn(usize) -> Cell<'r>) -> bool {
        self.test.matches_row(&cell)
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.test.fmt(f)
    }
}

// Tests of one cell.

/// A test of one cell, without the column of the cell.
#[derive(Clone, Debug, PartialEq)]
enum CellTest {
    /// The cell is `true`.
    IsTrue,
    /// The cell is empty, or is not empty if `not` is set.
    Empty { not: bool },
    /// The comparison of the cell with a value or with a cell in another column is `true`.
    Compare(Comparison, Operand),
    /// The text in the cell contains a match of a regular expression, or does not contain one if `not` is set.
    Contains { pattern: Pattern, not: bool },
    /// The cell is one of these values, or none of them if `not` is set.
    Among { values: Vec<Operand>, not: bool },
    /// The cell is one of the names in a file, or none of them if `not` is set.
    Listed { names: NameList, not: bool },
}

impl CellTest {
    /// Returns the result of the test for a cell. `others` returns the cell of another column of the row.
    ///
    /// For an empty cell every test other than `Empty` is `false`.
    fn matches<'r>(&self, cell: &Cell<'r>, others: &impl Fn(usize) -> Cell<'r>) -> bool {
        match (self, cell) {
            (Self::Empty { not }, cell) => (*cell == Cell::Empty) != *not,
            (_, Cell::Empty) => false,
            (Self::IsTrue, cell) => *cell == Cell::Bool(true),
            (Self::Compare(comparison, operand), cell) => {
                let order = operand.order(cell, others);
                order.is_some_and(|order| comparison.orderings.contains(&order))
            }
            (Self::Contains { pattern, not }, Cell::Text(text)) => pattern.is_in(text) != *not,
            (Self::Listed { names, not }, Cell::Text(text)) => names.contains(text) != *not,
            (Self::Contains { .. } | Self::Listed { .. }, _) => false,
            (Self::Among { values, not }, cell) => {
                let is_equal = |value: &Operand| value.order(cell, others) == Some(Ordering::Equal);
                values.iter().any(is_equal) != *not
            }
        }
    }

    /// Returns whether the test is about the absence of a value, so that several cells satisfy it only together.
    fn is_negative(&self) -> bool {
        match self {
            Self::IsTrue => false,
            Self::Compare(comparison, _) => comparison.operator == "!=",
            Self::Contains { not, .. } | Self::Among { not, .. } | Self::Listed { not, .. } => *not,
            Self::Empty { not } => !*not,
        }
    }

    /// Replaces aliases of players, and reads the names of lists.
    fn resolve(&mut self, aliases: &NameAliases, lists: &NameLists) {
        let resolve = |operand: &mut Operand| {
            if let Operand::Name { written, normalized } = operand {
                *normalized = aliases.normalized(written);
            }
        };
        match self {
            Self::Compare(_, operand) => resolve(operand),
            Self::Among { values, .. } => values.iter_mut().for_each(resolve),
            Self::Listed { names, .. } => {
                let written = lists.0.get(&names.path).into_iter().flatten();
                names.names = written.map(|name| aliases.normalized(name)).collect();
            }
            Self::IsTrue | Self::Empty { .. } | Self::Contains { .. } => {}
        }
    }
}

impl fmt::Display for CellTest {
    /// Writes the test without the name of the column.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IsTrue => Ok(()),
            Self::Empty { not } => f.write_str(if *not { " is not empty" } else { " is empty" }),
            Self::Compare(comparison, operand) => write!(f, " {} {operand}", comparison.operator),
            Self::Contains { pattern, not } => {
                let operator = if *not { "!~" } else { "~" };
                write!(f, " {operator} {}", quoted(&pattern.written))
            }
            Self::Among { values, not } => {
                f.write_str(if *not { " not in (" } else { " in (" })?;
                for (at, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", if at > 0 { ", " } else { "" })?;
                }
                f.write_str(")")
            }
            Self::Listed { names, not } => {
                let operator = if *not { " not in" } else { " in" };
                write!(f, "{operator} @{}", quoted(&names.path))
            }
        }
    }
}

/// The names of players in a file.
#[derive(Clone, Debug, PartialEq)]
struct NameList {
    path: String,
    /// The names for comparison. There are none before the file is read.
    names: HashSet<String>,
}

impl NameList {
    fn contains(&self, name: &str) -> bool {
        let name = normalize_name(name);
        !name.is_empty() && self.names.contains(&name)
    }
}

/// The files with names of players that filters refer to: the lines of each, by its path in the filter.
#[derive(Clone, Debug, Default)]
pub(crate) struct NameLists(HashMap<String, Vec<String>>);

impl NameLists {
    /// Reads the files that a filter refers to. A filter with errors refers to none. `open` opens a file.
    ///
    /// # Errors
    ///
    /// Returns the path of a file that cannot be read, and the reason.
    pub(crate) fn read<R: Read>(
        filter: &str,
        mut open: impl FnMut(&Path) -> io::Result<R>,
    ) -> Result<Self, (String, io::Error)> {
        let mut lists = HashMap::new();
        for (path, _) in read::lists_in(filter) {
            let mut bytes = Vec::new();
            let read =
                open(Path::new(&path)).and_then(|file| file.take(MAX_LIST_BYTES).read_to_end(&mut bytes));
            if let Err(error) = read {
                return Err((path, error));
            }
            let text = decode(&bytes, None);
            lists.insert(path, text.as_str().lines().map(str::to_owned).collect());
        }
        Ok(Self(lists))
    }
}

/// Maximum size of a file with names (bytes). The rest of a larger file is not read.
const MAX_LIST_BYTES: u64 = 16 << 20;

/// A comparison operator, and the orderings of cell and operand for which the comparison is `true`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Comparison {
    operator: &'static str,
    orderings: &'static [Ordering],
}

const COMPARISONS: [Comparison; 6] = [
    comparison("=", &[Ordering::Equal]),
    comparison("!=", &[Ordering::Less, Ordering::Greater]),
    comparison("<", &[Ordering::Less]),
    comparison("<=", &[Ordering::Less, Ordering::Equal]),
    comparison(">", &[Ordering::Greater]),
    comparison(">=", &[Ordering::Greater, Ordering::Equal]),
];

const fn comparison(operator: &'static str, orderings: &'static [Ordering]) -> Comparison {
    Comparison { operator, orderings }
}

/// The right operand of a comparison.
#[derive(Clone, Debug, PartialEq)]
enum Operand {
    Text(String),
    /// The name of a player, which is compared in normalized form.
    Name {
        written: String,
        normalized: String,
    },
    /// A date in ISO 8601.
    Date(String),
    Number(f64),
    Bool(bool),
    /// Another column of the same row.
    Column {
        column: usize,
        name: &'static str,
        /// `true` if both columns have dates, which may differ in precision.
        dates: bool,
    },
}

impl Operand {
    /// Returns the ordering of a cell and the operand, or `None` if they cannot be compared. A date in the cell is
    /// truncated to the precision of the operand, and a date in a column operand to the precision of the cell.
    fn order<'r>(&self, cell: &Cell<'r>, others: &impl Fn(usize) -> Cell<'r>) -> Option<Ordering> {
        match (self, cell) {
            (Self::Name { normalized, .. }, Cell::Text(text)) => {
                let name = normalize_name(text);
                (!name.is_empty()).then(|| name.cmp(normalized))
            }
            (Self::Text(value), Cell::Text(text)) if !is_date(value) || !is_date(text) => {
                Some((**text).cmp(value))
            }
            // Text that is not a date is neither before nor after a date.
            (Self::Text(value) | Self::Date(value), Cell::Text(text)) => {
                is_date(text).then(|| truncate_to_precision(text, value).cmp(value))
            }
            (Self::Bool(value), Cell::Bool(truth)) => Some(truth.cmp(value)),
            (Self::Number(value), cell) => cell.number()?.partial_cmp(value),
            (Self::Column { column, dates, .. }, cell) => match (cell, &others(*column)) {
                (Cell::Text(one), Cell::Text(two)) if !dates => Some(one.cmp(two)),
                (Cell::Text(one), Cell::Text(two)) => (is_date(one) && is_date(two))
                    .then(|| truncate_to_precision(one, two).cmp(truncate_to_precision(two, one))),
                (Cell::Bool(one), Cell::Bool(two)) => Some(one.cmp(two)),
                (one, two) => one.number()?.partial_cmp(&two.number()?),
            },
            _ => None,
        }
    }
}

/// Returns whether a text has the form of a year, month or day in ISO 8601, or of a day followed by `T`. The text after
/// `T` is not checked.
fn is_date(text: &str) -> bool {
    let ends_after_day = text.as_bytes().get(10).is_none_or(|&byte| byte == b'T');
    let shape = text
        .bytes()
        .map(|byte| if byte.is_ascii_digit() { b'0' } else { byte });
    let shape: Vec<u8> = shape.take(10).collect();
    ends_after_day && matches!(&shape[..], b"0000" | b"0000-00" | b"0000-00-00")
}

/// Truncates a date to the precision of the date `other`: with 2024-03, 2024-03-05 becomes 2024-03. A date that is not
/// more precise is returned unchanged.
fn truncate_to_precision<'d>(date: &'d str, other: &str) -> &'d str {
    // The date is cut only at the end of a component, because a longer number may begin with the same digits.
    let is_component_end = matches!(
        date.as_bytes().get(other.len()),
        Some(b'-' | b'T' | b':' | b'+' | b'Z')
    );
    date.get(..other.len())
        .filter(|_| is_component_end)
        .unwrap_or(date)
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Name { written: text, .. } | Self::Date(text) => {
                f.write_str(&quoted(text))
            }
            Self::Number(number) => write!(f, "{number}"),
            Self::Bool(truth) => write!(f, "{truth}"),
            Self::Column { name, .. } => f.write_str(name),
        }
    }
}

// Tests of rows that consist of other tests.

/// A tree of tests. The parser limits its depth.
#[derive(Clone, Debug, PartialEq)]
enum Test {
    /// All of at least two tests are `true`.
    All(Vec<Test>),
    /// Any of at least two tests is `true`.
    Any(Vec<Test>),
    Not(Box<Test>),
    Column {
        column: usize,
        name: &'static str,
        cell_test: CellTest,
    },
    /// A test of the names of all players, in these columns: some name satisfies it, or all names if the test is negative.
    Player {
        columns: Vec<usize>,
        cell_test: CellTest,
    },
}

impl Test {
    fn uses_column(&self, is_wanted: &impl Fn(&str) -> bool) -> bool {
        let is_wanted_operand =
            |operand: &Operand| matches!(operand, Operand::Column { name, .. } if is_wanted(name));
        match self {
            Self::All(tests) | Self::Any(tests) => tests.iter().any(|it| it.uses_column(is_wanted)),
            Self::Not(test) => test.uses_column(is_wanted),
            Self::Player { .. } => read::PLAYER_COLUMNS.iter().any(|name| is_wanted(name)),
            Self::Column { name, cell_test, .. } => {
                is_wanted(name)
                    || match cell_test {
                        CellTest::Compare(_, operand) => is_wanted_operand(operand),
                        CellTest::Among { values, .. } => values.iter().any(is_wanted_operand),
                        CellTest::IsTrue
                        | CellTest::Empty { .. }
                        | CellTest::Contains { .. }
                        | CellTest::Listed { .. } => false,
                    }
            }
        }
    }

    fn matches_row<'r>(&self, cell: &impl Fn(usize) -> Cell<'r>) -> bool {
        match self {
            Self::All(tests) => tests.iter().all(|it| it.matches_row(cell)),
            Self::Any(tests) => tests.iter().any(|it| it.matches_row(cell)),
            Self::Not(test) => !test.matches_row(cell),
            Self::Column {
                column, cell_test, ..
            } => cell_test.matches(&cell(*column), cell),
            Self::Player { columns, cell_test } => {
                let cells = columns.iter().map(|&column| cell(column));
                let mut names = cells.filter(|name| *name != Cell::Empty).peekable();
                match cell_test {
                    CellTest::Empty { not } => names.peek().is_some() == *not,
                    _ if cell_test.is_negative() => {
                        names.peek().is_some() && names.all(|name| cell_test.matches(&name, cell))
                    }
                    _ => names.any(|name| cell_test.matches(&name, cell)),
                }
            }
        }
    }

    fn resolve(&mut self, aliases: &NameAliases, lists: &NameLists) {
        match self {
            Self::All(tests) | Self::Any(tests) => {
                for test in tests {
                    test.resolve(aliases, lists);
                }
            }
            Self::Not(test) => test.resolve(aliases, lists),
            Self::Column { cell_test, .. } | Self::Player { cell_test, .. } => {
                cell_test.resolve(aliases, lists);
            }
        }
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write_tests = |f: &mut fmt::Formatter<'_>, tests: &[Self], operator: &str| {
            for (at, test) in tests.iter().enumerate() {
                if at > 0 {
                    f.write_str(operator)?;
                }
                // `and` binds more tightly than `or`, so `and` within `or` needs no parentheses. In all other cases,
                // the parentheses prevent the parser from merging the inner test with the outer test.
                match test {
                    Self::All(_) if operator == OR => write!(f, "{test}")?,
                    Self::All(_) | Self::Any(_) => write!(f, "({test})")?,
                    Self::Not(_) | Self::Column { .. } | Self::Player { .. } => write!(f, "{test}")?,
                }
            }
            Ok(())
        };
        match self {
            Self::All(tests) => write_tests(f, tests, AND),
            Self::Any(tests) => write_tests(f, tests, OR),
            Self::Not(test) => match **test {
                Self::All(_) | Self::Any(_) => write!(f, "not ({test})"),
                Self::Not(_) | Self::Column { .. } | Self::Player { .. } => write!(f, "not {test}"),
            },
            Self::Column { name, cell_test, .. } => write!(f, "{name}{cell_test}"),
            Self::Player { cell_test, .. } => write!(f, "{}{cell_test}", read::PLAYER),
        }
    }
}

const AND: &str = " and ";
const OR: &str = " or ";

// The tokens of a filter.

/// A token: a word, an operator or a quoted text.
#[derive(Clone, Copy, Debug)]
struct Token<'t> {
    pub rule: Rule,
    /// The source text of the token.
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
    /// Returns whether the token is this word, ignoring ASCII case.
    fn is_word(self, word: &str) -> bool {
        self.rule == Rule::word && self.text.eq_ignore_ascii_case(word)
    }

    /// Returns the content of the token: of a quoted text, the text between the quotes, without escapes; of any other
    /// token, its source text.
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

    /// Returns the token as shown in a message: with the quotes of the filter if it begins with a quote, or else in
    /// backticks.
    fn quoted_for_message(self) -> String {
        if self.text.starts_with(['"', '\'']) {
            self.text.to_owned()
        } else {
            format!("`{}`", self.text)
        }
    }
}

/// Removes the backslash before a quote or before another backslash. All other backslashes remain.
fn without_escapes(quoted: &str) -> String {
    let mut text = String::with_capacity(quoted.len());
    let mut characters = quoted.chars().peekable();
    while let Some(character) = characters.next() {
        let escaped = characters.next_if(|next| character == '\\' && matches!(next, '\\' | '"' | '\''));
        text.push(escaped.unwrap_or(character));
    }
    text
}

/// Quotes a text, so that the parser reads it unchanged.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\""))
}

// Regular expressions for texts, which ignore differences of width and case.

/// Maximum size of a compiled regular expression (bytes). This is enough for any list of names that fits into a filter.
const MAX_REGEX_BYTES: usize = 1 << 20;

/// A regular expression, which may be a plain text.
#[derive(Clone, Debug)]
struct Pattern {
    written: String,
    regex: Regex,
}

impl Pattern {
    /// Compiles a regular expression that ignores differences of width, and of case unless it contains `(?-i)`.
    ///
    /// # Errors
    ///
    /// Returns an error if the expression is malformed, or too large when compiled.
    fn new(written: String) -> Result<Self, regex::Error> {
        let regex = RegexBuilder::new(&normalize_pattern(&written))
            .case_insensitive(true)
            .size_limit(MAX_REGEX_BYTES)
            .dfa_size_limit(MAX_REGEX_BYTES)
            .build()?;
        Ok(Self { written, regex })
    }

    fn is_in(&self, text: &str) -> bool {
        self.regex.is_match(&nfkc(text))
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.written == other.written
    }
}

/// Converts an expression to NFKC, the form in which texts are searched.
///
/// Only ASCII characters are operators. Any other character whose NFKC contains ASCII punctuation is escaped: `（`
/// becomes `\(`.
fn normalize_pattern(written: &str) -> String {
    let mut pattern = String::with_capacity(written.len());
    for character in written.chars() {
        let one_character = character.to_string();
        let narrow = nfkc(&one_character);
        if !character.is_ascii() && narrow.contains(|it: char| it.is_ascii_punctuation()) {
            pattern += &escape(&narrow);
        } else {
            pattern.push(character);
        }
    }
    nfkc(&pattern).into_owned()
}

#[cfg(test)]
mod properties;

#[cfg(test)]
mod tests;

#[cfg(test)]
mod error_tests;

#[cfg(test)]
mod pattern_tests {
    use super::Pattern;

    fn is_in(pattern: &str, text: &str) -> bool {
        Pattern::new(pattern.to_owned()).unwrap().is_in(text)
    }

    #[test]
    fn matching_text_is_found() {
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
            // ASCII punctuation can be an operator. Full-width punctuation, and punctuation after a backslash, is
            // literal.
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
    fn invalid_and_too_large_patterns_are_refused() {
        for pattern in ["(", "[a", "a**?{", r"\", "(?<", r"(\w{999}){999}", "a{999999999}"] {
            assert!(Pattern::new(pattern.to_owned()).is_err(), "{pattern}");
        }
    }
}
