//! `times-all-zero` 時間がすべて0: times stand beside the moves, and nobody took any.

use crate::finding::{message, rule};
use crate::record::{Clock, Gap, GapKind, Step};
use crate::referee::game::Game;
use crate::referee::report::Report;

rule! {
    name: "times-all-zero",
    class: Notice,
    group: Clocks,
    title: "all times are zero", "消費時間がすべて0",
    what:
        "There are times in the main line, and all of them are zero, that of the end too. They are taken as not kept: in the tables and on the page they are empty. Where one player has used time, the zeros of the other are times. Nothing is said of mate problems (詰将棋).",
        "本譜に消費時間が書かれているが、終局の手まですべて0である。計時していないものとみなし、集計とページでは空欄にする。一方の対局者に時間があれば、もう一方の0は消費時間として扱う。詰将棋では指摘しない。",
    why:
        "Programs write zeros where moves were entered by hand or copied from a notation without times. An average over them is wrong.",
        "手で入力した棋譜や、時間のない形式から写した棋譜には、ソフトが0を書き込むことがある。そのまま平均すると誤る。",
    remedy:
        "Write the times if somebody has them; otherwise nothing needs to be done.",
        "消費時間が分かれば書き入れる。分からなければ、そのままでよい。",
    source: "KIF definition: the time of a move in parentheses; Kifu for Windows and others write `( 0:00/00:00:00)` for a move that nobody timed. CSA V2.2: `T`.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77) ( 0:00/00:00:00)\n   2 ３四歩(33) ( 0:00/00:00:00)\n   3 投了\n" },
        "nobody kept the time", "計時していない",
    good: Record { text: "手合割：平手\n   1 ７六歩(77) ( 0:00/00:00:00)\n   2 ３四歩(33) ( 0:07/00:00:07)\n   3 投了\n" },
        "Black moved at once", "先手は1秒もかけずに指した",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let nodes = game.record.tree.main_line().map(|(_, node)| node);
    let mut moves = nodes.filter(|node| node.clock != Clock::default() && !matches!(node.step, Step::End(_)));
    // A time that cannot be read, or is below zero, was a time.
    let is_of_time = |gap: &Gap| matches!(gap.kind, GapKind::UnreadableClock(_) | GapKind::ClockNegative(_));
    let was_kept = game.record.keeps_time() || game.record.gaps.iter().any(is_of_time);
    if let Some(first) = moves.next().filter(|_| !was_kept) {
        let complaint = report.say(message!(
            "every time in this record is zero; they are taken as not kept, and the tables leave them empty",
            "この棋譜の消費時間はすべて0である。計時していないものとみなし、集計では空欄にする",
        ));
        complaint.at_ply(first.ply, game.time_span(first));
    }
}
