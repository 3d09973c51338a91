//! Rules about archives.

use crate::finding::{Message, Rule, message, rules};
use crate::record::gap::{ArchiveGap, Irregularity};

rules! {
    ARCHIVE_DAMAGED = "archive-damaged", RecordError, Reading, "a damaged archive", "壊れたアーカイブ";
    ARCHIVE_ENCRYPTED = "archive-encrypted", RecordError, Reading,
        "an encrypted archive", "暗号化されたアーカイブ";
    ARCHIVE_UNSUPPORTED = "archive-unsupported", RecordError, Reading,
        "an unsupported compression method", "対応していない圧縮方式";
    ARCHIVE_LIMIT = "archive-limit", RecordError, Reading,
        "an archive too large to read", "大きすぎるアーカイブ";
    ARCHIVE_NESTED = "archive-nested", RecordError, Reading,
        "an archive nested too deeply", "深く入れ子になったアーカイブ";
    ARCHIVE_LINK = "archive-link", Doubt, Reading, "a link in an archive", "アーカイブの中のリンク";
    ARCHIVE_IRREGULAR = "archive-irregular", Doubt, Reading,
        "an archive with an inconsistent structure", "構造に矛盾のあるアーカイブ";
}

/// What is wrong with an archive or one of its members: the rule, and the message.
pub(super) fn of_archive(gap: &ArchiveGap) -> (&'static Rule, Message) {
    match gap {
        ArchiveGap::Torn => (
            &ARCHIVE_DAMAGED,
            message!(
                "the archive is damaged, truncated or not an archive; the rest cannot be read",
                "アーカイブが壊れているか、途中で切れているか、アーカイブでないため、残りを読めない",
            ),
        ),
        ArchiveGap::Checksum => (
            &ARCHIVE_DAMAGED,
            message!(
                "the checksum at the end of the archive is missing or wrong; its files may be damaged",
                "アーカイブの末尾のチェックサムがないか、一致しない。中のファイルが壊れている可能性がある",
            ),
        ),
        ArchiveGap::Damaged => (
            &ARCHIVE_DAMAGED,
            message!(
                "this file in the archive is damaged: its size or checksum does not match the value in the archive",
                "アーカイブの中のこのファイルは壊れている：サイズまたはチェックサムがアーカイブの記録と一致しない",
            ),
        ),
        ArchiveGap::Encrypted => (
            &ARCHIVE_ENCRYPTED,
            message!(
                "not read: a password is required",
                "パスワードが必要なため、読んでいない"
            ),
        ),
        ArchiveGap::Unsupported(method) => (
            &ARCHIVE_UNSUPPORTED,
            message!(
                "unsupported compression method: {method}",
                "対応していない圧縮方式：{method}",
                method = method.as_str(),
            ),
        ),
        ArchiveGap::NotBuilt(extension) => (
            &ARCHIVE_UNSUPPORTED,
            message!(
                "this kifu was built without support for .{extension}",
                "このkifuは.{extension}に対応しない設定でビルドされている",
                extension,
            ),
        ),
        ArchiveGap::TooLarge(mebibytes) => (
            &ARCHIVE_LIMIT,
            message!(
                "this file is larger than {mebibytes} MiB, the limit for files in archives",
                "アーカイブの中のファイルの上限{mebibytes}MiBを超えている",
                mebibytes,
            ),
        ),
        ArchiveGap::Bomb => (
            &ARCHIVE_LIMIT,
            message!(
                "the compression ratio is so high that the archive may be malicious; reading stopped here",
                "圧縮率が異常に高く、攻撃用に作られた疑いがあるため、ここから先は読んでいない",
            ),
        ),
        ArchiveGap::Nested => (
            &ARCHIVE_NESTED,
            message!(
                "not read: this archive is inside two other archives; one is the limit",
                "三重のアーカイブは読まない（二重まで）",
            ),
        ),
        ArchiveGap::Link => (
            &ARCHIVE_LINK,
            message!(
                "links and special files in archives are not read",
                "アーカイブの中のリンクや特殊ファイルは読まない",
            ),
        ),
        ArchiveGap::Irregular(irregularity) => (&ARCHIVE_IRREGULAR, irregular(irregularity)),
    }
}

fn irregular(irregularity: &Irregularity) -> Message {
    match irregularity {
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
    }
}
