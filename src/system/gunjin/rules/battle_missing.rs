//! `gunjin-battle-missing` 戦いの記載漏れ: a battle that is not written as one.

use super::step::own;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;

rule! {
    name: "gunjin-battle-missing",
    class: RecordError,
    group: Fouls,
    title: "a battle without a result", "戦いの記載漏れ",
    what:
        "A piece goes to a cell where one of the enemy stands, and the move is written with `-` and not as a battle. It is taken to have won.",
        "敵の駒があるますへの移動が、戦い（`x`）でなく `-` で書かれている。動いた駒が勝ったものとして続ける。",
    why: "Where two pieces meet there is a battle, and the umpire tells its result.", "二つの駒が出会えば戦いになり、審判が結果を告げる。",
    remedy: "Compare the move with the umpire's record.", "審判の記録と照合する。",
    source: "The document on gunjin shogi: two pieces that meet on a cell.",
    bad: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . LCn . . . . . / . . COs . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S c4-c5\n#interrupt\n" },
        "North stands on c5", "c5に北の駒がある",
    good: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . LCn . . . . . / . . COs . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S c4xc5 >\n#interrupt\n" },
        "written as a battle", "戦いとして書かれている",
}

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, _)) = own(case).filter(|it| it.0.battle.is_none()) else {
        return;
    };
    let to = step.to;
    if case.before.men.at(to).is_some_and(|it| it.owner != case.mover) {
        report.say(message!(
            "a piece of the enemy stands on {to}: what came of the battle is not written",
            "{to}には敵の駒がある。戦いの結果が書かれていない",
            to
        ));
    }
}
