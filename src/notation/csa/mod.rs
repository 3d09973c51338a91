//! The format of the Computer Shogi Association, V1 to V3.0.
//!
//! A record is a list of statements, one a line or several with commas between them. There are no variations, every
//! move names its side, and the piece as it is after the move.

mod clock;
mod cut;
mod ending;
mod grammar;
mod list;
mod moves;
mod play;
mod position;
mod rank;
mod read;
mod sign;
mod usual_line;
pub mod words;
mod write;

// Tests hold what stands in front of the grammar against it.
#[doc(hidden)]
pub use read::read_by_grammar;

use super::{Bookmarks, Capabilities, Claim, Headers, Join, Newline, Notation, Scope, Target, formats, page};
use crate::finding::{Words, both};
use crate::record::{SHOGI, Terminal, Written};
use crate::text::UTF_8;

/// CSA.
pub static NOTATION: Notation = Notation {
    format: formats::CSA,
    title: both("CSA, V1 to V3.0", "CSA（V1からV3.0まで）"),
    extensions: &["csa"],
    encodings: both(
        "Shift_JIS or UTF-8; V3.0 declares it on the first line",
        "Shift_JISかUTF-8。V3.0は最初の行で示す",
    ),
    page: page!(),
    scope: Scope::Games,
    claim_line: |line| Claim::strong_if(claims_line(line)),
    first_record: cut::first_record,
    read: read::read,
    targets: TARGETS,
};

/// What V2.2 can hold.
const V22: Capabilities = Capabilities {
    moves: true,
    variations: false,
    moves_after_end: true,
    variations_after_end: false,
    plies_before: false,
    last_move: false,
    numbers: false,
    piece_names: true,
    side_marks: true,
    always_marks: true,
    headers: Headers::Known,
    comments: true,
    bookmarks: Bookmarks::AsComments,
    tool_lines: true,
    clock: Some(1000),
    totals: false,
    results: &[
        Terminal::Resign,
        Terminal::Interrupt,
        Terminal::Repetition,
        Terminal::Timeout,
        Terminal::FoulLoss,
        Terminal::FoulWin,
        Terminal::Impasse,
        Terminal::DeclareWin,
        Terminal::Draw,
        Terminal::MaxMoves,
        Terminal::Mate,
        Terminal::NoMate,
        Terminal::Error,
        Terminal::TakeBack,
    ],
    may_declare: Some(Terminal::Draw),
    result_clock: true,
    claims: false,
};

/// What V3.0 can hold: no take-back, which stands last, but fractions of a second.
const V30: Capabilities = Capabilities {
    clock: Some(1),
    results: V22.results.split_at(V22.results.len() - 1).0,
    ..V22
};

const TARGETS: &[Target] = &[
    Target {
        name: "csa",
        about: Words::same("CSA V2.2"),
        games: &[&SHOGI],
        extension: "csa",
        encoding: UTF_8,
        newline: Newline::Lf,
        join: Join::Between("/"),
        holds: V22,
        write: write::v22,
    },
    Target {
        name: "csa3",
        about: Words::same("CSA V3.0"),
        games: &[&SHOGI],
        extension: "csa",
        encoding: UTF_8,
        newline: Newline::Lf,
        join: Join::Between("/"),
        holds: V30,
        write: write::v30,
    },
];

/// A move alone, as game servers log the ones they refuse: `+7776FU`. Its span counts from the start of `text`.
pub fn written(text: &str) -> Option<Written> {
    moves::written(text, 0).ok()
}

/// Whether a line can only be CSA. Comments are not asked: a line with `'` may stand anywhere.
fn claims_line(line: &str) -> bool {
    match line.as_bytes() {
        [b'+' | b'-', a, b, c, d, kind @ ..] if [a, b, c, d].into_iter().all(u8::is_ascii_digit) => {
            matches!(kind, [b'A'..=b'Z', b'A'..=b'Z', ..])
        }
        // The first rank of a position in SFEN may begin like a rank of CSA.
        [b'P', b'1'..=b'9', rest @ ..] => matches!(rest, [] | [b' ' | b'*' | b'+' | b'-' | b'.', ..]),
        [b'P', what, ..] => matches!(what, b'I' | b'+' | b'-'),
        [b'%', word, ..] => matches!(word, b'A'..=b'Z' | b'+' | b'-'),
        [b'N', sign, ..] => matches!(sign, b'+' | b'-'),
        [b'V', version, ..] => version.is_ascii_digit(),
        [b'$', letter, rest @ ..] => letter.is_ascii_uppercase() && rest.contains(&b':'),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::claims_line;

    #[test]
    fn only_lines_of_its_own_are_claimed() {
        for line in [
            "+7776FU",
            "-0055KA,T3",
            "PI",
            "PI22KA",
            "P1-KY",
            "P9",
            "P+00FU",
            "P-",
            "%TORYO",
            "%+ILLEGAL_ACTION",
            "N+甲",
            "N-",
            "V2.2",
            "$EVENT:",
            "$START_TIME:2024/05/05",
            "+7776FU 好手",
        ] {
            assert!(claims_line(line), "{line}");
        }
        for line in [
            "",
            "+",
            "-",
            "+7776",
            "+7776fu",
            "+77歩",
            "7776FU",
            "P",
            "P0",
            "Player",
            "%",
            "% 50",
            "N",
            "No",
            "V",
            "Vs",
            "$",
            "$EVENT",
            "$ 5:00",
            "'comment",
            "T12",
            "/",
            "+---+",
            "先手：甲",
            "*",
            "１",
        ] {
            assert!(!claims_line(line), "{line}");
        }
    }
}
