//! Choosing rows: `plies > 100 and black ~ "山田"`.

mod grammar;
mod pattern;
mod question;
mod read;
mod test;
mod token;
mod trouble;

use std::fmt;

use test::Test;

use super::cell::{Cell, Kind};
use super::fault::Fault;
use crate::finding::{Words, both};

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

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod told;
