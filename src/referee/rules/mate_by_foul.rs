//! `mate-by-foul` 反則による詰み: mate by an illegal move.

use crate::finding::{message, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::report::Report;

rule!(
    "mate-by-foul",
    RecordError,
    Results,
    "mate by an illegal move",
    "反則による詰み"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let mating = game
        .fouls
        .iter()
        .find(|foul| foul.ply == game.plies && foul.side != game.to_move());
    let Some(foul) = mating.filter(|_| game.terminal() == Some(Terminal::Mate)) else {
        return;
    };
    let rule = foul.rule;
    let reason = message!(
        "the mating move is illegal ({rule})",
        "詰ませた手は反則（{rule}）",
        rule
    );
    report
        .say(message!(
            "the result is mate, but the mating move is illegal ({name}, {japanese}): {side} loses",
            "結果は詰みだが、詰ませた手が反則（{japanese}）なので{side}の負け",
            name = rule.name,
            japanese = rule.japanese,
            side = foul.side
        ))
        .of(foul.side)
        .deciding_since(Outcome::Win(foul.side.opponent()), reason);
}
