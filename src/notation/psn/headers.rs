//! Values of headers in PSN: the names of handicaps, and dates in the order of day, month and year.

use pest::Parser as _;

use super::grammar::{PsnParser, Rule};
use crate::record::Date;
use crate::shogi::Handicap;

/// The names of handicaps, each with its name in KIF. The words of a name are in the form and the order of [`words_of`].
const HANDICAPS: [(&str, &str); 19] = [
    ("even", "平手"),
    ("no", "平手"),
    ("none", "平手"),
    ("lance", "香落ち"),
    ("2 lance", "両香落ち"),
    ("bishop", "角落ち"),
    ("rook", "飛車落ち"),
    ("lance rook", "飛香落ち"),
    ("bishop rook", "二枚落ち"),
    ("2 piece", "二枚落ち"),
    ("3 piece", "三枚落ち"),
    ("4 piece", "四枚落ち"),
    ("5 piece", "五枚落ち"),
    ("6 piece", "六枚落ち"),
    ("7 piece", "七枚落ち"),
    ("8 piece", "八枚落ち"),
    ("9 piece", "九枚落ち"),
    ("10 piece", "十枚落ち"),
    ("3 pawn", "歩三兵"),
];

/// Numbers in words, beginning with 2.
const NUMBERS: [&str; 9] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];

/// Words that do not change the meaning of the name of a handicap.
const FILLERS: [&str; 4] = ["and", "game", "handicap", "odds"];

/// Returns the handicap with an English or a Japanese name; `None` for an unknown name.
pub(super) fn handicap_by_name(name: &str) -> Option<&'static Handicap> {
    let words = words_of(name);
    let entry = HANDICAPS.iter().find(|(english, _)| *english == words);
    Handicap::by_name(entry.map_or(name, |(_, japanese)| japanese))
}

/// Returns the words of a name in lower case and in alphabetical order, without plurals, with numbers as digits: `2 piece` for
/// `Two-Pieces`, `lance rook` for `rook & lance`.
fn words_of(name: &str) -> String {
    let name = name.to_ascii_lowercase().replace("(s)", "");
    let separators = |it: char| it.is_whitespace() || matches!(it, '-' | '_' | '+' | '&' | ',');
    let words = name.split(separators).filter(|word| !word.is_empty());
    let words = words.filter(|word| !FILLERS.contains(word));
    let mut words: Vec<_> = words
        .map(|word| {
            let number = NUMBERS.iter().position(|it| *it == word);
            number.map_or_else(
                || word.strip_suffix('s').unwrap_or(word).to_owned(),
                |index| (index + 2).to_string(),
            )
        })
        .collect();
    words.sort_unstable();
    words.join(" ")
}

/// Returns a date whose year is last with its year first: `2013/07/19` for `19/07/2013`. Returns `None` for other texts.
///
/// The first number is the day, unless only the second one can be it. A date that is read as it is remains as it is.
pub(super) fn with_year_first(date: &str) -> Option<String> {
    if Date::read(date).is_ok() {
        return None;
    }
    let pair = PsnParser::parse(Rule::day_first, date).ok()?.next()?;
    let mut parts = pair.into_inner().map(|it| it.as_str());
    let (first, second, year, rest) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let in_order = |day: &str, month: &str| {
        let text = format!("{year}/{month:0>2}/{day:0>2}{rest}");
        Date::read(&text).is_ok().then_some(text)
    };
    in_order(first, second).or_else(|| in_order(second, first))
}
