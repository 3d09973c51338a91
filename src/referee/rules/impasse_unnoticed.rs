//! `impasse-unnoticed` 入玉勝ちの見逃し: play after an entering-king win.

use crate::finding::{message, rule};
use crate::record::Outcome;
use crate::referee::game::Game;
use crate::referee::report::Report;

rule!(
    "impasse-unnoticed",
    Notice,
    Results,
    "play after an entering-king win",
    "入玉勝ちの見逃し"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    if let Some((ply, standing)) = game.ends.impasse.filter(|_| game.board_is_known)
        && let Some((next, span)) = game.passed_over(ply, &RULE)
    {
        let side = standing.side;
        let complaint = report.say(message!(
            "{side} had already won by entering king: {pieces} pieces in the enemy camp, {points} points ({made})",
            "すでに{side}の入玉勝ち：敵陣に{pieces}枚、{points}点（{made}）",
            side,
            pieces = standing.in_camp,
            points = standing.entered.value(),
            made = standing.entered
        ));
        let contradicts = game.states_otherwise_than(Outcome::Win(side));
        complaint
            .at_ply(next, span)
            .of(side)
            .marking(standing.king)
            .graver_if(contradicts);
    }
}
