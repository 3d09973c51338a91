//! `unreadable-clock`: a time that cannot be read.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ClockGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "unreadable-clock",
    class: Doubt,
    group: Clocks,
    title: "a time that cannot be read", "読めない消費時間",
    what:
        "The text where the time of a move stands is no time: `(0:x5/)` in KIF, `Tabc` in CSA. The move is kept, its time is unknown. (A time with a minus sign is `clock-negative`.)",
        "消費時間のあるべきところにあるものが時間でない（KIFの `(0:x5/)`、CSAの `Tabc` など）。指し手は残し、消費時間は不明とする。負号の付いた時間は `clock-negative` とする。",
    why: "Sums of thinking time will lack this move.", "消費時間の合計からこの手が抜ける。",
    remedy:
        "Write `( m:ss/hh:mm:ss)` in KIF, `T` and seconds in CSA.",
        "KIFでは「( m:ss/hh:mm:ss)」、CSAでは「T」と秒数を書く。",
    source: "KIF definition; CSA V2.2 and V3.0.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77)   ( 0:x5/00:00:05)\n   2 投了\n" },
        "a letter in the seconds", "秒に文字が混じっている",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)   ( 0:05/00:00:05)\n   2 投了\n" },
        "five seconds", "5秒",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::UnreadableClock(gap) = case.kind() else {
        return;
    };
    let text = case.quoted();
    report.say(match gap {
        ClockGap::Kif => message!(
            "{text} is no time of the form ( m:ss/hh:mm:ss); the move is kept without it",
            "{text}は「( m:ss/hh:mm:ss)」の形の時間でない。指し手だけを残す",
            text
        ),
        ClockGap::Csa => message!(
            "{text} is no number of seconds; the time of this move is unknown",
            "{text}は秒数でない。この手の消費時間は不明とする",
            text
        ),
        ClockGap::TooLong => message!(
            "{text} is more than can be counted; the time of this move is unknown",
            "{text}は数えられないほど長い。この手の消費時間は不明とする",
            text
        ),
        ClockGap::Value(value) => case.value(value),
    });
}
