//! `start-opponent-in-check` 手番でない側に王手: the side not to move is in check.

use crate::finding::{PieceOn, message, rule};
use crate::notation::start_part::Part;
use crate::referee::report::Report;
use crate::referee::start_case::StartCase;

rule! {
    name: "start-opponent-in-check",
    class: RecordError,
    group: Starts,
    title: "the side not to move is in check", "手番でない側に王手",
    what:
        "In the start position the king of the side that is not to move is attacked, so that it could be taken at once.",
        "開始局面で、手番でない側の玉に王手がかかっており、すぐに取れる。",
    why:
        "No game can reach such a position without a foul; most often the turn is wrong.",
        "反則なしにこの局面になることはない。手番の誤りであることが多い。",
    remedy: "Check whose turn it is in the start position.", "開始局面がどちらの手番か確かめる。",
    source: "“쇼기/규칙” and “将棋”.",
    bad: Moves { start: "4k4/4R4/9/9/9/9/9/9/4K4 b - 1", moves: "5b5a" },
        "Black could take the king", "先手が玉を取れる",
    good: Moves { start: "4k4/4R4/9/9/9/9/9/9/4K4 w - 1", moves: "5a5b" },
        "White is to move", "後手番",
}

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>, report: &mut Report) {
    let side = case.position.side_to_move();
    let Some(king) = case.position.king(side.opponent()) else {
        return;
    };
    let attackers: Vec<_> = case.position.attackers(king, side).collect();
    if attackers.is_empty() {
        return;
    }
    report
        .say(message!(
            "{king} is attacked by {attackers} while it is {side}'s turn",
            "{side}の手番なのに、{king}に{attackers}が利いている",
            king = PieceOn::of(case.position, king).owned(),
            attackers = PieceOn::list(case.position, &attackers),
            side
        ))
        .of(side.opponent())
        .at(case.place(Part::Square(king)))
        .marking([king])
        .marking(attackers);
}
