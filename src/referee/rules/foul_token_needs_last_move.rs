//! `foul-token-needs-last-move` 最終手でない反則: the foul of the result is not the last move.

use crate::finding::{message, rule};
use crate::record::Terminal;
use crate::referee::game::Game;
use crate::referee::main_line::Foul;
use crate::referee::report::Report;

rule! {
    name: "foul-token-needs-last-move",
    class: Doubt,
    group: Results,
    title: "the foul of the result is not the last move", "最終手でない反則",
    what:
        "The result (反則勝ち, `%+ILLEGAL_ACTION`, `%-ILLEGAL_ACTION`) means that the last move was a foul. It is legal, and the side blamed fouled earlier. Winner and loser stay as they are.",
        "結果（反則勝ち、`%+ILLEGAL_ACTION`、`%-ILLEGAL_ACTION`）は最終手が反則であることを示す。最終手は合法で、反則負けの側の反則はそれより前の手である。勝敗は変わらない。",
    why:
        "Either the foul was seen only later, or another was left out.",
        "反則が後になって見つかったか、別の反則が抜けている。",
    remedy:
        "Say in a comment which foul was claimed, and when.",
        "どの反則をいつ指摘したかをコメントに書く。",
    source: "KIF 反則勝ち: the move before it was a foul; CSA V2.2 `%+ILLEGAL_ACTION`.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３三歩(33)\n   3 ２六歩(27)\n   4 ８四歩(83)\n   5 反則勝ち\n" },
        "White fouled at ply 2, not at ply 4", "後手の反則は４手目でなく２手目",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３三歩(33)\n   3 反則勝ち\n" },
        "the foul is the last move", "最終手が反則",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let blamed = game
        .blamed()
        .filter(|_| game.terminal() == Some(Terminal::FoulWin) && game.certain);
    let Some(side) = blamed else {
        return;
    };
    let mut fouls = game.fouls.iter().rev().filter(|foul| foul.side == side);
    // Servers count repetitions in other ways and may end a perpetual check a move later.
    let is_late = |foul: &&Foul| foul.ply < game.plies && *foul.rule != super::perpetual_check::RULE;
    let Some(last) = fouls.next().filter(is_late) else {
        return;
    };
    let (ply, rule, plies) = (last.ply, last.rule, game.plies);
    report.say(message!(
        "the result says that the last move was a foul, but it is legal; {side} fouled at ply {ply} ({rule}), and the game went on to ply {plies}",
        "結果では最終手が反則だが、最終手は合法。{side}の反則は{ply}手目（{rule}）で、対局は{plies}手目まで続いた",
        side,
        ply,
        rule,
        plies
    )).of(side);
}
