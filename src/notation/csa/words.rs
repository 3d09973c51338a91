//! The words of the CSA format.

use super::sign;
use crate::record::Terminal;
use crate::shogi::{Color, PieceKind};

/// The two letters of every kind, in the order of [`PieceKind::ALL`].
const KINDS: [[u8; 2]; 14] = [
    *b"FU", *b"KY", *b"KE", *b"GI", *b"KI", *b"KA", *b"HI", *b"OU", *b"TO", *b"NY", *b"NK", *b"NG", *b"UM",
    *b"RY",
];

/// The two letters of a kind.
///
/// ```
/// use kifu::notation::csa::words;
/// use kifu::shogi::PieceKind;
/// assert_eq!(words::code(PieceKind::Dragon), "RY");
/// assert_eq!(words::kind(*b"RY"), Some(PieceKind::Dragon));
/// ```
pub fn code(kind: PieceKind) -> &'static str {
    // All of the table is ASCII.
    str::from_utf8(&KINDS[kind.index()]).unwrap_or_default()
}

/// The kind of two letters.
pub fn kind(code: [u8; 2]) -> Option<PieceKind> {
    let index = KINDS.iter().position(|&known| known == code)?;
    PieceKind::ALL.get(index).copied()
}

/// The words after `%`. The two that name the offender mean something else for each side; see [`ending`].
pub const TERMINALS: [(&str, Terminal); 13] = [
    ("TORYO", Terminal::Resign),
    ("CHUDAN", Terminal::Interrupt),
    ("SENNICHITE", Terminal::Repetition),
    ("TIME_UP", Terminal::Timeout),
    ("ILLEGAL_MOVE", Terminal::FoulLoss),
    ("JISHOGI", Terminal::Impasse),
    ("KACHI", Terminal::DeclareWin),
    ("HIKIWAKE", Terminal::Draw),
    ("MAX_MOVES", Terminal::MaxMoves),
    ("TSUMI", Terminal::Mate),
    ("FUZUMI", Terminal::NoMate),
    ("MATTA", Terminal::TakeBack),
    ("ERROR", Terminal::Error),
];

/// The word after `%+` and `%-`: the side of the sign fouled; see [`ending`].
pub(crate) const FOUL: &str = "ILLEGAL_ACTION";

/// The terminal of a word after `%`.
pub fn terminal(word: &str) -> Option<Terminal> {
    TERMINALS
        .iter()
        .find(|(known, _)| *known == word)
        .map(|&(_, terminal)| terminal)
}

/// The word after `%` for a terminal, where there is one that names no side.
pub fn word(terminal: Terminal) -> Option<&'static str> {
    TERMINALS
        .iter()
        .find(|&&(_, known)| known == terminal)
        .map(|&(word, _)| word)
}

/// What a word after `%` means when `to_move` is due, and whom it blames. Its sign names the side that fouled, not
/// the one that wins.
///
/// ```
/// use kifu::notation::csa::words::ending;
/// use kifu::record::Terminal;
/// use kifu::shogi::Color;
/// let white = Some(Color::White);
/// assert_eq!(ending("-ILLEGAL_ACTION", Color::Black), (Terminal::FoulWin, white));
/// assert_eq!(ending("-ILLEGAL_ACTION", Color::White), (Terminal::FoulLoss, white));
/// ```
pub fn ending(word: &str, to_move: Color) -> (Terminal, Option<Color>) {
    let offender = word.bytes().next().and_then(sign::side);
    match offender {
        Some(offender) if word.get(1..) == Some(FOUL) => {
            let terminal = if offender == to_move {
                Terminal::FoulLoss
            } else {
                Terminal::FoulWin
            };
            (terminal, Some(offender))
        }
        _ => (terminal(word).unwrap_or(Terminal::Other), None),
    }
}

