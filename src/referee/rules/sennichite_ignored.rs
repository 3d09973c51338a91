//! `sennichite-ignored` 千日手後の続行: play after a repetition.

use crate::finding::{Message, Ordinal, Plies, message, rule};
use crate::referee::game::Game;
use crate::referee::report::Report;

rule!(
    "sennichite-ignored",
    Doubt,
    Results,
    "play after a repetition",
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
        "the game ended by 千日手 at ply {ply} ({count} occurrence), but {instead}",
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
        "{more} {follow}",
        "さらに{more}指された",
        follow = if more == 1 { "follows" } else { "follow" },
        more = Plies(more as usize)
    ))
}

/// A result of another kind, such as a resignation, after the last move.
fn ended_otherwise(game: &Game<'_>) -> Option<Message> {
    let over = game.over.as_ref().filter(|end| *end.rule == RULE)?;
    let stated = game
        .stated()
        .filter(|_| game.states_otherwise_than(over.outcome))?;
    Some(message!(
        "the record states that {stated}",
        "棋譜の結果は{stated}",
        stated
    ))
}
