//! `start-missing`: no start position.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "start-missing",
    class: Doubt,
    group: Starts,
    title: "no start position", "開始局面がない",
    what:
        "A CSA record has no `PI` and no `P` line. The even start is assumed. Or a record of gunjin shogi does not say how a side set up; its pieces are taken to be hidden.",
        "CSA形式の棋譜に「PI」も「P」の行もない。平手とみなす。または軍人将棋の棋譜に一方の配置がなく、伏せた駒とみなす。",
    why:
        "If the game was a handicap game or a fragment, every move is judged on the wrong board.",
        "駒落ちや途中からの棋譜であれば、すべての指し手を誤った盤で判定することになる。",
    remedy: "Add `PI` (even game) or the board.", "「PI」（平手）か盤面を書き加える。",
    source: "CSA V2.2 and V3.0: the position is mandatory.",
    bad: Record { text: "V2.2\n+\n+7776FU\n%TORYO\n" },
        "no position", "開始局面がない",
    good: Record { text: "V2.2\nPI\n+\n+7776FU\n%TORYO\n" },
        "with `PI`", "「PI」がある",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    if *case.kind() == GapKind::StartMissing {
        report.say(message!(
            "no line gives the start position; the even start is taken",
            "開始局面の行がない。平手とみなす",
        ));
    }
}
