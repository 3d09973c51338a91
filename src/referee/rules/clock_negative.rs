//! `clock-negative` 負の消費時間: a time below zero, which reading finds, or a running total that falls.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ClockGap;
use crate::referee::clock::{Charging, More, Time};
use crate::referee::game::Game;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "clock-negative",
    class: Doubt,
    group: Clocks,
    title: "a time below zero, or a running total that falls", "負の消費時間・累計の減少",
    what:
        "The time of a move has a minus sign (`T-600` in CSA). Or the running total of a player is less after a move than it was before it, as if the move had taken less than no time. In CSA a time below zero counts as 0 seconds, elsewhere it is unknown.",
        "指し手の消費時間に負号が付いている（CSAの `T-600` など）。または対局者の累計消費時間が、指し手の前より減っており、負の時間で指したことになる。負の時間は、CSAでは0秒とみなし、ほかの形式では不明とする。",
    why:
        "No move takes less than no time, and used time never falls. The totals may be the time that was left, or times were edited.",
        "消費時間が負になることも、累計が減ることもない。累計の欄に残り時間が書かれているか、時間が書き換えられている。",
    remedy:
        "Restore the time or the total; where the record has the time that was left, subtract it from the time limit.",
        "消費時間か累計を訂正する。残り時間が書かれている場合は、持ち時間から引いた値にする。",
    source: "KIF definition: the second time is the running total of that player.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 0:20/00:00:12)\n   4 中断\n" },
        "12 s after 32 s", "32秒の後に12秒",
    good: Record { text: "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 0:20/00:00:52)\n   4 中断\n" },
        "52 s", "52秒",
}

/// The check of a single time.
pub(in crate::referee) fn check_gap(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::ClockNegative(gap) = case.kind() else {
        return;
    };
    let text = case.quoted();
    report.say(match gap {
        ClockGap::Csa => message!(
            "{text} is below zero; it counts as 0 seconds",
            "{text}は負の時間である。0秒とみなす",
            text
        ),
        ClockGap::Value(value) => case.value(value),
        ClockGap::Kif | ClockGap::TooLong => message!(
            "{text} is below zero; the move is kept without a time",
            "{text}は負の時間である。指し手だけを残す",
            text
        ),
    });
}

/// The check of the totals.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let audit = &game.clock_history.audit;
    let by_clock = audit.charging() != Some(Charging::WholeMinutes);
    let Some(fall) = audit.first_fall.filter(|_| by_clock) else {
        return;
    };
    let node = game.record.tree.node(fall.node);
    let complaint = report.say(message!(
        "the running total falls from {before} to {total}; with this move it makes {due}{others}",
        "累計が{before}から{total}に減っている。この手を加えると{due}になる{others}",
        before = Time::of(fall.before),
        total = Time::of(fall.total),
        due = Time::of(fall.due),
        others = More(audit.falls as usize - 1)
    ));
    complaint.at_ply(node.ply, game.total_span(node));
}
