//! Normalization of the names of players.

use std::borrow::Cow;
use std::collections::HashMap;
use std::mem::take;
use std::sync::Arc;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

/// Variant characters in names, with the character that replaces them.
///
/// Only pairs that dictionaries list as the same character are included. The pairs 斎 and 斉, 島 and 嶋, and 竜 and 龍 are
/// left out, because they distinguish persons.
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

/// Returns the normalized name of a player, for grouping.
///
/// Spellings that certainly refer to one person have the same normalized name. The normalized name is empty for a name
/// without a visible letter, and for placeholders of an unknown name (`-`, `？`, `？ 二級`).
///
/// Widths, case and variants of a few characters are unified, and blanks are removed. These parts are removed, unless
/// nothing would remain:
///
/// - after the name: ranks (四段, アマ六段, 1級, 4 dan), titles (竜王・名人, 十四世名人, 三冠), ratings (R1500), さん, 氏, 君, 先生 and アマ;
/// - before the name: ranks and titles that are followed by a blank;
/// - on either side: brackets that contain only ranks, titles or a rating (`[4D]`, `(四段 1850)`).
///
/// Brackets with other content, for example a town, may distinguish two players with the same name. These brackets
/// remain, but a rank before them or in them is removed.
///
/// ```
/// use kifu::stats::normalize_name;
///
/// assert_eq!(normalize_name("山﨑　太郎 アマ六段(R1850)"), "山崎太郎");
/// assert_eq!(normalize_name("四段 山崎太郎（市）"), "山崎太郎(市)");
/// assert_eq!(normalize_name("Ｍｉｈｏｎ+0123abcd"), "mihon+0123abcd");
/// assert_eq!(normalize_name("名人"), "名人");
/// ```
pub fn normalize_name(name: &str) -> String {
    let name = without_titles(&normalize_characters(name));
    if name.chars().all(is_ignored) {
        return String::new();
    }
    name.chars().filter(|it| !it.is_whitespace()).collect()
}

/// Returns the name without invisible characters, in one width, in lower case, and with variant characters replaced.
fn normalize_characters(name: &str) -> String {
    let visible: String = name
        .chars()
        .filter(|&character| !is_invisible(character))
        .collect();
    let in_one_width = nfkc(&visible);
    in_one_width
        .chars()
        .flat_map(char::to_lowercase)
        .map(replace_variant)
        .collect()
}

/// Returns the rating next to a name, if there is one: `R1850`, `レート 1850`, `(1850)`, `[4D 1850?]`.
pub(super) fn rating(name: &str) -> Option<u32> {
    if !name.contains(|it: char| it.is_numeric()) {
        return None;
    }
    let name = normalize_characters(name);
    let mut rest = name.trim();
    while let Some(shorter) = without_last_suffix(rest) {
        let bracket = Bracket::at_end(rest).filter(|it| it.has_only_strength());
        let rating = bracket.map_or_else(|| rating_at_end(rest), |it| rating_in(it.inner));
        if rating.is_some() {
            return rating;
        }
        rest = shorter;
    }
    let (inner, _) = first_bracket(rest)?;
    rating_in(inner)
}

