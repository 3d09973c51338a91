//! `resign-while-winning` 勝ちの局面での投了: resignation in a won position.

use crate::finding::{Play, message, rule};
use crate::record::Terminal;
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::referee::spoken;

rule!(
    "resign-while-winning",
    Notice,
    Results,
    "resignation in a won position",
    "勝ちの局面での投了"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    // Servers write down a lost connection as a resignation.
    let disconnected = spoken::word_of_summary(game) == Some("abnormal");
    let resigned = game
        .ending
        .filter(|(_, ending)| ending.terminal == Terminal::Resign)
        .is_some_and(|(_, ending)| ending.offender.is_none_or(|loser| loser == game.to_move()));
    if !resigned || disconnected || !game.certain {
        return;
    }
    let side = game.to_move();
    if let Some(foul) = game.foul_at_end().filter(|foul| foul.side != side) {
        let complaint = report.say(message!(
            "{side} resigned right after an illegal move by {offender} ({rule})",
            "直前の{offender}の手が反則（{rule}）なのに{side}が投了",
            side,
            offender = foul.side,
            rule = foul.rule
        ));
        complaint.of(side);
    } else if let Some(mating) = game.end.mating_move() {
        let complaint = report.say(message!(
            "{side} resigned, but could mate with {mating}",
            "{side}が投了したが、{mating}と指せば詰ますことができた",
            side,
            mating = Play::of(game.end, mating)
        ));
        let squares = mating.from().into_iter().chain([mating.to()]);
        complaint.of(side).marking(squares);
    }
}
