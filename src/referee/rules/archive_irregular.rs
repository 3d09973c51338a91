//! `archive-irregular` 構造に矛盾のあるアーカイブ: an archive that disagrees with itself.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::{ArchiveGap, Irregularity};
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "archive-irregular",
    Doubt,
    Reading,
    "an archive that disagrees with itself",
    "構造に矛盾のあるアーカイブ"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::Archive(ArchiveGap::Irregular(irregularity)) = case.kind() else {
        return;
    };
    report.say(match irregularity {
        Irregularity::Count { stated, found } => message!(
            "the archive states {stated} as its number of entries, but its list has {found}; all of them were read",
            "アーカイブに記録された項目数は{stated}だが、一覧には{found}項目ある。すべて読んだ",
            stated,
            found,
        ),
        Irregularity::List => message!(
            "the archive states a wrong position or size for its list of files; the list was read",
            "アーカイブに記録された一覧の位置または大きさが正しくない。一覧は読んだ",
        ),
        Irregularity::FilesAfterEnd => message!(
            "other files follow the end of the archive; they were read too",
            "アーカイブの終わりの後に別のファイルが続く。それらも読んだ",
        ),
        Irregularity::BytesAfterEnd => message!(
            "extra bytes follow the end of the archive; they were not read",
            "アーカイブの終わりの後に余分なデータが続く。そのデータは読んでいない",
        ),
    });
}
