//! `king-drop` 玉を打つ: dropping a king.

use crate::finding::{message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;
use crate::shogi::PieceKind;

rule! {
    name: "king-drop",
    class: RecordError,
    group: Fouls,
    title: "dropping a king", "玉を打つ",
    what: "A drop names the king.", "玉を打つと記録されている。",
    why:
        "Kings are never captured, so nobody has one in hand.",
        "玉が取られて持駒になることはなく、だれも玉を持っていない。",
    remedy: "Correct the piece, or write the king's square of origin.", "駒の名を直すか、玉の移動元を書く。",
    source: "“쇼기/규칙”: the king is never in hand.",
    bad: Moves { start: "4k4/9/9/9/9/9/9/9/4K4 b G 1", moves: "K*4i" },
        "a king is dropped", "玉を打つ",
    good: Moves { start: "4k4/9/9/9/9/9/9/9/4K4 b G 1", moves: "G*4i" },
        "a gold", "金を打つ",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if attempt.dropped == Some(PieceKind::King) {
        report
            .say(message!(
                "a king is dropped on {to}, but a king is never in hand",
                "{to}に玉を打つが、玉が持駒になることはない",
                to = attempt.to
            ))
            .of_value("piece");
    }
}
