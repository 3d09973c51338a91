//! Words as the page shows them.

use crate::text::printable;

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

/// A path in the same way; it is cut in the middle, so that the name of the file stays.
pub(super) fn shown_path(path: &str) -> String {
    /// No path needs more characters.
    const LONGEST: usize = 1000;
    let boundary = |at: usize| path.char_indices().nth(at).map_or(path.len(), |(at, _)| at);
    let count = path.chars().count();
    if count <= LONGEST {
        return printable(path).into_owned();
    }
    let (before, behind) = (
        &path[..boundary(LONGEST / 2)],
        &path[boundary(count - LONGEST / 2)..],
    );
    [&printable(before), "…", &printable(behind)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_paths_are_cut_in_the_middle() {
        assert_eq!(shown_path("甲/乙.kif"), "甲/乙.kif");
        let long = format!("甲/{}/乙.kif", "x".repeat(2000));
        let cut = shown_path(&long);
        assert!(
            cut.starts_with("甲/x") && cut.contains('…') && cut.ends_with("x/乙.kif"),
            "{cut}"
        );
        assert_eq!(cut.chars().count(), 1001);
    }

    #[test]
    fn long_words_are_cut() {
        assert_eq!(shown(" 甲野 ", 2), "甲野");
        assert_eq!(shown("甲\u{202E}野太郎", 3), "甲\u{FFFD}野…");
    }
}
