//! Where one record ends and the next begins.

use super::words::is_blank;

/// What opens a record: the first line of a file, headers that a program writes before the moves and
/// nowhere else, the edge of a board. A program's own line (`#`) does not, for it may stand anywhere.
const OPENINGS: &[&str] = &[
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

/// The kinds of lines that matter here.
enum Kind {
    Blank,
    Moves,
    Comment,
    Variation,
    /// The line between headers and moves; some may write it before the moves of a variation, too.
    Separator,
    Result,
    Opening,
    Other,
}

/// What the lines after the last move have been.
#[derive(Clone, Copy)]
enum Since {
    /// There is no move yet.
    Start,
    /// Nothing but comments on it.
    Move,
    /// The line that announces a variation.
    Variation,
    /// Lines from this byte on that are the next record's, should one open.
    Gap(usize),
}

/// Length of the first record: up to the lines that lead to the first opening line after a move or a
/// result. Comments right after a move still speak of it; what stands after a blank line, a まで line
/// or a program's own line belongs to what comes.
///
/// A line is one of moves where, without the blanks before it, it `looks_like_moves`; and the first of them
/// where it also `is_moves`.
pub(crate) fn first_record(
    text: &str,
    looks_like_moves: impl Fn(&str) -> bool,
    is_moves: impl Fn(&str) -> bool,
) -> usize {
    let mut since = Since::Start;
    for (start, line, next) in lines(text) {
        since = match (kind(line, &looks_like_moves), since) {
            (Kind::Moves, Since::Start) if !is_moves(line) => since,
            (Kind::Moves, _) => Since::Move,
            (Kind::Result, _) | (Kind::Blank, Since::Move) => Since::Gap(next),
            (_, Since::Start) | (Kind::Comment, Since::Move) | (Kind::Separator, Since::Variation) => since,
            (Kind::Variation, _) => Since::Variation,
            (Kind::Opening | Kind::Separator, Since::Gap(at)) => return at,
            (Kind::Opening | Kind::Separator, _) => return start,
            (_, Since::Move) => Since::Gap(start),
            _ => since,
        };
    }
    text.len()
}

/// The lines of a text: where each starts, what it is, and where the next one starts.
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

fn kind(line: &str, looks_like_moves: impl Fn(&str) -> bool) -> Kind {
    let trimmed = line.trim_start_matches(is_blank);
    match trimmed.as_bytes().first() {
        None => Kind::Blank,
        Some(b'*' | b'&') => Kind::Comment,
        _ if looks_like_moves(trimmed) => Kind::Moves,
        // `#`, `+`, kana, kanji, a byte order mark left by joining files.
        Some(b'#' | b'+' | 0xe3..=0xef) => {
            let opens = |line: &str| OPENINGS.iter().any(|opening| line.starts_with(opening));
            if trimmed.starts_with("まで") {
                Kind::Result
            } else if trimmed.starts_with("変化") {
                Kind::Variation
            } else if trimmed.starts_with("手数--") {
                Kind::Separator
            } else if opens(line.trim_start_matches('\u{feff}')) {
                Kind::Opening
            } else {
                Kind::Other
            }
        }
        _ => Kind::Other,
    }
}
