//! `moves-after-end` 終局後の指し手: moves after the end of the game.

use crate::finding::{Message, Severity, message, rule};
use crate::notation::quote::quoted;
use crate::record::{Outcome, Step, Terminal};
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::referee::unclaimed::{found_later, loses_when_found};

rule! {
    name: "moves-after-end",
    class: RecordError,
    group: Results,
    title: "moves after the end of the game", "終局後の指し手",
    what:
        "Moves stand after the end token, after mate, after a perpetual check or after the capture of a king. After mate the first of them is an error by itself, and this is a note. (A game that goes on after 千日手 is `sennichite-ignored`.)",
        "終局の記載、詰み、連続王手の千日手、玉を取る手の後に、なお指し手がある。詰みの後では最初の手自体がエラーになるので、これは注記とする。（千日手の後の続行は `sennichite-ignored`。）",
    why:
        "The game was over. The moves may belong to another game, or the end is not where the record says.",
        "対局はすでに終わっている。別の対局の指し手が混じったか、終局の位置が記載と異なる。",
    remedy:
        "Take the moves out, or move the result after them.",
        "余分な指し手を除くか、終局の記載をその後へ移す。",
    source: "The game ends with mate, resignation, or the result.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n   4 ２六歩(27)\n" },
        "a move after 投了", "投了の後に指し手",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "nothing after", "後に何もない",
}

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
        "{count} {stand} after {end}",
        "{end}の後に{count}手ある",
        count,
        stand = if count == 1 { "move stands" } else { "moves stand" },
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
                message!("the end of the game, {word}", "終局の記載{word}", word),
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
