//! `unpromotion` 成駒を元に戻す: turning a promoted piece back.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;
use crate::referee::words;

/// 成駒を元に戻す: turning a promoted piece back.
pub static RULE: Rule = Rule {
    name: "unpromotion",
    class: Class::Foul,
    english: "turning a promoted piece back",
    japanese: "成駒を元に戻す",
    page: Page {
        what: both(
            "The record names the unpromoted kind of a promoted piece that moves. The piece stands unpromoted from then on, as the record has it.",
            "",
        ),
        why: both("Promotion lasts until the piece is captured.", ""),
        remedy: both(
            "Check whether the piece was promoted at all, and correct the name.",
            "",
        ),
        source: "S0:45, S0:223, S0:378, S3:92: a promoted piece never turns back on the board.",
        bad: Example::Record {
            text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 龍 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n   1 ６三飛(53)\n   2 中断\n",
            note: both("the dragon moves as 飛", ""),
        },
        good: Example::Record {
            text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 龍 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n   1 ６三龍(53)\n   2 中断\n",
            note: both("as 龍", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    let base = attempt.piece?.kind.base().english();
    attempt
        .turned_back()
        .then_some(attempt.from)
        .flatten()
        .map(|from| {
            format!(
                "{} moves as a {base}: a promoted piece never turns back",
                words::piece_on(attempt.before, from)
            )
        })
}
