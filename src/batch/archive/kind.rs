//! The kinds of archives.

use std::path::Path;

use super::bytes::Bytes;
#[cfg(feature = "lzh")]
use super::lzh;
#[cfg(feature = "seven-zip")]
use super::seven_zip;
use super::{Members, Wanted, compressed, tar, zip};

/// A kind of archive.
pub(in super::super) struct Kind {
    /// How names end, without the dot.
    extensions: &'static [&'static str],
    /// What all such files have, and at which byte.
    magic: (usize, &'static [u8]),
    /// What is in one, of this name.
    pub(super) members: fn(Bytes, &str, Wanted) -> Members,
}

/// So many bytes at the beginning of a file show of which kind it is.
pub(in super::super) const HEAD: usize = tar::BLOCK;

/// All kinds.
static KINDS: [Kind; 6] = [
    Kind {
        extensions: &["zip"],
        magic: (0, b"PK"),
        members: zip::members,
    },
    Kind {
        extensions: &["tar"],
        magic: tar::MAGIC,
        members: compressed::tar,
    },
    Kind {
        extensions: &["gz", "tgz"],
        magic: (0, b"\x1F\x8B\x08"),
        members: compressed::gzip,
    },
    Kind {
        extensions: &["zst", "tzst"],
        magic: (0, b"\x28\xB5\x2F\xFD"),
        members: compressed::zstandard,
    },
    Kind {
        extensions: &["7z"],
        magic: (0, b"7z\xBC\xAF\x27\x1C"),
        #[cfg(feature = "seven-zip")]
        members: seven_zip::members,
        #[cfg(not(feature = "seven-zip"))]
        members: |_, _, _| not_built("7z"),
    },
    Kind {
        extensions: &["lzh", "lha"],
        magic: (2, b"-lh"),
        #[cfg(feature = "lzh")]
        members: lzh::members,
        #[cfg(not(feature = "lzh"))]
        members: |_, _, _| not_built("lzh"),
    },
];

/// All that is said of an archive for which there is no reader in this build.
#[cfg(not(all(feature = "seven-zip", feature = "lzh")))]
fn not_built(extension: &'static str) -> Members {
    use super::Member;
    use crate::record::gap::ArchiveGap;

    Box::new(std::iter::once(Member::gap(
        String::new(),
        ArchiveGap::NotBuilt(extension),
    )))
}

/// The kind that a name promises.
pub(in super::super) fn by_name(name: &Path) -> Option<&'static Kind> {
    let extension = name.extension()?.to_str()?;
    let is_its = |kind: &&Kind| kind.extensions.iter().any(|it| it.eq_ignore_ascii_case(extension));
    KINDS.iter().find(is_its)
}

/// The kind that the beginning of a file shows.
pub(in super::super) fn by_content(head: &[u8]) -> Option<&'static Kind> {
    let is_its = |kind: &&Kind| {
        let (at, magic) = kind.magic;
        head.get(at..).is_some_and(|it| it.starts_with(magic))
    };
    KINDS.iter().find(is_its)
}
