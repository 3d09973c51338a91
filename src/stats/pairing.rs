//! The round and the table of a game in its event, and the name of the event without them.
//!
//! The round is stated in a header of its own, in the comment before the first move (`*2回戦 1番卓`), in the name of the event
//! (`きのわ杯 2回戦`), in a folder or in the name of the file (`2回戦/3番卓.kif`, `r2t3.kif`). The first of these places that
//! states a round or a table counts.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::name::nfkc;
use crate::record::{NodeId, Record, RemarkKind};

/// The round and the table of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pairing {
    /// The number of the round; `None` if it is unknown.
    pub round: Option<u32>,
    /// The number of the table; `None` if it is unknown.
    pub table: Option<u32>,
}

/// The names of headers with the number of the round, in lower case and without `$`.
const ROUND_HEADERS: [&str; 4] = ["回戦", "ラウンド", "round", "回"];

/// The names of headers with the number of the table, in lower case and without `$`.
const TABLE_HEADERS: [&str; 5] = ["卓", "卓番", "テーブル", "table", "board"];

/// A number in digits of any width or in kanji.
const NUMBER: &str = "([0-9]{1,3}|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九])";

/// Compiles a pattern in which `N` is a number. The patterns are constants that the tests use.
fn pattern(text: &str) -> Option<Regex> {
    Regex::new(&text.replace('N', NUMBER)).ok()
}

/// The patterns of rounds in any text.
static ROUND: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(r"(?i)第?\s*N\s*(?:回戦|ラウンド)|第\s*N\s*局|(?:^|[^a-z])round[-_ .]*N(?:$|[^0-9])")
});

/// The patterns of tables in any text.
static TABLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(r"(?i)第?\s*N\s*番?\s*卓|卓\s*N|(?:^|[^a-z])(?:table|board)[-_ .]*N(?:$|[^0-9])")
});

/// The short forms of rounds in names of files and folders, such as `r2` and `2回`.
static ROUND_IN_NAME: LazyLock<Option<Regex>> =
    LazyLock::new(|| pattern(r"(?i)(?:^|[^a-z])r[-_ ]?N(?:$|[^0-9])|(?:^|[^第0-9])N回(?:$|[^0-9])"));

/// The short forms of tables in names of files and folders, such as `t3`.
static TABLE_IN_NAME: LazyLock<Option<Regex>> =
    LazyLock::new(|| pattern(r"(?i)(?:^|[^a-z])t[-_ ]?N(?:$|[^0-9])"));

/// The words for a round without a number.
static ROUND_WORDS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(準々決勝|準決勝|決勝|[3三]位決定)(戦)?(トーナメント|リーグ)?|\b(?:quarter-?final|semi-?final|final)s?\b").ok()
});

impl Pairing {
    /// Returns the round and the table that a record states: in headers, in the comment before the first move, or in the name of
    /// the event.
    pub(crate) fn in_record(record: &Record<'_>, event: Option<&str>) -> Self {
        let mut pairing = Self::default();
        for header in record.headers.iter() {
            let name = header.name.trim_start_matches('$').to_lowercase();
            let number = || number_in(header.value.trim());
            if ROUND_HEADERS.contains(&&*name) {
                pairing.round = pairing.round.or_else(number);
            } else if TABLE_HEADERS.contains(&&*name) {
                pairing.table = pairing.table.or_else(number);
            }
        }
        let is_before_moves = |remark: &&crate::record::Remark<'_>| {
            remark.node == NodeId::START && remark.kind == RemarkKind::Comment
        };
        for remark in record.remarks.iter().filter(is_before_moves) {
            pairing = pairing.or(|| Self::in_text(&remark.text));
        }
        pairing.or(|| event.map_or_else(Self::default, Self::in_text))
    }

    /// Returns the round and the table that the name of the file or of its folders states, the file first.
    pub(crate) fn in_path(path: &str) -> Self {
        let mut pairing = Self::default();
        let mut names = path.rsplit(['/', '\\', '!']);
        while (pairing.round.is_none() || pairing.table.is_none())
            && let Some(name) = names.next()
        {
            pairing = pairing.or(|| Self::in_name(name));
        }
        pairing
    }

    /// Returns the number of a round or table in a cell or header, such as `3`, `三` or `第3回戦`.
    pub(crate) fn number(text: &str) -> Option<u32> {
        number_in(text)
    }

    /// Returns the pairing, completed by another one.
    pub(crate) fn or(self, other: impl FnOnce() -> Self) -> Self {
        if self.round.is_some() && self.table.is_some() {
            return self;
        }
        let other = other();
        Self {
            round: self.round.or(other.round),
            table: self.table.or(other.table),
        }
    }

    /// Returns the round and the table that a text states.
    fn in_text(text: &str) -> Self {
        let text = nfkc(text);
        Self {
            round: first_number(ROUND.as_ref(), &text),
            table: first_number(TABLE.as_ref(), &text),
        }
    }

    /// Returns the round and the table that the name of a file or folder states.
    pub(crate) fn in_name(name: &str) -> Self {
        let name = nfkc(name);
        Self {
            round: first_number(ROUND.as_ref(), &name)
                .or_else(|| first_number(ROUND_IN_NAME.as_ref(), &name)),
            table: first_number(TABLE.as_ref(), &name)
                .or_else(|| first_number(TABLE_IN_NAME.as_ref(), &name)),
        }
    }
}

