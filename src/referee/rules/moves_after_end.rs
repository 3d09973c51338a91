//! `moves-after-end` 終局後の指し手: moves behind the end of the game.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::notation::quote::quoted;
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
        what: both(
            "Moves stand behind the end token, behind mate, behind a perpetual check or behind the capture of a king. (A game that goes on after 千日手 is `sennichite-ignored`.)",
            "",
        ),
        why: both(
            "The game was over. The moves may belong to another game, or the end is not where the record says.",
            "",
        ),
        remedy: both("Take the moves out, or move the result behind them.", ""),
        source: "The game ends with mate, resignation, or the result.",
        bad: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n   4 ２六歩(27)\n",
            note: both("a move behind 投了", ""),
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n",
            note: both("nothing behind", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    let Some((ply, end)) = first_end(game).filter(|&(ply, _)| ply < game.length) else {
        return Vec::new();
    };
    let behind = game.record.tree.main_line().map(|(_, node)| node);
    let behind = behind.filter(|node| node.ply > ply && !matches!(node.step, Step::End(_)));
    let moves: Vec<_> = behind.collect();
    let Some(first) = moves.first() else {
        return Vec::new();
    };
    let stand = if moves.len() == 1 {
        "1 move stands".to_owned()
    } else {
        format!("{} moves stand", moves.len())
    };
    let message = format!("{stand} behind {end}");
    vec![Complaint::new(first.ply, first.span(), None, message)]
}

/// What ended the game first, by its ply.
fn first_end(game: &Game<'_>) -> Option<(u32, String)> {
    let word = game
        .ending
        .filter(|(_, ending)| ending.terminal != Terminal::TakeBack);
    let mated = game.mated.filter(|_| game.certain);
    let perpetual = game
        .repetition
        .filter(|repetition| repetition.perpetual.is_some());
    let ends = [
        word.map(|(ply, ending)| (ply, format!("the end of the game, {}", quoted(&ending.word)))),
        game.king_captured
            .map(|(ply, _)| (ply, "the capture of the king".to_owned())),
        mated.map(|ply| (ply, format!("the mate at ply {ply}"))),
        perpetual.map(|it| (it.ply, "the perpetual check that ended the game".to_owned())),
    ];
    ends.into_iter().flatten().min_by_key(|&(ply, _)| ply)
}
