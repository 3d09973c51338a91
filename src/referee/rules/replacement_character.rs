//! `replacement-character`: text lost by an earlier tool.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::Extent;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "replacement-character",
    Doubt,
    Reading,
    "text lost by an earlier tool",
    "失われた文字"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::ReplacementCharacter(extent) = case.kind() else {
        return;
    };
    report.say(match extent {
        Extent::InComments(places) => message!(
            "an earlier program could not read the characters in {places} lines, the first of them the comment here, and saved \u{fffd} in their place",
            "以前のソフトが{places}行の文字を読めず、代わりに\u{fffd}を保存している。その最初がここのコメントである",
            places
        ),
        Extent::Bytes(_) | Extent::Places(1) => message!(
            "an earlier program could not read the characters here and saved \u{fffd} in their place",
            "以前のソフトがここの文字を読めず、代わりに\u{fffd}を保存している"
        ),
        Extent::Places(lines) => message!(
            "an earlier program could not read the characters in {lines} more lines (the first here) and saved \u{fffd} in their place",
            "以前のソフトがほかに{lines}行の文字を読めず、代わりに\u{fffd}を保存している。その最初がここである",
            lines
        ),
    });
}
