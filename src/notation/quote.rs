//! Text of the record inside a message.

/// How many characters of a line a message shows.
const LONGEST: usize = 40;

/// The text in quotation marks, at most [`LONGEST`] characters of it, with control characters made visible.
pub(in crate::notation) fn quoted(text: &str) -> String {
    let text = text.trim();
    let mut quoted = String::from("\"");
    let mut characters = text.chars();
    for character in characters.by_ref().take(LONGEST) {
        match character {
            '"' => quoted.push('\''),
            _ if character.is_control() => quoted.extend(character.escape_default()),
            _ => quoted.push(character),
        }
    }
    if characters.next().is_some() {
        quoted.push('…');
    }
    quoted.push('"');
    quoted
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
