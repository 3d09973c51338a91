//! `double-encoded`: encoded twice.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "double-encoded",
    RecordError,
    Reading,
    "encoded twice",
    "二重に変換された文字"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::DoubleEncoded(lines) = case.kind() else {
        return;
    };
    report.say(message!(
        "the text from here on is UTF-8 that was read as Shift_JIS and saved again ({lines} lines show it); it cannot be read",
        "ここから先は、UTF-8の文章をShift_JISとして読んで保存し直したもので（{lines}行がそれを示す）、読めない",
        lines
    ));
}
