//! `archive-unsupported` 対応していない圧縮方式: an unsupported compression method.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ArchiveGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "archive-unsupported",
    RecordError,
    Reading,
    "an unsupported compression method",
    "対応していない圧縮方式"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::Archive(gap) = case.kind() else {
        return;
    };
    report.say(match gap {
        ArchiveGap::Unsupported(method) => message!(
            "unsupported compression method: {method}",
            "対応していない圧縮方式：{method}",
            method = method.as_str(),
        ),
        ArchiveGap::NotBuilt(extension) => message!(
            "this kifu was built without support for .{extension}",
            "このkifuは.{extension}に対応しない設定でビルドされている",
            extension,
        ),
        _ => return,
    });
}
