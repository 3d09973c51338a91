//! Who played: the names of players in one spelling.

use std::borrow::Cow;
use std::collections::HashMap;
use std::mem::take;
use std::sync::Arc;

use unicode_normalization::UnicodeNormalization;

/// Old and new forms of one character, and variants of it, with which the name of one person is written.
///
/// Only pairs are here of which dictionaries say that they are the same character. 斎 and 斉, 島 and 嶋, 竜 and 龍 stay
/// apart: they tell people from each other.
const VARIANTS: [(char, char); 13] = [
    ('髙', '高'),
    ('﨑', '崎'),
    ('邊', '辺'),
    ('邉', '辺'),
    ('齋', '斎'),
    ('齊', '斉'),
    ('澤', '沢'),
    ('國', '国'),
    ('廣', '広'),
    ('濱', '浜'),
    ('濵', '浜'),
    ('眞', '真'),
    ('德', '徳'),
];

/// A player's name to group by: the same for all spellings of it that are certain to mean one person, and empty for a
/// name without a visible letter, or of such signs as stand where no name is known (`-`, `？`).
///
/// Widths, cases of letters and variants of a few characters are folded and blanks taken out. After the name
/// go ranks (四段, アマ六段, 1級, 4 dan), titles (竜王・名人, 十四世名人, 三冠), ratings (R1500), さん, 氏, 君, 先生 and アマ; in
/// front of it ranks and titles that a blank divides from it; and brackets on either side that hold ranks, titles or a
/// rating and nothing else (`[4D]`, `(四段 1850)`). What is in other brackets, such as a town, may tell two people of one name
/// from each other, and stays; a rank before it, or in it, goes. Where nothing would be left, the name stays.
///
/// ```
/// use kifu::stats::normal;
///
/// assert_eq!(normal("山﨑　太郎 アマ六段(R1850)"), "山崎太郎");
/// assert_eq!(normal("四段 山崎太郎（市）"), "山崎太郎(市)");
/// assert_eq!(normal("Ｍｉｈｏｎ+0123abcd"), "mihon+0123abcd");
/// assert_eq!(normal("名人"), "名人");
/// ```
pub fn normal(name: &str) -> String {
    let folded = in_one_spelling(name);
    if folded.chars().all(is_no_name) {
        return String::new();
    }
    bare(&folded).chars().filter(|it| !it.is_whitespace()).collect()
}

/// The name in letters of one width and size.
fn in_one_spelling(name: &str) -> String {
    let written: String = name.chars().filter(|&it| !is_invisible(it)).collect();
    let letters = one_width(&written);
    letters.chars().flat_map(char::to_lowercase).map(usual).collect()
}

/// The rating that stands beside a name: `R1850`, `レート 1850`, `(1850)`, `[4D 1850?]`.
pub(super) fn rating(name: &str) -> Option<u32> {
    if !name.contains(|it: char| it.is_numeric()) {
        return None;
    }
    let name = in_one_spelling(name);
    let mut rest = name.trim();
    while let Some(shorter) = shorter(rest) {
        let bracket = Bracket::at_end(rest).filter(|it| it.tells_strength());
        let found = bracket.map_or_else(|| rating_at_end(rest), |it| rating_in(it.inner));
        if found.is_some() {
            return found;
        }
        rest = shorter;
    }
    let (inner, _) = first_bracket(rest)?;
    rating_in(inner)
}

/// The rating among what a bracket holds.
fn rating_in(inner: &str) -> Option<u32> {
    let mut parts = inner.split(is_between);
    parts.find_map(|part| {
        let number = part.strip_suffix('?').unwrap_or(part);
        let is_number = number.bytes().all(|it| it.is_ascii_digit());
        let alone = is_number && is_strength(part);
        if alone {
            number.parse().ok()
        } else {
            rating_at_end(part)
        }
    })
}

fn rating_at_end(text: &str) -> Option<u32> {
    without_rating(text)?;
    let (_, digits) = digits_at_end(text.strip_suffix('?').unwrap_or(text));
    digits.parse().ok()
}

fn is_no_name(character: char) -> bool {
    character.is_whitespace() || "-‐‑–—―ー_?.…・*/".contains(character)
}

