//! `unlisted-findings` 省略された指摘: more findings than are listed.

use crate::finding::{Class, Example, Page, Rule, both};

/// 省略された指摘: more findings than are listed.
pub static RULE: Rule = Rule {
    name: "unlisted-findings",
    class: Class::RecordError,
    english: "more findings than are listed",
    japanese: "省略された指摘",
    page: Page {
        what: both(
            "The record has more than ten thousand findings. The first ten thousand are listed, this one counts the others and has the weight of the gravest of them.",
            "",
        ),
        why: both(
            "A file with so many is no game record, or one that is damaged throughout; what is left out must not pass for clean.",
            "",
        ),
        remedy: both(
            "Repair what is listed first, or look at the file in an editor.",
            "",
        ),
        source: "A requirement of this tool: nothing is dropped in silence, and memory is bounded.",
        bad: Example::Record {
            text: "",
            note: both("an example would fill a book", ""),
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n",
            note: both("a game", ""),
        },
    },
};
