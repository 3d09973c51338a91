//! What is in an archive.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, OnceLock};
use std::{fmt, io};

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
    /// A large member that is unpacked when its turn comes.
    Awaited(Arc<Awaited>),
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
            Self::Awaited(awaited) => awaited.size,
            Self::Gap(_) | Self::Unwanted => 0,
        }
    }

    /// All bytes, or why there are none.
    ///
    /// # Errors
    ///
    /// When the archive cannot be opened.
    pub(in super::super) fn unpack(&self) -> io::Result<Result<Arc<Vec<u8>>, GapKind>> {
        Ok(match self {
            Self::Unpacked(bytes) => Ok(Arc::clone(bytes)),
            Self::Packed(packed) => packed.unpack()?.map(Arc::new).map_err(GapKind::Archive),
            Self::Awaited(awaited) => awaited.bytes().clone().map_err(GapKind::Archive),
            Self::Gap(gap) => Err(gap.clone()),
            Self::Unwanted => Ok(Arc::default()),
        })
    }
}

impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unpacked(_) | Self::Packed(_) | Self::Awaited(_) => write!(f, "{} bytes", self.size()),
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
    /// When the archive cannot be opened.
    fn unpack(&self) -> io::Result<Result<Vec<u8>, ArchiveGap>>;
}

/// A large member of an archive that is unpacked in its order. The thread that unpacks waits until somebody asks for the bytes,
/// or until nobody can ask any more, so that no more than one is in memory.
#[derive(Debug)]
pub struct Awaited {
    size: u64,
    ask: Sender<Sender<Unpacked>>,
    bytes: OnceLock<Unpacked>,
}

/// What comes of a member.
type Unpacked = Result<Arc<Vec<u8>>, ArchiveGap>;

impl Awaited {
    /// A member of this size, and where somebody asks for it.
    pub(super) fn new(size: u64) -> (Arc<Self>, Receiver<Sender<Unpacked>>) {
        let (ask, asked) = mpsc::channel();
        let bytes = OnceLock::new();
        (Arc::new(Self { size, ask, bytes }), asked)
    }

    /// Its bytes, which are waited for.
    pub(super) fn bytes(&self) -> &Unpacked {
        self.bytes.get_or_init(|| {
            let (answer, answered) = mpsc::channel();
            let asked = self.ask.send(answer).ok();
            let bytes = asked.and_then(|()| answered.recv().ok());
            bytes.unwrap_or(Err(ArchiveGap::Damaged))
        })
    }
}
