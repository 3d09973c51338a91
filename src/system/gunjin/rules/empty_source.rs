//! `gunjin-empty-source` 空のますからの移動: a move from an empty cell.

use super::step::step;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;

rule! {
    name: "gunjin-empty-source",
    class: RecordError,
    group: Fouls,
    title: "a move from an empty cell", "空のますからの移動",
    what:
        "No piece stands on the cell that is moved from. Where an own piece fell there last, it is `gunjin-piece-revived`.",
        "動かす駒のますに何もない。最後にそこで自分の駒が取られていたときは `gunjin-piece-revived` とする。",
    why: "A cell is wrong, or a ply is missing.", "ますの誤記か、手が抜けている。",
    remedy: "Compare the move with the umpire's record.", "審判の記録と照合する。",
    source: "Follows from the rules of every game with a board.",
    bad: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . COs . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S d3-d4\n#interrupt\n" },
        "d3 is empty", "d3には何もない",
    good: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . COs . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S c3-c4\n#interrupt\n" },
        "a colonel", "大佐がいる",
}

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some(step) = step(case) else { return };
    let from = step.from;
    if case.before.men.number(from).is_none() && !case.before.men.was_removed(from, case.mover) {
        report
            .say(message!("{from} is empty", "{from}に駒がない", from))
            .stopping();
    }
}
