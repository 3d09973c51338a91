//! `clock-cumulative-mismatch` 累計消費時間の不一致: the running total does not fit the times.

use crate::finding::{Message, message, rule};
use crate::referee::clock::{Charging, More, Time};
use crate::referee::game::Game;
use crate::referee::report::Report;

rule! {
    name: "clock-cumulative-mismatch",
    class: Doubt,
    group: Clocks,
    title: "the running total does not fit the times", "累計消費時間の不一致",
    what:
        "In KIF, the total of a player after a move is not the total before plus the time of this move; a second more, which stays in the totals, is nothing, as some programs sum up fractions of seconds and drop them only where they write; such a total is never a second less, and the second that it has gained is not lost again. A record in which every total fits when fractions of a minute are dropped move by move (stop-watch) is consistent, too. Totals that are zero throughout are taken as not kept. A total that falls is `clock-negative`.",
        "KIFで、ある指し手の累計消費時間が、同じ対局者のそれまでの累計にその手の消費時間を加えたものと一致しない。1秒未満の端数を内部で合計し、書くときに切り捨てるソフトがあるため、1秒多くなりその後も残る差は問わない。1秒少ないものや、増えた1秒が後で消えるものは不一致とする。すべての累計が1手ごとに1分未満を切り捨てた値（ストップウォッチ方式）と合う棋譜は正しいとみなす。累計がすべて0の棋譜は累計を記録していないものとみなす。累計が減るものは `clock-negative` とする。",
    why:
        "One of the two times is wrong; programs that sum up and programs that read the totals differ.",
        "どちらかの時間が誤っており、消費時間を合計するソフトと累計を読むソフトで結果が異なる。",
    remedy: "Correct the time or the total.", "消費時間か累計を訂正する。",
    source: "KIF definition: the second time is the running total of that player; “쇼기/규칙”: stop-watch.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 1:20/00:01:50)\n   4 中断\n" },
        "32 s and 1:20 make 1:52", "32秒と1分20秒で1分52秒になる",
    good: Record { text: "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 1:20/00:01:52)\n   4 中断\n" },
        "1:52", "1分52秒",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let audit = &game.clock_history.audit;
    let by_clock = audit.charging() != Some(Charging::WholeMinutes);
    let Some(misfit) = audit.first.filter(|_| by_clock) else {
        return;
    };
    let node = game.record.tree.node(misfit.node);
    let complaint = report.say(words(misfit.total, misfit.due, audit.misfits as usize - 1));
    complaint.at_ply(node.ply, game.total_span(node));
}

/// That a total, and so many more, is not what is due, both in milliseconds.
pub(crate) fn words(total: u32, due: u32, more: usize) -> Message {
    message!(
        "the running total is {total}, but the total before and this move make {due}{others}",
        "累計は{total}だが、それまでの累計にこの手を加えると{due}になる{others}",
        total = Time::of(total),
        due = Time::of(due),
        others = More(more)
    )
}
