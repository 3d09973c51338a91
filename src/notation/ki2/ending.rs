//! The まで line as the end of a line of play: KI2 has no other.

use crate::notation::kakinoki::claim;
use crate::record::Terminal;
use crate::shogi::Color;

/// How the line of play ends that a まで line closes, where `to_move` has the turn. `None` where it has no words, or lets
/// the side win that is to move and does not say how.
pub(super) fn ending(said: &claim::Result<'_>, to_move: Color) -> Option<Terminal> {
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
