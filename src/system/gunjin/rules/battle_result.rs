//! `gunjin-battle-result` 戦いの結果の誤り: a wrong battle result.

use super::step::own;
use crate::finding::{message, rule};
use crate::notation::gunjin::sign;
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;

rule!(
    "gunjin-battle-result",
    RecordError,
    Fouls,
    "a wrong battle result",
    "戦いの結果の誤り"
);

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, _)) = own(case) else { return };
    let before = &case.before;
    let fight = before.fight(step).filter(|&it| before.is_told(it));
    let Some((fight, known)) = fight.map(|it| (it, &before.men.known)) else {
        return;
    };
    let (Some(mover), Some(standing)) = (known.told(fight.mover), known.told(fight.standing)) else {
        return;
    };
    let behind = fight.behind.and_then(|it| known.told(it));
    let due = known.terms.battles.outcome(mover, standing, behind);
    if due != fight.how {
        report.say(message!(
            "expected the battle result `{due}` ({mover} against {standing}), found `{written}`",
            "{mover}対{standing}の結果は `{due}` のはずだが、棋譜では `{written}` である",
            mover,
            standing,
            due = sign(due),
            written = sign(fight.how)
        ));
    }
}
