//! Moves, sides and results in words.

use crate::finding::{Language, Message, Seat, both, message, say};
use crate::notation::{japanese, japanese_move, japanese_terminal};
use crate::played::{Meaning, Played, Ply};
use crate::record::{Ending, NodeId, Outcome, Step, Terminal};
use crate::shogi::Move;
use crate::text::printable;

/// Who won.
pub(in crate::report) fn outcome(outcome: Outcome<Seat>) -> Message {
    match outcome {
        Outcome::Win(winner) => message!("{winner} wins", "{winner}の勝ち", winner),
        Outcome::Draw => say("a draw", "引き分け"),
        Outcome::None => say("no result", "勝敗なし"),
    }
}

/// What stands at a node: a move as Japanese books write it, an end, or what the record has there.
pub(in crate::report) fn step(played: &Played<'_, '_>, id: NodeId, language: Language) -> String {
    let record = played.record();
    let node = record.tree.node(id);
    let as_written = || {
        let text = node.span().map_or("", |span| record.text_at(span));
        printable(text).into_owned()
    };
    match (played.meaning(id), &node.step) {
        (Meaning::Ply(ply), _) => japanese_move(played, id, ply).unwrap_or_else(|_| as_written()),
        (Meaning::Pass, _) => {
            let pass = both("passes", "パス");
            format!(
                "{}{}",
                japanese::mark(played.turn(id)),
                pass.in_language(language)
            )
        }
        (_, Step::End(ending)) => end(ending, language),
        _ => as_written(),
    }
}

/// A move where nobody sees the one before it: 同 does not stand for its square alone.
pub(in crate::report) fn lone_move(
    played: &Played<'_, '_>,
    id: NodeId,
    ply: &Ply,
    language: Language,
) -> String {
    let words = step(played, id, language);
    match words.split_once('同') {
        Some((mark, rest)) if mark.chars().count() == 1 => {
            let square = japanese::square(ply.to);
            format!("{mark}{square}同{}", rest.trim_start())
        }
        _ => words,
    }
}

/// A move in USI, as far as it has a form there.
pub(in crate::report) fn usi(ply: &Ply) -> Option<String> {
    let to = ply.to;
    let played = match ply.from {
        Some(from) => Move::Board {
            from,
            to,
            promote: ply.promotes,
        },
        None => Move::Drop {
            kind: ply.kind?.base(),
            to,
        },
    };
    Some(played.to_string())
}

fn end(ending: &Ending<'_>, language: Language) -> String {
    let word = printable(&ending.word);
    match language {
        Language::English if !matches!(ending.terminal, Terminal::Other | Terminal::TakeBack) => {
            terminal(ending.terminal, language).unwrap_or(&word).to_owned()
        }
        Language::English => word.into_owned(),
        Language::Japanese => terminal(ending.terminal, language).unwrap_or(&word).to_owned(),
    }
}

/// How a game ended, where there is a word for it.
pub(super) fn terminal(terminal: Terminal, language: Language) -> Option<&'static str> {
    match language {
        Language::English => Some(terminal.english()),
        Language::Japanese => japanese_terminal(terminal).or(terminal.japanese()),
    }
}
