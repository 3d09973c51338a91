//! `variation-without-parent`: a variation that starts nowhere.

use crate::finding::{Class, Example, Page, Rule, both};

/// 分岐元のない変化: a variation that starts nowhere.
pub static RULE: Rule = Rule {
    name: "variation-without-parent",
    class: Class::RecordError,
    english: "a variation that starts nowhere",
    japanese: "分岐元のない変化",
    page: Page {
        what: both(
            "`変化：N手` names a ply that no line of the game reaches, so that the moves below it have no place.",
            "「変化：N手」の手数に達する手順がなく、その後の指し手を置くところがない。",
        ),
        why: both(
            "The moves are read, but nobody can say from which position.",
            "指し手は読めるが、どの局面からのものか分からない。",
        ),
        remedy: both(
            "Correct the number after 変化, or restore the missing moves.",
            "「変化」の手数を直すか、抜けた指し手を補う。",
        ),
        source: "KIF definition: the number is the ply being replaced.",
        bad: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n\n変化：5手\n   5 ８四歩(83)\n",
            note: both("the game has one move only", "本譜は1手しかない"),
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 中断\n\n変化：2手\n   2 ８四歩(83)\n",
            note: both("ply 2 exists", "2手目がある"),
        },
    },
};
