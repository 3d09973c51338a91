//! Names of players in lines about the result: `まで98手で山田四段の勝ち`.

use crate::record::{HeaderKey, Record};
use crate::shogi::Color;

/// Maximum length of a name that is compared (bytes).
const MAX_NAME_BYTES: usize = 256;

/// The names of both players in the headers of a record.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Players<'r> {
    /// The names of Black and White.
    names: [&'r str; 2],
}

impl<'r> Players<'r> {
    /// Takes the names from the headers of a record that have been read so far. A name that is missing or longer than
    /// [`MAX_NAME_BYTES`] is left empty and matches nothing.
    pub(crate) fn new(record: &'r Record<'_>) -> Self {
        let value_of = |key| record.headers.last_with_key(&[key]).map(|header| &*header.value);
        let name = |key| {
            value_of(key)
                .filter(|value| value.len() <= MAX_NAME_BYTES)
                .unwrap_or_default()
        };
        Self {
            names: [name(HeaderKey::Black), name(HeaderKey::White)],
        }
    }

    /// Returns whether the record states the name of a player.
    pub(crate) fn has_name(&self, side: Color) -> bool {
        !self.names[side.index()].trim().is_empty()
    }

    /// Returns the player whose name is equal to `name`, or else the player for whose name `name` is a shortened form.
    /// Returns `None` if `name` is blank, or matches neither player or both.
    pub(crate) fn side(&self, name: &str) -> Option<Color> {
        let name = without_blanks(name);
        let players = self.names.map(without_blanks);
        if name.is_empty() {
            return None;
        }
        // The whole name takes precedence: 甲 is not 甲乙.
        let exact_matches = [0, 1].map(|player| players[player] == name);
        let similar_matches = || [0, 1].map(|player| is_short_for(&name, &players[player]));
        let matches = if exact_matches == [false; 2] {
            similar_matches()
        } else {
            exact_matches
        };
        match matches {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }
}

fn without_blanks(name: &str) -> String {
    name.split_whitespace().collect()
}

/// Returns whether `name` is a shortened form of `player`, with or without the titles of both.
///
/// 山田四段 matches 山田太郎四段, and 羽生名人 matches 羽生善治.
fn is_short_for(name: &str, player: &str) -> bool {
    let (short, long) = (without_title(name), without_title(player));
    is_shortened(name, player) || !short.is_empty() && is_shortened(short, long)
}

/// Returns whether `name` is the beginning of `player`, its end, or a beginning of `player` followed by an end.
fn is_shortened(name: &str, player: &str) -> bool {
    let is_equal = |(one, other): &(char, char)| one == other;
    let common_begin = name.chars().zip(player.chars()).take_while(is_equal).count();
    let common_end = name
        .chars()
        .rev()
        .zip(player.chars().rev())
        .take_while(is_equal)
        .count();
    let length = name.chars().count();
    length <= player.chars().count() && common_begin + common_end >= length
}

/// Titles that may follow a name.
const TITLES: &[&str] = &[
    "名人", "竜王", "龍王", "王位", "王座", "棋王", "王将", "棋聖", "叡王", "先生", "さん", "くん", "君",
    "氏", "様", "殿",
];

/// Returns a name without a title or a grade after it.
fn without_title(name: &str) -> &str {
    let grade = name.strip_suffix(['段', '級']).and_then(|name| {
        name.strip_suffix(|c: char| "初一二三四五六七八九十".contains(c) || super::words::digit(c).is_some())
    });
    let title = || TITLES.iter().find_map(|title| name.strip_suffix(title));
    grade.or_else(title).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::{Color, Players};

    #[test]
    fn a_name_matches_at_most_one_player() {
        let table = [
            ("山田四段", ["山田太郎四段", "鈴木次郎五段"], Some(Color::Black)),
            ("山田", ["山田 太郎", "鈴木"], Some(Color::Black)),
            ("羽生名人", ["谷川浩司", "羽生善治"], Some(Color::White)),
            ("羽生", ["谷川浩司", "羽生善治名人"], Some(Color::White)),
            ("宗歩", ["天野宗歩", "伊藤宗印"], Some(Color::Black)),
            ("甲", ["甲乙", "甲"], Some(Color::White)),
            // Names that match both players, or neither.
            ("山田", ["山田太郎", "山田次郎"], None),
            ("甲", ["甲", "甲"], None),
            ("四段", ["山田四段", "鈴木四段"], None),
            ("山本", ["山田", "鈴木"], None),
            ("山田太郎", ["山田", "鈴木"], None),
            ("", ["", "乙"], None),
            ("甲", ["", ""], None),
        ];
        for (name, names, expected) in table {
            assert_eq!(Players { names }.side(name), expected, "{name} {names:?}");
        }
    }
}
