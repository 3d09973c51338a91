//! What is sought in texts: a regular expression, whatever the width and the case of the letters.

use regex::{Regex, RegexBuilder, escape};

use crate::stats::fold::one_width;

/// So many bytes an expression may take when it is made ready: enough for any list of names that has room in a filter.
const LARGEST: usize = 1 << 20;

/// A regular expression. A text without signs is one of itself.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    written: String,
    regex: Regex,
}

impl Pattern {
    /// An expression as it is written.
    ///
    /// # Errors
    ///
    /// Where it is none, or takes too much room.
    pub(super) fn new(written: String) -> Result<Self, regex::Error> {
        let regex = RegexBuilder::new(&narrow(&written))
            .case_insensitive(true)
            .size_limit(LARGEST)
            .dfa_size_limit(LARGEST)
            .build()?;
        Ok(Self { written, regex })
    }

    pub(super) fn written(&self) -> &str {
        &self.written
    }

    pub(super) fn is_in(&self, text: &str) -> bool {
        self.regex.is_match(&one_width(text))
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.written == other.written
    }
}

/// The expression in the width of the texts that it is sought in. Only the signs of ASCII are signs: `（` becomes `\(`.
fn narrow(written: &str) -> String {
    let mut pattern = String::with_capacity(written.len());
    for character in written.chars() {
        let alone = character.to_string();
        let narrow = one_width(&alone);
        if !character.is_ascii() && narrow.contains(|it: char| it.is_ascii_punctuation()) {
            pattern += &escape(&narrow);
        } else {
            pattern.push(character);
        }
    }
    one_width(&pattern).into_owned()
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    fn is_in(pattern: &str, text: &str) -> bool {
        Pattern::new(pattern.to_owned()).unwrap().is_in(text)
    }

    #[test]
    fn what_is_sought_is_found() {
        for (pattern, text) in [
            ("", "x"),
            ("habu", "Ｈａｂｕ Yoshiharu"),
            ("ＨＡＢＵ", "habu"),
            ("ﾋﾟﾖ", "ピヨ将棋"),
            ("か\u{3099}", "が.kif"),
            ("e\u{301}", "Andr\u{e9}"),
            ("^羽生|^藤井", "藤井聡太"),
            ("四段$", "甲四段"),
            ("[一二三]段", "甲三段"),
            (r"\d{4}", "２０２４年"),
            (r"\p{Han}{2}", "abc山田"),
            ("[ａ-ｃ]x", "BX"),
            // Signs of ASCII are signs; wide ones and those after a backslash are texts.
            ("甲(九段)?$", "甲九段"),
            (r"甲\(九段\)", "甲（九段）"),
            ("甲（九段）", "甲(九段)"),
            ("ｃ＋＋", "C++"),
            ("第1回㈱杯", "第１回(株)杯"),
            ("…", "..."),
            ("(?-i)Habu", "Habu"),
        ] {
            assert!(is_in(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [
            ("habu", "hab"),
            ("^羽生", "甲羽生"),
            ("甲(九段)", "甲(九段)"),
            ("甲（九段）", "甲九段"),
            ("…", "abc"),
            ("(?-i)Habu", "habu"),
        ] {
            assert!(!is_in(pattern, text), "{pattern} {text}");
        }
    }

    #[test]
    fn what_is_none_or_too_large_is_refused() {
        for pattern in ["(", "[a", "a**?{", r"\", "(?<", r"(\w{999}){999}", "a{999999999}"] {
            assert!(Pattern::new(pattern.to_owned()).is_err(), "{pattern}");
        }
    }
}
