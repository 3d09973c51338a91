//! The round and the table of a game in its event, and the name of the event without them.
//!
//! The round is stated in a header of its own, in the comment before the first move (`*2回戦 1番卓`), in the name of the event
//! (`きのわ杯 2回戦`), in a folder or in the name of the file (`2回戦/3番卓.kif`, `r2t3.kif`). The first of these places that
//! states a round or a table counts.

use std::iter;
use std::ops::Range;

use super::name::{fold_case, nfkc};
use crate::record::{NodeId, Record, Remark, RemarkKind};

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

/// The words around a number that make it a round or a table, in lower case.
struct Words {
    /// The words that follow the number.
    after: &'static [&'static str],
    /// The words that follow the number if 第 precedes it.
    after_ordinal: &'static [&'static str],
    /// The words that follow the number unless 第 precedes it.
    after_cardinal: &'static [&'static str],
    /// The words before the number. No letter may precede a word of letters.
    before: &'static [&'static str],
}

const ROUND: Words = Words {
    after: &["回戦", "ラウンド"],
    after_ordinal: &["局"],
    after_cardinal: &[],
    before: &["round"],
};

const TABLE: Words = Words {
    after: &["番卓", "卓"],
    after_ordinal: &[],
    after_cardinal: &[],
    before: &["table", "board", "卓"],
};

/// The short forms of rounds in names of files and folders, such as `r2` and `2回`.
const ROUND_IN_NAME: Words = Words {
    after: &[],
    after_ordinal: &[],
    after_cardinal: &["回"],
    before: &["r"],
};

/// The short forms of tables in names of files and folders, such as `t3`.
const TABLE_IN_NAME: Words = Words {
    after: &[],
    after_ordinal: &[],
    after_cardinal: &[],
    before: &["t"],
};

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
        let is_before_moves =
            |remark: &&Remark<'_>| remark.node == NodeId::START && remark.kind == RemarkKind::Comment;
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
        let text = fold_case(text);
        Self {
            round: ROUND.number_in(&text),
            table: TABLE.number_in(&text),
        }
    }

    /// Returns the round and the table that the name of a file or folder states.
    pub(crate) fn in_name(name: &str) -> Self {
        let name = fold_case(name);
        Self {
            round: ROUND.number_in(&name).or_else(|| ROUND_IN_NAME.number_in(&name)),
            table: TABLE.number_in(&name).or_else(|| TABLE_IN_NAME.number_in(&name)),
        }
    }
}

impl Words {
    fn number_in(&self, text: &str) -> Option<u32> {
        self.find(text).map(|(number, _)| number)
    }

    /// Returns the first number before one of the words, or else after one of them, and the place of both.
    fn find(&self, text: &str) -> Option<(u32, Range<usize>)> {
        let before_word = numerals(text).find_map(|place| self.find_after(text, place));
        before_word.or_else(|| numerals(text).find_map(|place| self.find_before(text, place)))
    }

    /// Returns the value of these numerals and the place of the number and the word that follows it, if one of the words does.
    fn find_after(&self, text: &str, numerals: Range<usize>) -> Option<(u32, Range<usize>)> {
        let rest = text[numerals.end..].trim_start();
        let before = text[..numerals.start].strip_suffix('第');
        let after_this = if before.is_some() {
            self.after_ordinal
        } else {
            self.after_cardinal
        };
        let mut words = self.after.iter().chain(after_this);
        // 第3局面 is a position.
        let word = words.find(|word| rest.starts_with(**word) && !rest.starts_with("局面"))?;
        let start = before.map_or(numerals.start, str::len);
        let end = text.len() - rest.len() + word.len();
        Some((value(&text[numerals])?, start..end))
    }

