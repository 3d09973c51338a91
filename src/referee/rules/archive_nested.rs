//! `archive-nested` 深く入れ子になったアーカイブ: an archive too deep inside others.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ArchiveGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "archive-nested",
    RecordError,
    Reading,
    "an archive too deep inside others",
    "深く入れ子になったアーカイブ"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::Archive(gap) = case.kind() else {
        return;
    };
    report.say(match gap {
        ArchiveGap::Nested => message!(
            "this archive is inside an archive that is inside another: unpack the outermost one",
            "三重のアーカイブである。一番外側を展開する",
        ),
        _ => return,
    });
}
