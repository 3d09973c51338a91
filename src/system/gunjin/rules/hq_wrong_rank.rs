//! `gunjin-hq-wrong-rank` 占領できない駒による占領: headquarters taken by a low rank.

use crate::finding::{message, rule};
use crate::notation::gunjin::{Place, seat_of};
use crate::referee::report::Report;
use crate::system::board::WordCase;
use crate::system::gunjin::game::Gunjin;
use crate::system::gunjin::kinds::Kinds;

rule! {
    name: "gunjin-hq-wrong-rank",
    class: RecordError,
    group: Results,
    title: "headquarters taken by a low rank", "占領できない駒による占領",
    what:
        "The record says that headquarters were taken (`#hq`), and the piece on them is no general and no field officer.",
        "総司令部の占領（`#hq`）が書かれているが、そこにいるのは将官でも佐官でもない。",
    why: "Only generals and majors upwards take headquarters; any other piece just stands there.", "占領できるのは将官と佐官だけで、ほかの駒はそこにいるだけである。",
    remedy: "Compare the move with the umpire's record.", "審判の記録と照合する。",
    source: "The document on gunjin shogi: a general or a field officer on the headquarters of the enemy wins.",
    bad: Record { text: "Gunjin: 1\nPosition: TGn . CPs . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S c8-d8\n#hq S\n" },
        "a captain", "大尉",
    good: Record { text: "Gunjin: 1\nPosition: TGn . MJs . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S c8-d8\n#hq S\n" },
        "a major", "少佐",
}

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
                "a {kind} takes no headquarters: a general or a field officer does",
                "{kind}では総司令部を占領できない。占領できるのは将官と佐官である",
                kind
            ),
            None => message!(
                "the piece on the headquarters can be no general and no field officer",
                "総司令部にいる駒は将官でも佐官でもありえない"
            ),
        });
    }
}
