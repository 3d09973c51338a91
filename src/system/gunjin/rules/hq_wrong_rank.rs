//! `gunjin-hq-wrong-rank` 占領できない駒による占領: headquarters captured by a low rank.

use crate::finding::{message, rule};
use crate::notation::gunjin::{Place, seat_of};
use crate::referee::report::Report;
use crate::system::board::WordCase;
use crate::system::gunjin::game::Gunjin;
use crate::system::gunjin::kinds::Kinds;

rule!(
    "gunjin-hq-wrong-rank",
    RecordError,
    Results,
    "headquarters captured by a low rank",
    "占領できない駒による占領"
);

/// The check.
pub(super) fn check(case: &WordCase<Gunjin>, report: &mut Report) {
    let winner = case.word.rest.first().and_then(|it| seat_of(it));
    let Some(winner) = winner.filter(|_| case.word.name == "hq") else {
        return;
    };
    let piece = case.before.men.at(Place::headquarters(1 - winner));
    let Some(piece) = piece.filter(|it| it.owner == winner) else {
        return;
    };
    if piece.kinds.and(Kinds::officers()).is_empty() {
        let kind = piece.kinds.single();
        report.say(match kind.filter(|_| !piece.is_hidden) {
            Some(kind) => message!(
                "the {kind} cannot capture the headquarters; only generals and field officers can",
                "{kind}では総司令部を占領できない。占領できるのは将官と佐官である",
                kind
            ),
            None => message!(
                "the piece on the headquarters cannot be a general or a field officer",
                "総司令部にいる駒は将官でも佐官でもありえない"
            ),
        });
    }
}
