//! `double-encoded`: encoded twice.

use crate::finding::{Count, message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "double-encoded",
    RecordError,
    Reading,
    "text encoded twice",
    "二重に変換された文字"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::DoubleEncoded(lines) = case.kind() else {
        return;
    };
    report.say(message!(
        "unreadable from here on: UTF-8 text was read as Shift_JIS and saved again (evident on {lines})",
        "ここから先は、UTF-8の文章をShift_JISとして読んで保存し直したもので、読めない（{lines}行で確認）",
        lines = Count(lines, "line")
    ));
}
