//! `unknown-handicap`: unknown handicap name.

use crate::finding::{Class, Example, Page, Rule, both};

/// 不明な手合割: unknown handicap name.
pub static RULE: Rule = Rule {
    name: "unknown-handicap",
    class: Class::Doubt,
    english: "unknown handicap name",
    japanese: "不明な手合割",
    page: Page {
        what: both(
            "The name after 手合割 is none that is known, and the record has no board. The even start is assumed.",
            "「手合割」の名前が知られておらず、盤面もない。平手とみなす。",
        ),
        why: both(
            "If the start was another one, every move of the game is judged on the wrong board.",
            "実際の開始局面が違えば、すべての指し手を誤った盤で判定することになる。",
        ),
        remedy: both(
            "Correct the name, or add the board of the start position.",
            "名前を直すか、開始局面の盤面を書き加える。",
        ),
        source: "KIF definition, list of 手合割 names.",
        bad: Example::Record {
            text: "手合割：トンボ\n   1 ７六歩(77)\n   2 中断\n",
            note: both("a name without a board", "盤面のない未知の名前"),
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n",
            note: both("a known name", "知られた名前"),
        },
    },
};
