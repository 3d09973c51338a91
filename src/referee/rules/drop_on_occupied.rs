//! `drop-on-occupied` 駒のあるマスに打つ: dropping on an occupied square.

use crate::finding::{PieceOn, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule!(
    "drop-on-occupied",
    RecordError,
    Fouls,
    "dropping on an occupied square",
    "駒のあるマスに打つ"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if let (Some(kind), Some(_)) = (attempt.dropped, attempt.target()) {
        report
            .say(message!(
                "a {kind} is dropped on an occupied square: {piece}",
                "{piece}のあるマスに{kind}を打っている",
                kind,
                piece = PieceOn::of(attempt.before, attempt.to).owned()
            ))
            .of_value("to")
            .stopping();
    }
}
