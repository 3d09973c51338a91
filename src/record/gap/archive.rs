//! Files of an archive that are not read, and irregularities of archives.

gaps! {
    /// The reason why an archive or a file in it is not read, or an irregularity that does not prevent reading.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    enum ArchiveGap {
        /// The archive is damaged or truncated or is not an archive, so that the rest cannot be read.
        Torn => "the archive is damaged, truncated or not an archive; the rest cannot be read",
            "アーカイブが壊れているか、途中で切れているか、アーカイブでないため、残りを読めない";
        /// The checksum of the whole archive is missing or wrong.
        Checksum =>
            "the checksum at the end of the archive is missing or wrong; its files may be damaged",
            "アーカイブの末尾のチェックサムがないか、一致しない。中のファイルが壊れている可能性がある";
        /// The bytes of a member are damaged: the size or checksum differs from the value in the archive.
        Damaged =>
            "this file in the archive is damaged: its size or checksum does not match the value in the archive",
            "アーカイブの中のこのファイルは壊れている：サイズまたはチェックサムがアーカイブの記録と一致しない";
        /// The member is encrypted and requires a password.
        Encrypted => "not read: a password is required", "パスワードが必要なため、読んでいない";
        /// The compression method is not supported. The value is the name of the method.
        Unsupported(method: String) => "unsupported compression method: {method}",
            "対応していない圧縮方式：{method}", method = method.as_str();
        /// This build of the program does not support the archive format. The value is the file extension.
        NotBuilt(extension: &'static str) => "{extension} archives cannot be read here; use a zip archive, or unpack the files",
            "ここでは{extension}を読めない。zipにするか、展開して開く", extension;
        /// A member is larger than this limit (MiB).
        TooLarge(mebibytes: u64) =>
            "this file is larger than {mebibytes} MiB, the limit for files in archives",
            "アーカイブの中のファイルの上限{mebibytes}MiBを超えている", mebibytes;
        /// The file list of the archive is larger than this limit (MiB).
        ListTooLarge(mebibytes: u64) =>
            "not read: the file list of the archive is larger than {mebibytes} MiB, the limit",
            "アーカイブのファイル一覧が上限の{mebibytes}MiBを超えているため、読んでいない", mebibytes;
        /// The compression ratio is so high that the archive may be a decompression bomb.
        Bomb =>
            "the compression ratio is so high that the archive may be malicious; reading stopped here",
            "圧縮率が異常に高く、攻撃用に作られた疑いがあるため、ここから先は読んでいない";
        /// The archive is nested in two other archives.
        Nested => "not read: this archive is inside two other archives; one is the limit",
            "三重のアーカイブは読まない（二重まで）";
        /// The member is a link or a special file, such as a device.
        Link => "links and special files in archives are not read",
            "アーカイブの中のリンクや特殊ファイルは読まない";
        /// The files are read, but the archive contradicts itself.
        Irregular(irregularity: Irregularity) = irregularity.message();
    }

    /// A contradiction within an archive.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    enum Irregularity {
        /// The stated number of entries differs from the number of entries in the list.
        Count {
            /// The stated number of entries.
            stated: u64,
            /// The number of entries in the list.
            found: u64,
        } => "the archive's entry count is {stated}, but its list has {found}; all of them were read",
            "アーカイブに記録された項目数は{stated}だが、一覧の項目数は{found}である。すべて読んだ",
            stated, found;
        /// The archive states a wrong position or size for its list of entries.
        CentralDirectory => "the archive records a wrong position or size of its file list; the list was read",
            "アーカイブに記録されたファイル一覧の位置またはサイズが正しくない。一覧は読んだ";
        /// More files follow the end of the archive.
        FilesAfterEnd => "more files follow the end of the archive; they were also read",
            "アーカイブの終わりの後に別のファイルが続く。それらも読んだ";
        /// Several files of the archive share the same bytes.
        Overlap => "some files in the archive overlap: they share the same bytes",
            "アーカイブの中の複数のファイルが重なり、同じデータを共有している";
        /// A file name was longer than 64 KiB and was shortened.
        LongName => "a file name longer than 64 KiB was shortened",
            "64KiBを超えるファイル名を短くした";
        /// Bytes that belong to no file follow the end of the archive.
        BytesAfterEnd => "extra bytes follow the end of the archive; they were not read",
            "アーカイブの終わりの後に余分なデータが続く。そのデータは読んでいない";
    }
}

impl ArchiveGap {
    /// Returns whether no record is lost: the archive contradicts itself but was read, or the member is a link or special
    /// file.
    pub(crate) const fn is_warning(&self) -> bool {
        matches!(self, Self::Link | Self::Irregular(_))
    }
}
