//! USI, the notation of engines: games as the command `position` has them, one a line.
//!
//! `position startpos moves 7g7f 3c3d`. The word `position` may be missing, and so may `startpos`; in its place may stand
//! a position, with or without the word `sfen`. A word after the last move may say how the game ended: programs write
//! some, though no engine knows them.

mod grammar;
mod moves;
mod read;
pub mod words;
mod write;

pub use moves::line;

use super::{Capabilities, Claim, Join, Newline, Notation, Scope, Target, by_line, formats, page, sfen};
use crate::finding::{Words, both};
use crate::record::SHOGI;
use crate::text::UTF_8;

/// USI.
pub static NOTATION: Notation = Notation {
    format: formats::USI,
    title: both("USI game lines", "USIの対局の行"),
    extensions: &["usi", "sfen"],
    encodings: Words::same("ASCII"),
    page: page!(),
    scope: Scope::Moves,
    claim_line: |line| Claim::strong_if(claims_line(line)),
    first_record: |text| by_line::first_record(text, is_game),
    read: read::read,
    targets: TARGETS,
};

/// What a line can hold: the moves. A word for the result is read, but no engine knows one, and so none is written.
const CAPABILITIES: Capabilities = Capabilities {
    moves: true,
    ..Capabilities::POSITION
};

const TARGETS: &[Target] = &[Target {
    name: "usi",
    about: both(
        "USI, `position ... moves ...`",
        "USI。`position ... moves ...` の形",
    ),
    games: &[&SHOGI],
    extension: "usi",
    encoding: UTF_8,
    newline: Newline::Lf,
    join: Join::Lines,
    holds: CAPABILITIES,
    write: write::write,
}];

/// Whether a line is a game or a position, good or bad.
fn is_game(line: &str) -> bool {
    let word = |wanted: &str| {
        line.strip_prefix(wanted)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
    };
    match line.as_bytes().first() {
        Some(b'p') if word("position") => true,
        Some(b's') if word("startpos") || word("sfen") => true,
        Some(b'm') if word("moves") => true,
        _ => sfen::is_position(line),
    }
}

/// Whether a line can only be a game.
fn claims_line(line: &str) -> bool {
    let line = line.trim_start();
    let behind = |word| {
        line.strip_prefix(word)
            .filter(|rest: &&str| rest.starts_with([' ', '\t']))
    };
    match line.as_bytes().first() {
        Some(b'p') => behind("position").is_some_and(|rest| {
            let rest = rest.trim_start();
            rest.starts_with("startpos") || rest.starts_with("sfen") || rest.starts_with("moves ")
        }),
        Some(b's') if line.starts_with("startpos") => line.len() == 8 || behind("startpos").is_some(),
        Some(b'm') => behind("moves").is_some_and(|rest| {
            let first = rest.split_ascii_whitespace().next();
            first.is_some_and(moves::is_move)
        }),
        _ => sfen::claims(line) && line.contains(" moves"),
    }
}

#[cfg(test)]
mod tests {
    use super::claims_line;

    #[test]
    fn only_lines_of_its_own_are_claimed() {
        let board = "9/9/9/9/4k4/9/9/9/9";
        for line in [
            "position startpos",
            "position  startpos moves 7g7f",
            "position sfen",
            "startpos",
            "startpos moves 7g7f",
            "moves 7g7f 3c3d",
            "moves P*5e",
            &format!("sfen {board} b - 1 moves 5e5d"),
            &format!("{board} b - moves 5e5d"),
        ] {
            assert!(claims_line(line), "{line}");
        }
        for line in [
            "",
            "position",
            "position of the pieces",
            "startposition",
            "moves",
            "moves like this",
            "sfen x moves 7g7f",
            "7g7f 3c3d",
            &format!("sfen {board} b - 1"),
        ] {
            assert!(!claims_line(line), "{line}");
        }
    }
}
