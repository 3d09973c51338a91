//! `moves-after-end` 終局後の指し手: moves behind the end of the game.

use crate::finding::{Class, Example, Page, Rule};
use crate::record::Step;
use crate::record::Terminal;
use crate::referee::game::{Complaint, Game};

/// 終局後の指し手: moves behind the end of the game.
pub static RULE: Rule = Rule {
    name: "moves-after-end",
    class: Class::RecordError,
    english: "moves behind the end of the game",
    japanese: "終局後の指し手",
    page: Page {
        what: "Moves stand behind the end token, behind mate, behind a perpetual check or behind the capture of a king. (A game that goes on after 千日手 is `sennichite-ignored`.)",
        why: "The game was over. The moves may belong to another game, or the end is not where the record says.",
        remedy: "Take the moves out, or move the result behind them.",
        source: "The game ends with mate, resignation, or the result.",
        bad: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n   4 ２六歩(27)\n",
            note: "a move behind 投了",
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n",
            note: "nothing behind",
        },
    },
};

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    let behind = |ply: u32, what: String| {
        if ply >= game.length {
            return None;
        }
        let moves: Vec<_> = game
            .record
            .tree
            .main_line()
            .filter(|(_, node)| node.ply > ply && !matches!(node.step, Step::End(_)))
            .collect();
        let (_, first) = moves.first()?;
        let count = moves.len();
        let verb = if count == 1 {
            "1 move stands".to_owned()
        } else {
            format!("{count} moves stand")
        };
        Some(Complaint::new(
            first.ply,
            first.span(),
            None,
            format!("{verb} behind {what}"),
        ))
    };
    let end = game
        .ending
        .filter(|(_, ending)| ending.terminal != Terminal::TakeBack);
    if let Some((ply, ending)) = end {
        return behind(ply, format!("the end of the game, \"{}\"", ending.word))
            .into_iter()
            .collect();
    }
    if let Some((ply, _)) = game.king_captured {
        return behind(ply, "the capture of the king".to_owned())
            .into_iter()
            .collect();
    }
    if let Some(ply) = game.mated.filter(|_| game.certain) {
        return behind(ply, format!("the mate at ply {ply}"))
            .into_iter()
            .collect();
    }
    let perpetual = game
        .repetition
        .filter(|repetition| repetition.perpetual.is_some());
    perpetual
        .and_then(|it| behind(it.ply, "the perpetual check that ended the game".to_owned()))
        .into_iter()
        .collect()
}
