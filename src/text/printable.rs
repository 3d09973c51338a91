//! What a terminal may be shown of a text that anyone may have written.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

/// How wide a tab is drawn.
const TAB: &str = "    ";

/// A character as it is shown.
///
/// Control characters could move the cursor, change colours or give orders to the terminal, and
/// characters that turn the direction of writing could make a line read as what it is not: they are
/// shown as signs for themselves.
pub(crate) fn shown(character: char) -> Shown {
    match character {
        '\t' => Shown::Tab,
        '\0'..='\x1F' => Shown::Char(char::from_u32(0x2400 + character as u32).unwrap_or('\u{FFFD}')),
        '\x7F' => Shown::Char('\u{2421}'),
        '\u{80}'..='\u{9F}'
        // Soft hyphen, joiners and fillers without a width, marks of Arabic and Mongolian.
        | '\u{AD}'
        | '\u{34F}'
        | '\u{61C}'
        | '\u{115F}'..='\u{1160}'
        | '\u{17B4}'..='\u{17B5}'
        | '\u{180E}'
        | '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{3164}'
        | '\u{FEFF}'
        | '\u{FFA0}'
        | '\u{FFF9}'..='\u{FFFB}'
        // Letters that nobody sees.
        | '\u{E0000}'..='\u{E007F}' => Shown::Char('\u{FFFD}'),
        _ => Shown::Char(character),
    }
}

/// What stands in the place of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// So many spaces.
    Tab,
    /// This character.
    Char(char),
}

impl Shown {
    /// In columns of a terminal: two for a Japanese character.
    pub(crate) fn width(self) -> usize {
        match self {
            Self::Tab => TAB.len(),
            Self::Char(character) => character.width().unwrap_or(0),
        }
    }

    /// Adds it to a line.
    pub(crate) fn push_to(self, line: &mut String) {
        match self {
            Self::Tab => line.push_str(TAB),
            Self::Char(character) => line.push(character),
        }
    }
}

/// A name or a message that may hold anything, as it may be shown on a line of a terminal.
pub(crate) fn printable(words: &str) -> Cow<'_, str> {
    if words.chars().all(|it| shown(it) == Shown::Char(it)) {
        return Cow::Borrowed(words);
    }
    let mut line = String::with_capacity(words.len());
    words.chars().for_each(|it| shown(it).push_to(&mut line));
    Cow::Owned(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_is_shown() {
        assert_eq!(
            printable("a\x1B[31mb\r\nc\u{202E}d\u{9B}"),
            "a␛[31mb␍␊c\u{FFFD}d\u{FFFD}"
        );
        assert!(matches!(printable("７六歩(77)"), Cow::Borrowed(_)));
    }
}
