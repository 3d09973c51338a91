//! `gunjin-opponent-piece` 相手の駒の移動: moving the opponent's piece.

use super::step::step;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::board::seat;
use crate::system::gunjin::game::Gunjin;

rule!(
    "gunjin-opponent-piece",
    RecordError,
    Fouls,
    "moving the opponent's piece",
    "相手の駒の移動"
);

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some(step) = step(case) else { return };
    let from = step.from;
    if let Some(piece) = case.before.men.at(from).filter(|it| it.owner != case.mover) {
        let owner = seat(piece.owner);
        report
            .say(message!(
                "{mover} moves {owner}'s piece on {from}",
                "{mover}が{from}にある{owner}の駒を動かしている",
                mover = seat(case.mover),
                from,
                owner
            ))
            .stopping();
    }
}
