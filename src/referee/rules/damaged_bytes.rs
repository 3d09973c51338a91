//! `damaged-bytes`: damaged bytes.

use crate::finding::{Severity, message, rule};
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
        Extent::Bytes(bytes) => {
            let are = if bytes == 1 {
                "byte here is"
            } else {
                "bytes here are"
            };
            message!(
                "{bytes} {are} no character in {encoding}; read as \u{fffd}",
                "ここの{bytes}バイトは{encoding}の文字でない。\u{fffd}として読む",
                bytes,
                are,
                encoding
            )
        }
        Extent::Places(places) => message!(
            "{places} more places with bytes that are no character in {encoding}, the first here",
            "{encoding}の文字でないバイトがほかに{places}か所あり、その最初がここである",
            places,
            encoding
        ),
        Extent::InComments(places) => message!(
            "{places} places with bytes that are no character in {encoding}, the first of them in the comment here",
            "{encoding}の文字でないバイトが{places}か所あり、その最初がここのコメントにある",
            places,
            encoding
        ),
    });
    complaint.weighing(stray.then_some(Severity::Warning));
}
