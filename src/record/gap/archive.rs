//! What in an archive is not read, and what is irregular about it.

/// Why something in an archive, or the rest of it, is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArchiveGap {
    /// The archive breaks off, or cannot be read on for another reason.
    Torn,
    /// The checksum of the archive as a whole is missing or wrong.
    Checksum,
    /// The bytes of a member are damaged, or are not those whose size and sum the archive tells.
    Damaged,
    /// It can be read with a password only.
    Encrypted,
    /// It is packed in a way that is not read: the name of the method.
    Unsupported(String),
    /// This build of the program does not read such archives: their extension.
    NotBuilt(&'static str),
    /// A member is larger than so many mebibytes.
    TooLarge(u64),
    /// So much comes out of so little that it is made to do harm.
    Bomb,
    /// It is an archive in an archive in an archive.
    Nested,
    /// A link, or a device.
    Link,
    /// Its files are read, but it disagrees with itself.
    Irregular(Irregularity),
}

/// How an archive disagrees with itself.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Irregularity {
    /// The number of entries that it states is not the number of entries in its list.
    Count {
        /// The number that it states.
        stated: u64,
        /// The number in the list.
        found: u64,
    },
    /// It states a wrong position or size for its list of entries.
    List,
    /// Other files follow its end.
    FilesAfterEnd,
    /// Bytes that belong to no file follow its end.
    BytesAfterEnd,
}

impl ArchiveGap {
    /// Whether it is a remark about the archive, or about an entry that never was a record, so that no record is lost by it.
    pub const fn is_warning(&self) -> bool {
        matches!(self, Self::Link | Self::Irregular(_))
    }
}
