//! `gunjin-setup-gate` 突入口の軍旗・地雷: a flag or a mine on a gate cell.

use crate::finding::{message, rule};
use crate::notation::gunjin::Place;
use crate::referee::report::Report;
use crate::system::board::StartCase;
use crate::system::gunjin::board::seat;
use crate::system::gunjin::game::Gunjin;

rule!(
    "gunjin-setup-gate",
    Foul,
    Starts,
    "a flag or a mine on a gate cell",
    "突入口の軍旗・地雷"
);

/// The check.
pub(super) fn check(case: &StartCase<Gunjin>, report: &mut Report) {
    let men = &case.board.men;
    let gates = &men.known.terms.gates;
    for place in Place::all().filter(|&place| gates.has(place)) {
        let own = men
            .number(place)
            .filter(|&it| men.known.pieces[it].owner == place.half());
        let Some(kind) = own.and_then(|it| men.known.told(it)).filter(|it| !it.is_mobile()) else {
            continue;
        };
        let name = seat(place.half());
        report
            .say(message!(
                "{name}'s {kind} is on the gate cell {place}",
                "{name}の{kind}が突入口の{place}にある",
                name,
                kind,
                place
            ))
            .of_seat(name)
            .marking(place.cell());
    }
}
