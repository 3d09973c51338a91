//! `sennichite-was-perpetual` 連続王手の千日手を千日手とした: the repetition was a perpetual check.

use crate::finding::{message, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::report::Report;

rule! {
    name: "sennichite-was-perpetual",
    class: RecordError,
    group: Results,
    title: "the repetition was a perpetual check", "連続王手の千日手を千日手とした",
    what:
        "The result is 千日手, a draw, but every move of one side in the repetition gave check: that side has lost.",
        "結果は千日手（引き分け）だが、その間の一方の指し手がすべて王手である。王手を続けた側の負けになる。",
    why:
        "A drawn or replayed game has in truth a winner.",
        "引き分けや指し直しとされた対局に、実は勝者がいる。",
    remedy: "Give the loss to the checking side (反則負け).", "王手を続けた側の負け（反則負け）とする。",
    source: "“쇼기/규칙” and “将棋”: perpetual check loses.",
    bad: Record {
        text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・ ・ ・v玉 ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ 飛 ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手番\n   1 ３八飛(28)\n   2 ２一玉(31)\n   3 ２八飛(38)\n   4 ３一玉(21)\n   5 ３八飛(28)\n   6 ２一玉(31)\n   7 ２八飛(38)\n   8 ３一玉(21)\n   9 ３八飛(28)\n  10 ２一玉(31)\n  11 ２八飛(38)\n  12 ３一玉(21)\n  13 千日手\n",
    },
        "Black gave check with every move", "先手の指し手はすべて王手",
    good: Record {
        text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・ ・ ・v玉 ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ 飛 ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手番\n   1 ３八飛(28)\n   2 ２一玉(31)\n   3 ２八飛(38)\n   4 ３一玉(21)\n   5 ５八飛(28)\n   6 ２一玉(31)\n   7 ２八飛(58)\n   8 ３一玉(21)\n   9 ３八飛(28)\n  10 ２一玉(31)\n  11 ２八飛(38)\n  12 ３一玉(21)\n  13 千日手\n",
    },
        "ply 5 gives no check", "5手目は王手でない",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let perpetual = game.repetition.and_then(|repetition| repetition.perpetual);
    let Some(checker) = perpetual.filter(|_| game.terminal() == Some(Terminal::Repetition)) else {
        return;
    };
    let reason = message!(
        "{checker} gave check with every move of the repetition",
        "その間の{checker}の指し手はすべて王手",
        checker
    );
    report
        .say(message!(
            "the result is 千日手, but {reason}: {checker} loses",
            "結果は千日手だが、{reason}なので{checker}の負け",
            reason,
            checker
        ))
        .of(checker)
        .deciding_since(Outcome::Win(checker.opponent()), reason);
}
