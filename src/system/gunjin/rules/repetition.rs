//! `gunjin-repetition` 軍人将棋の同一局面: a position stands there for the fourth time.

use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;

rule! {
    name: "gunjin-repetition",
    class: Notice,
    group: Results,
    title: "a position again and again", "軍人将棋の同一局面",
    what:
        "The same position with the same turn occurs for the fourth time, the start position included, or as often as the rules of the event say (`gunjin.repeat_limit`); the game is drawn by it where they say `gunjin.repeated = \"draw\"`.",
        "手番も同じ同一局面が、開始局面を含めて4回目に（または大会の規定 `gunjin.repeat_limit` の回数だけ）現れた。`gunjin.repeated = \"draw\"` なら引き分けとする。",
    why: "The document says nothing of it; shogi would be drawn.", "文書に定めがない。将棋なら千日手である。",
    remedy: "Nothing, unless the players agreed on a draw.", "引き分けに合意していなければ不要。",
    source: "The document on gunjin shogi leaves it open.",
    bad: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S a1-a2\n2 N a8-a7\n3 S a2-a1\n4 N a7-a8\n5 S a1-a2\n6 N a8-a7\n7 S a2-a1\n8 N a7-a8\n9 S a1-a2\n10 N a8-a7\n11 S a2-a1\n12 N a7-a8\n#interrupt\n" },
        "the start position occurs for the fourth time at ply 12", "12手目で開始局面が4回目",
    good: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S a1-a2\n2 N a8-a7\n3 S a2-a1\n4 N a7-a8\n5 S a1-a2\n6 N a8-a7\n#interrupt\n" },
        "not so often", "回数が足りない",
}

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let count = case.occurrences;
    if count == case.before.men.known.terms.repeat_limit {
        report.say(message!(
            "this position stands there {count} times by now",
            "同一局面の{count}回目である",
            count
        ));
    }
}
