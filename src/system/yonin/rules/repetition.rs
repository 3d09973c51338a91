//! `yonin-repetition` 同一局面: the position stands there for the fourth time.

use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::yonin::game::Yonin;

rule! {
    name: "yonin-repetition",
    class: Notice,
    group: Results,
    title: "a position for the fourth time", "同一局面4回",
    what:
        "The same position, with the same hands, players and turn, occurs for the fourth time, the start position included, or as often as the rules of the event say (`yonin.repeat_limit`). The game may be called a draw among those who are left, and is one where they say `yonin.repeated = \"draw\"`.",
        "駒の配置、持駒、残っている人、手番がすべて同じ局面が、開始局面を含めて4回目に（または大会の規定 `yonin.repeat_limit` の回数だけ）現れた。残っている人の間で引き分けとしてよく、`yonin.repeated = \"draw\"` なら引き分けとする。",
    why: "The rules say nothing of it; shogi would be drawn.", "規則に定めがない。将棋なら千日手である。",
    remedy: "Nothing, unless the players agreed on a draw.", "引き分けに合意していなければ不要。",
    source: "The document on yonin shogi leaves it open.",
    bad: Record { text: "Yonin: 1\nPosition: Kw 7 Kn / 9 / 9 / 9 / 9 / 9 / 9 / 9 / 4 Ks 3 Ke S S:- W:- N:- E:- SWNE\n1 S 5i5h\n2 W 9a8a\n3 N 1a2a\n4 E 1i2i\n5 S 5h5i\n6 W 8a9a\n7 N 2a1a\n8 E 2i1i\n9 S 5i5h\n10 W 9a8a\n11 N 1a2a\n12 E 1i2i\n13 S 5h5i\n14 W 8a9a\n15 N 2a1a\n16 E 2i1i\n17 S 5i5h\n18 W 9a8a\n19 N 1a2a\n20 E 1i2i\n21 S 5h5i\n22 W 8a9a\n23 N 2a1a\n24 E 2i1i\n#draw\n" },
        "the start position occurs for the fourth time at ply 24", "24手目で開始局面が4回目",
    good: Record { text: "Yonin: 1\n1 S 6i7h\n2 W 9g8g\n#interrupt\n" },
        "nothing comes again", "繰り返しはない",
}

/// The check.
pub(super) fn check(case: &PlyCase<Yonin>, report: &mut Report) {
    let count = case.occurrences;
    if count == case.before.rules.repeat_limit {
        report.say(message!(
            "this position stands there {count} times by now",
            "同一局面の{count}回目である",
            count
        ));
    }
}
