//! `blocked-path` 駒を飛び越える: jumping over a piece.

use crate::finding::{PieceOn, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule! {
    name: "blocked-path",
    class: Foul,
    group: Fouls,
    title: "jumping over a piece", "駒を飛び越える",
    what:
        "A rook, bishop or lance, a dragon or a horse passes over an occupied square.",
        "飛、角、香（龍、馬を含む）が、駒のあるマスを飛び越えて動く。",
    why: "Only the knight jumps.", "駒を飛び越えられるのは桂だけである。",
    remedy:
        "Check both squares; the piece in the way may have moved in a ply that is missing.",
        "移動元と移動先を確かめる。間の駒は、記録から抜けた手で動いていたのかもしれない。",
    source: "“쇼기/규칙” and “将棋”: the knight alone jumps.",
    bad: Moves { start: "startpos", moves: "2h2c+" },
        "the rook passes its own pawn on 2g", "飛が自分の２七の歩を飛び越える",
    good: Moves { start: "startpos", moves: "2h6h" },
        "the rank is clear", "横に遮る駒がない",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    let Some(from) = attempt.from else { return };
    if let Some(blocker) = attempt.before.first_blocker(from, attempt.to) {
        report
            .say(message!(
                "{piece} cannot reach {to}: {blocker} is in the way, and only the knight jumps",
                "{piece}は{to}に届かない。間に{blocker}があり、飛び越えられるのは桂だけである",
                piece = PieceOn::of(attempt.before, from),
                to = attempt.to,
                blocker = PieceOn::of(attempt.before, blocker).owned()
            ))
            .marking([blocker]);
    }
}
