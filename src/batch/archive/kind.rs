//! The kinds of archives.

use std::io;
use std::path::Path;

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
    /// Whether a file that begins with these bytes is one.
    is_head: fn(&[u8]) -> bool,
    /// Whether it is read from its beginning to its end, so that a pipe will do.
    pub(in super::super) is_streamed: bool,
    /// What is in one, of this name.
    members: fn(Bytes, &str, Wanted) -> io::Result<Members>,
    /// What the file in it is called, where it is one.
    sole: Option<fn(&str) -> String>,
}

impl Kind {
    /// The members of an archive of this name.
    ///
    /// # Errors
    ///
    /// When there is no thread to unpack them.
    pub(in super::super) fn members(&self, bytes: Bytes, name: &str, wanted: Wanted) -> io::Result<Members> {
        (self.members)(bytes, name, wanted)
    }

    /// The name of the only file in an archive, if it is of a kind that holds no more.
    pub(in super::super) fn sole(&self, name: &str) -> Option<String> {
        self.sole.map(|sole| sole(name))
    }
}

/// So many bytes at the beginning of a file show of which kind it is.
pub(in super::super) const HEAD: usize = tar::BLOCK;

/// All kinds.
static KINDS: [Kind; 6] = [
    Kind {
        extensions: &["zip"],
        is_head: is_zip,
        is_streamed: false,
        members: zip::members,
        sole: None,
    },
    Kind {
        extensions: &["tar"],
        is_head: tar::is_tar,
        is_streamed: true,
        members: compressed::tar,
        sole: None,
    },
    Kind {
        extensions: &["gz", "tgz"],
        is_head: |head| head.starts_with(b"\x1F\x8B\x08"),
        is_streamed: true,
        members: compressed::gzip,
        sole: Some(compressed::in_gzip),
    },
    Kind {
        extensions: &["zst", "tzst"],
        is_head: |head| head.starts_with(b"\x28\xB5\x2F\xFD"),
        is_streamed: true,
        members: compressed::zstandard,
        sole: Some(compressed::in_zstandard),
    },
    Kind {
        extensions: &["7z"],
        is_head: |head| head.starts_with(b"7z\xBC\xAF\x27\x1C"),
        is_streamed: false,
        #[cfg(feature = "seven-zip")]
        members: seven_zip::members,
        #[cfg(not(feature = "seven-zip"))]
        members: |_, _, _| not_built("7z"),
        sole: None,
    },
    Kind {
        extensions: &["lzh", "lha"],
        is_head: |head| matches!(head, [_, _, b'-', b'l', _, _, b'-', ..]),
        is_streamed: true,
        #[cfg(feature = "lzh")]
        members: lzh::members,
        #[cfg(not(feature = "lzh"))]
        members: |_, _, _| not_built("lzh"),
        sole: None,
    },
];

/// All that is said of an archive for which there is no reader in this build.
#[cfg(not(all(feature = "seven-zip", feature = "lzh")))]
fn not_built(extension: &'static str) -> io::Result<Members> {
    use super::member::Member;
    use crate::record::gap::ArchiveGap;

    let gap = Member::gap(String::new(), ArchiveGap::NotBuilt(extension));
    Ok(Box::new(std::iter::once(gap)))
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
    KINDS.iter().find(|kind| (kind.is_head)(head))
}

/// Whether a file that begins so is a zip: with a member, with none, or as one of several parts.
fn is_zip(head: &[u8]) -> bool {
    let signatures: [&[u8]; 4] = [b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08", b"PK00PK\x03\x04"];
    signatures.iter().any(|it| head.starts_with(it))
}
