//! The boundaries between the records of a text.

use std::sync::LazyLock;

use aho_corasick::packed::Searcher;

use super::words::{self, is_blank};
use crate::notation::Claim;
use crate::text::half_width;

/// Beginnings of lines that begin a record.
///
/// The lines are the first line of a file, headers that programs write only before the moves, and the edge of a
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

/// The beginning of the line between headers and moves.
const SEPARATOR: &str = "手数--";

/// A search for the strings with which a line after a move can begin the next record. `None` if the processor has no vector
/// instructions for this search.
static RECORD_STARTS: LazyLock<Option<Searcher>> =
    LazyLock::new(|| Searcher::new(OPENING_LINES.iter().chain([&SEPARATOR])));

/// The types of lines that are distinguished to find the boundaries between records.
pub(crate) enum LineKind {
    Blank,
    Moves,
    Comment,
    Variation,
    /// The line between headers and moves. Some programs may also write this line before the moves of a variation.
    Separator,
    Result,
    Opening,
    Other,
}

/// The lines that were read since the last move.
#[derive(Clone, Copy, Default)]
enum LinesSinceMove {
    /// No move has been read yet.
    #[default]
    Start,
    /// Only comments on the move.
    Move,
    /// The line that begins a variation.
    Variation,
    /// Lines from this byte on belong to the next record, if one begins.
    Gap(usize),
}

/// Returns the length of the first record (bytes).
///
/// The next record begins at the first opening line or separator after a move or a result. Of the lines between,
/// comments directly after a move belong to that move. Lines after a blank line or a まで line belong to the next record,
/// as does any other line after a move. A separator directly after a 変化 line belongs to the variation.
///
/// A line contains moves if `looks_like_moves` accepts it without its leading blanks. The first such line must also
/// satisfy `is_moves`.
pub(crate) fn first_record(
    text: &str,
    looks_like_moves: impl Fn(&str) -> bool,
    is_moves: impl Fn(&str) -> bool,
) -> usize {
    let mut search = RecordEnd::default();
    let mut at = 0;
    while let Some((start, line, next)) = line_at(text, at) {
        if matches!(search.0, LinesSinceMove::Move) && looks_like_moves(line.trim_start_matches(' ')) {
            at = skip_moves(text, next, &looks_like_moves);
            continue;
        }
        let end = search.step((start, line, next), &kind(line, &looks_like_moves), &is_moves);
        if let Some(end) = end {
            return end;
        }
        at = next;
    }
    text.len()
}

/// Returns the offset of a line that directly follows a line with moves and comes before any line that can begin the next
/// record; the end of the text if no such line follows. A line with moves ends before `at` (bytes).
///
/// The lines that are skipped need not be looked at: the search is in the same state after every line with moves.
fn skip_moves(text: &str, at: usize, looks_like_moves: impl Fn(&str) -> bool) -> usize {
    let Some(record_starts) = &*RECORD_STARTS else {
        return at;
    };
    let Some(found) = record_starts.find(&text.as_bytes()[at..]) else {
        return text.len();
    };
    let mut end = at + found.start();
    while let Some(line_feed) = memchr::memrchr(b'\n', &text.as_bytes()[at..end]) {
        end = at + line_feed;
        if let Some((_, line, next)) = line_at(text, end + 1)
            && looks_like_moves(line.trim_start_matches(' '))
        {
            return next;
        }
    }
    at
}

/// The search for the end of the first record, line by line.
#[derive(Default)]
pub(crate) struct RecordEnd(LinesSinceMove);

impl RecordEnd {
    /// Processes the next line: its offset, its text, and the offset of the line after it (bytes).
    ///
    /// Returns the end of the record (bytes) if the line belongs to the next record.
    pub(crate) fn step(
        &mut self,
        (start, line, next): (usize, &str, usize),
        kind: &LineKind,
        is_moves: impl Fn(&str) -> bool,
    ) -> Option<usize> {
        let lines_since_move = self.0;
        self.0 = match (kind, lines_since_move) {
            (LineKind::Moves, LinesSinceMove::Start) if !is_moves(line) => lines_since_move,
            (LineKind::Moves, _) => LinesSinceMove::Move,
            (LineKind::Result, _) | (LineKind::Blank, LinesSinceMove::Move) => LinesSinceMove::Gap(next),
            (_, LinesSinceMove::Start)
            | (LineKind::Comment, LinesSinceMove::Move)
            | (LineKind::Separator, LinesSinceMove::Variation) => lines_since_move,
            (LineKind::Variation, _) => LinesSinceMove::Variation,
            (LineKind::Opening | LineKind::Separator, LinesSinceMove::Gap(at)) => return Some(at),
            (LineKind::Opening | LineKind::Separator, _) => return Some(start),
            (_, LinesSinceMove::Move) => LinesSinceMove::Gap(start),
            _ => lines_since_move,
        };
        None
    }
}

/// Returns the lines of a text: the offset of each, its text without the line end, and the offset of the next line.
/// Offsets are in bytes.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str, usize)> {
    std::iter::successors(line_at(text, 0), |&(_, _, next)| line_at(text, next))
}

