//! `removal-mismatch`: a piece to remove that is not there.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "removal-mismatch",
    RecordError,
    Starts,
    "a piece to remove that is not there",
    "取り除く駒がない"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::RemovalMismatch { square, named, there } = case.kind() else {
        return;
    };
    let (file, rank) = (square.file(), square.rank());
    report.say(match there {
        None => message!(
            "`PI` takes a {named} off {file}{rank}, where nothing stands",
            "「PI」は{square}の{named}を取り除くというが、そこに駒はない",
            named,
            file,
            rank,
            square
        ),
        Some(there) => message!(
            "`PI` takes a {named} off {file}{rank}, where a {there} stands; the {there} was taken off",
            "「PI」は{square}の{named}を取り除くというが、そこにあるのは{there}である。{there}を取り除いた",
            named,
            file,
            rank,
            there,
            square
        ),
    });
}
