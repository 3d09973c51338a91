//! `sennichite-ignored` 千日手後の続行: played on after the fourth repetition.

use crate::finding::{Message, Ordinal, message, rule};
use crate::referee::game::Game;
use crate::referee::report::Report;

rule! {
    name: "sennichite-ignored",
    class: Doubt,
    group: Results,
    title: "played on after the fourth repetition", "千日手後の続行",
    what:
        "A position came about as often as ends a game, usually for the fourth time, and the game went on, or another result was written down, such as a resignation. Who resigns then has not lost by it: the game was drawn, or is to be played anew.",
        "同一局面が規定の回数（通常4回）現れたのに、対局が続いたか、投了など別の結果が書かれている。その後の投了は負けにならず、千日手（引き分けまたは指し直し）である。",
    why:
        "By the rule the game was over as 千日手; nobody noticed or claimed it.",
        "規定では千日手で終わっていた。だれも気づかないか、指摘しなかった。",
    remedy:
        "Correct the result to 千日手, if the moves are right.",
        "指し手に誤りがなければ、結果を千日手に改める。",
    source: "“쇼기/규칙” and “将棋”; JSA rules: the fourth time ends the game.",
    bad: Record {
        text: "手合割：平手\n   1 ３八飛(28)\n   2 ７二飛(82)\n   3 ２八飛(38)\n   4 ８二飛(72)\n   5 ３八飛(28)\n   6 ７二飛(82)\n   7 ２八飛(38)\n   8 ８二飛(72)\n   9 ３八飛(28)\n  10 ７二飛(82)\n  11 ２八飛(38)\n  12 ８二飛(72)\n  13 ３八飛(28)\n  14 投了\n",
    },
        "a move after the fourth time", "4回目の後に指し手",
    good: Record {
        text: "手合割：平手\n   1 ３八飛(28)\n   2 ７二飛(82)\n   3 ２八飛(38)\n   4 ８二飛(72)\n   5 ３八飛(28)\n   6 ７二飛(82)\n   7 ２八飛(38)\n   8 ８二飛(72)\n   9 ３八飛(28)\n  10 ７二飛(82)\n  11 ２八飛(38)\n  12 ８二飛(72)\n  13 千日手\n",
    },
        "over at the fourth time", "4回目で終わっている",
}

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
