//! `clock-unit-violation` ストップウォッチ方式の端数: seconds are charged where a stop-watch is said to have run.

use crate::finding::{Words, both, message, rule};
use crate::record::{Clock, Node};
use crate::referee::clock::{More, Time};
use crate::referee::game::Game;
use crate::referee::report::Report;

rule!(
    "clock-unit-violation",
    Doubt,
    Clocks,
    "seconds charged under stopwatch timing",
    "ストップウォッチ方式の端数"
);

/// What is charged, and where it stands.
static TOTAL: Words = both("the running total is", "累計は");
static OF_A_MOVE: Words = both("the time of this move is", "この手の消費時間は");

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
        "{what} {charge}, but stopwatch timing charges whole minutes{others}",
        "{what}{charge}だが、ストップウォッチ方式では分単位になる{others}",
        what,
        charge = Time::of(charge),
        others = More(odd.len() - 1)
    ));
    complaint.at_ply(node.ply, game.time_span(node));
}
