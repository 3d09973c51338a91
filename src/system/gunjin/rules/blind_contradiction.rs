//! `blind-contradiction` 伏せた駒の矛盾: hidden pieces that cannot exist.

use crate::finding::{message, rule};
use crate::notation::gunjin::Place;
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::board::seat;
use crate::system::gunjin::contradiction::Contradiction;
use crate::system::gunjin::game::Gunjin;

rule!(
    "blind-contradiction",
    RecordError,
    Fouls,
    "hidden pieces that cannot exist",
    "伏せた駒の矛盾"
);

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let (before, after) = (&case.before, &case.after);
    let Some(contradiction) = after.contradiction.filter(|_| before.contradiction.is_none()) else {
        return;
    };
    let (owner, place) = match contradiction {
        Contradiction::Piece(piece) => {
            let place = Place::all().find(|&it| before.men.number(it) == Some(piece));
            (before.men.known.pieces[piece].owner, place)
        }
        Contradiction::Roster(owner) => (owner, None),
    };
    let owner = seat(owner);
    match place {
        Some(place) => report.say(message!(
            "no kind of piece fits the moves so far of {owner}'s hidden piece on {place}",
            "{place}にある{owner}の伏せた駒は、ここまでの記載ではどの駒でもありえない",
            owner,
            place
        )),
        None => report.say(message!(
            "no set of pieces fits the moves so far of {owner}'s hidden pieces",
            "ここまでの記載に合う、{owner}の伏せた駒の組み合わせがない",
            owner
        )),
    };
}
