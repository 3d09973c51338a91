//! Archives, read where they are: what is in them, one member after the other, and nothing of it on the disk.
//!
//! Every kind of archive is a row of [`KINDS`]. Where members can be reached one by one (zip), whoever works on one
//! unpacks it; all others are unpacked in their order by a thread of their own.

mod background;
mod bytes;
mod compressed;
mod frames;
mod kind;
#[cfg(feature = "lzh")]
mod lzh;
mod name;
#[cfg(feature = "seven-zip")]
mod seven_zip;
mod tar;
mod unpack;
mod zip;

use std::fmt;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

pub(super) use kind::{HEAD, Kind, by_content, by_name};

use crate::record::GapKind;
use crate::record::gap::ArchiveGap;
use bytes::Bytes;

/// Whether a member of this name is to be unpacked.
pub(super) type Wanted = Arc<dyn Fn(&str) -> bool + Send + Sync>;

/// The members of an archive in its order.
pub(super) type Members = Box<dyn Iterator<Item = Member> + Send>;

/// A file in an archive.
#[derive(Debug)]
pub(super) struct Member {
    /// Its name there, with `/` between the parts; empty for what concerns the archive as a whole.
    pub(super) name: String,
    pub(super) content: Content,
}

/// What a member holds.
#[derive(Clone)]
pub enum Content {
    /// All its bytes.
    Unpacked(Arc<Vec<u8>>),
    /// They can be unpacked.
    Packed(Arc<zip::Packed>),
    /// They cannot be read, for this reason.
    Gap(GapKind),
    /// Nobody wants them.
    Unwanted,
}

impl Member {
    fn gap(name: String, gap: ArchiveGap) -> Self {
        Self {
            name,
            content: Content::Gap(GapKind::Archive(gap)),
        }
    }
}

impl Content {
    /// How many bytes there are.
    pub(super) fn size(&self) -> u64 {
        match self {
            Self::Unpacked(bytes) => bytes.len() as u64,
            Self::Packed(packed) => packed.size(),
            Self::Gap(_) | Self::Unwanted => 0,
        }
    }

    /// All bytes.
    pub(super) fn unpack(&self) -> Result<Arc<Vec<u8>>, GapKind> {
        match self {
            Self::Unpacked(bytes) => Ok(Arc::clone(bytes)),
            Self::Packed(packed) => packed.unpack().map(Arc::new).map_err(GapKind::Archive),
            Self::Gap(gap) => Err(gap.clone()),
            Self::Unwanted => Ok(Arc::default()),
        }
    }
}

impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unpacked(_) | Self::Packed(_) => write!(f, "{} bytes", self.size()),
            Self::Gap(gap) => gap.fmt(f),
            Self::Unwanted => f.write_str("unwanted"),
        }
    }
}

/// The members of an archive that is a file.
///
/// # Errors
///
/// When it cannot be opened.
pub(super) fn members_of_file(path: &Path, kind: &Kind, wanted: Wanted) -> io::Result<Members> {
    let name = path.file_name().map(|it| it.to_string_lossy().into_owned());
    let bytes = Bytes::of_file(File::open(path)?)?;
    Ok((kind.members)(bytes, &name.unwrap_or_default(), wanted))
}

/// The members of an archive that is in memory, of this name.
pub(super) fn members_of_bytes(bytes: Arc<Vec<u8>>, name: &str, kind: &Kind, wanted: Wanted) -> Members {
    (kind.members)(Bytes::of_memory(bytes), name, wanted)
}
