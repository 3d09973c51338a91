//! The names of handicaps as people write them.

/// Other writings of a part of a name, replaced in this order: digits, old and short forms, okurigana.
const WRITINGS: [(&str, &str); 16] = [
    ("19", "十九"),
    ("10", "十"),
    ("2", "二"),
    ("3", "三"),
    ("4", "四"),
    ("5", "五"),
    ("6", "六"),
    ("7", "七"),
    ("8", "八"),
    ("9", "九"),
    ("兩", "両"),
    ("車", ""),
    ("角行", "角"),
    ("裸王", "裸玉"),
    ("とんぼ", "トンボ"),
    ("落ち", "落"),
];

/// Other names of the same start, as [`plain`] has them.
const SAME: [(&str, &str); 7] = [
    ("左香落", "香落"),
    ("香飛落", "飛香落"),
    ("飛角落", "二枚落"),
    ("角飛落", "二枚落"),
    ("右五枚落", "五枚落"),
    ("十九枚落", "裸玉"),
    ("玉一枚", "裸玉"),
];

/// Opening brackets and what closes them.
const BRACKETS: [(char, char); 6] = [
    ('(', ')'),
    ('（', '）'),
    ('[', ']'),
    ('［', '］'),
    ('〔', '〕'),
    ('【', '】'),
];

/// A name, and what stands beside it in brackets: 二枚落ち and 指導 of 二枚落ち（指導）. A bracket that is not closed goes to
/// the end.
pub(super) fn without_brackets(name: &str) -> (String, Vec<&str>) {
    let (mut outside, mut inside, mut rest) = (String::new(), Vec::new(), name);
    while let Some((at, opening)) = rest
        .char_indices()
        .find(|(_, letter)| BRACKETS.iter().any(|(open, _)| open == letter))
    {
        let closing = BRACKETS.iter().find(|(open, _)| *open == opening);
        let behind = &rest[at + opening.len_utf8()..];
        let closed = closing.and_then(|(_, close)| behind.split_once(*close));
        let (inner, after) = closed.unwrap_or((behind, ""));
        outside.push_str(&rest[..at]);
        inside.push(inner);
        rest = after;
    }
    outside.push_str(rest);
    (outside, inside)
}

/// A name in one writing: 飛落ち, 飛車落 and 飛車落ち are one, and so are 2枚落ち, ２枚落 and 二枚落ち. White space is skipped.
pub(super) fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| !letter.is_whitespace());
    let mut plain: String = letters.map(narrow).collect();
    for (writing, usual) in WRITINGS {
        if plain.contains(writing) {
            plain = plain.replace(writing, usual);
        }
    }
    let usual = SAME.iter().find(|(name, _)| *name == plain);
    usual.map_or(plain, |(_, usual)| (*usual).to_owned())
}

fn narrow(letter: char) -> char {
    match letter {
        '０'..='９' => char::from(b'0' + (letter as u32 - '０' as u32) as u8),
        '＋' => '+',
        _ => letter,
    }
}

/// Starts with other pieces on the board than the even one, under names that do not tell which: those of bioshogi, and the
/// English word for all of them.
const UNEVEN: [&str; 3] = ["青空将棋", "バリケード将棋", "handicap"];

/// Whether a name, as [`plain`] has it, says that pieces are missing (落) or in a hand (得). A half handicap (半香落ち) is
/// played in turns with the even game.
pub(super) fn is_uneven(plain: &str) -> bool {
    plain.contains('落') && !plain.starts_with('半')
        || plain.ends_with('得')
        || UNEVEN.contains(&plain.to_lowercase().as_str())
}
