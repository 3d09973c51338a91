//! Who played: the names of players in one spelling.

mod brackets;
mod standing;
#[cfg(test)]
mod tests;

use super::fold::one_width;
use brackets::{Bracket, after_first};
use standing::{is_rank, without_standing};

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
    let written: String = name.chars().filter(|&it| !is_invisible(it)).collect();
    let folded: String = one_width(&written)
        .chars()
        .flat_map(char::to_lowercase)
        .map(usual)
        .collect();
    if folded.chars().all(is_no_name) {
        return String::new();
    }
    bare(&folded).chars().filter(|it| !it.is_whitespace()).collect()
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
    loop {
        let bracket = Bracket::at_end(name).filter(|it| it.tells_strength());
        let shorter = bracket
            .map(|it| it.before)
            .or_else(|| without_standing(name))
            .or_else(|| without_address(name));
        match shorter.map(|it| it.trim_end_matches(is_between)) {
            None | Some("") => return name,
            Some(shorter) => name = shorter,
        }
    }
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
