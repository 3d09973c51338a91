//! The words after the last move that say how a game ended.

use crate::record::Terminal;

/// The words with a meaning of their own. Shogi programs write them into files; the protocol does not have them.
pub const TERMINALS: [(&str, Terminal); 6] = [
    ("resign", Terminal::Resign),
    // After mate it says that the side that has moved has won; see `read`.
    ("win", Terminal::DeclareWin),
    ("rep_draw", Terminal::Repetition),
    ("draw", Terminal::Draw),
    ("timeout", Terminal::Timeout),
    ("break", Terminal::Interrupt),
];

/// Words with the same meaning, and those of engines that have no move to play.
pub const OTHERS: [(&str, Terminal); 3] = [
    ("chudan", Terminal::Interrupt),
    ("none", Terminal::Other),
    ("(none)", Terminal::Other),
];

/// What engines write at the end of a line they looked at: the position came about before, with more or less in hand
/// or by perpetual check. This is no 千日手, as two occurrences are enough, and no result of a game.
pub(crate) const REPEATED: [&str; 4] = ["rep_win", "rep_lose", "rep_sup", "rep_inf"];

/// The terminal of a word.
pub fn terminal(word: &str) -> Option<Terminal> {
    let known = TERMINALS.iter().chain(&OTHERS).find(|(known, _)| *known == word);
    known
        .map(|&(_, terminal)| terminal)
        .or_else(|| REPEATED.contains(&word).then_some(Terminal::Other))
}
