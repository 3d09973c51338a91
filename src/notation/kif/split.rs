//! Where one record ends and the next begins, and which lines can only be KIF.

use super::cursor::{digit, is_blank};
use super::line::{self, Body};
use super::words;
use crate::notation::Claim;

/// What opens a record: the first line of a file, headers that a program writes before the moves and
/// nowhere else, the edge of a board. A program's own line (`#`) does not, for it may stand anywhere.
const OPENINGS: &[&str] = &[
    "#KIF",
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

/// How much text the parser is given at a time: its tokens take several times as much memory as their text.
const STRETCH: usize = 1 << 16;

/// The kinds of lines that matter here.
enum Kind {
    Blank,
    Numbered,
    Comment,
    Variation,
    /// The line between headers and moves; some may write it before the moves of a variation, too.
    Separator,
    Result,
    Opening,
    Other,
}

/// What the lines behind the last move have been.
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

/// Length of the first record: up to the lines that lead to the first opening line behind a move or a
/// result. Comments right behind a move still speak of it; what stands behind a blank line, a まで line
/// or a program's own line belongs to what comes.
pub(super) fn first_record(text: &str) -> usize {
    let mut since = Since::Start;
    for (start, line, next) in lines(text) {
        since = match (kind(line), since) {
            (Kind::Numbered, Since::Start) if !line::is_numbered(line) => since,
            (Kind::Numbered, _) => Since::Move,
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

/// The first lines of a text, as many as fit into a [`STRETCH`] and the one that crosses its end.
pub(super) fn stretch(text: &str) -> &str {
    let bytes = text.as_bytes();
    let Some(end) = bytes
        .get(STRETCH..)
        .and_then(|rest| memchr::memchr2(b'\n', b'\r', rest))
    else {
        return text;
    };
    let end = STRETCH + end;
    let pair = bytes[end..].starts_with(b"\r\n");
    &text[..=end + usize::from(pair)]
}

/// The lines of a text: where each starts, what it is, and where the next one starts.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str, usize)> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = &text[start..];
        let length = memchr::memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
        let (line, behind) = rest.split_at(length);
        let newline = ["\r\n", "\r\r\n"]
            .iter()
            .find(|newline| behind.starts_with(**newline));
        let at = start;
        start += length + newline.map_or(behind.len().min(1), |newline| newline.len());
        (!rest.is_empty()).then_some((at, line, start))
    })
}

fn kind(line: &str) -> Kind {
    let trimmed = line.trim_start_matches(is_blank);
    match trimmed.as_bytes().first() {
        None => Kind::Blank,
        Some(b'0'..=b'9') => Kind::Numbered,
        Some(b'*' | b'&') => Kind::Comment,
        // `#`, `+`, kana, kanji, full-width digits, a byte order mark left by joining files.
        Some(b'#' | b'+' | 0xe3..=0xef) => {
            let opens = |line: &str| OPENINGS.iter().any(|opening| line.starts_with(opening));
            if trimmed.starts_with(|c| digit(c).is_some()) && !is_board_head(trimmed) {
                Kind::Numbered
            } else if trimmed.starts_with("まで") {
                Kind::Result
            } else if trimmed.starts_with("変化") {
                Kind::Variation
            } else if line.starts_with("手数--") {
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

/// Whether these are the file numbers above a board, which begin like a number in full-width digits.
fn is_board_head(trimmed: &str) -> bool {
    let rest = trimmed.strip_prefix('９').unwrap_or_default();
    let mut files = rest.split(is_blank).filter(|file| !file.is_empty());
    files.next() == Some("８")
}

/// How much a line looks like KIF. A board diagram, and the name of a start, stand in other notations too.
pub(super) fn claim_line(line: &str) -> Claim {
    const STRONG: &[&str] = &["手数--", "#KIF", "変化："];
    const WEAK: &[&str] = &[
        "手合割",
        "|v",
        "| ・",
        "先手の持駒",
        "後手の持駒",
        "下手の持駒",
        "上手の持駒",
    ];
    let begins_with = |marks: &[&str]| marks.iter().any(|mark| line.starts_with(mark));
    let is_numbered = || {
        line.trim_start_matches(is_blank)
            .starts_with(|c| digit(c).is_some())
            && line::numbered(line).is_some_and(|numbered| match numbered.body {
                Body::Move(_) => true,
                Body::Word(word) => words::terminal(word).is_some(),
                Body::Broken(_) => false,
            })
    };
    if begins_with(STRONG) || is_numbered() {
        Claim::Strong
    } else if begins_with(WEAK) {
        Claim::Weak
    } else {
        Claim::None
    }
}
