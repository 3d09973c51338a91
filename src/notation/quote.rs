//! Text of the record inside a message.

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

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn long_and_odd_text_stays_readable() {
        assert_eq!(quoted(" +7776FU\r\n"), "\"+7776FU\"");
        assert_eq!(quoted("a\0b\"c"), "\"a\\u{0}b'c\"");
        assert_eq!(quoted(&"歩".repeat(40)), format!("\"{}\"", "歩".repeat(40)));
        assert_eq!(quoted(&"歩".repeat(41)), format!("\"{}…\"", "歩".repeat(40)));
    }
}
