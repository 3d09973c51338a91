//! `king-captured` 玉を取る: the king is taken.

use crate::finding::{PieceOn, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule!("king-captured", Notice, Fouls, "the king is taken", "玉を取る");

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if attempt.takes_king() {
        report.say(message!(
            "{piece} is taken: {mover} wins",
            "{piece}が取られた。{mover}の勝ち",
            piece = PieceOn::of(attempt.before, attempt.to).owned(),
            mover = attempt.mover
        ));
    }
}
