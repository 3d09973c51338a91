//! `damaged-bytes`: damaged bytes.

use crate::finding::{Count, Severity, message, rule};
use crate::record::GapKind;
use crate::record::gap::Extent;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "damaged-bytes",
    RecordError,
    Reading,
    "damaged bytes",
    "壊れた文字"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::DamagedBytes {
        extent,
        encoding,
        stray,
    } = case.kind()
    else {
        return;
    };
    let complaint = report.say(match extent {
        Extent::Bytes(bytes) => message!(
            "invalid {encoding}: {bytes} here, read as \u{fffd}",
            "ここの{bytes}バイトは{encoding}の文字でない。\u{fffd}として読む",
            bytes = Count(bytes, "byte"),
            encoding
        ),
        Extent::Places(places) => message!(
            "invalid {encoding}: {places}, the first here",
            "{encoding}の文字でないバイトがほかに{places}か所ある（最初の1か所はここ）",
            places = Count(places, "more place"),
            encoding
        ),
        Extent::InComments(places) => message!(
            "invalid {encoding}: {places}, the first in this comment",
            "{encoding}の文字でないバイトが{places}か所ある（最初の1か所はこのコメントの中）",
            places = Count(places, "place"),
            encoding
        ),
    });
    complaint.weighing(stray.then_some(Severity::Warning));
}
