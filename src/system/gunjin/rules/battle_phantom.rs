//! `gunjin-battle-phantom` 空のますでの戦い: a battle on an empty cell.

use super::step::own;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;

rule! {
    name: "gunjin-battle-phantom",
    class: RecordError,
    group: Fouls,
    title: "a battle on an empty cell", "空のますでの戦い",
    what:
        "A move is written as a battle (`x`), and no piece of the enemy stands there.",
        "敵の駒がないますへの移動が、戦い（`x`）として書かれている。",
    why: "A cell is wrong, or a ply is missing.", "ますの誤記か、手が抜けている。",
    remedy: "Compare the move with the umpire's record.", "審判の記録と照合する。",
    source: "The document on gunjin shogi: two pieces that meet on a cell.",
    bad: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . COs . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S c4xc5 >\n#interrupt\n" },
        "c5 is empty", "c5は空である",
    good: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . COs . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S c4-c5\n#interrupt\n" },
        "written with `-`", "`-` で書かれている",
}

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, _)) = own(case).filter(|it| it.0.battle.is_some()) else {
        return;
    };
    let to = step.to;
    if case.before.men.at(to).is_none() {
        report.say(message!(
            "a battle is written, and {to} is empty",
            "戦いが書かれているが{to}は空である",
            to
        ));
    }
}