/// The results of Shogi Wars, after the side that won or DRAW. A foul is that of the side to move, as above.
const SERVER_RESULTS: [(&str, Terminal); 14] = [
    ("WIN_TORYO", Terminal::Resign),
    ("WIN_CHECKMATE", Terminal::Mate),
    ("WIN_TIMEOUT", Terminal::Timeout),
    // The connection was lost.
    ("WIN_DISCONNECT", Terminal::Resign),
    ("WIN_ENTERINGKING", Terminal::DeclareWin),
    ("WIN_OUTE_SENNICHI", Terminal::FoulLoss),
    ("WIN_OUTE_SENNICHITE", Terminal::FoulLoss),
    ("WIN_ILLEGAL_MOVE", Terminal::FoulLoss),
    ("WIN_TRY", Terminal::Other),
    ("SENNICHI", Terminal::Repetition),
    ("SENNICHITE", Terminal::Repetition),
    ("JISHOGI", Terminal::Impasse),
    ("PLY_LIMIT", Terminal::MaxMoves),
    ("INVALID", Terminal::Draw),
];

/// How a game ended and who won, by a result of Shogi Wars: `SENTE_WIN_TORYO`, `DRAW_SENNICHI`. The winner is known
/// even if the reason is not.
///
/// ```
/// use kifu::notation::csa::words::server_result;
/// use kifu::record::Terminal;
/// use kifu::shogi::Color;
/// assert_eq!(server_result("GOTE_WIN_TIMEOUT"), Some((Terminal::Timeout, Some(Color::White))));
/// assert_eq!(server_result("DRAW_SENNICHI"), Some((Terminal::Repetition, None)));
/// assert_eq!(server_result("TIME_UP"), None);
/// ```
pub fn server_result(word: &str) -> Option<(Terminal, Option<Color>)> {
    let (side, result) = word.split_once('_')?;
    let winner = match side {
        "SENTE" => Some(Color::Black),
        "GOTE" => Some(Color::White),
        "DRAW" => None,
        _ => return None,
    };
    if winner.is_some() != result.starts_with("WIN_") {
        return None;
    }
    let known = SERVER_RESULTS.iter().find(|(known, _)| *known == result);
    let unknown = if winner.is_some() {
        Terminal::Other
    } else {
        Terminal::Draw
    };
    Some((known.map_or(unknown, |&(_, terminal)| terminal), winner))
}

/// Whether a result is one of the known ones, with or without the `%`. Of one that is not, the winner may still be known.
pub(super) fn is_result(word: &str) -> bool {
    let word = word.strip_prefix('%').unwrap_or(word);
    let reason = word.split_once('_').map_or("", |(_, reason)| reason);
    let is_foul = word.starts_with(['+', '-']) && word.get(1..) == Some(FOUL);
    terminal(word).is_some() || is_foul || SERVER_RESULTS.iter().any(|(known, _)| *known == reason)
}

/// The reasons in the summary of a game server. A foul stands here as that of the side to move; who won tells
/// whether it was.
const REASONS: [(&str, Terminal); 13] = [
    ("toryo", Terminal::Resign),
    // The connection was lost.
    ("abnormal", Terminal::Resign),
    ("time up", Terminal::Timeout),
    ("kachi", Terminal::DeclareWin),
    ("illegal kachi", Terminal::FoulLoss),
    ("illegal move", Terminal::FoulLoss),
    ("uchifuzume", Terminal::FoulLoss),
    ("oute_kaihimore", Terminal::FoulLoss),
    ("oute_sennichite", Terminal::FoulLoss),
    ("outori", Terminal::FoulLoss),
    ("sennichite", Terminal::Repetition),
    ("jishogi", Terminal::Impasse),
    ("max_moves", Terminal::MaxMoves),
];

/// The terminal of a reason in the summary of a game server.
pub fn reason(word: &str) -> Option<Terminal> {
    REASONS
        .iter()
        .find(|(known, _)| *known == word)
        .map(|&(_, terminal)| terminal)
}

/// The versions there are; a record without a version line is of the first.
pub(crate) const VERSIONS: [&str; 5] = ["V1", "V2", "V2.1", "V2.2", "V3.0"];

#[cfg(test)]
mod tests {
    use super::{PieceKind, code, kind};

    #[test]
    fn codes_and_kinds_agree() {
        for known in PieceKind::ALL {
            assert_eq!(kind(code(known).as_bytes().try_into().unwrap()), Some(known));
        }
        assert_eq!(code(PieceKind::Knight), "KE");
        assert_eq!(code(PieceKind::PromotedKnight), "NK");
        for unknown in [b"fu", b"XX", b"AL", b"UF"] {
            assert_eq!(kind(*unknown), None);
        }
    }
}
