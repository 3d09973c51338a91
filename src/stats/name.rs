//! Who played: the names of players in one spelling.

use super::fold::one_width;

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

/// What belongs to a title behind it.
const BEFORE_TITLES: [&str; 7] = ["永世", "名誉", "女流", "アマチュア", "アマ", "前", "元"];

/// What belongs to a rank behind it.
const BEFORE_RANKS: [&str; 6] = ["アマチュア", "アマ", "女流", "指導棋士", "元奨励会", "奨励会"];

/// How one speaks to a player.
const ADDRESSES: [&str; 4] = ["さん", "先生", "氏", "君"];

const BRACKETS: [(char, char); 6] = [
    ('(', ')'),
    ('[', ']'),
    ('<', '>'),
    ('〔', '〕'),
    ('【', '】'),
    ('〈', '〉'),
];

/// A player's name to group by: the same for all spellings of it that are certain to mean one person.
///
/// Widths, cases of letters and [variants](VARIANTS) of a few characters are folded and blanks taken out. Behind the name
/// go ranks (四段, アマ六段, 1級), titles (竜王・名人, 十四世名人, 三冠), さん, 氏, 君, 先生 and アマ, and brackets that hold
/// ranks, titles or a rating and nothing else. What is in other brackets, such as a town, may tell two people of one name
/// from each other, and stays. Where nothing would be left, the name stays as it is written.
///
/// ```
/// use kifu::stats::normal;
///
/// assert_eq!(normal("山﨑　太郎 アマ六段(R1850)"), "山崎太郎");
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
    let bare: String = bare(&folded).chars().filter(|it| !it.is_whitespace()).collect();
    if bare.is_empty() {
        name.trim().to_owned()
    } else {
        bare
    }
}

