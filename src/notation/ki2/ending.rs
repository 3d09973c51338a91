//! The まで line as the end of a line of play: KI2 has no other.

use crate::notation::kakinoki::claim;
use crate::record::Terminal;
use crate::shogi::Color;

/// How the line of play ends that a まで line closes, and whom it blames, where `to_move` has the turn. `None` where
/// it has no words, or lets the side win that is to move and does not say how.
pub(super) fn ending(said: &claim::Result<'_>, to_move: Color) -> Option<(Terminal, Option<Color>)> {
    match (said.terminal, said.winner) {
        (Some(Terminal::FoulWin | Terminal::FoulLoss), Some(winner)) => {
            let terminal = if winner == to_move {
                Terminal::FoulWin
            } else {
                Terminal::FoulLoss
            };
            Some((terminal, Some(winner.opponent())))
        }
        (Some(terminal), _) => Some((terminal, None)),
        (None, Some(winner)) if winner != to_move => Some((Terminal::Resign, None)),
        // A word that nobody knows ends the game all the same, as in KIF.
        (None, None) if !said.words.is_empty() => Some((Terminal::Other, None)),
        (None, _) => None,
    }
}