/// Returns the line at an offset, as [`lines`] does; `None` at the end of the text.
fn line_at(text: &str, start: usize) -> Option<(usize, &str, usize)> {
    let rest = &text[start..];
    let length = memchr::memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
    let newline = match &rest.as_bytes()[length..] {
        [] => 0,
        [b'\r', b'\r', b'\n', ..] => 3,
        [b'\r', b'\n', ..] => 2,
        _ => 1,
    };
    (!rest.is_empty()).then(|| (start, &rest[..length], start + length + newline))
}

/// Returns the type of a line. A line contains moves if `looks_like_moves` accepts it without its leading blanks.
pub(crate) fn kind(line: &str, looks_like_moves: impl Fn(&str) -> bool) -> LineKind {
    let trimmed = line.trim_start_matches(is_blank);
    match trimmed.as_bytes().first() {
        None => LineKind::Blank,
        Some(b'*' | b'&') => LineKind::Comment,
        _ if looks_like_moves(trimmed) => LineKind::Moves,
        // `#`, `+`, kana, kanji, or a byte order mark left by joining files.
        Some(b'#' | b'+' | 0xe3..=0xef) => {
            let is_opening = |line: &str| OPENING_LINES.iter().any(|opening| line.starts_with(opening));
            if words::is_result_line(trimmed) {
                LineKind::Result
            } else if trimmed.starts_with("変化") {
                LineKind::Variation
            } else if trimmed.starts_with(SEPARATOR) {
                LineKind::Separator
            } else if is_opening(line.trim_start_matches('\u{feff}')) {
                LineKind::Opening
            } else {
                LineKind::Other
            }
        }
        _ => LineKind::Other,
    }
}

// Lines that occur in every format of Kakinoki Shogi and therefore do not distinguish between the formats.

/// Returns whether a line consists of the file numbers above a board: `９ ８ ７ ６ ５ ４ ３ ２ １`.
///
/// Without this check, the line would look like a numbered move. For a shogi board, the first two numbers suffice; for
/// a board of another size, the line must not contain other text.
pub(crate) fn is_board_head(trimmed: &str) -> bool {
    let begins_nine_eight = trimmed.strip_prefix('９').is_some_and(|rest| {
        let mut files = rest.split(is_blank).filter(|file| !file.is_empty());
        files.next() == Some("８")
    });
    begins_nine_eight || is_other_board_head(trimmed)
}

fn is_other_board_head(line: &str) -> bool {
    // The last bytes of `1`, of `１` and of blanks in UTF-8. Almost all lines that are tested are moves, which end in
    // other bytes, so this test is fast.
    if !matches!(line.as_bytes().last(), Some(b'1' | 0x91 | b' ' | b'\t' | 0x80)) {
        return false;
    }
    let last_character = line.trim_end_matches(is_blank).chars().next_back();
    last_character.is_some_and(|digit| half_width(digit) == '1') && files(line).is_some()
}

/// Returns the number of files of a board from the line above the board: `５ ４ ３ ２ １`.
///
/// Returns `None` if the line has other text, fewer than three files, or more than 36.
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

/// Returns a weak claim for 変化 lines and for lines that occur at the beginning of a record; no claim for any other
/// line.
pub(crate) fn claim_weakly(line: &str) -> Claim {
    const LINE_BEGINNINGS: &[&str] = &[
        "手合割",
        "|v",
        "| ・",
        "先手の持駒",
        "後手の持駒",
        "下手の持駒",
        "上手の持駒",
        "変化：",
    ];
    Claim::Weak.when(
        LINE_BEGINNINGS
            .iter()
            .any(|beginning| line.starts_with(beginning)),
    )
}

#[cfg(test)]
mod tests {
    use super::{RecordEnd, first_record, kind, lines};
    use proptest::prelude::{ProptestConfig, prop_assert_eq, proptest};

    const LINES: &[&str] = &[
        "1 ７六歩(77)\n",
        "   2 ３四歩(33)\r\n",
        "3 ２六歩(27)\r",
        "\n",
        "\r\r\n",
        "*先手：甲\n",
        "先手：甲\n",
        " 先手：甲\n",
        "手数----指手--\n",
        "　手数--\n",
        "#KIF\n",
        "変化：2手\n",
        "まで2手で後手の勝ち\n",
        "+--\n",
        "何か\n",
        "1 \n",
        "手合割：平手",
    ];

    /// Returns the length of the first record with a look at every line.
    fn line_by_line(text: &str, is_moves: impl Fn(&str) -> bool) -> usize {
        let mut search = RecordEnd::default();
        let end = lines(text).find_map(|line| search.step(line, &kind(line.1, &is_moves), &is_moves));
        end.unwrap_or(text.len())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4096, ..ProptestConfig::default() })]

        #[test]
        fn lines_that_are_skipped_do_not_matter(
            lines in proptest::collection::vec(proptest::sample::select(LINES), 0..40)
        ) {
            let text = lines.concat();
            let is_moves = |line: &str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
            prop_assert_eq!(first_record(&text, is_moves, is_moves), line_by_line(&text, is_moves), "{:?}", text);
        }
    }
}
