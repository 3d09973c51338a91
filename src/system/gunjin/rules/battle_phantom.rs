//! `gunjin-battle-phantom` 空のますでの戦い: a battle on an empty cell.

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
    "空のますでの戦い"
);

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
