//! Words as the page shows them.

use crate::report::printable;

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
    fn long_words_are_cut() {
        assert_eq!(shown(" 甲野 ", 2), "甲野");
        assert_eq!(shown("甲\u{202E}野太郎", 3), "甲\u{FFFD}野…");
    }
}
