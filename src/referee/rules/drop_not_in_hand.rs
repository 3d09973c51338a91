//! `drop-not-in-hand` 持駒にない駒を打つ: dropping a piece one does not hold.

use crate::finding::{message, rule};
use crate::played::Attempt;
use crate::referee::doubt::Doubt;
use crate::referee::report::Report;
use crate::shogi::PieceKind;

rule! {
    name: "drop-not-in-hand",
    class: RecordError,
    group: Fouls,
    title: "dropping a piece one does not hold", "持駒にない駒を打つ",
    what:
        "The hand of the mover holds no piece of the dropped kind. A captured promoted piece counts as its unpromoted kind; what the opponent holds does not help.",
        "打つ駒と同じ種類の駒が、指す側の持駒にない。取った成駒は成る前の駒として数える。相手の持駒は関係がない。",
    why:
        "A capture is missing or was written as something else, or the piece was really set down from nowhere, which is a foul.",
        "駒を取った手が抜けているか、別の手として書かれている。または本当に持っていない駒を置いたのであり、それは反則である。",
    remedy: "Look for the capture in the moves before.", "この手より前に、駒を取った手を探す。",
    source: "“쇼기/규칙” and “将棋”: a drop uses a captured piece.",
    bad: Moves { start: "4k4/9/9/9/9/9/9/9/4K4 b S 1", moves: "G*5e" },
        "a silver in hand, a gold dropped", "持駒は銀なのに金を打つ",
    good: Moves { start: "4k4/9/9/9/9/9/9/9/4K4 b SG 1", moves: "G*5e" },
        "the gold is in hand", "持駒に金がある",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if let Some(kind) = attempt.dropped.map(PieceKind::base)
        && attempt.before.hand(attempt.mover).get(kind) == 0
    {
        report
            .say(message!(
                "{mover} has no {kind} in hand to drop on {to}",
                "{mover}は{to}に{kind}を打つが、持駒に{kind}がない",
                mover = attempt.mover,
                kind,
                to = attempt.to
            ))
            .of_value("piece")
            .doubting(Doubt::Hands);
    }
}