/// Returns the rating in the content of a bracket, if there is one.
fn rating_in(inner: &str) -> Option<u32> {
    let mut parts = inner.split(is_separator);
    parts.find_map(|part| {
        let number = part.strip_suffix('?').unwrap_or(part);
        let is_number = number.bytes().all(|it| it.is_ascii_digit());
        let is_lone_rating = is_number && is_strength(part);
        if is_lone_rating {
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

fn is_ignored(character: char) -> bool {
    character.is_whitespace() || "-‐‑–—―ー_?.…・*/".contains(character)
}

fn is_invisible(character: char) -> bool {
    character.is_control() && !character.is_whitespace()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

fn replace_variant(character: char) -> char {
    let variant = VARIANTS.iter().find(|(variant, _)| *variant == character);
    variant.map_or(character, |&(_, usual)| usual)
}

/// Returns a name without ranks, titles, ratings and honorifics, followed by the brackets with other content.
fn without_titles(name: &str) -> String {
    let mut name = without_tail(name);
    let mut brackets = Vec::new();
    while let Some(Bracket { before, sign, inner }) = Bracket::at_end(name) {
        let before = without_tail(before);
        if before.is_empty() {
            break;
        }
        let (open, close) = sign;
        brackets.push(format!("{open}{}{close}", without_head(without_tail(inner))));
        name = before;
    }
    let name = without_head(name);
    let name = without_joined_rank(name)
        .filter(|_| !brackets.is_empty())
        .unwrap_or(name)
        .to_owned();
    brackets
        .into_iter()
        .rev()
        .fold(name, |name, bracket| name + &bracket)
}

/// Returns the name without the ranks, titles, ratings and honorifics after it, unless nothing would remain.
fn without_tail(name: &str) -> &str {
    let mut name = name.trim();
    while let Some(shorter) = without_last_suffix(name) {
        name = shorter;
    }
    name
}

/// Returns the name without the last rank, title, rating, honorific or bracket after it. The bracket must be empty or
/// contain only ranks, titles or a rating. Returns `None` if no such part follows the name, or if nothing would remain.
fn without_last_suffix(name: &str) -> Option<&str> {
    let bracket = Bracket::at_end(name).filter(|it| it.has_only_strength());
    let shorter = bracket
        .map(|it| it.before)
        .or_else(|| without_strength_suffix(name))
        .or_else(|| without_honorific(name))?;
    Some(shorter.trim_end_matches(is_separator)).filter(|it| !it.is_empty())
}

/// Returns the name without the ranks and titles before it, and without brackets that contain only ranks, titles or a
/// rating, unless nothing would remain.
fn without_head(name: &str) -> &str {
    let mut name = name;
    loop {
        let shorter = after_first_bracket(name).or_else(|| without_first_rank(name));
        match shorter.map(str::trim_start) {
            None | Some("") => return name,
            Some(shorter) => name = shorter,
        }
    }
}

/// Removes ranks and titles before the name: `四段 山田`, `4 dan Yamada`.
///
/// A blank must follow the rank, because a rank without a blank could be part of a name, such as 三段腹. Returns `None` if
/// the name does not begin with a rank or title and a blank.
fn without_first_rank(name: &str) -> Option<&str> {
    let blanks = name.char_indices().filter(|(_, it)| it.is_whitespace());
    let mut parts = blanks.take(2).map(|(at, _)| name.split_at(at));
    parts.find_map(|(rank, name)| is_rank(rank).then_some(name))
}

/// Removes a rank joined to the name: `四段山田太郎`.
///
/// Returns `None` if the name does not begin with a rank, or if the text after the rank does not consist of at least
/// two characters, all kanji or blanks. Also returns `None` if this text begins with 崎, because 三段崎 is a family name.
/// The rank is certain only if a bracket with other content, such as a town, follows the name.
fn without_joined_rank(name: &str) -> Option<&str> {
    let (at, unit) = name.char_indices().find(|(_, it)| matches!(it, '段' | '級'))?;
    let (rank, name) = name.split_at(at + unit.len_utf8());
    let is_name = name.chars().count() > 1
        && name
            .chars()
            .all(|character| is_kanji(character) || character.is_whitespace())
        && !name.starts_with('崎');
    (is_name && is_rank(rank)).then_some(name)
}

const fn is_kanji(character: char) -> bool {
    matches!(character, '々' | '\u{4e00}'..='\u{9fff}')
}

/// Returns whether a character separates ranks and titles from each other and from a name.
fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, '・' | '、' | ',' | '/')
}

/// Honorifics after a name.
const HONORIFICS: [&str; 4] = ["さん", "先生", "氏", "君"];

/// Removes an honorific or アマ after the name. Returns `None` if neither is at the end, if アマ follows katakana, or if an
/// honorific follows fewer than two characters.
fn without_honorific(name: &str) -> Option<&str> {
    if let Some(name) = name.strip_suffix("アマ") {
        // アマ after katakana is likely to be the end of a word.
        return Some(name).filter(|name| !name.ends_with(is_katakana));
    }
    let name = HONORIFICS.iter().find_map(|address| name.strip_suffix(address))?;
    // 王君 is a complete name.
    name.chars().nth(1).map(|_| name)
}

fn is_katakana(character: char) -> bool {
    ('ァ'..='ヿ').contains(&character)
}

// Brackets next to a name.

const BRACKETS: [(char, char); 6] = [
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
        let sign = BRACKETS.into_iter().find(|(_, close)| name.ends_with(*close))?;
        let (before, inner) = name.strip_suffix(sign.1)?.rsplit_once(sign.0)?;
        Some(Self { before, sign, inner })
    }

    /// Returns whether the bracket is empty or contains only ranks, titles or a rating.
    fn has_only_strength(self) -> bool {
        is_of_strength(self.inner)
    }
}

/// Returns the text after a bracket at the start of the name, as in `[4D] Yamada`. Returns `None` if there is no
/// bracket, or if its content is anything but ranks, titles or a rating.
fn after_first_bracket(name: &str) -> Option<&str> {
    first_bracket(name).map(|(_, rest)| rest)
}

/// Returns the content of a bracket at the start of the name and the text after the bracket. Returns `None` if there is
/// no bracket, or if its content is anything but ranks, titles or a rating.
fn first_bracket(name: &str) -> Option<(&str, &str)> {
    let (open, close) = BRACKETS.into_iter().find(|(open, _)| name.starts_with(*open))?;
    let first = name.strip_prefix(open)?.split_once(close)?;
    is_of_strength(first.0).then_some(first)
}

fn is_of_strength(inner: &str) -> bool {
    let mut inner = inner.trim();
    while !inner.is_empty() && !is_strength(inner) {
        // The last of several parts is removed first.
        let Some(shorter) = without_strength_suffix(inner).or_else(|| without_last_strength(inner)) else {
            return false;
        };
        inner = shorter.trim_end_matches(is_separator);
    }
    true
}

/// Removes the last of several words in a bracket, as in `四段 1850`. Returns `None` if there is only one word, or if
/// [`is_strength`] does not recognize the last word.
fn without_last_strength(inner: &str) -> Option<&str> {
    let (before, last) = inner.rsplit_once(is_separator)?;
    is_strength(last).then_some(before)
}

// Ranks, titles and ratings, in lower case and one width.

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

/// Prefixes of titles.
const TITLE_PREFIXES: [&str; 12] = [
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

/// Prefixes of ranks.
const RANK_PREFIXES: [&str; 7] = [
    "アマチュア",
    "アマ",
    "女流",
    "指導棋士",
    "元奨励会",
    "奨励会",
    "永世",
];

/// Prefixes of ratings.
const RATING_PREFIXES: [&str; 5] = ["レーティング", "レート", "rating", "rate", "r"];

/// Removes a rank, a title or a rating at the end of the name. Returns `None` if the name does not end with one of
/// these.
fn without_strength_suffix(name: &str) -> Option<&str> {
    without_rank(name)
        .or_else(|| without_title(name))
        .or_else(|| without_dan(name))
        .or_else(|| without_rating(name))
}

/// Returns whether a text consists only of ranks and titles.
fn is_rank(text: &str) -> bool {
    let mut rest = text.trim();
    while let Some(shorter) = without_rank(rest)
        .or_else(|| without_title(rest))
        .or_else(|| without_dan(rest))
    {
        rest = shorter.trim_end_matches(is_separator);
        if rest.is_empty() {
            return true;
        }
    }
    false
}

/// Returns whether a word in a bracket is a rating or a rank: `1500`, `1500?`, `4d`, `12k`.
///
/// A number with fewer than three digits is not a rating, because such a number distinguishes players of one name.
fn is_strength(text: &str) -> bool {
    let (digits, rest) = text.split_at(text.bytes().take_while(u8::is_ascii_digit).count());
    match rest {
        "" | "?" => (3..=4).contains(&digits.len()),
        "d" => is_number(digits, 10),
        "k" => is_number(digits, 30),
        _ => false,
    }
}

/// Returns whether a text is a number from 1 to `max`, without a leading zero.
fn is_number(digits: &str, max: u8) -> bool {
    !digits.starts_with('0') && digits.parse().is_ok_and(|number: u8| number <= max)
}

/// Removes a rank or the number of titles at the end, if there is one: `九段`, `アマ六段`, `15級`, `三冠`.
fn without_rank(name: &str) -> Option<&str> {
    let unit = ['段', '級', '冠']
        .into_iter()
        .find(|&unit| name.ends_with(unit))?;
    let name = without_number(name.strip_suffix(unit)?, unit)?;
    Some(strip_any_suffix(&RANK_PREFIXES, name.trim_end()))
}

/// Removes the number before a unit. Returns `None` if there is no number, or if it is ambiguous or too large. Of kanji
/// numerals, as few as possible are removed, because a name may also end with a numeral.
fn without_number(name: &str, unit: char) -> Option<&str> {
    let (letters, digits) = digits_at_end(name);
    if !digits.is_empty() {
        let max = if unit == '級' { 30 } else { 10 };
        // `user15級` is ambiguous: it could be user1 with the rank 5級.
        let is_unambiguous = digits.len() == 1 || digits.ends_with('0') || !letters.ends_with(is_of_word);
        return (is_number(digits, max) && is_unambiguous).then_some(letters);
    }
    if unit == '段'
        && let Some(name) = name.strip_suffix('初')
    {
        return Some(name);
    }
    let shorter = name.strip_suffix(is_numeral)?;
    // The ranks of beginners below 十級 have two numerals, such as 十五級.
    let without_tens = shorter
        .strip_suffix('十')
        .filter(|_| unit == '級' && !name.ends_with('十'));
    Some(without_tens.unwrap_or(shorter))
}

/// Splits a text into the part before the ASCII digits at its end and these digits, which may be empty.
fn digits_at_end(name: &str) -> (&str, &str) {
    name.split_at(name.trim_end_matches(|it: char| it.is_ascii_digit()).len())
}

fn is_numeral(character: char) -> bool {
    "一二三四五六七八九十".contains(character)
}

/// Removes a title at the end, if there is one: `竜王`, `永世棋聖`, `前名人`, `十四世名人`.
fn without_title(name: &str) -> Option<&str> {
    let name = TITLES
        .iter()
        .find_map(|title| name.strip_suffix(title))?
        .trim_end();
    let numbered = name
        .strip_suffix('世')
        .and_then(|rest| rest.strip_suffix(is_numeral)?.strip_suffix('十'));
    Some(match numbered {
        Some(name) => name.strip_suffix('第').unwrap_or(name),
        None => strip_any_suffix(&TITLE_PREFIXES, name),
    })
}

/// Removes a rank in English at the end: `4 dan`, `4-dan`, `4th kyu`. Returns `None` if there is no such rank, or if it
/// is not separated from the name.
fn without_dan(name: &str) -> Option<&str> {
    let mut units = [("dan", 10), ("kyu", 30)].into_iter();
    let (name, max) = units.find_map(|(unit, max)| Some((name.strip_suffix(unit)?, max)))?;
    let name = name.strip_suffix([' ', '-']).unwrap_or(name);
    let mut ordinals = ["st", "nd", "rd", "th"].into_iter();
    let name = ordinals
        .find_map(|suffix| name.strip_suffix(suffix))
        .unwrap_or(name);
    let (name, digits) = digits_at_end(name);
    (is_number(digits, max) && !name.ends_with(is_of_word)).then_some(name)
}

/// Removes a rating of three or four digits and its prefix at the end: `R1500`, `レート 1500`. Returns `None` if there is
/// no such rating, or if it is not separated from the name.
fn without_rating(name: &str) -> Option<&str> {
    let (name, digits) = digits_at_end(name.strip_suffix('?').unwrap_or(name));
    if !(3..=4).contains(&digits.len()) {
        return None;
    }
    let name = name.trim_end_matches([':', '=', ' ', '.']);
    let mut prefixes = RATING_PREFIXES.iter();
    let (prefix, name) = prefixes.find_map(|prefix| Some((prefix, name.strip_suffix(prefix)?)))?;
    let continues_word = if prefix.is_ascii() {
        is_of_word
    } else {
        is_katakana
    };
    (!name.ends_with(continues_word)).then_some(name)
}

/// Returns whether a character may be in a user name. Such a character does not separate the name from a suffix.
fn is_of_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '+' | '-' | '_' | '.' | '#' | '@')
}

fn strip_any_suffix<'n>(suffixes: &[&str], name: &'n str) -> &'n str {
    suffixes
        .iter()
        .find_map(|suffix| name.strip_suffix(suffix))
        .unwrap_or(name)
}