    /// Returns the value of these numerals and the place of the word before them and the number, if one of the words precedes it.
    fn find_before(&self, text: &str, numerals: Range<usize>) -> Option<(u32, Range<usize>)> {
        let before = text[..numerals.start].trim_end_matches(WORD_JOINTS);
        let start = self.before.iter().find_map(|word| {
            let rest = before.strip_suffix(word)?;
            let is_word = !word.is_ascii() || !rest.ends_with(|it: char| it.is_ascii_alphabetic());
            is_word.then_some(rest.len())
        })?;
        let end = numerals.end;
        Some((value(&text[numerals])?, start..end))
    }
}

/// The characters between a word and its number.
const WORD_JOINTS: [char; 4] = ['-', '_', ' ', '.'];

/// Returns whether a character can be part of a number.
const fn is_numeral(character: char) -> bool {
    matches!(
        character,
        '0'..='9' | '一' | '二' | '三' | '四' | '五' | '六' | '七' | '八' | '九' | '十'
    )
}

/// Returns the places of the numbers in a text.
fn numerals(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    iter::from_fn(move || {
        let start = from + text[from..].find(is_numeral)?;
        let length = text[start..].find(|it| !is_numeral(it));
        from = length.map_or(text.len(), |length| start + length);
        Some(start..from)
    })
}

/// Returns the first number in the value of a header.
fn number_in(text: &str) -> Option<u32> {
    let text = nfkc(text);
    value(&text[numerals(&text).next()?])
}

/// Returns the value of a number from 1 to 999 in digits, or to 99 in kanji.
fn value(text: &str) -> Option<u32> {
    let digit = |text: &str| match text {
        "" => Some(0),
        _ if text.chars().count() > 1 => None,
        _ => "一二三四五六七八九".find(text).map(|at| at as u32 / 3 + 1),
    };
    let number = match text.split_once('十') {
        Some((tens, ones)) => digit(tens)?.max(1) * 10 + digit(ones)?,
        None if text.is_empty() => return None,
        None => text.parse().ok().or_else(|| digit(text))?,
    };
    Some(number).filter(|number| (1..1000).contains(number))
}

/// The words for a round without a number.
const ROUND_WORDS: [&str; 10] = [
    "準々決勝戦",
    "準々決勝",
    "準決勝戦",
    "準決勝",
    "決勝戦",
    "決勝",
    "3位決定戦",
    "三位決定戦",
    "semifinal",
    "final",
];

/// Returns the name of an event for comparison: without its rounds and tables, and without differences of width, case,
/// blanks and punctuation.
pub(crate) fn normalize_event(event: &str) -> String {
    let name = event_name(event).to_lowercase();
    name.chars().filter(|it| it.is_alphanumeric()).collect()
}

/// Returns the name of an event without its rounds and tables, in one width.
pub(crate) fn event_name(event: &str) -> String {
    let mut name = nfkc(event).into_owned();
    // Case is folded in ASCII only, so that places in both texts are equal.
    let mut folded = name.to_ascii_lowercase();
    let mut remove = |folded: &mut String, place: Range<usize>| {
        folded.replace_range(place.clone(), " ");
        name.replace_range(place, " ");
    };
    for words in [&ROUND, &TABLE] {
        while let Some((_, place)) = words.find(&folded) {
            remove(&mut folded, place);
        }
    }
    // 決勝トーナメント is a part of an event, not its last round.
    let is_part = |after: &str| after.starts_with("トーナメント") || after.starts_with("リーグ");
    for word in ROUND_WORDS {
        if let Some(at) = folded.find(word)
            && !is_part(&folded[at + word.len()..])
        {
            remove(&mut folded, at..at + word.len());
        }
    }
    let is_separator = |it: char| it.is_whitespace() || ",、・-:".contains(it);
    let words: Vec<&str> = name.trim_matches(is_separator).split_whitespace().collect();
    words.join(" ")
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
            ("第3局面", None, None),
            ("一二回戦", None, None),
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
        for (event, expected) in [
            ("きのわ杯　２回戦", "きのわ杯"),
            ("Harbour Cup, Round 3", "Harbour Cup"),
            ("第82期名人戦七番勝負 第3局", "第82期名人戦七番勝負"),
        ] {
            assert_eq!(event_name(event), expected, "{event}");
        }
    }
}
