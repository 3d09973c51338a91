//! Text that may stand in XML and HTML.

use crate::text::printable;

/// Words that anyone may have written, as text of an element or a value of an attribute. Characters that XML forbids
/// are shown as signs for themselves.
pub fn escaped(words: &str) -> String {
    let words = printable(words);
    let mut out = String::with_capacity(words.len());
    for character in words.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{FFFE}' | '\u{FFFF}' => out.push('\u{FFFD}'),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_gets_out_of_the_text() {
        assert_eq!(
            escaped("</title><script>'\"&\u{0}\u{FFFF}"),
            "&lt;/title&gt;&lt;script&gt;&#39;&quot;&amp;␀\u{FFFD}"
        );
    }
}
