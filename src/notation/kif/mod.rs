//! KIF, the notation of Kakinoki Shogi and of most of Japan's records.
//!
//! Beyond the definition it reads: both encodings whatever the extension says; no separator, no
//! indent, no times; ▲△ before a square; 同 with, without and after blanks; 王 玉, 竜 龍, 全 圭 杏; 不成 and
//! 生; `打(00)`; full-width numbers and parentheses; every shape of time; hands without separators;
//! any terminal word; nested, repeated and misplaced 変化 blocks; several games in one file.

use super::kakinoki::cut::{self, claim_weakly, is_board_head};
use super::kakinoki::words::{self, digit, is_blank};
use super::{Bookmarks, Capabilities, Claim, Headers, Join, Newline, Notation, Scope, Target, page};
use crate::finding::both;
use crate::record::{SHOGI, Terminal};
use crate::text::{SHIFT_JIS, UTF_8};
use read::Body;

mod read;
mod usual_line;
mod write;

pub(super) use read::read;
#[doc(hidden)]
pub use read::read_by_grammar;

// Tests hold what stands in front of the grammar against it.

/// What KIF can hold: all that a record can, except for fractions of a second and for what was played before the start:
/// the 手数＝ line of a board diagram is none of KIF, and programs refuse files for it.
const CAPABILITIES: Capabilities = Capabilities {
    moves: true,
    variations: true,
    moves_after_end: true,
    variations_after_end: false,
    plies_before: false,
    last_move: false,
    numbers: true,
    piece_names: true,
    side_marks: true,
    always_marks: false,
    headers: Headers::Any,
    comments: true,
    bookmarks: Bookmarks::Kept,
    tool_lines: true,
    clock: Some(1000),
    totals: true,
    results: Terminal::OF_SHOGI,
    may_declare: None,
    result_clock: true,
    claims: true,
};

const TARGETS: &[Target] = &[
    Target {
        name: "kif",
        about: both("KIF for Windows", "KIF（Windows用）"),
        games: &[&SHOGI],
        extension: "kif",
        encoding: SHIFT_JIS,
        newline: Newline::CrLf,
        join: Join::Never,
        holds: CAPABILITIES,
        write: write::write,
    },
    Target {
        name: "kifu",
        about: both("KIF in UTF-8", "KIF（UTF-8）"),
        games: &[&SHOGI],
        extension: "kifu",
        encoding: UTF_8,
        newline: Newline::Lf,
        join: Join::Never,
        holds: CAPABILITIES,
        write: write::write,
    },
];

/// The entry of KIF in the table of notations.
pub static NOTATION: Notation = Notation {
    format: super::KIF,
    title: both("KIF (Kakinoki Shogi)", "KIF（柿木将棋）"),
    extensions: &["kif", "kifu"],
    encodings: both(
        "Shift_JIS (.kif), UTF-8 (.kifu); detected from the bytes",
        "Shift_JIS（.kif）、UTF-8（.kifu）。内容から判別する",
    ),
    page: page!("kif"),
    scope: Scope::Games,
    claim_line,
    first_record: |text| cut::first_record(text, is_numbered, read::is_numbered),
    read: |source| read(source, super::KIF),
    targets: TARGETS,
};

// Which lines look like KIF.

/// Whether a line, without the blanks before it, begins with a number and is not the head of a board.
fn is_numbered(trimmed: &str) -> bool {
    trimmed.starts_with(|c| digit(c).is_some()) && !is_board_head(trimmed)
}

/// How much a line looks like KIF.
fn claim_line(line: &str) -> Claim {
    let trimmed = line.trim_start_matches(is_blank);
    if trimmed.starts_with("手数--") || line.starts_with("#KIF") || is_certain(line) {
        Claim::Strong
    } else {
        claim_weakly(line)
    }
}

/// Whether a line is a numbered move, or a number with a word for a result.
fn is_certain(line: &str) -> bool {
    line.trim_start_matches(is_blank)
        .starts_with(|c| digit(c).is_some())
        && read::numbered(line).is_some_and(|numbered| match numbered.body {
            Body::Move(_) => true,
            Body::Word(word) => words::ending(word).is_some(),
            Body::Broken(_) => false,
        })
}