fn is_invisible(character: char) -> bool {
    character.is_control() && !character.is_whitespace()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

fn usual(character: char) -> char {
    let variant = VARIANTS.iter().find(|(variant, _)| *variant == character);
    variant.map_or(character, |&(_, usual)| usual)
}

/// The name without anything behind it, as long as something is left.
fn bare(name: &str) -> &str {
    let mut name = name.trim();
    loop {
        let shorter = without_brackets(name)
            .or_else(|| without_rank(name))
            .or_else(|| without_title(name))
            .or_else(|| without_address(name));
        let between = |it: char| it.is_whitespace() || matches!(it, '・' | '、' | ',' | '/');
        match shorter.map(|it| it.trim_end_matches(between)) {
            None | Some("") => return name,
            Some(shorter) => name = shorter,
        }
    }
}

/// `(九段)`, `[R1500]`
fn without_brackets(name: &str) -> Option<&str> {
    let (open, close) = BRACKETS.iter().find(|(_, close)| name.ends_with(*close))?;
    let (name, inner) = name.strip_suffix(*close)?.rsplit_once(*open)?;
    let mut inner = inner.trim();
    while let Some(shorter) = without_rank(inner).or_else(|| without_title(inner)) {
        inner = shorter.trim_end_matches(|it: char| it.is_whitespace() || it == '・');
    }
    (inner.is_empty() || is_rating(inner)).then_some(name)
}

/// `R1500`, `1500`: fewer digits are a number that tells people apart.
fn is_rating(text: &str) -> bool {
    let digits = text.strip_prefix('r').unwrap_or(text);
    (3..=4).contains(&digits.len()) && digits.bytes().all(|it| it.is_ascii_digit())
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
    let letters = name.trim_end_matches(|it: char| it.is_ascii_digit());
    let digits = &name[letters.len()..];
    if !digits.is_empty() {
        return (digits.len() <= 2 && !digits.starts_with('0')).then_some(letters);
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

/// `さん`, `氏`, `アマ`
fn without_address(name: &str) -> Option<&str> {
    if let Some(name) = name.strip_suffix("アマ") {
        // No word in katakana that happens to end so.
        return Some(name).filter(|name| !name.ends_with(|it| ('ァ'..='ヿ').contains(&it)));
    }
    let name = ADDRESSES.iter().find_map(|address| name.strip_suffix(address))?;
    // 王君 is a name.
    name.chars().nth(1).map(|_| name)
}

fn without_first_of<'n>(words: &[&str], name: &'n str) -> &'n str {
    words
        .iter()
        .find_map(|word| name.strip_suffix(word))
        .unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn spellings_of_one_name() {
        for (name, spellings) in [
            (
                "山田太郎",
                &[
                    "山田太郎",
                    "山田 太郎",
                    "　山田　太郎　",
                    "山田太郎九段",
                    "山田太郎 九段",
                    "山田太郎初段",
                    "山田太郎1級",
                    "山田太郎 １５級",
                    "山田太郎十五級",
                    "山田太郎アマ六段",
                    "山田太郎 女流二段",
                    "山田太郎名人",
                    "山田太郎竜王・名人",
                    "山田太郎 竜王 名人",
                    "山田太郎三冠",
                    "山田太郎永世棋聖",
                    "山田太郎名誉王座",
                    "山田太郎十六世名人",
                    "山田太郎 第十六世名人",
                    "山田太郎前名人",
                    "山田太郎女流王将",
                    "山田太郎さん",
                    "山田太郎氏",
                    "山田太郎君",
                    "山田太郎先生",
                    "山田太郎アマ",
                    "山田太郎(R1234)",
                    "山田太郎（1234）",
                    "山田太郎 [六段]",
                    "山田太郎九段(名人)",
                    "山田太郎(アマ四段)(R1500)",
                    "山田太郎【四段】",
                    "山田太郎()",
                    "山田\u{200b}太郎",
                    "山田太郎元奨励会三段",
                    "山田太郎アマ名人",
                ][..],
            ),
            (
                "加藤一二三",
                &["加藤一二三九段", "加藤一二三 1級", "加藤 一二三 名人"],
            ),
            ("高崎辺斎", &["髙﨑邊齋", "高崎邉斎四段"]),
            ("内藤国雄", &["内藤國雄", "内藤國雄九段"]),
            (
                "sunfish4v0.1.2",
                &["Sunfish4 v0.1.2", "ＳＵＮＦＩＳＨ４　Ｖ０．１．２"],
            ),
            ("user10", &["user10", "USER10 1級", "user10 初段"]),
            ("lv20ピヨ馬", &["Lv20 ピヨ馬(R1050)", "Lv20 ﾋﾟﾖ馬"]),
            ("mihon+0123abcd", &["Mihon+0123abcd", "mihon+0123ABCD"]),
            ("先手:山田", &["先手：山田四段"]),
        ] {
            for spelling in spellings {
                assert_eq!(normal(spelling), name, "{spelling}");
            }
        }
    }

    #[test]
    fn different_people_stay_different() {
        for (one, other) in [
            ("斎藤一", "斉藤一"),
            ("小島", "小嶋"),
            ("竜馬", "龍馬"),
            ("田中一郎(東京)", "田中一郎(大阪)"),
            ("田中一郎四段(東京)", "田中一郎四段(大阪)"),
            ("player(2)", "player(3)"),
            ("player1", "player2"),
            ("gps+abc", "gps+abd"),
            ("森一二", "森一"),
            ("名人コブラ", "コブラ"),
            ("ココアマ", "ココ"),
            ("user100級", "user"),
        ] {
            assert_ne!(normal(one), normal(other), "{one} {other}");
        }
    }

    #[test]
    fn something_is_always_left() {
        for (name, expected) in [
            ("名人", "名人"),
            ("九段", "九段"),
            ("アマ", "アマ"),
            ("竜王・名人", "竜王"),
            ("(R1500)", "(r1500)"),
            ("王君", "王君"),
            ("森九段", "森"),
            ("", ""),
            ("　", ""),
            (" \u{200b} ", "\u{200b}"),
        ] {
            assert_eq!(normal(name), expected, "{name}");
        }
    }

    #[test]
    fn long_names_take_no_long_time() {
        for part in ["名人", "(", "()", ")", "([", "九段 ", "・名人", "ｶﾞ", "1"] {
            assert!(!normal(&part.repeat(200_000)).is_empty());
        }
    }

    proptest::proptest! {
        #[test]
        fn a_name_stays_a_name(name in "[山田太郎一二三十初段級冠竜王名人アマさん君氏()R0-9 　a-cA-C・]{0,16}") {
            let normal = normal(&name);
            proptest::prop_assert_eq!(normal.is_empty(), name.trim().is_empty());
        }

        #[test]
        fn nothing_panics(name in ".{0,40}") {
            let _ = normal(&name);
        }
    }
}