fn is_invisible(character: char) -> bool {
    character.is_control() && !character.is_whitespace()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

fn usual(character: char) -> char {
    let variant = VARIANTS.iter().find(|(variant, _)| *variant == character);
    variant.map_or(character, |&(_, usual)| usual)
}

/// The name and the brackets that stay, without all that tells how strong a player is.
fn bare(name: &str) -> String {
    let mut name = without_tail(name);
    let mut places = Vec::new();
    while let Some(Bracket { before, sign, inner }) = Bracket::at_end(name) {
        let before = without_tail(before);
        if before.is_empty() {
            break;
        }
        let (open, close) = sign;
        places.push(format!("{open}{}{close}", without_head(without_tail(inner))));
        name = before;
    }
    let name = without_head(name);
    let name = without_joined_rank(name)
        .filter(|_| !places.is_empty())
        .unwrap_or(name)
        .to_owned();
    places.into_iter().rev().fold(name, |name, place| name + &place)
}

/// The name without anything after it, as long as something is left.
fn without_tail(name: &str) -> &str {
    let mut name = name.trim();
    while let Some(shorter) = shorter(name) {
        name = shorter;
    }
    name
}

/// The name without the last thing after it; `None` where nothing would be left.
fn shorter(name: &str) -> Option<&str> {
    let bracket = Bracket::at_end(name).filter(|it| it.tells_strength());
    let shorter = bracket
        .map(|it| it.before)
        .or_else(|| without_standing(name))
        .or_else(|| without_address(name))?;
    Some(shorter.trim_end_matches(is_between)).filter(|it| !it.is_empty())
}

/// The name without anything in front of it, as long as something is left.
fn without_head(name: &str) -> &str {
    let mut name = name;
    loop {
        let shorter = after_first(name).or_else(|| without_first_rank(name));
        match shorter.map(str::trim_start) {
            None | Some("") => return name,
            Some(shorter) => name = shorter,
        }
    }
}

/// `四段 山田`, `4 dan Yamada`: without a blank it might be a name, such as 三段腹.
fn without_first_rank(name: &str) -> Option<&str> {
    let blanks = name.char_indices().filter(|(_, it)| it.is_whitespace());
    let mut parts = blanks.take(2).map(|(at, _)| name.split_at(at));
    parts.find_map(|(rank, name)| is_rank(rank).then_some(name))
}

/// `四段山田太郎`, which is certain only if a place follows in brackets: a name of kanji without its rank. 三段崎 is a
/// family name.
fn without_joined_rank(name: &str) -> Option<&str> {
    let (at, unit) = name.char_indices().find(|(_, it)| matches!(it, '段' | '級'))?;
    let (rank, name) = name.split_at(at + unit.len_utf8());
    let is_name = name.chars().count() > 1
        && name.chars().all(|it| is_kanji(it) || it.is_whitespace())
        && !name.starts_with('崎');
    (is_name && is_rank(rank)).then_some(name)
}

const fn is_kanji(character: char) -> bool {
    matches!(character, '々' | '\u{4e00}'..='\u{9fff}')
}

/// What divides ranks and titles from each other and from a name.
fn is_between(character: char) -> bool {
    character.is_whitespace() || matches!(character, '・' | '、' | ',' | '/')
}

/// How one speaks to a player.
const ADDRESSES: [&str; 4] = ["さん", "先生", "氏", "君"];

/// `さん`, `氏`, `アマ`
fn without_address(name: &str) -> Option<&str> {
    if let Some(name) = name.strip_suffix("アマ") {
        // No word in katakana that happens to end so.
        return Some(name).filter(|name| !name.ends_with(is_katakana));
    }
    let name = ADDRESSES.iter().find_map(|address| name.strip_suffix(address))?;
    // 王君 is a name.
    name.chars().nth(1).map(|_| name)
}

fn is_katakana(character: char) -> bool {
    ('ァ'..='ヿ').contains(&character)
}

// Brackets beside a name.

const SIGNS: [(char, char); 6] = [
    ('(', ')'),
    ('[', ']'),
    ('<', '>'),
    ('〔', '〕'),
    ('【', '】'),
    ('〈', '〉'),
];

/// A bracket after a name.
#[derive(Clone, Copy)]
struct Bracket<'n> {
    pub before: &'n str,
    pub sign: (char, char),
    pub inner: &'n str,
}

