//! `start-king-in-hand` 持駒に玉がある: a king in hand at the start.

use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::referee::start_case::StartCase;

rule! {
    name: "start-king-in-hand",
    class: RecordError,
    group: Starts,
    title: "a king in hand at the start", "持駒に玉がある",
    what:
        "A hand of the start position lists a king. It is left out.",
        "開始局面の持駒に玉が書かれている。玉は省かれる。",
    why: "Kings are never captured.", "玉が取られて持駒になることはない。",
    remedy: "Put the king on the board.", "玉を盤上に置く。",
    source: "“쇼기/규칙”.",
    bad: Record {
        text: "手合割：その他\n後手の持駒：玉\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 ５八玉(59)\n   2 中断\n",
    },
        "White holds a king", "後手が玉を持っている",
    good: Record {
        text: "手合割：その他\n後手の持駒：金\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 ５八玉(59)\n   2 中断\n",
    },
        "a gold", "金を持っている",
}

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>, report: &mut Report) {
    if let Some((color, span)) = case.start.king_in_hand {
        report
            .say(message!(
                "{color}'s hand lists a king; it is left out, for a king is never in hand",
                "{color}の持駒に玉がある。玉が持駒になることはなく、省いた",
                color
            ))
            .of(color)
            .at(span);
    }
}
