//! KI2, the notation of Kakinoki Shogi for people: `▲７六歩 △３四歩 ▲２二角成 △同　銀`.
//!
//! Moves have marks, no numbers, no times and, as a rule, no origin: words tell which of several pieces moved.
//! Nothing here asks the board, so what the words mean is found by the referee. The only result is the まで line.
//!
//! Beyond the definition it reads: any number of moves a line, without blanks and without a line end; 仝; squares in
//! half-width digits and in kanji; 行 入 生; words in any order; an origin in parentheses; `△投了`; a result after
//! the last move; both players on one line; a row of hyphens before the moves; several games in one file.

mod claims;
mod ending;
mod parser;
mod play;
mod read;
mod stretch;
mod write;

use super::{Bookmarks, Capabilities, Headers, Join, Newline, Notation, Scope, Target, formats, page};
use crate::finding::both;
use crate::notation::kakinoki::cut;
use crate::record::{SHOGI, Terminal};
use crate::text::{SHIFT_JIS, UTF_8};

/// What KI2 can hold: all that a record can, except for times and for what stands before the start or after an end. Kakinoki's programs write
/// no lines of their own in it, and others stumble over them.
const CAPABILITIES: Capabilities = Capabilities {
    moves: true,
    variations: true,
    moves_after_end: false,
    variations_after_end: false,
    plies_before: false,
    last_move: false,
    numbers: false,
    piece_names: true,
    side_marks: true,
    always_marks: true,
    headers: Headers::Any,
    comments: true,
    bookmarks: Bookmarks::Kept,
    tool_lines: false,
    clock: None,
    totals: false,
    results: Terminal::OF_SHOGI,
    may_declare: None,
    result_clock: false,
    claims: true,
};

const TARGETS: &[Target] = &[
    Target {
        name: "ki2",
        about: both("KI2 for Windows", "KI2（Windows用）"),
        games: &[&SHOGI],
        extension: "ki2",
        encoding: SHIFT_JIS,
        newline: Newline::CrLf,
        join: Join::Never,
        holds: CAPABILITIES,
        write: write::write,
    },
    Target {
        name: "ki2u",
        about: both("KI2 in UTF-8", "KI2（UTF-8）"),
        games: &[&SHOGI],
        extension: "ki2u",
        encoding: UTF_8,
        newline: Newline::Lf,
        join: Join::Never,
        holds: CAPABILITIES,
        write: write::write,
    },
];

/// The entry of KI2 in the table of notations.
pub static NOTATION: Notation = Notation {
    format: formats::KI2,
    title: both("KI2 (Kakinoki Shogi)", "KI2（柿木将棋）"),
    extensions: &["ki2", "ki2u"],
    encodings: both(
        "Shift_JIS (.ki2), UTF-8 (.ki2u); detected from the bytes",
        "Shift_JIS（.ki2）、UTF-8（.ki2u）。内容から判別する",
    ),
    page: page!(),
    scope: Scope::Games,
    claim_line: claims::claim_line,
    first_record: |text| cut::first_record(text, claims::is_moves, claims::is_moves),
    read: read::read,
    targets: TARGETS,
};