impl<'n> Bracket<'n> {
    fn at_end(name: &'n str) -> Option<Self> {
        let sign = SIGNS.into_iter().find(|(_, close)| name.ends_with(*close))?;
        let (before, inner) = name.strip_suffix(sign.1)?.rsplit_once(sign.0)?;
        Some(Self { before, sign, inner })
    }

    /// Whether it holds ranks, titles or a rating, or nothing.
    fn tells_strength(self) -> bool {
        is_of_strength(self.inner)
    }
}

/// What stands after a bracket that tells how strong a player is: `[4D] Yamada`.
fn after_first(name: &str) -> Option<&str> {
    first_bracket(name).map(|(_, rest)| rest)
}

/// What such a bracket holds, and what stands after it.
fn first_bracket(name: &str) -> Option<(&str, &str)> {
    let (open, close) = SIGNS.into_iter().find(|(open, _)| name.starts_with(*open))?;
    let first = name.strip_prefix(open)?.split_once(close)?;
    is_of_strength(first.0).then_some(first)
}

fn is_of_strength(inner: &str) -> bool {
    let mut inner = inner.trim();
    while !inner.is_empty() && !is_strength(inner) {
        // The last of several.
        let Some(shorter) = without_standing(inner).or_else(|| without_last(inner)) else {
            return false;
        };
        inner = shorter.trim_end_matches(is_between);
    }
    true
}

/// `四段 1850`: what only a bracket tells is divided from what stands before it.
fn without_last(inner: &str) -> Option<&str> {
    let (before, last) = inner.rsplit_once(is_between)?;
    is_strength(last).then_some(before)
}

// How strong a player is said to be: ranks, titles and ratings, in small letters of one width.

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
fn without_standing(name: &str) -> Option<&str> {
    without_rank(name)
        .or_else(|| without_title(name))
        .or_else(|| without_dan(name))
        .or_else(|| without_rating(name))
}

/// Whether this is ranks and titles and nothing else.
fn is_rank(text: &str) -> bool {
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
fn is_strength(text: &str) -> bool {
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

// Letters that are the same to those who compare.

/// The text with letters of one width: `ＡＢＣ` as `ABC`, `ﾊﾌﾞ` as `ハブ`, `①` as `1`. That is Unicode's normal form NFKC.
/// Names of files need it too: some systems write `が` as two characters.
pub(super) fn one_width(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfkc().collect())
    }
}

/// The same in small letters.
pub(super) fn folded(text: &str) -> Cow<'_, str> {
    let text = one_width(text);
    if text.chars().any(char::is_uppercase) {
        Cow::Owned(text.chars().flat_map(char::to_lowercase).collect())
    } else {
        text
    }
}

// The ways in which one name is written.

/// So many bytes of them are listed at most.
const LISTED: usize = 64 << 10;

/// The ways in which one name is written, taken in their order: the one met with most often, and a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spellings {
    most: (String, u64),
    list: String,
    count: u64,
    /// Whether the list leaves some out.
    cut: bool,
    /// The last one, which may come once more.
    last: Option<(String, u64)>,
}

impl Spellings {
    /// Takes the next one and how often it was met with.
    pub(crate) fn push(&mut self, spelling: String, times: u64) {
        match &mut self.last {
            Some((last, sum)) if *last == spelling => *sum += times,
            _ => {
                self.commit();
                self.last = Some((spelling, times));
            }
        }
    }

    /// All have been taken.
    #[must_use]
    pub(crate) fn finish(mut self) -> Self {
        self.commit();
        self
    }

    fn commit(&mut self) {
        let Some((spelling, times)) = take(&mut self.last) else {
            return;
        };
        self.count += 1;
        if self.list.len() + spelling.len() > LISTED && self.count > 1 {
            self.cut = true;
        } else if !self.cut {
            let between = if self.count > 1 { " / " } else { "" };
            self.list += between;
            self.list += &spelling;
        }
        // Of equal ones the first in their order.
        if times > self.most.1 {
            self.most = (spelling, times);
        }
    }

    /// The one met with most often.
    pub(crate) fn most(&self) -> &str {
        &self.most.0
    }

