//! Choosing rows: `plies > 100 and black ~ "山田"`.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use pest::iterators::Pair;
use regex::{Regex, RegexBuilder, escape};

use super::cell::Kind;
use super::name::one_width;
use super::{Cell, Fault};
use crate::finding::{Span, Words, both};
use read::Rule;

mod read;

/// The language of filters, for people.
pub(crate) const GUIDE: Words = both(
    "\
A condition consists of tests of columns, joined by `and`, `or`, `not` and parentheses.

  plies > 100                 compares with a value: = != < <= > >=
  verdict != stated           compares two columns of the same type
  date >= 2024-03             compares a date to the precision that you write
  black ~ \"yamada\"            contains this text, in any width and case; !~ for the opposite
  black ~ \"^(yamada|sato)\"    matches this regular expression
  end in (resign, \"timeout\")  is in this list; `not in` for the opposite
  start_time is not empty     has a value; `is empty` for the opposite

Numbers are compared by size, texts by their characters.

Dates are written as 2026-11-21, 2026-11 or 2026. A date that does not exist in the calendar is an error. `date <= 2024`
includes all of 2024. If a record has other text instead of a date, it is neither before nor after any date.

Texts are written in \"…\" or '…'. A backslash escapes a quote or a backslash. A word needs no quotes if it is not a column or
a keyword, or if it is a possible value of the column: `verdict = black`.

In regular expressions, escape . * + ? ( ) [ ] { } ^ $ | \\ with a backslash if you mean the character itself. `(?-i)` makes
the expression case-sensitive. Full-width characters are ordinary letters: `black ~ 甲（市）`.

No comparison is true for an empty field, not even `!=`, `!~` or `not in`. `not plies > 100` therefore includes rows without
`plies`, but `plies <= 100` does not.",
    "\
条件は、列についての比較を and、or、not と括弧でつないで書く。

  plies > 100                 値と比べる: = != < <= > >=
  verdict != stated           同じ種類の2つの列を比べる
  date >= 2024-03             日付を、書いた精度で比べる
  black ~ \"山田\"              含む（全角半角・大文字小文字を区別しない）。!~ は含まない
  black ~ \"^(山田|佐藤)\"      正規表現に一致する
  end in (resign, \"timeout\")  いずれかに等しい。not in はいずれにも等しくない
  start_time is not empty     値がある。is empty は値がない

数値は大きさで、文字列は文字の順で比べる。

日付は 2026-11-21、2026-11、2026 の形で書く。暦にない日付はエラーになる。date <= 2024 は2024年全体を含む。棋譜の日付が\
読み取れない場合、どの日付より前とも後ともみなさない。

文字列は \"…\" か '…' で囲み、中の引用符と \\ の前には \\ を書く。列名でも予約語でもない語と、その列の値になる語\
（verdict = black）は、囲まなくてよい。

正規表現で . * + ? ( ) [ ] { } ^ $ | \\ の文字そのものを表すには、前に \\ を書く。(?-i) を書くと大文字と小文字を区別する。\
全角の記号は普通の文字として扱う（black ~ 甲（市））。

空の欄との比較は、!=、!~、not in も含めて成り立たない。not plies > 100 は plies が空の行も選び、plies <= 100 は選ばない。",
);

/// What rows must be like to be chosen. `--help` of the command says in which words.
///
/// ```
/// use kifu::stats::{Cell, Filter, Kind};
///
/// let columns = [("plies", Kind::Number), ("black", Kind::Text)];
/// let filter = Filter::read("plies > 100 and black ~ 山田", &columns).unwrap();
/// assert!(filter.holds(|column| if column == 0 { Cell::Whole(115) } else { Cell::text("山田太郎") }));
/// assert_eq!(filter.to_string(), "plies > 100 and black ~ \"山田\"");
///
/// let fault = Filter::read("plys > 100", &columns).unwrap_err();
/// assert_eq!(fault.message.english(), "unknown column `plys`");
/// assert_eq!(fault.help.unwrap().english(), "did you mean `plies`?");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    test: Test,
}

impl Filter {
    /// Reads a filter of rows that have these columns.
    ///
    /// # Errors
    ///
    /// What is wrong first, with its place in the text.
    pub fn read(text: &str, columns: &[(&'static str, Kind)]) -> Result<Self, Fault> {
        read::read(text, columns).map(|test| Self { test })
    }

    /// Whether a row is chosen. Only the cells that matter are asked for, each by the place of its column.
    pub fn holds<'r>(&self, cell: impl Fn(usize) -> Cell<'r>) -> bool {
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
    fn holds<'r>(&self, cell: &Cell<'r>, others: &impl Fn(usize) -> Cell<'r>) -> bool {
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
enum Comparison {
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
    fn of(sign: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.sign() == sign)
    }

    const fn sign(self) -> &'static str {
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
    const fn is_of_size(self) -> bool {
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
enum Value {
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
struct Other {
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
const LARGEST: usize = 1 << 20;

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
            .size_limit(LARGEST)
            .dfa_size_limit(LARGEST)
            .build()?;
        Ok(Self { written, regex })
    }

    fn written(&self) -> &str {
        &self.written
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
