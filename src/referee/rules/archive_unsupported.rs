//! `archive-unsupported` 対応していない圧縮方式: packed in a way that is not read.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ArchiveGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "archive-unsupported",
    RecordError,
    Reading,
    "packed in a way that is not read",
    "対応していない圧縮方式"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::Archive(gap) = case.kind() else {
        return;
    };
    report.say(match gap {
        ArchiveGap::Unsupported(method) => message!(
            "this is packed by a method that is not read ({method}): unpack it with another program",
            "対応していない方式（{method}）で圧縮されている。ほかのソフトで展開する",
            method = method.as_str(),
        ),
        ArchiveGap::NotBuilt(extension) => message!(
            "this build of kifu does not read .{extension}: unpack it first, or build kifu with all features",
            "このkifuは.{extension}を読まない設定で作られている。先に展開するか、すべての機能を有効にしてkifuを作る",
            extension,
        ),
        _ => return,
    });
}