// Characters that are equal in comparisons.

/// Returns the text with characters of one width: `ＡＢＣ` as `ABC`, `ﾊﾌﾞ` as `ハブ`, `①` as `1`.
///
/// This form is the Unicode normalization form NFKC. File names require this form too: some systems write `が` as two
/// characters.
pub(super) fn nfkc(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfkc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfkc().collect())
    }
}

/// Returns the text with characters of one width and in lower case.
pub(crate) fn fold_case(text: &str) -> Cow<'_, str> {
    let text = nfkc(text);
    if text.chars().any(char::is_uppercase) {
        Cow::Owned(text.chars().flat_map(char::to_lowercase).collect())
    } else {
        text
    }
}

// The spellings of a name.

/// Maximum size of a list of spellings (bytes).
const MAX_LIST_BYTES: usize = 64 << 10;

/// The spellings of a name, which are added in sorted order: the most frequent one, and a list of all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spellings {
    most_frequent: (String, u64),
    list: String,
    count: u64,
    /// `true` if the list is incomplete.
    cut: bool,
    /// The last spelling added, whose count may still increase.
    last: Option<(String, u64)>,
}

impl Spellings {
    /// Adds a number of occurrences of the next spelling, or of the last one again.
    pub(crate) fn push(&mut self, spelling: String, times: u64) {
        match &mut self.last {
            Some((last, sum)) if *last == spelling => *sum += times,
            _ => {
                self.commit();
                self.last = Some((spelling, times));
            }
        }
    }

