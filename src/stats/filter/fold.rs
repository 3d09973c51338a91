//! Letters that are the same to those who search.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// The text with letters of one width and case: `ＡＢＣ` as `abc`, `ﾊﾌﾞ` as `ハブ`, `①` as `1`. That is Unicode's
/// normal form NFKC, in small letters. Names of files need it too: some systems write `が` as two characters.
pub(super) fn folded(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Cow::Owned(text.to_ascii_lowercase());
        }
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.nfkc().flat_map(char::to_lowercase).collect())
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn width_and_case_make_no_difference() {
        let table = [
            ("", ""),
            ("habu", "habu"),
            ("Habu", "habu"),
            ("ＨＡＢＵ　Ｙ", "habu y"),
            ("ﾊﾌﾞ", "ハブ"),
            ("か\u{3099}", "が"),
            ("羽生善治", "羽生善治"),
            ("Ö", "ö"),
        ];
        for (text, expected) in table {
            assert_eq!(folded(text), expected, "{text}");
        }
    }
}
