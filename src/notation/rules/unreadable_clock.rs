//! `unreadable-clock`: a time that cannot be read.

use crate::finding::{Class, Example, Page, Rule, both};

/// 読めない消費時間: a time that cannot be read.
pub static RULE: Rule = Rule {
    name: "unreadable-clock",
    class: Class::Doubt,
    english: "a time that cannot be read",
    japanese: "読めない消費時間",
    page: Page {
        what: both(
            "The text where the time of a move stands is no time. The move is kept, its time is unknown.",
            "消費時間のあるべきところにあるものが時間でない。指し手は残し、消費時間は不明とする。",
        ),
        why: both(
            "Sums of thinking time will lack this move.",
            "消費時間の合計からこの手が抜ける。",
        ),
        remedy: both(
            "Write `( m:ss/hh:mm:ss)` in KIF, `T` and seconds in CSA.",
            "KIFでは「( m:ss/hh:mm:ss)」、CSAでは「T」と秒数を書く。",
        ),
        source: "KIF definition; CSA V2.2 and V3.0.",
        bad: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)   ( 0:x5/00:00:05)\n   2 投了\n",
            note: both("a letter in the seconds", "秒に文字が混じっている"),
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)   ( 0:05/00:00:05)\n   2 投了\n",
            note: both("five seconds", "5秒"),
        },
    },
};
