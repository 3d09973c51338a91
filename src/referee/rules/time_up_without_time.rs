//! `time-up-without-time` 時間が残っている時間切れ: lost on time with time left.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::{Outcome, Terminal};
use crate::referee::clock::Time;
use crate::referee::game::Game;
use crate::referee::report::Report;

rule! {
    name: "time-up-without-time",
    class: Doubt,
    group: Clocks,
    title: "lost on time with time left", "時間が残っている時間切れ",
    what:
        "The result is 切れ負け or `%TIME_UP`, but by the times of the record, that of the end among them, the player still had time. The limit is read in the way that gives the least time, and every time may have been a second more. Nothing is said where the time of the end is missing or zero: few programs measure it.",
        "終局が切れ負け（`%TIME_UP`）だが、終局の手を含む消費時間によれば時間が残っている。制限はいちばん短くなるように読み、1手につき1秒長かったものとして数える。終局の手の消費時間がないか0のときは判定しない（多くのソフトは計らないため）。",
    why: "The result, a time or the limit is wrong.", "終局の理由、消費時間、持ち時間のどれかが誤っている。",
    remedy: "Compare with the clock, and correct what is wrong.", "対局時計と照合し、誤りを訂正する。",
    source: "“쇼기/규칙”: a player whose time is used up loses.",
    bad: Record { text: "V3.0\n$TIME:900+10+0\nPI\n+\n+7776FU\nT600\n-3334FU\nT1\n%TIME_UP\nT200\n" },
        "110 s were left", "あと110秒あった",
    good: Record { text: "V3.0\n$TIME:900+10+0\nPI\n+\n+7776FU\nT600\n-3334FU\nT1\n%TIME_UP\nT310\n" },
        "300 s and byoyomi are used up", "残り300秒と秒読みを使い切った",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let Some(spare) = game.clock_history.spare else {
        return;
    };
    let mut gaps = game.record.gaps.iter();
    let unread = gaps.any(|gap| matches!(gap.kind, GapKind::UnreadableClock(_) | GapKind::ClockNegative(_)));
    if game.terminal() != Some(Terminal::Timeout) || unread {
        return;
    }
    let side = game.to_move();
    // It may have been the other side's clock.
    if !game.states_otherwise_than(Outcome::Win(side.opponent())) {
        let complaint = report.say(message!(
            "{side} lost on time, but by the recorded times {spare} were left at least",
            "{side}の時間切れ負けだが、消費時間によれば少なくとも{spare}残っている",
            side,
            spare = Time::of(spare)
        ));
        complaint.of(side);
    }
}
