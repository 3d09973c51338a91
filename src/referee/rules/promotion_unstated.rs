//! `promotion-unstated` 成・不成の記載がない: neither 成 nor 不成 where there is a choice.

use crate::finding::{Class, Example, Page, Rule, both};

/// 成・不成の記載がない: neither 成 nor 不成 where there is a choice.
pub static RULE: Rule = Rule {
    name: "promotion-unstated",
    class: Class::Doubt,
    english: "neither 成 nor 不成 where there is a choice",
    japanese: "成・不成の記載がない",
    page: Page {
        what: both(
            "A move of KI2 enters, leaves or stays in the promotion zone with a piece that can promote, and says neither 成 nor 不成. It is taken not to promote, or to promote where the piece could never move again.",
            "",
        ),
        why: both("Whether the piece promoted is anybody's guess.", ""),
        remedy: both("Add 成 or 不成.", ""),
        source: "Japan Shogi Association, 棋譜の表記方法: 成 and 不成 are written wherever there is a choice.",
        bad: Example::Record {
            text: "手合割：平手\n\n▲７六歩 △３四歩 ▲２二角\nまで3手で中断\n",
            note: both("did the bishop promote?", ""),
        },
        good: Example::Record {
            text: "手合割：平手\n\n▲７六歩 △３四歩 ▲２二角成\nまで3手で中断\n",
            note: both("it did", ""),
        },
    },
};
