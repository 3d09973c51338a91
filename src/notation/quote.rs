//! Text of the record inside a message.

use crate::finding::Bilingual;

/// How many characters of a line a message shows.
const LONGEST: usize = 40;

/// At most [`LONGEST`] characters of a text, with control characters made visible.
pub(crate) fn shortened(text: &str) -> String {
    let mut shown = String::new();
    let mut characters = text.trim().chars();
    for character in characters.by_ref().take(LONGEST) {
        if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// The same in quotation marks.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", shortened(text).replace('"', "'"))
}

/// The same in the quotation marks of each language.
pub(crate) fn in_quotes(text: &str) -> Bilingual<String> {
    let shown = shortened(text);
    Bilingual {
        japanese: format!("「{}」", shown.replace('「', "『").replace('」', "』")),
        english: format!("\"{}\"", shown.replace('"', "'")),
    }
}

#[cfg(test)]
mod tests {
    use super::{in_quotes, quoted};

    #[test]
    fn long_and_odd_text_stays_readable() {
        assert_eq!(quoted(" +7776FU\r\n"), "\"+7776FU\"");
        assert_eq!(quoted("a\0b\"c"), "\"a\\u{0}b'c\"");
        assert_eq!(quoted(&"歩".repeat(40)), format!("\"{}\"", "歩".repeat(40)));
        assert_eq!(quoted(&"歩".repeat(41)), format!("\"{}…\"", "歩".repeat(40)));
    }

    #[test]
    fn every_language_has_its_marks() {
        let quoted = in_quotes("「\"歩\"」\n");
        assert_eq!(quoted.english, "\"「'歩'」\"");
        assert_eq!(quoted.japanese, "「『\"歩\"』」");
    }
}
