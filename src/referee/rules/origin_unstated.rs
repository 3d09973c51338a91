//! `origin-unstated` 移動元の記載がない: the origin of a move is missing.

use crate::finding::{message, rule};
use crate::record::Origin;
use crate::referee::due_case::DueCase;
use crate::referee::report::Report;

rule! {
    name: "origin-unstated",
    class: Doubt,
    group: Notation,
    title: "the origin of a move is missing", "移動元の記載がない",
    what:
        "A move names piece and destination, but neither an origin nor 打. Exactly one move fits, and that one is taken.",
        "指し手に駒と移動先はあるが、移動元も「打」もない。当てはまる指し手は一つだけなので、それとみなす。",
    why:
        "KIF writes the origin of every move; a tool has dropped it.",
        "KIFはすべての手に移動元を書く。何かのツールが落としたものである。",
    remedy: "Add the origin in parentheses, or 打.", "移動元を括弧で書き加えるか、「打」を書き加える。",
    source: "KIF definition: the origin or 打 is mandatory.",
    bad: Record { text: "手合割：平手\n   1 ７六歩\n   2 投了\n" },
        "only one pawn can go there", "そこへ行ける歩は一枚だけである",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 投了\n" },
        "with its origin", "移動元がある",
}

/// The check.
pub(in crate::referee) fn check(case: &DueCase<'_>, report: &mut Report) {
    if let Some((written, _)) = case.completed()
        && written.from == Origin::Unstated
        && !case.is_told_by_rest()
    {
        report.say(message!(
            "neither an origin nor 打 is written; this is the only move that fits",
            "移動元も「打」も書かれていない。当てはまる唯一の指し手とみなした",
        ));
    }
}
