//! `control-character`: zeros and other control characters in the text.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::Extent;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "control-character",
    Doubt,
    Reading,
    "control characters",
    "制御文字"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::ControlCharacter(extent) = case.kind() else {
        return;
    };
    report.say(match extent {
        Extent::Bytes(bytes) => {
            let are = if bytes == 1 {
                "byte here is a control character"
            } else {
                "bytes here are control characters"
            };
            message!(
                "{bytes} {are}, which no text has",
                "ここの{bytes}バイトは文章にあるはずのない制御文字である",
                bytes,
                are
            )
        }
        Extent::Places(places) | Extent::InComments(places) => message!(
            "{places} more places with control characters, the first here",
            "制御文字がほかに{places}か所あり、その最初がここである",
            places
        ),
    });
}
