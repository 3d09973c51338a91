//! `king-captured` 玉を取る: capture of the king.

use crate::finding::{PieceOn, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule!("king-captured", Notice, Fouls, "capture of the king", "玉を取る");

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if attempt.takes_king() {
        report.say(message!(
            "{piece} is captured: {mover} wins",
            "{piece}が取られた。{mover}の勝ち",
            piece = PieceOn::of(attempt.before, attempt.to).owned(),
            mover = attempt.mover
        ));
    }
}
