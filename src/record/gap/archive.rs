//! What in an archive is not read.

/// Why something in an archive, or the rest of it, is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArchiveGap {
    /// The archive breaks off, or cannot be read on for another reason.
    Torn,
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
}
