//! `sennichite-claimed-not-4` 成立していない千日手: repetition claimed, but fewer than four times.

use crate::finding::{HowOften, Message, Severity, message, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::report::Report;

rule! {
    name: "sennichite-claimed-not-4",
    class: RecordError,
    group: Results,
    title: "repetition claimed, but fewer than four times", "成立していない千日手",
    what:
        "The result is 千日手, and no position of the game came about as often as the rules ask, usually four times. Where the players may agree on it before that, and some position came about at least twice, this is a note only.",
        "結果は千日手なのに、どの局面も規定の回数（通常4回）現れていない。規定の回数に満たない合意を認める大会では、2回以上現れていれば注記にとどめる。",
    why:
        "By the rule the game is not over; moves may be missing, or the players agreed.",
        "規定では対局は終わっていない。指し手が抜けているか、両者が合意した。",
    remedy: "Compare the last moves with the score sheet.", "最後の数手を棋譜用紙と照らし合わせる。",
    source: "“쇼기/규칙” and “将棋”; JSA rules: four times the same position, hands and side to move.",
    bad: Record { text: "手合割：平手\n   1 ３八飛(28)\n   2 ７二飛(82)\n   3 ２八飛(38)\n   4 ８二飛(72)\n   5 ３八飛(28)\n   6 ７二飛(82)\n   7 ２八飛(38)\n   8 ８二飛(72)\n   9 千日手\n" },
        "three times", "3回だけ",
    good: Record {
        text: "手合割：平手\n   1 ３八飛(28)\n   2 ７二飛(82)\n   3 ２八飛(38)\n   4 ８二飛(72)\n   5 ３八飛(28)\n   6 ７二飛(82)\n   7 ２八飛(38)\n   8 ８二飛(72)\n   9 ３八飛(28)\n  10 ７二飛(82)\n  11 ２八飛(38)\n  12 ８二飛(72)\n  13 千日手\n",
    },
        "four times", "4回",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    if game.terminal() != Some(Terminal::Repetition) || game.repetition.is_some() || !game.certain {
        return;
    }
    let most = game.most_occurrences.max(1);
    let (needed, name) = (game.profile.repetition_count, &game.profile.name);
    let most_often = message!(
        "no position came about more than {most}",
        "同一局面は最も多くて{most}",
        most = HowOften(most)
    );
    let claimed = |reason: &Message| {
        message!(
            "the result is 千日手, but {reason}",
            "結果は千日手だが、{reason}",
            reason
        )
    };
    if game.profile.repetition_agree_below && most >= 2 {
        let message = claimed(&message!(
            "{most_often}; by {name} the players may agree on that",
            "{most_often}。{name}の規定では合意による千日手が認められる",
            most_often,
            name
        ));
        report.say(message).weighing(Severity::Note);
        return;
    }
    let reason = message!(
        "{most_often}; {needed} occurrences are needed",
        "{most_often}で、{needed}回に満たない",
        most_often,
        needed
    );
    report.say(claimed(&reason)).deciding_since(Outcome::None, reason);
}
