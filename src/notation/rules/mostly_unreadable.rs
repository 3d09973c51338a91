//! `mostly-unreadable`: most lines of a record are destroyed.

use crate::finding::{Class, Example, Message, Page, Rule, both, say};

/// 大半が読めない棋譜: most lines of a record are destroyed.
pub static RULE: Rule = Rule {
    name: "mostly-unreadable",
    class: Class::RecordError,
    english: "most lines are destroyed",
    japanese: "大半が読めない棋譜",
    page: Page {
        what: both(
            "In more than half of the lines of a record, and in ten at least, characters are destroyed or nothing can be read. This finding tells in how many, and stands for all that would be said of them one by one. Whatever else is found in the record is listed as usual. A page of prose around a record counts as one line.",
            "棋譜の行の半分を超え、かつ10行以上で、文字が壊れているか、何も読めない。この指摘がその行数を示し、行ごとの指摘の代わりとなる。そのほかの指摘はいつもどおり挙げる。棋譜の前後の文章は、続けて何行あっても1行と数える。",
        ),
        why: both(
            "Nothing that is said of such a record line by line helps, and it hides the findings of all other records.",
            "このような棋譜を1行ずつ指摘しても役に立たず、ほかの棋譜の指摘を埋もれさせる。",
        ),
        remedy: both(
            "Take the file from its source again. Where the whole file looks like this, its encoding may have been taken for another: try `--encoding`.",
            "元のところからファイルを取り直す。ファイル全体がこうなら、文字コードを取り違えていることがある。`--encoding` で指定してみる。",
        ),
        source: "A requirement of this tool: one destroyed file is one finding.",
        bad: Example::Record {
            text: "手合割：平手\n先手：??\n   1 ????(77)\n   2 ????(33)\n   3 ????(27)\n   4 ????(83)\n   5 ????(26)\n   6 ????(84)\n   7 ????(69)\n   8 ????(41)\n   9 ????(25)\n  10 ????(23)\n  11 ??\n",
            note: both(
                "a program has written ? for every letter it did not know",
                "ソフトが知らない文字をすべて「?」にしたもの",
            ),
        },
        good: Example::Record {
            text: "手合割：平手\n先手：甲野\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 中断\n",
            note: both(
                "the same file, taken from its source",
                "元のところから取り直したもの",
            ),
        },
    },
};

/// In so many of so many lines; so many findings are not listed.
pub(in crate::notation) fn lines(destroyed: usize, lines: usize, left_out: usize) -> Message {
    say(
        format!(
            "{destroyed} of the {lines} lines of this record are destroyed or cannot be read, the first here; {left_out} findings about single lines are summed up in this one"
        ),
        format!(
            "この棋譜の{lines}行のうち{destroyed}行が壊れているか読めない。その最初がここである。行ごとの指摘{left_out}件をこれにまとめた"
        ),
    )
}
