//! Where one record ends and the next begins, and which lines can only be KIF.

use super::cursor::{digit, is_blank};
use super::line::{self, Body};
use super::words;

/// Headers that a program writes before the moves and nowhere else, and the lines that open a file.
const OPENINGS: &[&str] = &[
    "#KIF",
    "# ---",
    "手合割",
    "開始日時",
    "対局日",
    "棋戦",
    "表題",
    "先手：",
    "下手：",
    "後手：",
    "上手：",
    "手数--",
    "後手の持駒",
    "上手の持駒",
];

/// Length of the first record: up to the first opening line behind a move or a result.
pub(super) fn first_record(text: &str) -> usize {
    let mut played = false;
    let mut start = 0;
    for end in memchr::memchr2_iter(b'\n', b'\r', text.as_bytes()).chain([text.len()]) {
        let line = &text[start..end];
        match line.as_bytes().first() {
            Some(b'0'..=b'9') => played = true,
            Some(b'*' | b'&' | b'\n' | b'\r') | None => {}
            // An opening line begins with `#` or with the first byte of a kanji.
            Some(b'#' | 0xe4..=0xe9) if played && opens(line) => return start,
            Some(_) => {
                let trimmed = line.trim_start_matches(is_blank);
                // The file numbers above a board begin like a move in full-width digits.
                let numbered = trimmed.starts_with(|c| digit(c).is_some()) && !trimmed.starts_with('９');
                played |= numbered || trimmed.starts_with("まで");
            }
        }
        start = (end + 1).min(text.len());
    }
    text.len()
}

fn opens(line: &str) -> bool {
    OPENINGS.iter().any(|opening| line.starts_with(opening))
}

/// Whether a line can only be KIF, or is at least more like it than like any other notation.
pub(super) fn is_of_kif(line: &str) -> bool {
    const MARKS: &[&str] = &[
        "手数--",
        "手合割",
        "#KIF",
        "変化：",
        "|v",
        "| ・",
        "先手の持駒",
        "後手の持駒",
        "下手の持駒",
        "上手の持駒",
    ];
    if MARKS.iter().any(|mark| line.starts_with(mark)) {
        return true;
    }
    line.trim_start_matches(is_blank)
        .starts_with(|c| digit(c).is_some())
        && line::numbered(line).is_some_and(|numbered| match numbered.body {
            Body::Move(_) => true,
            Body::Word(word) => words::terminal(word).is_some(),
            Body::Broken(_) => false,
        })
}
