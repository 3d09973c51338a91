//! `gunjin-jump` 駒の飛び越し: a jump over a piece.

use super::step::{own, way_of};
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;
use crate::system::gunjin::reach::Way;

rule! {
    name: "gunjin-jump",
    class: Foul,
    group: Fouls,
    title: "a jump over a piece", "駒の飛び越し",
    what:
        "A piece other than an aeroplane goes over another piece.",
        "飛行機でない駒が、ほかの駒を飛び越えている。",
    why: "Only aeroplanes jump.", "飛び越えられるのは飛行機だけである。",
    remedy: "Compare the move with the umpire's record.", "審判の記録と照合する。",
    source: "The document on gunjin shogi: tank, cavalry and engineer cannot go over pieces; the aeroplane alone can.",
    bad: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . SLs . . . . . . / . . . . . . . . / TGs ENs . . . . . S\n1 S b1-b5\n#interrupt\n" },
        "b3 is taken", "b3に駒がある",
    good: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . SLs . . . . . . / . . . . . . . . / TGs APs . . . . . S\n1 S b1-b5\n#interrupt\n" },
        "an aeroplane", "飛行機",
}

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, piece)) = own(case).filter(|_| way_of(case) == Some(Way::Blocked)) else {
        return;
    };
    let (kind, from, to) = (piece, step.from, step.to);
    report
        .say(message!(
            "a piece stands between {from} and {to}, in the way of the {kind}",
            "{from}と{to}の間に駒があり、{kind}は動けない",
            kind,
            from,
            to
        ))
        .stopping();
}