/// Returns the number that a pattern finds first in a text.
fn first_number(pattern: Option<&Regex>, text: &str) -> Option<u32> {
    let captures = pattern?.captures(text)?;
    let number = captures.iter().skip(1).flatten().next()?;
    kanji_or_digits(number.as_str())
}

/// Returns the first number in the value of a header.
fn number_in(value: &str) -> Option<u32> {
    static ANY: LazyLock<Option<Regex>> = LazyLock::new(|| pattern("N"));
    first_number(ANY.as_ref(), &nfkc(value))
}

/// Returns the value of a number from 1 to 999 in digits, or to 99 in kanji.
fn kanji_or_digits(text: &str) -> Option<u32> {
    let digit = |text: &str| match text {
        "" => Some(0),
        _ => "一二三四五六七八九".find(text).map(|at| at as u32 / 3 + 1),
    };
    let number = match text.split_once('十') {
        Some((tens, ones)) => digit(tens)?.max(1) * 10 + digit(ones)?,
        None => text.parse().ok().or_else(|| digit(text))?,
    };
    Some(number).filter(|&number| number > 0)
}

/// Returns the name of an event for comparison: without its rounds and tables, and without differences of width, case,
/// blanks and punctuation.
pub(crate) fn normalize_event(event: &str) -> String {
    let mut name = nfkc(event).to_lowercase();
    for pattern in [&ROUND, &TABLE] {
        if let Some(pattern) = pattern.as_ref() {
            name = pattern.replace_all(&name, " ").into_owned();
        }
    }
    // 決勝トーナメント is a part of an event, not its last round.
    let without_round = |words: &Captures<'_>| match words.get(3) {
        Some(_) => words[0].to_owned(),
        None => String::new(),
    };
    if let Some(words) = ROUND_WORDS.as_ref() {
        name = match words.replace_all(&name, without_round) {
            Cow::Borrowed(_) => name,
            Cow::Owned(shorter) => shorter,
        };
    }
    name.chars().filter(|it| it.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_and_tables_are_found() {
        for (text, round, table) in [
            ("2回戦 1番卓", Some(2), Some(1)),
            ("第３回戦", Some(3), None),
            ("二十一回戦", Some(21), None),
            ("第十局", Some(10), None),
            ("第75期順位戦B級2組", None, None),
            ("第5回きのわ杯", None, None),
            ("第3局面", Some(3), None),
            ("Round 4, Table 12", Some(4), Some(12)),
            ("background 4", None, None),
            ("卓 7", None, Some(7)),
            ("0回戦", None, None),
        ] {
            assert_eq!(Pairing::in_text(text), Pairing { round, table }, "{text}");
        }
        for (name, round, table) in [
            ("r2t3.kif", Some(2), Some(3)),
            ("R10_t4_甲_乙.kif", Some(10), Some(4)),
            ("round2-table5.csa", Some(2), Some(5)),
            ("3回", Some(3), None),
            ("第3回きのわ杯", None, None),
            ("floor2.kif", None, None),
            ("2024-05-05.kif", None, None),
            ("wdoor+floodgate-300-10F+a+b+20240505.csa", None, None),
        ] {
            assert_eq!(Pairing::in_name(name), Pairing { round, table }, "{name}");
        }
    }

    #[test]
    fn the_rounds_of_an_event_have_one_name() {
        for (event, expected) in [
            ("きのわ杯　２回戦", "きのわ杯"),
            ("きのわ杯 決勝", "きのわ杯"),
            ("きのわ杯準々決勝", "きのわ杯"),
            (
                "第30期竜王戦決勝トーナメント 準決勝",
                "第30期竜王戦決勝トーナメント",
            ),
            ("第82期名人戦七番勝負 第3局", "第82期名人戦七番勝負"),
            ("Harbour Cup, Round 3", "harbourcup"),
        ] {
            assert_eq!(normalize_event(event), expected, "{event}");
        }
    }
}
