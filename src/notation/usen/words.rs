//! How a line of play ended.

use crate::record::Terminal;

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
