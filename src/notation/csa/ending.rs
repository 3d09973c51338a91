//! How a game ended: the word after `%`, and the summary of a game server.

use std::borrow::Cow;

use super::words;
use crate::finding::Span;
use crate::record::{Claim, Ending, NodeId, Terminal};
use crate::shogi::Color;

/// Reads a statement `%…`, or the result of a game server, that stands at `start`, when `to_move` is due to move, and what is left after its word.
pub(super) fn ending(statement: &str, start: u32, to_move: Color) -> (Ending<'_>, &str) {
    let end = statement
        .find(|it: char| it.is_whitespace() || it == '\'')
        .unwrap_or(statement.len());
    let (word, rest) = statement.split_at(end);
    let name = word.strip_prefix('%').unwrap_or(word);
    let span = Span {
        start,
        end: start + end as u32,
    };
    let word = Cow::Borrowed(word);
    if let Some((terminal, winner)) = words::server_result(name) {
        return (Ending::told(terminal, winner, to_move, word, span), rest);
    }
    let (terminal, offender) = words::ending(name, to_move);
    let ending = Ending {
        terminal,
        offender,
        word,
        span,
    };
    (ending, rest)
}

/// What a summary says: how the game ended and who won.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Summary {
    terminal: Terminal,
    winner: Option<Color>,
}

impl Summary {
    /// What the comment begins with.
    pub(super) const MARK: &str = "summary:";

    /// Reads a comment `summary:REASON:NAME RESULT:NAME RESULT`. Black stands first, unless `names` (Black's and
    /// White's) say otherwise.
    pub(super) fn read(comment: &str, names: [Option<&str>; 2], to_move: Color) -> Option<Self> {
        let (reason, results) = comment.trim_end().strip_prefix(Self::MARK)?.split_once(':')?;
        let (first, second) = results.rsplit_once(':')?;
        let ((name, first), (other, second)) = (first.rsplit_once(' ')?, second.rsplit_once(' ')?);
        let swapped = names == [Some(other), Some(name)] && name != other;
        let winner = match (first, second) {
            ("win", _) => Some(Color::Black),
            (_, "win") => Some(Color::White),
            _ => None,
        };
        let winner = winner.map(|color| if swapped { color.opponent() } else { color });
        let terminal = match words::reason(reason) {
            // The move was written down before it was judged.
            Some(Terminal::FoulLoss) if winner == Some(to_move) => Terminal::FoulWin,
            known => known.unwrap_or(Terminal::Other),
        };
        Some(Self { terminal, winner })
    }

    /// The claim that the summary makes after `node`.
    pub(super) fn claim(self, node: NodeId, line: &str, span: Span) -> Claim<'_> {
        let Self { terminal, winner } = self;
        Claim {
            node,
            plies: None,
            terminal: Some(terminal),
            winner,
            text: Cow::Borrowed(line),
            span,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Color, Summary, Terminal};

    #[test]
    fn summaries_name_reason_and_winner() {
        let (black, white) = (Some(Color::Black), Some(Color::White));
        for (text, terminal, winner) in [
            ("summary:toryo:A win:B lose", Terminal::Resign, black),
            ("summary:abnormal:A lose:B win", Terminal::Resign, white),
            ("summary:time up:A lose:B win", Terminal::Timeout, white),
            ("summary:kachi:A lose:B win\t", Terminal::DeclareWin, white),
            ("summary:illegal kachi:A win:B lose", Terminal::FoulLoss, black),
            ("summary:illegal move:A lose:B win", Terminal::FoulWin, white),
            ("summary:oute_sennichite:A win:B lose", Terminal::FoulLoss, black),
            ("summary:oute_sennichite:A lose:B win", Terminal::FoulWin, white),
            ("summary:sennichite:A draw:B draw", Terminal::Repetition, None),
            ("summary:max_moves:A draw:B draw", Terminal::MaxMoves, None),
            ("summary:meteor:A win:B lose", Terminal::Other, black),
            ("summary:toryo:B lose:A win", Terminal::Resign, black),
        ] {
            let read = Summary::read(text, [Some("A"), Some("B")], Color::White);
            assert_eq!(read, Some(Summary { terminal, winner }), "{text}");
        }
        for text in [
            "summary",
            "summary:toryo",
            "summary:toryo:A win",
            "summary:toryo:A:B",
            "'summary:toryo:A win:B lose",
        ] {
            assert_eq!(Summary::read(text, [None; 2], Color::White), None, "{text}");
        }
    }
}
