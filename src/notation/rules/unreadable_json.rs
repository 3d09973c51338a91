//! `unreadable-json`: broken JSON.

use crate::finding::{Class, Example, Page, Rule, both};

/// 壊れたJSON: broken JSON.
pub static RULE: Rule = Rule {
    name: "unreadable-json",
    class: Class::RecordError,
    english: "broken JSON",
    japanese: "壊れたJSON",
    page: Page {
        what: both(
            "The record is JSON, and at this place it is not: a comma or a bracket is missing or superfluous, a string has no end, or the file stops in the middle. What stands before is read, and as much as can be had of what follows.",
            "棋譜はJSONだが、この箇所がJSONになっていない。コンマや括弧の過不足、文字列の閉じ忘れ、ファイルの途切れなどである。その前は読み、後は読めるだけ読む。",
        ),
        why: both(
            "Other programs refuse the whole file, and moves may be missing here.",
            "ほかのソフトではファイル全体が読めない。ここで指し手が失われているおそれもある。",
        ),
        remedy: both(
            "Open the file in an editor that knows JSON and go to the place; if the file was cut off, take it from its source again.",
            "JSONの分かるエディタで開いてその箇所を直す。途中で切れたファイルなら取り直す。",
        ),
        source: "RFC 8259, the JSON grammar; JSON Kifu Format 1.0.",
        bad: Example::Record {
            text: "{\"header\":{},\"moves\":[{},\n{\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}}\n{\"special\":\"CHUDAN\"}]}\n",
            note: both("the comma behind the move is missing", "指し手の後のコンマがない"),
        },
        good: Example::Record {
            text: "{\"header\":{},\"moves\":[{},\n{\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}},\n{\"special\":\"CHUDAN\"}]}\n",
            note: both(
                "every entry but the last has its comma",
                "最後を除くすべての要素にコンマがある",
            ),
        },
    },
};
