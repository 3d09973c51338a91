//! What is in an archive.

use std::fmt;
use std::sync::Arc;

use crate::record::GapKind;
use crate::record::gap::ArchiveGap;

/// Whether a member of this name is to be unpacked.
pub(in super::super) type Wanted = Arc<dyn Fn(&str) -> bool + Send + Sync>;

/// The members of an archive in its order.
pub(in super::super) type Members = Box<dyn Iterator<Item = Member> + Send>;

/// A file in an archive.
#[derive(Debug)]
pub(in super::super) struct Member {
    /// Its name there, with `/` between the parts; empty for what concerns the archive as a whole.
    pub(in super::super) name: String,
    pub(in super::super) content: Content,
}

/// What a member holds.
#[derive(Clone)]
pub enum Content {
    /// All its bytes.
    Unpacked(Arc<Vec<u8>>),
    /// They can be unpacked.
    Packed(Arc<dyn Packed>),
    /// They cannot be read, for this reason.
    Gap(GapKind),
    /// Nobody wants them.
    Unwanted,
}

impl Member {
    pub(super) fn gap(name: String, gap: ArchiveGap) -> Self {
        Self {
            name,
            content: Content::Gap(GapKind::Archive(gap)),
        }
    }
}

impl Content {
    /// How many bytes there are.
    pub(in super::super) fn size(&self) -> u64 {
        match self {
            Self::Unpacked(bytes) => bytes.len() as u64,
            Self::Packed(packed) => packed.size(),
            Self::Gap(_) | Self::Unwanted => 0,
        }
    }

    /// All bytes.
    pub(in super::super) fn unpack(&self) -> Result<Arc<Vec<u8>>, GapKind> {
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

/// Something that whoever works on it unpacks.
pub trait Packed: Send + Sync {
    /// How many bytes it has.
    fn size(&self) -> u64;

    /// Its bytes.
    ///
    /// # Errors
    ///
    /// When it cannot be unpacked.
    fn unpack(&self) -> Result<Vec<u8>, ArchiveGap>;
}
