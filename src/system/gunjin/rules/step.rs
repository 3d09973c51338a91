//! What the rules about moves have in common.

use crate::finding::{Message, message};
use crate::notation::gunjin::{Action, Kind, Step};
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;
use crate::system::gunjin::reach::Way;

/// The move, where the ply is one.
pub(super) fn step(case: &PlyCase<Gunjin>) -> Option<Step> {
    match case.ply.action {
        Action::Step(step) => Some(step),
        _ => None,
    }
}

/// The same, and what the mover's own piece is called.
pub(super) fn own(case: &PlyCase<Gunjin>) -> Option<(Step, Message)> {
    let step = step(case)?;
    let men = &case.before.men;
    let number = men.number(step.from)?;
    let told = men
        .known
        .told(number)
        .map(|kind| message!("{kind}", "{kind}", kind));
    let name = told.unwrap_or_else(|| message!("hidden piece", "伏せた駒"));
    (men.known.pieces[number].owner == case.mover).then_some((step, name))
}

/// Whether the piece can go so; a hidden one by what suits it best.
pub(super) fn way_of(case: &PlyCase<Gunjin>) -> Option<Way> {
    let step = step(case)?;
    let men = &case.before.men;
    let way = |kind| men.way(kind, step.from, step.to);
    match men.known.told(men.number(step.from)?) {
        Some(kind) => Some(way(kind)),
        None => Kind::ALL.into_iter().map(way).min(),
    }
}
