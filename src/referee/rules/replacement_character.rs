//! `replacement-character`: characters lost in an earlier conversion.

use crate::finding::{Count, message, rule};
use crate::record::GapKind;
use crate::record::gap::Extent;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "replacement-character",
    Doubt,
    Reading,
    "characters lost in an earlier conversion",
    "失われた文字"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::ReplacementCharacter(extent) = case.kind() else {
        return;
    };
    report.say(match extent {
        Extent::InComments(places) => message!(
            "characters lost in an earlier conversion and saved as \u{fffd}: {places}, the first in this comment",
            "以前の変換で文字が失われ、\u{fffd}になった行が{places}行ある（最初の行はこのコメントの中）",
            places = Count(places, "line")
        ),
        Extent::Bytes(_) | Extent::Places(1) => message!(
            "characters lost in an earlier conversion and saved as \u{fffd}",
            "以前の変換でここの文字が失われ、\u{fffd}になっている"
        ),
        Extent::Places(lines) => message!(
            "characters lost in an earlier conversion and saved as \u{fffd}: {lines}, the first here",
            "以前の変換で文字が失われ、\u{fffd}になった行がほかに{lines}行ある（最初の行はここ）",
            lines = Count(lines, "more line")
        ),
    });
}
