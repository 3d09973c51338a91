//! `gunjin-own-piece` 自分の駒のあるますへの移動: a move onto an own piece.

use super::step::own;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;

rule! {
    name: "gunjin-own-piece",
    class: Foul,
    group: Fouls,
    title: "onto an own piece", "自分の駒のあるますへの移動",
    what:
        "A piece goes to a cell where another of its own side stands.",
        "自分の駒があるますへ動いている。",
    why: "A cell has room for one piece, and pieces fight those of the enemy.", "1ますに1枚であり、戦うのは敵の駒とだけである。",
    remedy: "Compare the move with the umpire's record.", "審判の記録と照合する。",
    source: "The document on gunjin shogi: what happens where two pieces of different sides meet.",
    bad: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . SLs . . . . . / . . COs . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S c3-c4\n#interrupt\n" },
        "South stands there", "南の駒がある",
    good: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . SLn . . . . . / . . COs . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S c3xc4 >\n#interrupt\n" },
        "North stands there", "北の駒がある",
}

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, _)) = own(case) else { return };
    if case
        .before
        .men
        .at(step.to)
        .is_some_and(|it| it.owner == case.mover)
    {
        report
            .say(message!(
                "an own piece stands on {to}",
                "{to}には自分の駒がある",
                to = step.to
            ))
            .stopping();
    }
}
