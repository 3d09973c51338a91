//! `control-character`: zeros and other control characters in the text.

use crate::finding::{Count, message, rule};
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
        Extent::Bytes(bytes) => message!(
            "control characters: {bytes} here",
            "制御文字がここに{bytes}バイトある",
            bytes = Count(bytes, "byte")
        ),
        Extent::Places(places) | Extent::InComments(places) => message!(
            "control characters: {places}, the first here",
            "制御文字がほかに{places}か所ある（最初の1か所はここ）",
            places = Count(places, "more place")
        ),
    });
}
