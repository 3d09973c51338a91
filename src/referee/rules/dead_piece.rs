//! `dead-piece` 行き所のない駒: a piece that can never move.

use crate::finding::{message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;
use crate::shogi::is_dead;

rule! {
    name: "dead-piece",
    class: Foul,
    group: Fouls,
    title: "a piece that can never move", "行き所のない駒",
    what:
        "An unpromoted pawn or lance comes to stand on the last rank, or an unpromoted knight on the last two, by a drop or by a move that does not promote. Being hemmed in by other pieces is no fault.",
        "成っていない歩・香が最も奥の段に、または成っていない桂が奥の二段に来る。打つ場合も、成らずに動く場合も含む。ほかの駒に囲まれて動けないだけなら反則ではない。",
    why:
        "A piece must be able to move on an empty board; promotion is compulsory there.",
        "駒は、ほかに駒のない盤上で動けなければならない。そこでは必ず成る。",
    remedy:
        "Check whether 成 was forgotten: `５一歩(52)` for `５一歩成(52)`.",
        "「成」の書き落としでないか確かめる（`５一歩成(52)` のつもりの `５一歩(52)` など）。",
    source: "“쇼기/규칙” and “将棋”: no piece without a future move.",
    bad: Moves { start: "8k/9/9/9/9/9/9/9/4K4 b N 1", moves: "N*5b" },
        "a knight on the second rank", "桂を二段目に打つ",
    good: Moves { start: "8k/9/9/9/9/9/9/9/4K4 b N 1", moves: "N*5c" },
        "on the third", "三段目に打つ",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    let Some(kind) = attempt.placed() else { return };
    let to = attempt.to;
    if !is_dead(kind, attempt.mover, to) {
        return;
    }
    report.say(if attempt.dropped.is_some() {
        message!(
            "a {kind} is dropped on {to}, where it could never move",
            "{to}に{kind}を打つと、行き所のない駒になる",
            kind,
            to
        )
    } else {
        message!(
            "the {kind} goes to {to} without promoting and could never move again; it must promote",
            "{kind}が{to}で成らないと、行き所のない駒になる。必ず成らなければならない",
            kind,
            to
        )
    });
}
