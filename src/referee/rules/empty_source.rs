//! `empty-source` 移動元に駒がない: no piece on the square of origin.

use crate::finding::{message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule! {
    name: "empty-source",
    class: RecordError,
    group: Fouls,
    title: "no piece on the square of origin", "移動元に駒がない",
    what:
        "The square that the move starts from is empty. The move cannot be put on the board, and the rest of the line is not judged.",
        "移動元のマスに駒がない。その指し手は盤上で再現できず、その手順の残りは判定されない。",
    why:
        "It is the usual trace of a move that was lost, written twice or misheard before.",
        "それより前の手が抜けたか、2回書かれたか、聞き違えられたときに残る跡である。",
    remedy: "Look for the mistake in the moves before this one.", "この手より前の指し手に誤りを探す。",
    source: "A piece must stand where a move starts.",
    bad: Moves { start: "startpos", moves: "7f7e" },
        "nothing stands on 7f", "７六には駒がない",
    good: Moves { start: "startpos", moves: "7g7f" },
        "the pawn stands on 7g", "７七に歩がある",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if let (Some(from), None) = (attempt.from, attempt.piece) {
        report
            .say(message!(
                "no piece stands on {from}, so nothing can move from there to {to}",
                "{from}に駒がなく、{to}へ動かせない",
                from,
                to = attempt.to
            ))
            .of_value("from")
            .stopping();
    }
}
