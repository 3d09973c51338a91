//! The boundaries between the records of a text.

use super::words::{self, is_blank};
use crate::notation::Claim;
use crate::text::half_width;

/// Beginnings of lines that begin a record.
///
/// These are the first line of a file, headers that a program writes only before the moves, and the edge of a
/// board. Other program lines (`#`) are not included, because they may occur anywhere.
const OPENING_LINES: &[&str] = &[
    "#KIF",
    "#KI2",
    "手合割",
    "開始日時",
    "対局日",
    "棋戦",
    "表題",
    "作品番号",
    "先手：",
    "先手:",
    "下手：",
    "下手:",
    "後手：",
    "後手:",
    "上手：",
    "上手:",
    "後手の持駒",
    "上手の持駒",
    "+--",
];

/// The kinds of lines that matter for the boundaries between records.
pub(crate) enum LineKind {
    Blank,
    Moves,
    Comment,
    Variation,
    /// The line between headers and moves. Some programs may also write it before the moves of a variation.
    Separator,
    Result,
    Opening,
    Other,
}

/// The lines since the last move.
#[derive(Clone, Copy, Default)]
enum LinesSinceMove {
    /// There is no move yet.
    #[default]
    Start,
    /// No lines but comments on the move.
    Move,
    /// The line that begins a variation.
    Variation,
    /// Lines from this byte on belong to the next record, if one begins.
    Gap(usize),
}

/// Returns the length of the first record (bytes).
///
/// The next record begins with the first opening line after a move or a result, and the lines that lead to it.
/// Comments directly after a move belong to that move. Lines after a blank line, a まで line or a program line
/// (`#`) belong to the next record.
///
/// A line has moves if `looks_like_moves` returns `true` for it without leading blanks. The first such line
/// must also satisfy `is_moves`.
pub(crate) fn first_record(
    text: &str,
    looks_like_moves: impl Fn(&str) -> bool,
    is_moves: impl Fn(&str) -> bool,
) -> usize {
    let mut search = RecordEnd::default();
    let end = lines(text).find_map(|line| search.step(line, &kind(line.1, &looks_like_moves), &is_moves));
    end.unwrap_or(text.len())
}

/// The search for the end of the first record, line by line.
#[derive(Default)]
pub(crate) struct RecordEnd(LinesSinceMove);

impl RecordEnd {
    /// Takes the next line: its start, its text, and the start of the line after it.
    ///
    /// Returns the end of the record if the line shows it.
    pub(crate) fn step(
        &mut self,
        (start, line, next): (usize, &str, usize),
        kind: &LineKind,
        is_moves: impl Fn(&str) -> bool,
    ) -> Option<usize> {
        let since = self.0;
        self.0 = match (kind, since) {
            (LineKind::Moves, LinesSinceMove::Start) if !is_moves(line) => since,
            (LineKind::Moves, _) => LinesSinceMove::Move,
            (LineKind::Result, _) | (LineKind::Blank, LinesSinceMove::Move) => LinesSinceMove::Gap(next),
            (_, LinesSinceMove::Start)
            | (LineKind::Comment, LinesSinceMove::Move)
            | (LineKind::Separator, LinesSinceMove::Variation) => since,
            (LineKind::Variation, _) => LinesSinceMove::Variation,
            (LineKind::Opening | LineKind::Separator, LinesSinceMove::Gap(at)) => return Some(at),
            (LineKind::Opening | LineKind::Separator, _) => return Some(start),
            (_, LinesSinceMove::Move) => LinesSinceMove::Gap(start),
            _ => since,
        };
        None
    }
}

/// Returns the lines of a text: the start, the text, and the start of the next line.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str, usize)> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = &text[start..];
        let length = memchr::memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
        let newline = match &rest.as_bytes()[length..] {
            [] => 0,
            [b'\r', b'\r', b'\n', ..] => 3,
            [b'\r', b'\n', ..] => 2,
            _ => 1,
        };
        let at = start;
        start += length + newline;
        (!rest.is_empty()).then(|| (at, &rest[..length], start))
    })
}

/// Returns the kind of a line. It has moves if `looks_like_moves` returns `true` for it without leading blanks.
pub(crate) fn kind(line: &str, looks_like_moves: impl Fn(&str) -> bool) -> LineKind {
    let trimmed = line.trim_start_matches(is_blank);
    match trimmed.as_bytes().first() {
        None => LineKind::Blank,
        Some(b'*' | b'&') => LineKind::Comment,
        _ if looks_like_moves(trimmed) => LineKind::Moves,
        // `#`, `+`, kana, kanji, or a byte order mark left by joining files.
        Some(b'#' | b'+' | 0xe3..=0xef) => {
            let opens = |line: &str| OPENING_LINES.iter().any(|opening| line.starts_with(opening));
            if words::is_result_line(trimmed) {
                LineKind::Result
            } else if trimmed.starts_with("変化") {
                LineKind::Variation
            } else if trimmed.starts_with("手数--") {
                LineKind::Separator
            } else if opens(line.trim_start_matches('\u{feff}')) {
                LineKind::Opening
            } else {
                LineKind::Other
            }
        }
        _ => LineKind::Other,
    }
}

// Lines that occur in every format of Kakinoki Shogi, so that they do not distinguish between them.

/// Returns whether a line is the file numbers above a board, which begin like a number in full-width digits.
///
/// A board of another game has more or fewer files, and no other text on the line.
pub(crate) fn is_board_head(trimmed: &str) -> bool {
    let after_nine = trimmed.strip_prefix('９').is_some_and(|rest| {
        let mut files = rest.split(is_blank).filter(|file| !file.is_empty());
        files.next() == Some("８")
    });
    after_nine || is_other_board_head(trimmed)
}

fn is_other_board_head(line: &str) -> bool {
    // The last byte of `1`, of `１` and of blanks. Almost all lines that are tested are moves, and end in
    // another byte.
    if !matches!(line.as_bytes().last(), Some(b'1' | 0x91 | b' ' | b'\t' | 0x80)) {
        return false;
    }
    let last = line.trim_end_matches(is_blank).chars().next_back();
    last.is_some_and(|digit| half_width(digit) == '1') && files(line).is_some()
}

/// Returns the number of files of a board, given a line with only the numbers above it: `５ ４ ３ ２ １`.
pub(crate) fn files(line: &str) -> Option<usize> {
    /// Maximum number of files. No known game has a larger board.
    const MAX_FILES: usize = 36;
    let mut files = 0;
    for number in line.split(is_blank).filter(|number| !number.is_empty()).rev() {
        let digits: String = number.chars().take(3).map(half_width).collect();
        files += 1;
        if files > MAX_FILES || digits != files.to_string() {
            return None;
        }
    }
    (files > 2).then_some(files)
}

/// Makes a weak claim to lines from the beginning of a record and to 変化 lines.
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
    Claim::Weak.when(WEAK.iter().any(|mark| line.starts_with(mark)))
}