    /// Returns the completed spellings, after the last one has been added.
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
        if self.list.len() + spelling.len() > MAX_LIST_BYTES && self.count > 1 {
            self.cut = true;
        } else if !self.cut {
            let separator = if self.count > 1 { " / " } else { "" };
            self.list += separator;
            self.list += &spelling;
        }
        // Of equally frequent spellings, the first one is the most frequent.
        if times > self.most_frequent.1 {
            self.most_frequent = (spelling, times);
        }
    }

    /// Returns the most frequent spelling, or an empty text if there are no spellings.
    pub(crate) fn most_frequent(&self) -> &str {
        &self.most_frequent.0
    }

    /// Returns the list of spellings, separated by slashes. A list of more than about [`MAX_LIST_BYTES`] is cut and
    /// ends with `…`.
    pub(crate) fn list(&self) -> String {
        let ellipsis = if self.cut { " / …" } else { "" };
        format!("{}{ellipsis}", self.list)
    }
}

impl FromIterator<(String, u64)> for Spellings {
    fn from_iter<I: IntoIterator<Item = (String, u64)>>(spellings: I) -> Self {
        let mut collected = Self::default();
        for (spelling, times) in spellings {
            collected.push(spelling, times);
        }
        collected.finish()
    }
}

// Aliases of players, configured by the user.

