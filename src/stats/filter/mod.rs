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
A filter is made of tests of columns, joined by `and`, `or`, `not` and parentheses.

  plies > 100                 compares: = != < <= > >=
  verdict != stated           compares two columns of one kind
  date >= 2024-03             compares so much of a date as is written
  black ~ \"yamada\"            contains, whatever the width and the case of the letters; !~ does not contain
  black ~ \"^(yamada|sato)\"    a regular expression
  end in (resign, \"timeout\")  is one of these; `not in` is none of these
  start_time is not empty     says something; `is empty` says nothing

Numbers compare by size, texts by their characters. Dates are written as 2026-11-21, 2026-11 or 2026, and those that are
in no calendar are refused; `date <= 2024` takes all of 2024 too. What a record has instead of a date is neither before
nor after one. A text stands in \"…\" or '…', where a backslash comes before a quote or a backslash that is meant as such;
a word that is no column and none of the words of the language needs no quotes, nor does a word that the column may hold:
`verdict = black`. In the regular expressions of `~` the signs . * + ? ( ) [ ] { } ^ $ | \\ need a backslash where they are
meant as such, `(?-i)` tells capitals from small letters, and signs of full width are letters: `black ~ 甲（市）`. With an
empty cell no comparison holds, `!=`, `!~` and `not in` neither: `not plies > 100` takes the rows without `plies` too,
`plies <= 100` does not.",
    "\
条件は、列についての問いを and、or、not と括弧でつないだものである。

  plies > 100                 比較: = != < <= > >=
  verdict != stated           同じ種類の2つの列を比べる
  date >= 2024-03             日付は書かれた部分だけを比べる
  black ~ \"山田\"              含む（全角半角・大文字小文字を区別しない）。!~ は含まない
  black ~ \"^(山田|佐藤)\"      正規表現
  end in (resign, \"timeout\")  いずれかに等しい。not in はいずれにも等しくない
  start_time is not empty     値がある。is empty は値がない

数値は大きさで、文字列は文字の順で比べる。日付は 2026-11-21、2026-11、2026 の形で書き、暦にない日付は受け付けない
（date <= 2024 は 2024 年の全部を選ぶ）。日付として読めない欄は、日付との前後を比べられない。文字列は \"…\" か '…' で囲み、\
中の引用符と \\ の前には \\ を置く。列名でも予約語でもない語と、その列に現れる語（verdict = black）は囲まなくてよい。~ の\
正規表現では、文字そのものを表す . * + ? ( ) [ ] { } ^ $ | \\ の前に \\ を置く。(?-i) を書くと大文字と小文字を区別する。全角の記号\
は文字として扱う（black ~ 甲（市））。空の欄との比較は、!=、!~、not in も含めてすべて成り立たない。not plies > 100 は plies が\
空の行も選び、plies <= 100 は選ばない。",
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
/// assert_eq!(fault.message.english(), "there is no column `plys`");
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
