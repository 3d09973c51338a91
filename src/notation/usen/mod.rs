//! USEN, the notation for addresses of web pages: a whole game without any character that would have to be escaped.
//!
//! `~0.7ku2jm.r~1.36e.`: after every `~` a line of play, the main line first. A line has the plies before it, its moves
//! of three characters each, and how it ended.

use std::error::Error;
use std::fmt;

use super::{Capabilities, Claim, Join, Newline, Notation, Scope, Target, page, slice};
use crate::finding::Words;
use crate::record::{SHOGI, Terminal};
use crate::shogi::{Move, PieceKind, Square};
use crate::text::UTF_8;

mod read;
mod write;

/// USEN.
pub static NOTATION: Notation = Notation {
    format: super::USEN,
    title: Words::same("USEN"),
    extensions: &["usen"],
    encodings: Words::same("ASCII"),
    page: page!("usen"),
    scope: Scope::Moves,
    claim_line: |line| Claim::strong_if(claims_line(line)),
    first_record: |text| slice::first_record(text, |line| lines_of_play(line).is_some()),
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

// How a line of play ended.

/// The letters, read and written. Some programs write `p` for every result that has no letter, a 千日手 too, and some
/// `j` for a declared win as well as for a draw.
pub const FINALS: [(&str, Terminal); 4] = [
    ("r", Terminal::Resign),
    ("t", Terminal::Timeout),
    ("p", Terminal::Interrupt),
    ("j", Terminal::Impasse),
];

/// The letter before an illegal last move.
pub(crate) const ILLEGAL: char = 'i';

/// The terminal of a letter.
pub fn terminal(letter: &str) -> Option<Terminal> {
    let known = FINALS.iter().find(|(known, _)| *known == letter);
    known.map(|&(_, terminal)| terminal)
}

/// The letter of a terminal; `None` where there is none.
pub fn letter(terminal: Terminal) -> Option<&'static str> {
    let known = FINALS.iter().find(|(_, known)| *known == terminal);
    known.map(|&(letter, _)| letter)
}

// Moves as USEN writes them: three digits of base 36.
//
// The number is `(from * 81 + to) * 2`, and one more for a promotion. Squares are counted rank by rank from 1a; a drop
// has a number after the last square in place of `from`.

/// The digits of base 36.
const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// What is dropped, for each number after the last square. The others are kept for pieces that are never dropped.
const DROPS: [Option<PieceKind>; 16] = [
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    Some(PieceKind::Gold),
    Some(PieceKind::Pawn),
    Some(PieceKind::Lance),
    Some(PieceKind::Knight),
    Some(PieceKind::Silver),
    Some(PieceKind::Bishop),
    Some(PieceKind::Rook),
];

/// What keeps three characters from being a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsenError {
    /// There are not three, or one is no digit of base 36: `0` to `9` and `a` to `z`.
    Digits,
    /// The number is too large, or stands for the drop of something that is never dropped.
    Origin,
    /// A drop that promotes.
    PromotedDrop,
}

impl fmt::Display for UsenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Digits => "a move of USEN has three digits of base 36",
            Self::Origin => "the number means neither an origin nor a dropped piece",
            Self::PromotedDrop => "a drop cannot promote",
        })
    }
}

impl Error for UsenError {}

/// The three characters of a move; `None` for the drop of a king or promoted piece.
///
/// ```
/// use kifu::notation::usen;
/// let push = "7g7f".parse()?;
/// assert_eq!(usen::code(push), Some(*b"7ku"));
/// assert_eq!(usen::decode("7ku"), Ok(push));
/// # Ok::<(), kifu::shogi::UsiError>(())
/// ```
pub fn code(mv: Move) -> Option<[u8; 3]> {
    let (from, promote) = match mv {
        Move::Board { from, promote, .. } => (number(from), promote),
        Move::Drop { kind, .. } => {
            let id = DROPS.iter().position(|&known| known == Some(kind))?;
            (Square::COUNT + id, false)
        }
    };
    let value = (from * Square::COUNT + number(mv.to())) * 2 + usize::from(promote);
    Some([value / 1296, value / 36 % 36, value % 36].map(|digit| DIGITS[digit]))
}

