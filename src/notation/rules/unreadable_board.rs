//! `unreadable-board`: a board that cannot be read.

use crate::finding::{Class, Example, Page, Rule, both};

/// 読めない盤面図: a board that cannot be read.
pub static RULE: Rule = Rule {
    name: "unreadable-board",
    class: Class::RecordError,
    english: "a board that cannot be read",
    japanese: "読めない盤面図",
    page: Page {
        what: both(
            "A row or a hand of the start position holds something that is no piece, or the board has too few or too many rows. What could be read is used.",
            "開始局面の段や持駒に駒でないものがあるか、盤面の段が多すぎるか少なすぎる。読めたところだけを使う。",
        ),
        why: both(
            "Every move is judged on the board that was understood.",
            "すべての指し手は、読めた盤面の上で判定される。",
        ),
        remedy: both(
            "Correct the row: nine cells of a mark and a piece, or ` ・` where there is none.",
            "段を直す。印と駒、駒のない升目は「 ・」で、九つの升目を書く。",
        ),
        source: "KIF definition, board diagram; CSA V2.2, `P1`-`P9`.",
        bad: Example::Record {
            text: "V2.2\nP1-KY-KE-GI-KI-XX-KI-GI-KE-KY\nP5 *  *  *  * -OU *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \n+\n+5958OU\n%TORYO\n",
            note: both("`XX` is no piece", "「XX」は駒でない"),
        },
        good: Example::Record {
            text: "V2.2\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP9 *  *  *  * +OU *  *  *  * \n+\n+5958OU\n%TORYO\n",
            note: both("nine pieces", "九つの駒"),
        },
    },
};
