//! `gunjin-bar-crossed` 突入口以外での侵入: across the bar without a gate.

use super::step::{own, way_of};
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;
use crate::system::gunjin::reach::Way;

rule! {
    name: "gunjin-bar-crossed",
    class: Foul,
    group: Fouls,
    title: "across the bar without a gate", "突入口以外での侵入",
    what:
        "A piece other than an aeroplane goes to the other half where no gate joins the cells. Which cells a gate joins is told by its shape (`Board: X X`) and, for an X, by the rules of the event (`gunjin.gate`).",
        "飛行機でない駒が、突入口でつながっていないところから相手の陣へ入っている。どのますがつながるかは突入口の形（`Board: X X`）と、X形では大会の規定（`gunjin.gate`）による。",
    why: "The other half is entered through a gate.", "敵陣へは突入口からしか入れない。",
    remedy: "Compare the move with the umpire's record.", "審判の記録と照合する。",
    source: "The document on gunjin shogi: the half of the enemy is entered through gates alone; aeroplanes fly over the bar.",
    bad: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . COs . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S d4-d5\n#interrupt\n" },
        "no gate there", "突入口がない",
    good: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . COs . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S c4-c5\n#interrupt\n" },
        "a gate", "突入口",
}

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, piece)) = own(case).filter(|_| way_of(case) == Some(Way::Barred)) else {
        return;
    };
    let (kind, from, to) = (piece, step.from, step.to);
    report
        .say(message!(
            "no gate leads the {kind} from {from} to {to}",
            "{from}から{to}へ{kind}が通れる突入口はない",
            kind,
            from,
            to
        ))
        .stopping();
}
