//! `unusual-suffix` 通常と異なる相対表記: other words than usual beside a move.

use crate::finding::{Class, Example, Page, Rule, both};

/// 通常と異なる相対表記: other words than usual beside a move.
pub static RULE: Rule = Rule {
    name: "unusual-suffix",
    class: Class::Notice,
    english: "other words than usual beside a move",
    japanese: "通常と異なる相対表記",
    page: Page {
        what: both(
            "A move of KI2 names its piece by words (右 左 直 上 寄 引) that tell it from the others, and not by those of the Association's rule: more than are needed, or others. The first such move of a record is reported.",
            "",
        ),
        why: both("The move is clear; other programs may not understand it.", ""),
        remedy: both("Nothing, or write the record anew.", ""),
        source: "Japan Shogi Association, 棋譜の表記方法.",
        bad: Example::Record {
            text: "手合割：平手\n\n▲５八金右上 △３四歩 ▲７六歩\nまで3手で中断\n",
            note: both("右 alone tells it", ""),
        },
        good: Example::Record {
            text: "手合割：平手\n\n▲５八金右 △３四歩 ▲７六歩\nまで3手で中断\n",
            note: both("the usual word", ""),
        },
    },
};
