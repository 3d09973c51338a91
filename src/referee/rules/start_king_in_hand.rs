//! `start-king-in-hand` 持ち駒に玉がある: a king in hand at the start.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::referee::start::{Complaint, StartCase};
use crate::referee::words;

/// 持ち駒に玉がある: a king in hand at the start.
pub static RULE: Rule = Rule {
    name: "start-king-in-hand",
    class: Class::RecordError,
    english: "a king in hand at the start",
    japanese: "持ち駒に玉がある",
    page: Page {
        what: both("A hand of the start position lists a king. It is left out.", ""),
        why: both("Kings are never captured.", ""),
        remedy: both("Put the king on the board.", ""),
        source: "S0:42.",
        bad: Example::Record {
            text: "手合割：その他\n後手の持駒：玉\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 ５八玉(59)\n   2 中断\n",
            note: both("White holds a king", ""),
        },
        good: Example::Record {
            text: "手合割：その他\n後手の持駒：金\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 ５八玉(59)\n   2 中断\n",
            note: both("a gold", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>) -> Vec<Complaint> {
    let held = case.start.king_in_hand;
    held.map(|(color, span)| Complaint {
        span: Some(span),
        ..Complaint::of(
            color,
            format!("{}'s hand lists a king; it is left out", words::side(color)),
        )
    })
    .into_iter()
    .collect()
}