/// Aliases of players' names, and the names that replace them.
///
/// An alias is looked up by its normalized name, so 甲野 太郎六段 and 甲野太郎 are one alias.
#[derive(Debug, Default)]
pub(crate) struct NameAliases {
    canonical: HashMap<String, String>,
}

impl NameAliases {
    /// Creates the aliases from names with their other spellings. A spelling that normalizes to nothing, or to the
    /// normalized name itself, is ignored.
    pub(crate) fn new(names: &[(String, Vec<String>)]) -> Arc<Self> {
        let aliases = names.iter().flat_map(|(name, others)| {
            others
                .iter()
                .map(|other| (normalize_name(other), name.clone()))
                .filter(|(other, name)| !other.is_empty() && *other != normalize_name(name))
        });
        Arc::new(Self {
            canonical: aliases.collect(),
        })
    }

    /// Returns the normalized name of a player, by the name that replaces the written name.
    pub(crate) fn normalized(&self, written: &str) -> String {
        normalize_name(self.canonical(written))
    }

    /// Returns the name that replaces the written name, or the written name itself if it is not an alias.
    pub(crate) fn canonical<'n>(&'n self, written: &'n str) -> &'n str {
        if self.canonical.is_empty() {
            return written;
        }
        self.canonical
            .get(&normalize_name(written))
            .map_or(written, String::as_str)
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod fold_tests {
    use super::{fold_case, nfkc};

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
        for (text, in_one_width, folded) in table {
            assert_eq!(
                (&*nfkc(text), &*fold_case(text)),
                (in_one_width, folded),
                "{text}"
            );
        }
    }
}

#[cfg(test)]
mod spelling_tests {
    use super::*;

