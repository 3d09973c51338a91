//! `foul-token-needs-last-move` 最終手でない反則: the foul of the result is not the last move.

use crate::finding::{message, rule};
use crate::record::Terminal;
use crate::referee::game::Game;
use crate::referee::main_line::Foul;
use crate::referee::report::Report;

rule!(
    "foul-token-needs-last-move",
    Doubt,
    Results,
    "the foul of the result is not the last move",
    "最終手でない反則"
);

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
