//! `gunjin-battle-missing` 戦いの記載漏れ: a battle without a result.

use super::step::own;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;

rule!(
    "gunjin-battle-missing",
    RecordError,
    Fouls,
    "a battle without a result",
    "戦いの記載漏れ"
);

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, _)) = own(case).filter(|it| it.0.battle.is_none()) else {
        return;
    };
    let to = step.to;
    if case.before.men.at(to).is_some_and(|it| it.owner != case.mover) {
        report.say(message!(
            "the move has no battle result, but there is an enemy piece on {to}",
            "{to}に敵の駒があるが、戦いの結果が書かれていない",
            to
        ));
    }
}
