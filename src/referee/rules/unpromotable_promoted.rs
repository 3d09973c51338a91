//! `unpromotable-promoted` 成れない駒が成る: promoting a gold or a king.

use crate::finding::{message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;
use crate::shogi::PieceKind;

rule! {
    name: "unpromotable-promoted",
    class: Foul,
    group: Fouls,
    title: "promoting a gold or a king", "成れない駒が成る",
    what: "A promotion is claimed for a gold or a king.", "金または玉が成ったと書かれている。",
    why: "Golds and kings have no promoted side.", "金と玉に成る面はない。",
    remedy:
        "Take the promotion mark out, or correct the piece: a silver was perhaps meant.",
        "「成」の字を取り除くか、駒の名を直す。銀のつもりかもしれない。",
    source: "“쇼기/규칙”: king and gold do not promote.",
    bad: Moves { start: "8k/9/4G4/9/9/9/9/9/4K4 b - 1", moves: "5c5b+" },
        "a gold", "金",
    good: Moves { start: "8k/9/4S4/9/9/9/9/9/4K4 b - 1", moves: "5c5b+" },
        "a silver may promote", "銀は成れる",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    let Some(kind) = attempt.piece.map(|piece| piece.kind) else {
        return;
    };
    if attempt.promotes && matches!(kind, PieceKind::Gold | PieceKind::King) {
        report
            .say(message!(
                "a {kind} cannot promote on {to}: it has no promoted side",
                "{kind}は{to}で成れない。{kind}に成る面はない",
                kind,
                to = attempt.to
            ))
            .of_value("promote");
    }
}
