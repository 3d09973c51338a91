//! `gunjin-battle-phantom` 空のマスでの戦い: a battle on an empty cell.

use super::step::own;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;

rule!(
    "gunjin-battle-phantom",
    RecordError,
    Fouls,
    "a battle on an empty cell",
    "空のマスでの戦い"
);

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, _)) = own(case).filter(|it| it.0.battle.is_some()) else {
        return;
    };
    let to = step.to;
    if case.before.men.at(to).is_none() {
        report.say(message!(
            "the move has a battle result, but there is no piece on {to}",
            "戦いの結果が書かれているが、{to}に駒はない",
            to
        ));
    }
}
