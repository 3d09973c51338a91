//! `ambiguous-branch`: a variation that may leave either of two lines.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "ambiguous-branch",
    class: Notice,
    group: Notation,
    title: "a variation that may leave either of two lines", "分岐元の曖昧な変化",
    what:
        "USEN says after how many plies a variation begins, and not in which line. Its moves can be played on the main line as well as on the line before it, and these are not the same there. The main line is taken.",
        "USENは変化が何手目の後に始まるかを書くだけで、どの手順から分かれるかを書かない。この変化の指し手は、本譜からも直前の手順からも指すことができ、両者はそこで異なる。本譜から分かれるものとして読む。",
    why:
        "Some programs always mean the main line, others the line before; the same text is two different games.",
        "本譜から数えるソフトと直前の手順から数えるソフトがあり、同じ文字列が二通りの棋譜になる。",
    remedy:
        "Repeat the moves from where the variation leaves the main line.",
        "変化が本譜から分かれるところから指し手を書き直す。",
    source: "The first program with USEN counts on the main line; ShogiHome counts on the line before.",
    bad: Record { text: "~0.7ku2jm6y236e.r~1.36e6y2.~3.3ay.\n" },
        "9c9d after three plies is legal in both lines", "3手目の後の９四歩はどちらの手順でも指せる",
    good: Record { text: "~0.7ku2jm6y236e.r~1.36e6y2.~1.36e6y23ay.\n" },
        "all from the main line", "すべて本譜から分かれる",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    if *case.kind() == GapKind::AmbiguousBranch {
        report.say(message!(
            "this line can be played after {plies} plies of the main line and of the line before it; the main line was taken",
            "この変化は本譜からも直前の手順からも{plies}手目の後に指せる。本譜から分かれるものとした",
            plies = case.text()
        ));
    }
}
