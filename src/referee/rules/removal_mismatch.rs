//! `removal-mismatch`: a piece to remove that is not on its square.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "removal-mismatch",
    RecordError,
    Starts,
    "a piece to remove that is not on its square",
    "取り除く駒がない"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::RemovalMismatch { square, named, there } = case.kind() else {
        return;
    };
    report.say(match there {
        None => message!(
            "`PI` removes a {named} from {square}, but there is no piece on it",
            "「PI」は{square}の{named}を取り除くが、そこに駒はない",
            named,
            square
        ),
        Some(there) => message!(
            "`PI` removes a {named} from {square}, but the piece there is a {there}; the {there} was removed",
            "「PI」は{square}の{named}を取り除くが、そこにあるのは{there}である。{there}を取り除いた",
            named,
            there,
            square
        ),
    });
}