    fn spellings_of(spellings: &[(&str, u64)]) -> Spellings {
        spellings
            .iter()
            .map(|&(it, times)| (it.to_owned(), times))
            .collect()
    }

    #[test]
    fn the_most_frequent_and_all_spellings_are_returned() {
        for (spellings, most_frequent, list) in [
            (&[][..], "", ""),
            (&[("甲", 1)], "甲", "甲"),
            (&[("甲", 1), ("甲四段", 1)], "甲", "甲 / 甲四段"),
            (&[("甲", 1), ("甲四段", 2)], "甲四段", "甲 / 甲四段"),
            (&[("甲", 2), ("甲", 2), ("甲四段", 3)], "甲", "甲 / 甲四段"),
            (&[("", 1), ("甲", 1)], "", " / 甲"),
        ] {
            let spellings = spellings_of(spellings);
            assert_eq!(
                (spellings.most_frequent(), &*spellings.list()),
                (most_frequent, list)
            );
        }
    }

    #[test]
    fn the_most_frequent_spelling_of_a_truncated_list_is_found() {
        let entries = (0..100_000).map(|at| (format!("甲{at:06}"), 1 + u64::from(at == 99_999)));
        let spellings: Spellings = entries.collect();
        assert_eq!(spellings.most_frequent(), "甲099999");
        let list = spellings.list();
        assert!(
            list.len() < MAX_LIST_BYTES + 10 && list.starts_with("甲000000 / 甲000001 / "),
            "{}",
            list.len()
        );
        assert!(list.ends_with(" / …"));
        // The first spelling is listed even if it is longer than the limit.
        let long_name = "甲".repeat(MAX_LIST_BYTES);
        assert_eq!(spellings_of(&[(&long_name, 1)]).list(), long_name);
    }
}
