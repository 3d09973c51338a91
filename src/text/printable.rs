//! Safe display of untrusted text on a terminal.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

/// The spaces that replace a tab.
const TAB: &str = "    ";

/// Returns the replacement for a character on a terminal.
///
/// Control characters could move the cursor, change colours or send commands to the terminal. Invisible characters, and
/// characters that change the writing direction, could make a line misleading. All these characters are replaced by
/// visible signs.
pub(crate) fn printable_char(character: char) -> PrintableChar {
    match character {
        '\t' => PrintableChar::Tab,
        '\0'..='\x1F' => PrintableChar::Char(char::from_u32(0x2400 + character as u32).unwrap_or('\u{FFFD}')),
        '\x7F' => PrintableChar::Char('\u{2421}'),
        '\u{80}'..='\u{9F}'
        // Soft hyphen, joiners and fillers without a width, and Arabic and Mongolian marks.
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
        // Invisible tag characters.
        | '\u{E0000}'..='\u{E007F}' => PrintableChar::Char('\u{FFFD}'),
        _ => PrintableChar::Char(character),
    }
}

/// The replacement for a character on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PrintableChar {
    /// Four spaces, which replace a tab.
    Tab,
    /// A single character: the original one, or a visible sign.
    Char(char),
}

impl PrintableChar {
    /// Returns the width in terminal columns. A full-width character has two.
    pub(crate) fn width(self) -> usize {
        match self {
            Self::Tab => TAB.len(),
            Self::Char(character) => character.width().unwrap_or(0),
        }
    }

    /// Appends the replacement to a line.
    pub(crate) fn push_to(self, line: &mut String) {
        match self {
            Self::Tab => line.push_str(TAB),
            Self::Char(character) => line.push(character),
        }
    }
}

/// Returns text for one line of a terminal, in which control characters and invisible characters are replaced.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    let is_unchanged = |character| printable_char(character) == PrintableChar::Char(character);
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) || text.chars().all(is_unchanged) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len());
    text.chars()
        .for_each(|character| printable_char(character).push_to(&mut line));
    Cow::Owned(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_sequences_are_not_printed() {
        assert_eq!(
            printable("a\x1B[31mb\r\nc\u{202E}d\u{9B}"),
            "a␛[31mb␍␊c\u{FFFD}d\u{FFFD}"
        );
        assert!(matches!(printable("７六歩(77)"), Cow::Borrowed(_)));
    }
}
