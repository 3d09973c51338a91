//! KI2, the notation of Kakinoki Shogi for people: `▲７六歩 △３四歩 ▲２二角成 △同　銀`.
//!
//! Moves have marks, no numbers, no times and, as a rule, no origin: words tell which of several pieces moved.
//! Nothing here asks the board, so what the words mean is found by the referee. The only result is the まで line.
//!
//! Beyond the definition it reads: any number of moves a line, without blanks and without a line end; 仝; squares in
//! half-width digits and in kanji; 行 入 生; words in any order; an origin in parentheses; `△投了`; a result after
//! the last move; both players on one line; a row of hyphens before the moves; several games in one file.

use super::kakinoki::cut::{self, claim_weakly};
use super::kakinoki::words::{self, is_blank};
use super::{Bookmarks, Capabilities, Claim, Headers, Join, Newline, Notation, Scope, Target, page};
use crate::finding::both;
use crate::record::{SHOGI, Terminal};
use crate::shogi::Color;
use crate::text::{SHIFT_JIS, UTF_8};
use read::Body;

mod read;
mod write;

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
    format: super::KI2,
    title: both("KI2 (Kakinoki Shogi)", "KI2（柿木将棋）"),
    extensions: &["ki2", "ki2u"],
    encodings: both(
        "Shift_JIS (.ki2), UTF-8 (.ki2u); detected from the bytes",
        "Shift_JIS（.ki2）、UTF-8（.ki2u）。内容から判別する",
    ),
    page: page!("ki2"),
    scope: Scope::Games,
    claim_line,
    first_record: |text| cut::first_record(text, is_moves, is_moves),
    read: read::read,
    targets: TARGETS,
};

// Which lines look like KI2.

/// How much a line looks like moves.
fn claim_moves(line: &str) -> Claim {
    let trimmed = line.trim_start_matches(is_blank);
    match trimmed.strip_prefix(words::is_mark) {
        Some(marked) if begins_like_move(marked.trim_start_matches(is_blank)) => Claim::Strong,
        // A word for a result, perhaps.
        Some(_) if read::play(trimmed).is_some_and(|play| play.body != Body::Aside) => Claim::Strong,
        None if begins_like_move(trimmed) => match read::bare_moves(line) {
            0 => Claim::None,
            1..SEVERAL => Claim::Several,
            _ => Claim::Strong,
        },
        _ => Claim::None,
    }
}

/// Whether what stands here, without blanks before it, begins with a destination.
fn begins_like_move(text: &str) -> bool {
    text.starts_with(['同', '仝']) || words::square(text).is_some()
}

/// Enough moves without marks on one line to make it one of KI2.
const SEVERAL: usize = 3;

/// Whether a line consists of moves, with or without marks.
fn is_moves(line: &str) -> bool {
    !matches!(claim_moves(line), Claim::None)
}

/// How much a line looks like KI2.
fn claim_line(line: &str) -> Claim {
    if line.starts_with("#KI2") {
        return Claim::Strong;
    }
    match claim_moves(line) {
        Claim::None => claim_weakly(line),
        claim => claim,
    }
}

// The まで line as the end of a line of play: KI2 has no other.

/// How the line of play ends that a まで line closes, where `to_move` has the turn. `None` where it has no words, or lets
/// the side win that is to move and does not say how.
fn ending(said: &words::ClaimedResult<'_>, to_move: Color) -> Option<Terminal> {
    match (said.terminal, said.winner) {
        (Some(Terminal::FoulWin | Terminal::FoulLoss), Some(winner)) if winner == to_move => {
            Some(Terminal::FoulWin)
        }
        (Some(Terminal::FoulWin | Terminal::FoulLoss), Some(_)) => Some(Terminal::FoulLoss),
        (Some(terminal), _) => Some(terminal),
        (None, Some(winner)) if winner != to_move => Some(Terminal::Resign),
        // A word that nobody knows ends the game all the same, as in KIF.
        (None, None) if !said.words.is_empty() => Some(Terminal::Other),
        (None, _) => None,
    }
}
