//! `moves-after-end` 終局後の指し手: moves after the end of the game.

use crate::finding::{Count, Message, Severity, message, rule};
use crate::notation::quote::quoted;
use crate::record::{Outcome, Step, Terminal};
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::referee::unclaimed::{found_later, loses_when_found};

rule!(
    "moves-after-end",
    RecordError,
    Results,
    "moves after the end of the game",
    "終局後の指し手"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let Some((ply, end)) = first_end(game) else {
        return;
    };
    let nodes = game.record.tree.main_line().map(|(_, node)| node);
    let mut moves = nodes.filter(|node| node.ply > ply && !matches!(node.step, Step::End(_)));
    let Some(first) = moves.next() else { return };
    let count = 1 + moves.count();
    let complaint = report.say(message!(
        "{count} {follow} {end}",
        "{end}の後に{count}手ある",
        follow = if count == 1 { "follows" } else { "follow" },
        count = Count(count, "move"),
        end
    ));
    complaint.at_ply(first.ply, first.span());
    if game.mated.is_some_and(|mate| mate.ply == ply) {
        // The first of them is illegal for that reason, and has been reported so.
        complaint.weighing(Severity::Note);
    }
    let perpetual = game
        .fouls
        .iter()
        .find(|foul| foul.ply == ply && *foul.rule == super::perpetual_check::RULE);
    if let Some(foul) = perpetual.filter(|foul| loses_when_found(game, foul)) {
        complaint.deciding_since(Outcome::Win(foul.side.opponent()), found_later(game, foul));
    }
}

/// What ended the game first, by its ply, where something stands after it.
fn first_end(game: &Game<'_>) -> Option<(u32, Message)> {
    // Nearly every game has an end with nothing after it: for that no words are made.
    let is_early = |ply: u32| ply < game.length;
    let word = game
        .ending
        .filter(|&(ply, ending)| is_early(ply) && ending.terminal != Terminal::TakeBack);
    let captured = game.king_captured.filter(|&(ply, _)| is_early(ply));
    let mated = game.mated.filter(|mate| is_early(mate.ply));
    let perpetual = game
        .repetition
        .filter(|it| is_early(it.ply) && it.perpetual.is_some());
    let ends = [
        word.map(|(ply, ending)| {
            let word = quoted(&ending.word);
            (
                ply,
                message!("the end of the game ({word})", "終局の記載{word}", word),
            )
        }),
        captured.map(|(ply, _)| (ply, message!("the capture of the king", "玉を取った手"))),
        mated.map(|mate| {
            let ply = mate.ply;
            let words = if mate.checked {
                message!("the mate at ply {ply}", "{ply}手目の詰み", ply)
            } else {
                message!(
                    "ply {ply}, which left no legal move",
                    "合法手をなくした{ply}手目",
                    ply
                )
            };
            (ply, words)
        }),
        perpetual.map(|it| {
            let words = message!(
                "the perpetual check that ended the game at ply {ply}",
                "対局が終わった{ply}手目の連続王手の千日手",
                ply = it.ply
            );
            (it.ply, words)
        }),
    ];
    ends.into_iter().flatten().min_by_key(|&(ply, _)| ply)
}
