//! `gunjin-immobile-moved` 動かせない駒の移動: a flag or a mine is moved.

use super::step::{own, way_of};
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;
use crate::system::gunjin::reach::Way;

rule! {
    name: "gunjin-immobile-moved",
    class: Foul,
    group: Fouls,
    title: "a flag or a mine is moved", "動かせない駒の移動",
    what:
        "A flag or a mine moves. They stay where they were set up.",
        "軍旗か地雷が動いている。並べた場所から動かせない。",
    why: "The cell is wrong, or the piece was another.", "ますの誤記か、別の駒である。",
    remedy: "Compare the move with the umpire's record.", "審判の記録と照合する。",
    source: "The document on gunjin shogi: flag and mine cannot move.",
    bad: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . MNs . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S c3-c2\n#interrupt\n" },
        "a mine", "地雷",
    good: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . SLs . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S c3-c2\n#interrupt\n" },
        "a second lieutenant", "少尉",
}

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, piece)) = own(case).filter(|_| way_of(case) == Some(Way::None)) else {
        return;
    };
    let (kind, from, to) = (piece, step.from, step.to);
    report
        .say(message!(
            "the {kind} on {from} never moves; here it goes to {to}",
            "{from}の{kind}は動かせないのに{to}へ動いている",
            kind,
            from,
            to
        ))
        .stopping();
}
