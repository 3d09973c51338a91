//! `stray-clock`: a time without a move.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::StrayClock;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "stray-clock",
    class: Doubt,
    group: Clocks,
    title: "a time without a move", "指し手のない消費時間",
    what:
        "A `T` line stands before the first move, or a move has two. It is left out.",
        "最初の指し手より前に「T」の行があるか、一つの指し手に二つある。読み飛ばす。",
    why:
        "A move may be missing, or the times may have slipped by one.",
        "指し手が抜けているか、消費時間が一つずれているおそれがある。",
    remedy: "Take the line out, or restore the move it belongs to.", "その行を消すか、対応する指し手を補う。",
    source: "CSA V2.2: `T` follows its move.",
    bad: Record { text: "V2.2\nPI\n+\nT5\n+7776FU\n%TORYO\n" },
        "a time before the first move", "最初の指し手より前の消費時間",
    good: Record { text: "V2.2\nPI\n+\n+7776FU\nT5\n%TORYO\n" },
        "after the move", "指し手の後にある",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::StrayClock(stray) = case.kind() else {
        return;
    };
    report.say(match stray {
        StrayClock::BeforeMoves => message!(
            "the time {text} stands before the first move; it was left out",
            "消費時間{text}が最初の指し手より前にある。読み飛ばした",
            text = case.quoted()
        ),
        StrayClock::Second => message!(
            "a second time, {text}, stands after a move; it was left out",
            "一つの指し手に二つ目の消費時間{text}がある。読み飛ばした",
            text = case.quoted()
        ),
        StrayClock::Value(value) => case.value(value),
    });
}
