//! Letters that are the same to those who compare.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

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

#[cfg(test)]
mod tests {
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