    /// All of them; very many end with `…`.
    pub(crate) fn list(&self) -> String {
        let rest = if self.cut { " / …" } else { "" };
        format!("{}{rest}", self.list)
    }
}

impl FromIterator<(String, u64)> for Spellings {
    fn from_iter<I: IntoIterator<Item = (String, u64)>>(spellings: I) -> Self {
        let mut all = Self::default();
        for (spelling, times) in spellings {
            all.push(spelling, times);
        }
        all.finish()
    }
}

// The names of players that a user wants to be one.

/// Other writings of the names of players, and the names to keep. A writing is told by what it is grouped by: 甲野 太郎六段
/// and 甲野太郎 are one.
#[derive(Debug, Default)]
pub(crate) struct Names {
    kept: HashMap<String, String>,
}

impl Names {
    /// Names to keep, each with its other writings.
    pub(crate) fn new(names: &[(String, Vec<String>)]) -> Arc<Self> {
        let writings = names.iter().flat_map(|(name, others)| {
            others
                .iter()
                .map(|other| (normal(other), name.clone()))
                .filter(|(other, name)| !other.is_empty() && *other != normal(name))
        });
        Arc::new(Self {
            kept: writings.collect(),
        })
    }

    /// The name to keep of one that is written so.
    pub(crate) fn kept<'n>(&'n self, written: &'n str) -> &'n str {
        if self.kept.is_empty() {
            return written;
        }
        self.kept.get(&normal(written)).map_or(written, String::as_str)
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod fold_tests {
    use super::{folded, one_width};

    #[test]
    fn width_and_case_make_no_difference() {
        let table = [
            ("", "", ""),
            ("habu", "habu", "habu"),
            ("Habu", "Habu", "habu"),
            ("ＨＡＢＵ　Ｙ", "HABU Y", "habu y"),
            ("ＡＢｃ１２３　（Ｒ１５００）", "ABc123 (R1500)", "abc123 (r1500)"),
            ("ﾋﾟﾖ将棋", "ピヨ将棋", "ピヨ将棋"),
            ("ｳﾞｧﾙｽﾞ･ﾊﾞﾄﾙ", "ヴァルズ・バトル", "ヴァルズ・バトル"),
            ("か\u{3099}は\u{309a}", "がぱ", "がぱ"),
            ("羽生善治", "羽生善治", "羽生善治"),
            ("Ö", "Ö", "ö"),
        ];
        for (text, wide, small) in table {
            assert_eq!((&*one_width(text), &*folded(text)), (wide, small), "{text}");
        }
    }
}

#[cfg(test)]
mod spelling_tests {
    use super::*;

    fn of(spellings: &[(&str, u64)]) -> Spellings {
        spellings
            .iter()
            .map(|&(it, times)| (it.to_owned(), times))
            .collect()
    }

    #[test]
    fn the_most_frequent_and_all_are_told() {
        for (spellings, most, list) in [
            (&[][..], "", ""),
            (&[("甲", 1)], "甲", "甲"),
            (&[("甲", 1), ("甲四段", 1)], "甲", "甲 / 甲四段"),
            (&[("甲", 1), ("甲四段", 2)], "甲四段", "甲 / 甲四段"),
            (&[("甲", 2), ("甲", 2), ("甲四段", 3)], "甲", "甲 / 甲四段"),
            (&[("", 1), ("甲", 1)], "", " / 甲"),
        ] {
            let spellings = of(spellings);
            assert_eq!((spellings.most(), &*spellings.list()), (most, list));
        }
    }

    #[test]
    fn a_long_list_is_cut_and_the_most_frequent_is_found_all_the_same() {
        let many = (0..100_000).map(|at| (format!("甲{at:06}"), 1 + u64::from(at == 99_999)));
        let spellings: Spellings = many.collect();
        assert_eq!(spellings.most(), "甲099999");
        let list = spellings.list();
        assert!(
            list.len() < LISTED + 10 && list.starts_with("甲000000 / 甲000001 / "),
            "{}",
            list.len()
        );
        assert!(list.ends_with(" / …"));
        // One that is longer than the list is told alone.
        let long = "甲".repeat(LISTED);
        assert_eq!(of(&[(&long, 1)]).list(), long);
    }
}
