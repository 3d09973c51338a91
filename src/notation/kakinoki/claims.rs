//! Lines that stand in every notation here, so that they decide nothing between them.

use super::words::is_blank;
use crate::notation::Claim;
use crate::text::half_width;

/// Whether these are the file numbers above a board, which begin like a number in full-width digits. A board of another
/// game has more or fewer, and nothing else in the line.
pub(crate) fn is_board_head(trimmed: &str) -> bool {
    let after_nine = trimmed.strip_prefix('９').is_some_and(|rest| {
        let mut files = rest.split(is_blank).filter(|file| !file.is_empty());
        files.next() == Some("８")
    });
    after_nine || is_other_board_head(trimmed)
}

fn is_other_board_head(line: &str) -> bool {
    // The last byte of `1`, of `１` and of blanks: nearly all lines that are asked about are moves, and end in none of them.
    if !matches!(line.as_bytes().last(), Some(b'1' | 0x91 | b' ' | b'\t' | 0x80)) {
        return false;
    }
    let last = line.trim_end_matches(is_blank).chars().next_back();
    last.is_some_and(|it| half_width(it) == '1') && files(line).is_some()
}

/// How many files a board has by the numbers above it, and nothing else: `５ ４ ３ ２ １`.
pub(crate) fn files(line: &str) -> Option<usize> {
    /// No game has a larger board.
    const MOST: usize = 36;
    let mut files = 0;
    for number in line.split(is_blank).filter(|number| !number.is_empty()).rev() {
        let digits: String = number.chars().take(3).map(half_width).collect();
        files += 1;
        if files > MOST || digits != files.to_string() {
            return None;
        }
    }
    (files > 2).then_some(files)
}

/// A weak claim to lines of a record's beginning and to 変化 lines.
pub(crate) fn claim_weakly(line: &str) -> Claim {
    const WEAK: &[&str] = &[
        "手合割",
        "|v",
        "| ・",
        "先手の持駒",
        "後手の持駒",
        "下手の持駒",
        "上手の持駒",
        "変化：",
    ];
    Claim::weak_if(WEAK.iter().any(|mark| line.starts_with(mark)))
}
