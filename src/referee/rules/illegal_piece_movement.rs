//! `illegal-piece-movement` 動けない所へ動かす: the piece does not move that way.

use crate::finding::{PieceOn, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;
use crate::shogi::reaches;

rule! {
    name: "illegal-piece-movement",
    class: Foul,
    group: Fouls,
    title: "the piece does not move that way", "動けない所へ動かす",
    what:
        "On an empty board the piece, promoted or not as it is, could not go from the origin to the destination.",
        "ほかに駒のない盤上でも、その駒は移動元から移動先へ行けない。成っているかどうかは、そのときの駒による。",
    why:
        "Every piece moves in its own way. The classic slip is a long bishop move that ends one file off its diagonal.",
        "駒の動きは決まっている。典型は、角が遠くへ動く手で、斜めのマスを一つ取り違える誤りである。",
    remedy:
        "Check both squares with the players; a misheard square is as likely as a foul.",
        "移動元と移動先を対局者に確かめる。反則と同じくらい、マスの聞き違いも疑わしい。",
    source: "“쇼기/규칙” and “将棋”: the moves of the pieces.",
    bad: Moves { start: "4k4/9/9/9/4B4/9/9/9/3K5 b - 1", moves: "5e4c" },
        "one file off the diagonal", "斜めの線から一マス外れる",
    good: Moves { start: "4k4/9/9/9/4B4/9/9/9/3K5 b - 1", moves: "5e2b" },
        "along the diagonal", "斜めの線のとおり",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if let Some((from, piece)) = attempt.moving()
        && !reaches(piece, from, attempt.to)
    {
        report
            .say(message!(
                "{piece} cannot move to {to}: a {kind} does not move that way",
                "{piece}は{to}へ動けない。{kind}の動きではない",
                kind = piece.kind,
                piece = PieceOn::of(attempt.before, from),
                to = attempt.to
            ))
            .stopping();
    }
}
