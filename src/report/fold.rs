//! Folding what is too long for a line.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What no line of Japanese begins with.
const NOT_FIRST: &str = "、。，．・：；！？）」』】〕〉》”’ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々";

/// What no line of Japanese ends with.
const NOT_LAST: &str = "（「『【〔〈《“‘";

/// The lines that the words fill, when there are `first` columns for the first and `others` for every other: parted
/// at blanks and, in Japanese, between any two characters that may be parted. A word longer than a line stays whole.
pub(crate) fn folded(words: &str, first: usize, others: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let (mut start, mut columns, mut width) = (0, 0, first);
    // Where the line may end, and where the next one begins then.
    let mut parting = None;
    let mut before = ' ';
    for (at, character) in words.char_indices() {
        if character == ' ' {
            parting = Some((at, at + 1));
        } else if at > start && may_part(before, character) {
            parting = Some((at, at));
        }
        columns += character.width().unwrap_or(0);
        if columns > width
            && let Some((end, next)) = parting.take()
        {
            lines.push(part(words, start, end));
            start = next;
            width = others;
            columns = part(words, start, at + character.len_utf8()).width();
        }
        before = character;
    }
    lines.push(part(words, start, words.len()));
    lines
}

fn part(words: &str, start: usize, end: usize) -> &str {
    words.get(start..end).unwrap_or_default()
}

/// Whether a line may end between two characters without a blank.
pub(crate) fn may_part(left: char, right: char) -> bool {
    let wide = |it: char| it.width() == Some(2);
    left != ' ' && (wide(left) || wide(right)) && !NOT_FIRST.contains(right) && !NOT_LAST.contains(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_is_parted_at_blanks() {
        assert_eq!(
            folded("a pawn on the file of a pawn", 9, 9),
            ["a pawn on", "the file", "of a pawn"]
        );
        assert_eq!(
            folded("see clock-cumulative-mismatch there", 8, 8),
            ["see", "clock-cumulative-mismatch", "there"]
        );
        assert_eq!(folded("two pawns on file 5", 3, 20), ["two", "pawns on file 5"]);
        assert_eq!(folded("", 8, 8), [""]);
        assert_eq!(folded("a b", 3, 3), ["a b"]);
    }

    #[test]
    fn japanese_is_parted_where_a_line_may_begin() {
        assert_eq!(
            folded("同じ筋に歩を二枚打つ。", 10, 10),
            ["同じ筋に歩", "を二枚打", "つ。"]
        );
        assert_eq!(
            folded("歩（と金は数えない）の筋", 12, 12),
            ["歩（と金は数", "えない）の筋"]
        );
        assert_eq!(folded("筋の歩（と金）", 8, 8), ["筋の歩", "（と金）"]);
        assert_eq!(folded("KIF の 50手目", 5, 5), ["KIF", "の 50", "手目"]);
    }
}
