//! `wrong-side-mark` 手番の記号違い: a move marked with the wrong side.

use crate::finding::{message, rule};
use crate::played::{Attempt, Turn};
use crate::referee::report::{Once, Report};

rule!(
    "wrong-side-mark",
    Doubt,
    Notation,
    "a move marked with the wrong side",
    "手番の記号違い"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if attempt.turn == Turn::WrongMark {
        report.say(message!(
            "the move has {marked}'s mark, but it is {mover}'s turn and piece; read as {mover}'s (further wrong marks in this line are not listed)",
            "{marked}の記号が付いているが、手番も駒も{mover}である。{mover}の手として読む（この手順の以後の誤りは省略）",
            marked = attempt.mover.opponent(),
            mover = attempt.mover
        )).of_value("color").once(Once::OfLine);
    }
}
