//! `blocked-path` 駒を飛び越える: jumping over a piece.

use crate::finding::{Class, Example, Page, PieceOn, Rule, both, message};
use crate::played::Attempt;
use crate::referee::fault::Fault;

/// 駒を飛び越える: jumping over a piece.
pub static RULE: Rule = Rule {
    name: "blocked-path",
    class: Class::Foul,
    english: "jumping over a piece",
    japanese: "駒を飛び越える",
    page: Page {
        what: both(
            "A rook, bishop or lance, a dragon or a horse passes over an occupied square.",
            "飛、角、香（龍、馬を含む）が、駒のあるマスを飛び越えて動く。",
        ),
        why: both("Only the knight jumps.", "駒を飛び越えられるのは桂だけである。"),
        remedy: both(
            "Check both squares; the piece in the way may have moved in a ply that is missing.",
            "移動元と移動先を確かめる。間の駒は、記録から抜けた手で動いていたのかもしれない。",
        ),
        source: "“쇼기/규칙” and “将棋”: the knight alone jumps.",
        bad: Example::Moves {
            start: "startpos",
            moves: "2h2c+",
            note: both(
                "the rook passes its own pawn on 2g",
                "飛が自分の２七の歩を飛び越える",
            ),
        },
        good: Example::Moves {
            start: "startpos",
            moves: "2h6h",
            note: both("the rank is clear", "横に遮る駒がない"),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<Fault> {
    let (before, from, to) = (attempt.before, attempt.from?, attempt.to);
    let blocker = before.first_blocker(from, to)?;
    let message = message!(
        "{piece} cannot reach {to}: {blocker} is in the way, and only the knight jumps",
        "{piece}は{to}に届かない。間に{blocker}があり、飛び越えられるのは桂だけである",
        piece = PieceOn::of(before, from),
        to,
        blocker = PieceOn::of(before, blocker).owned()
    );
    Some(Fault::from(message).marking([blocker]))
}
