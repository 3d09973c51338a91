//! What in an archive is not read, and what is irregular about it.

gaps! {
    /// Why something in an archive, or the rest of it, is not read.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    enum ArchiveGap {
        /// The archive breaks off, or cannot be read on for another reason.
        Torn => "the archive is damaged, truncated or not an archive; the rest cannot be read",
            "アーカイブが壊れているか、途中で切れているか、アーカイブでないため、残りを読めない";
        /// The checksum of the archive as a whole is missing or wrong.
        Checksum =>
            "the checksum at the end of the archive is missing or wrong; its files may be damaged",
            "アーカイブの末尾のチェックサムがないか、一致しない。中のファイルが壊れている可能性がある";
        /// The bytes of a member are damaged, or are not those whose size and sum the archive tells.
        Damaged =>
            "this file in the archive is damaged: its size or checksum does not match the value in the archive",
            "アーカイブの中のこのファイルは壊れている：サイズまたはチェックサムがアーカイブの記録と一致しない";
        /// It can be read with a password only.
        Encrypted => "not read: a password is required", "パスワードが必要なため、読んでいない";
        /// It is packed in a way that is not read: the name of the method.
        Unsupported(method: String) => "unsupported compression method: {method}",
            "対応していない圧縮方式：{method}", method = method.as_str();
        /// This build of the program does not read such archives: their extension.
        NotBuilt(extension: &'static str) => "this kifu was built without support for .{extension}",
            "このkifuは.{extension}に対応しない設定でビルドされている", extension;
        /// A member is larger than so many mebibytes.
        TooLarge(mebibytes: u64) =>
            "this file is larger than {mebibytes} MiB, the limit for files in archives",
            "アーカイブの中のファイルの上限{mebibytes}MiBを超えている", mebibytes;
        /// The list of its files is larger than so many mebibytes.
        ListTooLarge(mebibytes: u64) =>
            "not read: the file list of the archive is larger than {mebibytes} MiB, the limit",
            "アーカイブのファイル一覧が上限の{mebibytes}MiBを超えているため、読んでいない", mebibytes;
        /// So much comes out of so little that it is made to do harm.
        Bomb =>
            "the compression ratio is so high that the archive may be malicious; reading stopped here",
            "圧縮率が異常に高く、攻撃用に作られた疑いがあるため、ここから先は読んでいない";
        /// It is an archive in an archive in an archive.
        Nested => "not read: this archive is inside two other archives; one is the limit",
            "三重のアーカイブは読まない（二重まで）";
        /// A link, or a device.
        Link => "links and special files in archives are not read",
            "アーカイブの中のリンクや特殊ファイルは読まない";
        /// Its files are read, but it disagrees with itself.
        Irregular(irregularity: Irregularity) = irregularity.message();
    }

    /// How an archive disagrees with itself.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    enum Irregularity {
        /// The number of entries that it states is not the number of entries in its list.
        Count {
            /// The number that it states.
            stated: u64,
            /// The number in the list.
            found: u64,
        } => "the archive's entry count is {stated}, but its list has {found}; all of them were read",
            "アーカイブに記録された項目数は{stated}だが、一覧の項目数は{found}である。すべて読んだ",
            stated, found;
        /// It states a wrong position or size for its list of entries.
        CentralDirectory => "the archive records a wrong position or size of its file list; the list was read",
            "アーカイブに記録されたファイル一覧の位置またはサイズが正しくない。一覧は読んだ";
        /// Other files follow its end.
        FilesAfterEnd => "more files follow the end of the archive; they were also read",
            "アーカイブの終わりの後に別のファイルが続く。それらも読んだ";
        /// Some of its files share bytes.
        Overlap => "some files in the archive overlap: they share the same bytes",
            "アーカイブの中の複数のファイルが重なり、同じデータを共有している";
        /// A file has a name of more than 64 KiB.
        LongName => "a file name longer than 64 KiB was shortened",
            "64KiBを超えるファイル名を短くした";
        /// Bytes that belong to no file follow its end.
        BytesAfterEnd => "extra bytes follow the end of the archive; they were not read",
            "アーカイブの終わりの後に余分なデータが続く。そのデータは読んでいない";
    }
}

impl ArchiveGap {
    /// Whether it is a remark about the archive, or about an entry that never was a record, so that no record is lost by it.
    pub(crate) const fn is_warning(&self) -> bool {
        matches!(self, Self::Link | Self::Irregular(_))
    }
}
