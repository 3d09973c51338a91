//! Names that may be of one player: look-alike characters, exchanged parts, other scripts.

/// Groups of characters that look alike or are read alike in names. A character may be in several groups.
const ALIKE: &[&str] = &[
    // Characters that look alike.
    "太大犬",
    "ー一",
    "土士",
    "己巳",
    "千干",
    "未末",
    "子了",
    "柿枾",
    "藤籐",
    "崎埼",
    "力カ",
    "ロ口",
    "ニ二",
    "ハ八",
    "シツ",
    "ソン",
    "o0",
    "l1i",
    "s5",
    "b8",
    "z2",
    "uv",
    // Characters that are read alike in surnames.
    "斉斎",
    "伊井",
    "沢澤",
    "川河",
    "島嶋",
    "本元",
    "坂阪",
    "中仲",
    "野乃",
    "渕淵",
    "竜龍",
    "辺部",
    "原源",
    "東藤",
    "阿安",
    // Characters that are read alike in given names.
    "太多",
    "郎朗",
    "弘宏浩博洋",
    "正政雅",
    "明昭章彰",
    "健建賢",
    "幸行",
    "和一",
    "隆孝貴崇",
    "裕祐佑",
    "哲徹",
    "治次二",
    "治修理",
    "夫男雄",
    "雄勇",
    "美実",
    "実稔",
    "直尚",
    "伸信",
    "淳純順",
    "誠真",
    "聡智悟",
    "英秀",
    "康泰靖",
    "恵慶敬啓圭",
    "恵江",
    "也哉矢弥",
    "輔介助",
    "達辰竜",
    "樹木",
    "茂繁滋",
    "清潔",
    "進晋",
    "剛武毅猛",
    "亮諒涼",
    "翔祥",
    "拓卓琢",
    "輝照",
    "光晃",
    "久寿",
    "勝克",
    "正忠匡",
    "義良吉芳由",
    "史文",
    "志司士史",
    "平兵",
];

/// Returns whether two characters look alike or are read alike.
fn are_alike(one: char, other: char) -> bool {
    ALIKE
        .iter()
        .any(|group| group.contains(one) && group.contains(other))
}

/// Returns whether two different normalized names differ by exactly one look-alike character, or have exchanged parts.
pub(super) fn differ_by_slip(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|name| name.chars().collect::<Vec<_>>());
    if one == other || one.len() != other.len() || one.len() < 2 {
        return false;
    }
    let mut different = one.iter().zip(&other).filter(|(one, other)| one != other);
    let first = different.next();
    let is_one_alike =
        different.next().is_none() && first.is_some_and(|(&one, &other)| are_alike(one, other));
    is_one_alike || has_exchanged_parts(&one, &other)
}

/// Returns the minimum number of characters of the parts of a name that may be exchanged. A part in kanji may be a single
/// character, and a part in letters is longer.
fn min_part(name: &[char]) -> usize {
    match name.len() {
        _ if name.iter().any(char::is_ascii_alphanumeric) => 3,
        ..3 => 2,
        _ => 1,
    }
}

/// Returns whether one name is the other with its two parts exchanged: `山田太郎` and `太郎山田`.
fn has_exchanged_parts(one: &[char], other: &[char]) -> bool {
    let min = min_part(one);
    (min..=one.len().saturating_sub(min))
        .any(|at| one[at..] == other[..one.len() - at] && one[..at] == other[one.len() - at..])
}

/// The keys by which names that may differ by a slip are found: two such names have a key in common.
pub(super) fn slip_keys(name: &str) -> Vec<String> {
    let characters: Vec<char> = name.chars().collect();
    let mut keys: Vec<String> = (0..characters.len())
        .filter(|&at| ALIKE.iter().any(|group| group.contains(characters[at])))
        .map(|at| {
            let (before, after) = (&characters[..at], &characters[at + 1..]);
            before.iter().chain(['\0'].iter()).chain(after).collect()
        })
        .collect();
    let mut sorted = characters;
    sorted.sort_unstable();
    keys.push(sorted.into_iter().collect());
    keys
}

/// Returns whether two normalized names may be of one player. Names in different scripts cannot be compared and may be.
pub(super) fn resemble(one: &str, other: &str) -> bool {
    if one.is_empty() || other.is_empty() || one.is_ascii() != other.is_ascii() {
        return true;
    }
    let [long, short] = if one.len() >= other.len() {
        [one, other]
    } else {
        [other, one]
    };
    if long.contains(short) {
        return true;
    }
    let distance = strsim::osa_distance(one, other);
    let longer = long.chars().count().max(short.chars().count());
    distance * 2 <= longer
}

/// Returns whether two normalized names are probably forms of one name: in different scripts, with other punctuation, with more
/// parts, or with one of at least four characters changed.
pub(super) fn are_forms(one: &str, other: &str) -> bool {
    if one.is_ascii() != other.is_ascii() {
        return true;
    }
    let [one, other] =
        [one, other].map(|name| name.chars().filter(|it| it.is_alphanumeric()).collect::<String>());
    let longer = one.chars().count().max(other.chars().count());
    one.contains(&other) || other.contains(&one) || strsim::osa_distance(&one, &other) * 4 <= longer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_in_names() {
        for (one, other, expected) in [
            ("大田一郎", "太田一郎", true),
            ("斉藤", "斎藤", true),
            ("山田太郎", "太郎山田", true),
            ("taroyamada", "yamadataro", true),
            ("林直樹", "直樹林", true),
            ("森林", "林森", false),
            ("engine12", "12engine", false),
            ("橋本達也", "橋本達哉", true),
            ("伊東達也", "伊藤達也", true),
            ("伊東達也", "伊藤達哉", false),
            ("小林実", "小林稔", true),
            ("小林美", "小林稔", false),
            ("山田太郎", "山田次郎", false),
            ("山田", "山田", false),
            ("甲", "乙", false),
            ("きふわらべ", "きふわらペ", false),
        ] {
            assert_eq!(differ_by_slip(one, other), expected, "{one} {other}");
            let keys = slip_keys(one);
            let is_found = slip_keys(other).iter().any(|key| keys.contains(key));
            assert!(is_found || !expected, "{one} {other}");
        }
    }

    #[test]
    fn names_that_may_be_of_one_player() {
        for (one, other, expected) in [
            ("きふわらべ", "kifuwarabe", true),
            ("山田太郎", "山田", true),
            ("山田太郎", "佐藤花子", false),
            ("山田太郎", "山本太朗", true),
            ("alice", "bob", false),
        ] {
            assert_eq!(resemble(one, other), expected, "{one} {other}");
        }
    }

    #[test]
    fn forms_of_one_name() {
        for (one, other, expected) in [
            ("きふわらべ", "kifuwarabe", true),
            ("ai_an_shogi_ver1", "a.i.anshogiver.1", true),
            ("山田太郎", "山田", true),
            ("山田太郎", "山田太朗", true),
            ("山田太郎", "山本太朗", false),
            ("渡部稔", "渡辺実", false),
            ("alice", "bob", false),
        ] {
            assert_eq!(are_forms(one, other), expected, "{one} {other}");
        }
    }
}
