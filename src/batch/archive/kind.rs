//! The kinds of archives.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::bytes::Bytes;
#[cfg(feature = "lzh")]
use super::lzh;
use super::member::{Members, Wanted};
#[cfg(feature = "seven-zip")]
use super::seven_zip;
use super::{compressed, tar, zip};

/// A kind of archive.
pub(in super::super) struct Kind {
    /// How names end, without the dot.
    extensions: &'static [&'static str],
    /// What all such files have, and at which byte.
    magic: (usize, &'static [u8]),
    /// What is in one, of this name.
    members: fn(Bytes, &str, Wanted) -> Members,
    /// What the file in it is called, where it is one.
    sole: Option<fn(&str) -> String>,
}

impl Kind {
    /// The members of an archive that is a file.
    ///
    /// # Errors
    ///
    /// When nothing is known of the file.
    pub(in super::super) fn members_of_file(
        &self,
        file: File,
        path: &Path,
        wanted: Wanted,
    ) -> io::Result<Members> {
        Ok((self.members)(Bytes::of_file(file)?, &file_name(path), wanted))
    }

    /// The members of an archive that is in memory, of this name.
    pub(in super::super) fn members_of_bytes(
        &self,
        bytes: Arc<Vec<u8>>,
        name: &str,
        wanted: Wanted,
    ) -> Members {
        (self.members)(Bytes::of_memory(bytes), name, wanted)
    }

    /// The name of the only file in an archive, if it is of a kind that holds no more.
    pub(in super::super) fn sole(&self, path: &Path) -> Option<String> {
        self.sole.map(|sole| sole(&file_name(path)))
    }
}

fn file_name(path: &Path) -> Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
}

/// So many bytes at the beginning of a file show of which kind it is.
pub(in super::super) const HEAD: usize = tar::BLOCK;

/// All kinds.
static KINDS: [Kind; 6] = [
    Kind {
        extensions: &["zip"],
        magic: (0, b"PK"),
        members: zip::members,
        sole: None,
    },
    Kind {
        extensions: &["tar"],
        magic: tar::MAGIC,
        members: compressed::tar,
        sole: None,
    },
    Kind {
        extensions: &["gz", "tgz"],
        magic: (0, b"\x1F\x8B\x08"),
        members: compressed::gzip,
        sole: Some(compressed::in_gzip),
    },
    Kind {
        extensions: &["zst", "tzst"],
        magic: (0, b"\x28\xB5\x2F\xFD"),
        members: compressed::zstandard,
        sole: Some(compressed::in_zstandard),
    },
    Kind {
        extensions: &["7z"],
        magic: (0, b"7z\xBC\xAF\x27\x1C"),
        #[cfg(feature = "seven-zip")]
        members: seven_zip::members,
        #[cfg(not(feature = "seven-zip"))]
        members: |_, _, _| not_built("7z"),
        sole: None,
    },
    Kind {
        extensions: &["lzh", "lha"],
        magic: (2, b"-lh"),
        #[cfg(feature = "lzh")]
        members: lzh::members,
        #[cfg(not(feature = "lzh"))]
        members: |_, _, _| not_built("lzh"),
        sole: None,
    },
];

/// All that is said of an archive for which there is no reader in this build.
#[cfg(not(all(feature = "seven-zip", feature = "lzh")))]
fn not_built(extension: &'static str) -> Members {
    use super::member::Member;
    use crate::record::gap::ArchiveGap;

    Box::new(std::iter::once(Member::gap(
        String::new(),
        ArchiveGap::NotBuilt(extension),
    )))
}

/// The kind that a name promises.
pub(in super::super) fn by_name(name: &Path) -> Option<&'static Kind> {
    let extension = name.extension()?.to_str()?;
    let is_its = |kind: &&Kind| {
        kind.extensions
            .iter()
            .any(|it| it.eq_ignore_ascii_case(extension))
    };
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
