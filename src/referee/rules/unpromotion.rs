//! `unpromotion` 成駒を元に戻す: turning a promoted piece back.

use crate::finding::{PieceOn, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule! {
    name: "unpromotion",
    class: Foul,
    group: Fouls,
    title: "turning a promoted piece back", "成駒を元に戻す",
    what:
        "The record names the unpromoted kind of a promoted piece that moves. The piece stands unpromoted from then on, as the record has it.",
        "動いた成駒が、成る前の駒の名で書かれている。その後は、棋譜のとおり成っていない駒として扱う。",
    why: "Promotion lasts until the piece is captured.", "一度成った駒は、取られるまで成ったままである。",
    remedy:
        "Check whether the piece was promoted at all, and correct the name.",
        "本当に成っていたか確かめ、駒の名を直す。",
    source: "“쇼기/규칙” and “将棋”: a promoted piece never turns back on the board.",
    bad: Record {
        text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 龍 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n   1 ６三飛(53)\n   2 中断\n",
    },
        "the dragon moves as 飛", "龍が「飛」として動く",
    good: Record {
        text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 龍 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n   1 ６三龍(53)\n   2 中断\n",
    },
        "as 龍", "「龍」として動く",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if let Some((from, piece)) = attempt.moving()
        && attempt.turned_back()
    {
        report.say(message!(
            "{piece} moves as a {base}: a promoted piece never turns back",
            "{piece}が{base}として動いている。一度成った駒は元に戻らない",
            base = piece.kind.base(),
            piece = PieceOn::of(attempt.before, from)
        ));
    }
}
