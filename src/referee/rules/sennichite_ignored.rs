//! `sennichite-ignored` 千日手後の続行: played on after the fourth repetition.

use crate::finding::{Message, Ordinal, message, rule};
use crate::referee::game::Game;
use crate::referee::report::Report;

rule!(
    "sennichite-ignored",
    Doubt,
    Results,
    "played on after the fourth repetition",
    "千日手後の続行"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let repetition = game.repetition.filter(|it| it.perpetual.is_none());
    let Some(repetition) = repetition else { return };
    let (ply, count) = (repetition.ply, game.profile.repetition_count);
    let Some(instead) = played_on(game, ply).or_else(|| ended_otherwise(game)) else {
        return;
    };
    let complaint = report.say(message!(
        "the game was over by 千日手 at ply {ply}, the {count} time, but {instead}",
        "{ply}手目で{count}となり千日手で終局のはずが、{instead}",
        ply,
        count = Ordinal(count),
        instead
    ));
    complaint.at_ply(ply, repetition.span);
}

fn played_on(game: &Game<'_>, ply: u32) -> Option<Message> {
    let more = game.plies.checked_sub(ply).filter(|&more| more > 0)?;
    Some(message!(
        "{more} more {were} played",
        "さらに{more}手指された",
        more,
        were = if more == 1 { "ply was" } else { "plies were" }
    ))
}

/// A result of another kind, such as a resignation, after the last move.
fn ended_otherwise(game: &Game<'_>) -> Option<Message> {
    let over = game.over.as_ref().filter(|end| *end.rule == RULE)?;
    let stated = game
        .stated()
        .filter(|_| game.states_otherwise_than(over.outcome))?;
    Some(message!(
        "the record says: {stated}",
        "棋譜の結果は{stated}",
        stated
    ))
}
