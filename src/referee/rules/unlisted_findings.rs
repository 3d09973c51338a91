//! `unlisted-findings` 省略された指摘: more findings than are listed.

use crate::finding::{Unlisted, message, rule};
use crate::referee::report::Report;

rule! {
    name: "unlisted-findings",
    class: RecordError,
    group: Reading,
    title: "more findings than are listed", "省略された指摘",
    what:
        "The record has more than ten thousand findings. The first ten thousand are listed, this one counts the others and has the weight of the gravest of them.",
        "その棋譜の指摘が一万件を超えている。初めの一万件を挙げ、この指摘が残りの数を示す。重大度は、残りのうち最も重いものに合わせる。",
    why:
        "A file with so many is no game record, or one that is damaged throughout; what is left out must not pass for clean.",
        "指摘がこれほど多いファイルは、棋譜でないか、全体が壊れている。省いたものを問題なしとして通してはならない。",
    remedy:
        "Repair what is listed first, or look at the file in an editor.",
        "挙げられたものから直すか、ファイルをエディターで見る。",
    source: "A requirement of this tool: nothing is dropped in silence, and memory is bounded.",
    bad: Record { text: "" },
        "an example would fill a book", "例を挙げれば一冊の本になる",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "a game", "対局",
}

/// The check.
pub(in crate::referee) fn check(unlisted: &Unlisted, report: &mut Report) {
    let complaint = report.say(message!(
        "{count} more findings of this record are not listed",
        "この棋譜の指摘はほかに{count}件あるが、省略した",
        count = unlisted.count
    ));
    complaint.weighing(unlisted.gravest);
}
