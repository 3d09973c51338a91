//! Unpacking in a thread of its own, while others work on what has come out.

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Weak};
use std::thread;
use std::vec;

use super::super::guard::guarded;
use super::super::limits::no_thread;
use super::member::{Awaited, Content, Member, Members, Wanted};
use super::unpack::{LARGE, LARGEST, unpacked};
use crate::record::GapKind;
use crate::record::gap::ArchiveGap;

/// So many members are handed over at once,
const MEMBERS: usize = 256;

/// or fewer, where they have so many bytes.
const BYTES: u64 = 4 << 20;

/// Why nothing more comes.
pub(super) enum Stop {
    /// Nobody waits for it.
    Unheard,
    /// The archive cannot be read on.
    Gap(ArchiveGap),
}

/// What takes the members of an archive.
pub(super) struct Sink {
    wanted: Wanted,
    batch: Vec<Member>,
    bytes: u64,
    to: SyncSender<Vec<Member>>,
}

impl Sink {
    /// Whether somebody wants the member of this name.
    pub(super) fn wants(&self, name: &str) -> bool {
        (self.wanted)(called(name))
    }

    /// Takes a member of which so many bytes are expected; unpacks it if it is wanted. Whether all of it was read.
    pub(super) fn unpack(
        &mut self,
        name: String,
        from: impl Read,
        expected: Option<u64>,
    ) -> Result<bool, Stop> {
        if !self.wants(&name) {
            self.put(name, Content::Unwanted)?;
            return Ok(true);
        }
        if let Some(size) = expected.filter(|it| (LARGE..=LARGEST).contains(it)) {
            return self.unpack_when_asked(name, from, size);
        }
        let unpacked = unpacked(from, expected);
        let is_whole = unpacked.is_ok();
        match unpacked {
            Err(ArchiveGap::Bomb) => return Err(Stop::Gap(ArchiveGap::Bomb)),
            Err(gap) => self.put(name, Content::Gap(GapKind::Archive(gap)))?,
            Ok(bytes) => self.put(name, Content::Unpacked(bytes.into()))?,
        }
        Ok(is_whole)
    }

    /// Takes a large member of which it is not known yet whether somebody asks for its bytes.
    fn unpack_when_asked(&mut self, name: String, from: impl Read, size: u64) -> Result<bool, Stop> {
        let (awaited, asked) = Awaited::new(size);
        self.put(name, Content::Awaited(awaited))?;
        self.flush()?;
        let Ok(answer) = asked.recv() else {
            return Ok(true);
        };
        let unpacked = unpacked(from, Some(size)).map(Arc::new);
        let ended = match &unpacked {
            Err(ArchiveGap::Bomb) => Err(Stop::Gap(ArchiveGap::Bomb)),
            unpacked => Ok(unpacked.is_ok()),
        };
        // Who has gone does not miss it.
        let _ = answer.send(unpacked);
        ended
    }

    /// Takes a member that is not read, if it is wanted.
    pub(super) fn miss(&mut self, name: String, gap: ArchiveGap) -> Result<(), Stop> {
        let content = if self.wants(&name) {
            Content::Gap(GapKind::Archive(gap))
        } else {
            Content::Unwanted
        };
        self.put(name, content)
    }

    /// Takes a member as it is.
    pub(super) fn put(&mut self, name: String, content: Content) -> Result<(), Stop> {
        self.bytes += content.size();
        let name = if name.is_empty() {
            called(&name).to_owned()
        } else {
            name
        };
        self.batch.push(Member { name, content });
        if self.batch.len() < MEMBERS && self.bytes < BYTES {
            return Ok(());
        }
        self.flush()
    }

    fn flush(&mut self) -> Result<(), Stop> {
        self.bytes = 0;
        let batch = std::mem::take(&mut self.batch);
        self.to.send(batch).map_err(|_| Stop::Unheard)
    }
}

/// What a member is called; one may have no name.
fn called(name: &str) -> &str {
    if name.is_empty() { "(no name)" } else { name }
}

/// The members that `produce` hands to the sink. While some are worked on, as many wait, and others are unpacked.
///
/// # Errors
///
/// When no thread can be started.
pub(super) fn in_background(
    wanted: Wanted,
    produce: impl FnOnce(&mut Sink) -> Result<(), Stop> + Send + 'static,
) -> io::Result<Members> {
    let (to, from) = mpsc::sync_channel(1);
    let thread = thread::Builder::new().spawn(move || {
        let mut sink = Sink {
            wanted,
            batch: Vec::new(),
            bytes: 0,
            to,
        };
        let ended = guarded(|| produce(&mut sink));
        let gap = match ended {
            Ok(Ok(())) => None,
            Ok(Err(Stop::Unheard)) => return,
            Ok(Err(Stop::Gap(gap))) => Some(gap),
            // A reader of others that fails has met with something that no archive has.
            Err(_) => Some(ArchiveGap::Torn),
        };
        sink.batch.extend(gap.map(|gap| Member::gap(String::new(), gap)));
        // Who has gone does not miss it.
        let _ = sink.flush();
    });
    thread.map_err(|error| no_thread(&error))?;
    Ok(Box::new(Arriving {
        from,
        batch: Vec::new().into_iter(),
        awaited: Weak::new(),
    }))
}

/// What has come out.
struct Arriving {
    from: Receiver<Vec<Member>>,
    batch: vec::IntoIter<Member>,
    /// The last large member. Nothing comes after it before it was unpacked or is forgotten.
    awaited: Weak<Awaited>,
}

impl Iterator for Arriving {
    type Item = Member;

    fn next(&mut self) -> Option<Member> {
        loop {
            if let Some(member) = self.batch.next() {
                if let Content::Awaited(awaited) = &member.content {
                    self.awaited = Arc::downgrade(awaited);
                }
                return Some(member);
            }
            // Who has kept it without asking still may.
            if let Some(awaited) = self.awaited.upgrade() {
                awaited.bytes();
            }
            self.batch = self.from.recv().ok()?.into_iter();
        }
    }
}
