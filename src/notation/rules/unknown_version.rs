//! `unknown-version`: unknown CSA version.

use crate::finding::{Class, Example, Message, Page, Rule, both, message};
use crate::notation::quote::in_quotes;

/// 不明なCSAのバージョン: unknown CSA version.
pub static RULE: Rule = Rule {
    name: "unknown-version",
    class: Class::Notice,
    english: "unknown CSA version",
    japanese: "不明なCSAのバージョン",
    page: Page {
        what: both(
            "The version line names a version that did not exist when this tool was made. It is read as the newest known one.",
            "バージョンの行が、本ソフトの作成時になかったバージョンを示している。知られた最新のものとして読む。",
        ),
        why: both(
            "A newer version may give a line another meaning.",
            "新しいバージョンでは行の意味が変わっているかもしれない。",
        ),
        remedy: both(
            "Nothing, if the game looks right.",
            "棋譜が正しく読めていれば何もしなくてよい。",
        ),
        source: "CSA V1 to V3.0.",
        bad: Example::Record {
            text: "V9.9\nPI\n+\n+7776FU\n%TORYO\n",
            note: both("version 9.9", "バージョン9.9"),
        },
        good: Example::Record {
            text: "V2.2\nPI\n+\n+7776FU\n%TORYO\n",
            note: both("version 2.2", "バージョン2.2"),
        },
    },
};

/// The line.
pub(in crate::notation) fn line(text: &str) -> Message {
    message!(
        "{text} is no known version of CSA; it was read like V3.0",
        "{text}はCSAの知られたバージョンでない。V3.0として読む",
        text = in_quotes(text)
    )
}
