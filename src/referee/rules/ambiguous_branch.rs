//! `ambiguous-branch`: a variation that fits two lines.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "ambiguous-branch",
    Notice,
    Notation,
    "a variation that fits two lines",
    "分岐元の曖昧な変化"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    if *case.kind() == GapKind::AmbiguousBranch {
        report.say(message!(
            "this variation fits after ply {plies} of both the main line and the previous line; read as a variation of the main line",
            "この変化は{plies}手目の後で本譜からも直前の手順からも指せる。本譜の変化として読む",
            plies = case.text()
        ));
    }
}
