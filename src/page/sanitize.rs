//! Untrusted text in a form that is safe to show.

use crate::text::printable;

/// Returns untrusted text in a form that is safe to show.
///
/// Surrounding blanks are removed. Control characters and characters that change the writing direction are replaced by
/// visible symbols. Text of more than `max_characters` characters is truncated and then ends with `…`.
pub(super) fn sanitize(words: &str, max_characters: usize) -> String {
    let words = words.trim();
    // A text has at most as many characters as bytes.
    let may_be_long = words.len() > max_characters;
    let end = may_be_long.then(|| words.char_indices().nth(max_characters));
    let Some((at, _)) = end.flatten() else {
        return printable(words).into_owned();
    };
    let mut truncated = printable(&words[..at]).into_owned();
    truncated.push('…');
    truncated
}

/// Returns a text of the program without the marks of code (`` ` ``), which a page does not show. Text in quotation marks, which
/// is from a record, is unchanged.
pub(super) fn without_code_marks(text: &str) -> String {
    let mut closing = None;
    let is_shown = |c: &char| {
        closing = match (closing, c) {
            (None, '「') => Some('」'),
            (None, '"') => Some('"'),
            (Some(mark), _) if mark == *c => None,
            _ => closing,
        };
        closing.is_some() || *c != '`'
    };
    text.chars().filter(is_shown).collect()
}

/// Returns a path in a form that is safe to show.
///
/// Control characters and characters that change the writing direction are replaced by visible symbols. In a long path,
/// the middle is replaced by `…`, so that the file name is still shown.
pub(super) fn sanitize_path(path: &str) -> String {
    /// Maximum length of a path (characters).
    const MAX_PATH_CHARACTERS: usize = 1000;
    if path.len() <= MAX_PATH_CHARACTERS {
        return printable(path).into_owned();
    }
    let head_end = path.char_indices().nth(MAX_PATH_CHARACTERS / 2);
    let tail_start = path.char_indices().nth_back(MAX_PATH_CHARACTERS / 2 - 1);
    match head_end.zip(tail_start) {
        Some(((head_end, _), (tail_start, _))) if head_end < tail_start => [
            &printable(&path[..head_end]),
            "…",
            &printable(&path[tail_start..]),
        ]
        .concat(),
        _ => printable(path).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_paths_are_truncated_in_the_middle() {
        assert_eq!(sanitize_path("甲/乙.kif"), "甲/乙.kif");
        let long = format!("甲/{}/乙.kif", "x".repeat(2000));
        let truncated = sanitize_path(&long);
        assert!(
            truncated.starts_with("甲/x") && truncated.contains('…') && truncated.ends_with("x/乙.kif"),
            "{truncated}"
        );
        assert_eq!(truncated.chars().count(), 1001);
    }

    #[test]
    fn marks_of_code_are_removed_outside_of_quotations() {
        assert_eq!(without_code_marks("`a.b` is \"`x`\", `c`"), "a.b is \"`x`\", c");
        assert_eq!(without_code_marks("`甲` が「`乙」で`丙`"), "甲 が「`乙」で丙");
    }

    #[test]
    fn long_text_is_truncated() {
        assert_eq!(sanitize(" 甲野 ", 2), "甲野");
        assert_eq!(sanitize("甲\u{202E}野太郎", 3), "甲\u{FFFD}野…");
    }
}
