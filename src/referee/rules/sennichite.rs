//! `sennichite` 千日手: fourth repetition.

use crate::finding::{both, message, rule};
use crate::profile::RepetitionResult;
use crate::referee::recurrence::Recurrence;
use crate::referee::report::Report;

rule! {
    name: "sennichite",
    class: Notice,
    group: Results,
    title: "fourth repetition", "千日手",
    what:
        "The same position - board, hands and side to move - has come about for the fourth time in the game, the start position included, and not every move of one side in between gave check. Said only where the record does not itself end in 千日手.",
        "同一局面（盤面、持駒、手番がすべて同じ）が、開始局面も含めて対局中に4回目に現れ、その間一方の指し手がすべて王手だったわけではない。棋譜自体が千日手で終わるときは指摘しない。",
    why:
        "The game is drawn or replayed from here; a record that does not say so lacks its result.",
        "ここで対局は引き分け、または指し直しとなる。そう書いていない棋譜には結果が欠けている。",
    remedy: "Write 千日手 as the result.", "結果として千日手と書く。",
    source: "“쇼기/규칙” and “将棋”; the rule of the Japan Shogi Association counts occurrences within the game and compares the hands too.",
    bad: Moves { start: "startpos", moves: "2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b" },
        "the start position for the fourth time at ply 12", "12手目で開始局面が4回目",
    good: Moves { start: "startpos", moves: "2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h" },
        "three times only", "3回だけ",
}

/// The check.
pub(in crate::referee) fn check(case: &Recurrence<'_>, report: &mut Report) {
    if !case.is_draw {
        return;
    }
    let end = match case.profile.repetition_result {
        RepetitionResult::Draw => both("the game is drawn", "引き分け"),
        RepetitionResult::Replay => both(
            "the game is to be played anew, with colours exchanged",
            "先後を入れ替えて指し直し",
        ),
    };
    report.say(message!(
        "{same}: {end}",
        "{same}。千日手で{end}",
        same = case.again(),
        end
    ));
}
