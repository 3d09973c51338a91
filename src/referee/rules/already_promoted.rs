//! `already-promoted` 成駒がさらに成る: promoting a promoted piece.

use crate::finding::{PieceOn, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule! {
    name: "already-promoted",
    class: RecordError,
    group: Fouls,
    title: "promoting a promoted piece", "成駒がさらに成る",
    what:
        "A promotion is claimed for a piece that is promoted already.",
        "すでに成っている駒について、さらに成ったと記録されている。",
    why:
        "It cannot be done on a board; a program has written the promotion mark where none belongs.",
        "盤上ではできないことである。プログラムが余分な「成」を書いたと考えられる。",
    remedy: "Take the promotion mark out.", "「成」の字を取り除く。",
    source: "“쇼기/규칙”: a promoted piece stays as it is.",
    bad: Moves { start: "8k/9/4+R4/9/9/9/9/9/4K4 b - 1", moves: "5c5b+" },
        "the dragon", "龍がさらに成る",
    good: Moves { start: "8k/9/4+R4/9/9/9/9/9/4K4 b - 1", moves: "5c5b" },
        "without the mark", "「成」がない",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if let Some((from, piece)) = attempt.moving()
        && attempt.promotes
        && piece.kind.is_promoted()
    {
        report
            .say(message!(
                "{piece} is promoted already and cannot promote again",
                "{piece}はすでに成っており、もう一度成ることはできない",
                piece = PieceOn::of(attempt.before, from)
            ))
            .of_value("promote");
    }
}
