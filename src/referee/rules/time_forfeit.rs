//! `time-forfeit` 時間切れ: the flag had fallen when the game ended in another way.

use super::clock_overrun;
use crate::finding::rule;
use crate::record::Terminal;
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::shogi::Color;

rule! {
    name: "time-forfeit",
    class: Notice,
    group: Clocks,
    title: "the flag had fallen at the end", "時間切れ",
    what:
        "By its time, the last move, or the end itself, came when the player had no time left, and the result is another one than 切れ負け. Times and limit are read as for `clock-overrun`. A game that was broken off or adjourned is left alone.",
        "最後の指し手または終局の手の消費時間によれば、対局者の時間は切れていたが、終局の理由は切れ負けではない。時間と制限は `clock-overrun` と同じように読む。中断と封じ手は対象としない。",
    why: "It may have been a loss on time.", "時間切れ負けだった可能性がある。",
    remedy:
        "Ask whether time was claimed; if so, record 切れ負け.",
        "時間切れの指摘があったか確認し、あれば切れ負けと記録する。",
    source: "“쇼기/규칙”: a player whose time is used up loses.",
    bad: Record { text: "V3.0\n$TIME:900+10+0\nPI\n+\n+7776FU\nT890\n-3334FU\nT1\n%TORYO\nT30\n" },
        "10 s of 20 too late", "10秒超過してからの投了",
    good: Record { text: "V3.0\n$TIME:900+10+0\nPI\n+\n+7776FU\nT890\n-3334FU\nT1\n%TORYO\nT10\n" },
        "in time", "時間内の投了",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let says_nothing = [
        Terminal::Timeout,
        Terminal::Interrupt,
        Terminal::Sealed,
        Terminal::NoMate,
        Terminal::Error,
        Terminal::TakeBack,
        Terminal::Other,
    ];
    let is_other_end = game.terminal().is_some_and(|it| !says_nothing.contains(&it));
    let is_heard = is_other_end && !game.clock_history.contradicts_control();
    for side in Color::ALL.into_iter().filter(|_| is_heard) {
        if let Some(first) = game.clock_history.side(side).overruns.first()
            && (first.at_end || first.ply == game.plies)
            && game.blamed() != Some(side)
        {
            let complaint = report.say(clock_overrun::message(side, first, 0));
            let span = game.time_span(game.record.tree.node(first.node));
            complaint.at_ply(first.ply, span).of(side);
        }
    }
}