/// The move of three characters.
///
/// # Errors
///
/// Says what keeps them from being a move. Whether the move makes sense is not asked.
pub fn decode(text: &str) -> Result<Move, UsenError> {
    let &[a, b, c] = text.as_bytes() else {
        return Err(UsenError::Digits);
    };
    let value = (digit(a)? * 36 + digit(b)?) * 36 + digit(c)?;
    let (from, promote) = (value / 2 / Square::COUNT, value % 2 == 1);
    let to = square(value / 2 % Square::COUNT).ok_or(UsenError::Origin)?;
    if let Some(from) = square(from) {
        return Ok(Move::Board { from, to, promote });
    }
    let dropped = DROPS.get(from - Square::COUNT).copied().flatten();
    match (dropped, promote) {
        (None, _) => Err(UsenError::Origin),
        (_, true) => Err(UsenError::PromotedDrop),
        (Some(kind), false) => Ok(Move::Drop { kind, to }),
    }
}

/// The codes of a row of moves, and where each begins. What is left over at the end, or is no ASCII, is one that is none.
fn all(moves: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = moves;
    std::iter::from_fn(move || {
        let start = moves.len() - rest.len();
        let code = rest.get(..3).unwrap_or(rest);
        rest = &rest[code.len()..];
        (!code.is_empty()).then_some((start, code))
    })
}

fn digit(byte: u8) -> Result<usize, UsenError> {
    match byte {
        b'0'..=b'9' => Ok(usize::from(byte - b'0')),
        b'a'..=b'z' => Ok(usize::from(byte - b'a') + 10),
        _ => Err(UsenError::Digits),
    }
}

/// The number of a square: rank by rank from 1a to 9a, 1b and so on.
fn number(square: Square) -> usize {
    usize::from(square.rank() - 1) * 9 + usize::from(square.file() - 1)
}

fn square(number: usize) -> Option<Square> {
    Square::new((number % 9 + 1) as u8, u8::try_from(number / 9 + 1).ok()?)
}

#[cfg(test)]
mod tests {
    use super::{DIGITS, UsenError, claims_line, code, decode};
    use crate::shogi::Move;

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

    #[test]
    fn known_moves_have_known_codes() {
        for (usi, text) in [
            ("7g7f", "7ku"),
            ("3c3d", "2jm"),
            ("2g2f", "6y2"),
            ("8c8d", "36e"),
            ("8h2b+", "8rl"),
            ("3a2b", "09k"),
            ("9i1a+", "a01"),
            ("P*5e", "bfq"),
            ("L*8b", "biw"),
            ("N*5e", "boq"),
            ("S*5e", "bt8"),
            ("G*5b", "b9q"),
            ("B*5e", "bxq"),
            ("R*9i", "c4g"),
        ] {
            let mv: Move = usi.parse().unwrap();
            assert_eq!(
                code(mv).map(|code| code.map(char::from).iter().collect::<String>()),
                Some(text.to_owned())
            );
            assert_eq!(decode(text), Ok(mv), "{usi}");
        }
        assert_eq!(code("K*5e".parse().unwrap()), None);
    }

    #[test]
    fn every_code_is_a_move_of_that_code_or_none() {
        let mut moves = 0;
        for a in DIGITS {
            for b in DIGITS {
                for c in DIGITS {
                    let text = [*a, *b, *c];
                    if let Ok(mv) = decode(str::from_utf8(&text).unwrap()) {
                        assert_eq!(code(mv), Some(text));
                        moves += 1;
                    }
                }
            }
        }
        assert_eq!(moves, 81 * 81 * 2 + 7 * 81);
    }

    #[test]
    fn what_is_no_code_says_why() {
        for (text, fault) in [
            ("", UsenError::Digits),
            ("7k", UsenError::Digits),
            ("7ku2", UsenError::Digits),
            ("7kU", UsenError::Digits),
            ("7k歩", UsenError::Digits),
            // The first above the largest, and the largest of all.
            ("c4i", UsenError::Origin),
            ("zzz", UsenError::Origin),
            // The numbers 81 (nothing) and 89 (the king).
            ("a4i", UsenError::Origin),
            ("b4g", UsenError::Origin),
            ("bfr", UsenError::PromotedDrop),
        ] {
            assert_eq!(decode(text), Err(fault), "{text}");
        }
    }
}
