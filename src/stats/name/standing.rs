//! How strong a player is said to be: ranks, titles and ratings, in small letters of one width.

use super::{is_between, is_katakana};

/// Titles of players.
const TITLES: [&str; 17] = [
    "竜王",
    "名人",
    "王位",
    "王座",
    "棋王",
    "叡王",
    "王将",
    "棋聖",
    "女王",
    "清麗",
    "白玲",
    "倉敷藤花",
    "女流王将",
    "女流王位",
    "女流王座",
    "女流名人",
    "三冠王",
];

/// What belongs to a title after it.
const BEFORE_TITLES: [&str; 12] = [
    "永世",
    "名誉",
    "女流",
    "朝日アマチュア",
    "朝日アマ",
    "アマチュア",
    "アマ",
    "支部",
    "学生",
    "赤旗",
    "前",
    "元",
];

/// What belongs to a rank after it.
const BEFORE_RANKS: [&str; 7] = [
    "アマチュア",
    "アマ",
    "女流",
    "指導棋士",
    "元奨励会",
    "奨励会",
    "永世",
];

/// What stands before a rating.
const BEFORE_RATINGS: [&str; 5] = ["レーティング", "レート", "rating", "rate", "r"];

/// The name without a rank, a title or a rating after it.
pub(super) fn without_standing(name: &str) -> Option<&str> {
    without_rank(name)
        .or_else(|| without_title(name))
        .or_else(|| without_dan(name))
        .or_else(|| without_rating(name))
}

/// Whether this is ranks and titles and nothing else.
pub(super) fn is_rank(text: &str) -> bool {
    let mut rest = text.trim();
    while let Some(shorter) = without_rank(rest)
        .or_else(|| without_title(rest))
        .or_else(|| without_dan(rest))
    {
        rest = shorter.trim_end_matches(is_between);
        if rest.is_empty() {
            return true;
        }
    }
    false
}

/// What tells how strong somebody is where it stands in a bracket alone: `1500`, `1500?`, `4d`, `12k`. Fewer digits are
/// a number that tells people apart.
pub(super) fn is_strength(text: &str) -> bool {
    let (digits, rest) = text.split_at(text.bytes().take_while(u8::is_ascii_digit).count());
    match rest {
        "" | "?" => (3..=4).contains(&digits.len()),
        "d" => is_number(digits, 10),
        "k" => is_number(digits, 30),
        _ => false,
    }
}

/// A number from 1 to the most that there is.
fn is_number(digits: &str, most: u8) -> bool {
    !digits.starts_with('0') && digits.parse().is_ok_and(|number: u8| number <= most)
}

/// `九段`, `アマ六段`, `15級`, `三冠`
fn without_rank(name: &str) -> Option<&str> {
    let unit = ['段', '級', '冠']
        .into_iter()
        .find(|&unit| name.ends_with(unit))?;
    let name = without_number(name.strip_suffix(unit)?, unit)?;
    Some(without_first_of(&BEFORE_RANKS, name.trim_end()))
}

/// One number in front of its unit. A name may end with one, too: it goes no further than it must.
fn without_number(name: &str, unit: char) -> Option<&str> {
    let (letters, digits) = digits_at_end(name);
    if !digits.is_empty() {
        let most = if unit == '級' { 30 } else { 10 };
        // Of `user15級` nobody knows whether user1 has a rank.
        let divided = digits.len() == 1 || digits.ends_with('0') || !letters.ends_with(is_of_word);
        return (is_number(digits, most) && divided).then_some(letters);
    }
    if unit == '段'
        && let Some(name) = name.strip_suffix('初')
    {
        return Some(name);
    }
    let shorter = name.strip_suffix(is_numeral)?;
    // The lowest ranks of beginners.
    let tens = shorter
        .strip_suffix('十')
        .filter(|_| unit == '級' && !name.ends_with('十'));
    Some(tens.unwrap_or(shorter))
}

/// The digits at the end, and what stands before them.
fn digits_at_end(name: &str) -> (&str, &str) {
    name.split_at(name.trim_end_matches(|it: char| it.is_ascii_digit()).len())
}

fn is_numeral(character: char) -> bool {
    "一二三四五六七八九十".contains(character)
}

/// `竜王`, `永世棋聖`, `前名人`, `十四世名人`
fn without_title(name: &str) -> Option<&str> {
    let name = TITLES
        .iter()
        .find_map(|title| name.strip_suffix(title))?
        .trim_end();
    let counted = name
        .strip_suffix('世')
        .and_then(|it| it.strip_suffix(is_numeral)?.strip_suffix('十'));
    Some(match counted {
        Some(name) => name.strip_suffix('第').unwrap_or(name),
        None => without_first_of(&BEFORE_TITLES, name),
    })
}

/// `4 dan`, `4-dan`, `4th kyu`, divided from the name.
fn without_dan(name: &str) -> Option<&str> {
    let mut units = [("dan", 10), ("kyu", 30)].into_iter();
    let (name, most) = units.find_map(|(unit, most)| Some((name.strip_suffix(unit)?, most)))?;
    let name = name.strip_suffix([' ', '-']).unwrap_or(name);
    let mut ordinals = ["st", "nd", "rd", "th"].into_iter();
    let name = ordinals.find_map(|it| name.strip_suffix(it)).unwrap_or(name);
    let (name, digits) = digits_at_end(name);
    (is_number(digits, most) && !name.ends_with(is_of_word)).then_some(name)
}

/// `R1500`, `レート 1500`, divided from the name.
fn without_rating(name: &str) -> Option<&str> {
    let (name, digits) = digits_at_end(name.strip_suffix('?').unwrap_or(name));
    if !(3..=4).contains(&digits.len()) {
        return None;
    }
    let name = name.trim_end_matches([':', '=', ' ', '.']);
    let mut words = BEFORE_RATINGS.iter();
    let (word, name) = words.find_map(|word| Some((word, name.strip_suffix(word)?)))?;
    let is_of_same = if word.is_ascii() { is_of_word } else { is_katakana };
    (!name.ends_with(is_of_same)).then_some(name)
}

/// What stands inside the names that players give themselves, and is not their end.
fn is_of_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '+' | '-' | '_' | '.' | '#' | '@')
}

fn without_first_of<'n>(words: &[&str], name: &'n str) -> &'n str {
    words
        .iter()
        .find_map(|word| name.strip_suffix(word))
        .unwrap_or(name)
}
