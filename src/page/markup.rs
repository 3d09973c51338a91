//! Text that may stand in HTML.

use crate::report::printable;

/// Words that anyone may have written, as text of an element or a value of an attribute.
pub(super) fn escaped(words: &str) -> String {
    let words = printable(words);
    let mut out = String::with_capacity(words.len());
    for character in words.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// Words that anyone may have written, as they may be shown: nothing in them turns the direction of writing, and they
/// are cut where they are longer than any name is.
pub(super) fn shown(words: &str, most: usize) -> String {
    let words = words.trim();
    let Some((at, _)) = words.char_indices().nth(most) else {
        return printable(words).into_owned();
    };
    let mut cut = printable(&words[..at]).into_owned();
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_the_text() {
        assert_eq!(
            escaped("</td><script>'\"&\u{0}\u{202E}"),
            "&lt;/td&gt;&lt;script&gt;&#39;&quot;&amp;␀\u{FFFD}"
        );
    }

    #[test]
    fn long_words_are_cut() {
        assert_eq!(shown(" 甲野 ", 2), "甲野");
        assert_eq!(shown("甲\u{202E}野太郎", 3), "甲\u{FFFD}野…");
    }
}
