//! `foul-token-needs-last-move` 最終手でない反則: an illegal-move result after a legal last move.

use crate::finding::{message, rule};
use crate::record::Terminal;
use crate::referee::game::Game;
use crate::referee::main_line::Foul;
use crate::referee::report::Report;

rule!(
    "foul-token-needs-last-move",
    Doubt,
    Results,
    "an illegal-move result after a legal last move",
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
        "the last move (ply {plies}) is legal, contrary to the result; {side} made the illegal move at ply {ply} ({rule})",
        "結果では最終手が反則だが、最終手（{plies}手目）は合法で、{side}の反則は{ply}手目（{rule}）である",
        side,
        ply,
        rule,
        plies
    )).of(side);
}
