//! `ambiguous-branch`: a variation that may leave either of two lines.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "ambiguous-branch",
    Notice,
    Notation,
    "a variation that may leave either of two lines",
    "分岐元の曖昧な変化"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    if *case.kind() == GapKind::AmbiguousBranch {
        report.say(message!(
            "this line can be played after {plies} plies of the main line and of the line before it; the main line was taken",
            "この変化は本譜からも直前の手順からも{plies}手目の後に指せる。本譜から分かれるものとした",
            plies = case.text()
        ));
    }
}
