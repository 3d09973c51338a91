//! `double-encoded`: encoded twice.

use crate::finding::{Class, Example, Page, Rule};

/// 二重に変換された文字: encoded twice.
pub static RULE: Rule = Rule {
    name: "double-encoded",
    class: Class::RecordError,
    english: "encoded twice",
    japanese: "二重に変換された文字",
    page: Page {
        what: "The text is UTF-8 that was once read as Shift_JIS and saved again, so that 棋譜 reads 譽玖ｭ.",
        why: "Moves and names are unreadable, though the file looks healthy to a program.",
        remedy: "Find the original file, or convert this one back (Shift_JIS bytes read as UTF-8).",
        source: "Seen in real archives.",
        bad: Example::Record {
            text: "豁ｩ",
            note: "",
        },
        good: Example::Record { text: "", note: "" },
    },
};
