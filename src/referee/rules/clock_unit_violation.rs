//! `clock-unit-violation` ストップウォッチ方式の端数: seconds are charged where a stop-watch is said to have run.

use crate::finding::{Words, both, message, rule};
use crate::record::{Clock, Node};
use crate::referee::clock::{More, Time};
use crate::referee::game::Game;
use crate::referee::report::Report;

rule! {
    name: "clock-unit-violation",
    class: Doubt,
    group: Clocks,
    title: "seconds charged by a stop-watch", "ストップウォッチ方式の端数",
    what:
        "A header (計時方式) or the rules of the event say that a stop-watch was used, by which a move is charged whole minutes, but a running total is not a number of minutes; in CSA, which has no totals, the time of a move. Totals that are zero throughout are taken as not kept.",
        "見出し（計時方式）または大会の規定ではストップウォッチ方式（1手ごとに1分未満切り捨て）だが、累計消費時間（累計のないCSAでは1手の消費時間）に秒の端数がある。累計がすべて0の棋譜は累計を記録していないものとみなす。",
    why:
        "Either the times were taken by another clock, or free seconds were charged.",
        "別の方式で計時したか、消費に数えない秒を数えている。",
    remedy:
        "Correct the header, or drop the seconds of every move.",
        "見出しを訂正するか、1手ごとに秒を切り捨てる。",
    source: "“쇼기/규칙”: with a stop-watch, times under a minute are not counted.",
    bad: Record { text: "計時方式：ストップウォッチ\n手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n   2 ３四歩(33) ( 1:10/00:01:10)\n   3 中断\n" },
        "32 s are free", "32秒は消費に数えない",
    good: Record { text: "計時方式：ストップウォッチ\n手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:00)\n   2 ３四歩(33) ( 1:10/00:01:00)\n   3 中断\n" },
        "whole minutes", "分単位",
}

/// What is charged, and where it stands.
static TOTAL: Words = both("the running total is", "累計は");
static OF_A_MOVE: Words = both("the move is charged", "この手の消費時間は");

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    if !game.clock_history.is_stop_watch_said() {
        return;
    }
    // CSA has no totals: the time of a move is what it was charged.
    let (charge, what): (fn(Clock) -> Option<u32>, _) = if game.record.format.name() == "csa" {
        (|clock| clock.spent, &OF_A_MOVE)
    } else {
        (|clock| clock.total, &TOTAL)
    };
    let tree = &game.record.tree;
    let entries = game.clock_history.entries.iter();
    let nodes = entries.map(|entry| tree.node(entry.node));
    let has_seconds = |node: &Node<'_>| charge(node.clock).filter(|charge| !charge.is_multiple_of(60_000));
    let odd: Vec<_> = nodes
        .filter_map(|node| Some((node, has_seconds(node)?)))
        .collect();
    let Some(&(node, charge)) = odd.first() else {
        return;
    };
    let complaint = report.say(message!(
        "{what} {charge}, but a stop-watch charges whole minutes{others}",
        "{what}{charge}だが、ストップウォッチ方式では分単位になる{others}",
        what,
        charge = Time::of(charge),
        others = More(odd.len() - 1)
    ));
    complaint.at_ply(node.ply, game.time_span(node));
}
