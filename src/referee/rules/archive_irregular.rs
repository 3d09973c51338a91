//! `archive-irregular` 構造に矛盾のあるアーカイブ: an archive with an inconsistent structure.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::{ArchiveGap, Irregularity};
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "archive-irregular",
    Doubt,
    Reading,
    "an archive with an inconsistent structure",
    "構造に矛盾のあるアーカイブ"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::Archive(ArchiveGap::Irregular(irregularity)) = case.kind() else {
        return;
    };
    report.say(match irregularity {
        Irregularity::Count { stated, found } => message!(
            "the archive's entry count is {stated}, but its list has {found}; all of them were read",
            "アーカイブに記録された項目数は{stated}だが、一覧の項目数は{found}である。すべて読んだ",
            stated,
            found,
        ),
        Irregularity::List => message!(
            "the archive records a wrong position or size of its file list; the list was read",
            "アーカイブに記録されたファイル一覧の位置またはサイズが正しくない。一覧は読んだ",
        ),
        Irregularity::FilesAfterEnd => message!(
            "more files follow the end of the archive; they were also read",
            "アーカイブの終わりの後に別のファイルが続く。それらも読んだ",
        ),
        Irregularity::BytesAfterEnd => message!(
            "extra bytes follow the end of the archive; they were not read",
            "アーカイブの終わりの後に余分なデータが続く。そのデータは読んでいない",
        ),
    });
}
