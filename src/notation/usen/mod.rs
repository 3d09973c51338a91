//! USEN, the notation for addresses of web pages: a whole game without any character that would have to be escaped.
//!
//! `~0.7ku2jm.r~1.36e.`: after every `~` a line of play, the main line first. A line has the plies before it, its moves
//! of three characters each, and how it ended.

mod attach;
mod code;
mod grammar;
mod read;
pub mod words;
mod write;

pub use code::{UsenError, code, decode};

use super::{Capabilities, Claim, Join, Newline, Notation, Scope, Target, by_line, formats, page};
use crate::finding::Words;
use crate::record::{SHOGI, Terminal};
use crate::text::UTF_8;

/// USEN.
pub static NOTATION: Notation = Notation {
    format: formats::USEN,
    title: Words::same("USEN"),
    extensions: &["usen"],
    encodings: Words::same("ASCII"),
    page: page!(),
    scope: Scope::Moves,
    claim_line: |line| Claim::strong_if(claims_line(line)),
    first_record: |text| by_line::first_record(text, |line| lines_of_play(line).is_some()),
    read: read::read,
    targets: TARGETS,
};

/// What a line can hold. A win by the other's foul is told by that foul, where it was the last move.
const CAPABILITIES: Capabilities = Capabilities {
    moves: true,
    variations: true,
    results: &[
        Terminal::Resign,
        Terminal::Timeout,
        Terminal::Interrupt,
        Terminal::Impasse,
        Terminal::FoulWin,
    ],
    // Programs write its letter for a declared win, too.
    may_declare: Some(Terminal::Impasse),
    ..Capabilities::POSITION
};

const TARGETS: &[Target] = &[Target {
    name: "usen",
    about: Words::same("USEN"),
    games: &[&SHOGI],
    extension: "usen",
    encoding: UTF_8,
    newline: Newline::Lf,
    join: Join::Lines,
    holds: CAPABILITIES,
    write: write::write,
}];

/// What stands after the first `~` of a line that is a game, good or bad.
fn lines_of_play(line: &str) -> Option<&str> {
    let end = line.bytes().position(|byte| !is_of_start(byte))?;
    line[end..].strip_prefix('~')
}

const fn is_of_start(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-')
}

/// Whether a line can only be a game.
fn claims_line(line: &str) -> bool {
    let digits = |line: &str| line.bytes().take_while(u8::is_ascii_digit).count();
    lines_of_play(line.trim_start()).is_some_and(|lines| {
        let offset = digits(lines);
        offset > 0 && lines[offset..].starts_with('.')
    })
}

#[cfg(test)]
mod tests {
    use super::claims_line;

    #[test]
    fn only_lines_of_its_own_are_claimed() {
        for line in [
            "~0.",
            "~0.7ku2jm.r~1.36e.",
            "~10.7ku",
            "1nsgkgsn1_9_ppppppppp_9_9_9_PPPPPPPPP_1B5R1_LNSGKGSNL.w.-~0.09k7ku.",
        ] {
            assert!(claims_line(line), "{line}");
        }
        for line in [
            "",
            "~",
            "~.",
            "~0",
            "~x.7ku",
            "7ku~",
            "見本~0.7ku.",
            "a b~0.7ku.",
            "持時間~10.5",
        ] {
            assert!(!claims_line(line), "{line}");
        }
    }
}
