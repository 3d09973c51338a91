//! The receiver of the members of an archive, and the thread that unpacks them while other threads check the members before.
//! Systems without threads unpack all members at once.

use std::io::{self, Read};
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Weak};
use std::{thread, vec};

use super::bounds::{Meter, Metered, OuterBudget};
use super::bytes::Bytes;
use super::long_name::{LongName, MAX_NAME_BYTES};
use super::{Content, LARGE_MEMBER_BYTES, MAX_MEMBER_BYTES, Member, Members, Streamed, Wanted, read_member};
use crate::finding::{Reason, bilingual};
use crate::guard::catch_panic;
use crate::record::GapKind;
use crate::record::gap::{ArchiveGap, Irregularity};

/// Maximum number of members in a batch.
const MAX_BATCH_MEMBERS: usize = 256;

/// Size of members and their names at which a batch is sent (bytes).
const MAX_BATCH_BYTES: u64 = 4 << 20;

/// The reason why unpacking stops.
pub(super) enum Stop {
    /// The receiver of the members has been dropped.
    ReceiverGone,
    /// The rest of the archive cannot be read, or the archive was read to its end but has an irregularity.
    Gap(ArchiveGap),
}

/// The receiver of the members of an archive, which unpacks requested members and sends them in batches.
pub(super) struct Sink {
    wanted: Wanted,
    /// The members that have not been sent yet.
    batch: Vec<Member>,
    /// The size of the members in `batch` and their names (bytes).
    batch_bytes: u64,
    meter: Rc<Meter>,
    /// `true` if the name of a member was too long and was shortened.
    pub(super) is_shortened: bool,
    destination: Destination,
}

/// The destination of the members.
enum Destination {
    /// A channel to threads that check members while further members are unpacked.
    Thread(SyncSender<Vec<Member>>),
    /// A channel that holds all members in memory until the archive is unpacked.
    Memory(Sender<Vec<Member>>),
}

impl Sink {
    fn new(wanted: Wanted, meter: Meter, destination: Destination) -> Self {
        Self {
            wanted,
            batch: Vec::new(),
            batch_bytes: 0,
            meter: Rc::new(meter),
            is_shortened: false,
            destination,
        }
    }

    /// Returns a reader that adds the bytes of `source` to the work.
    pub(super) fn metered<R>(&self, source: R) -> Metered<R> {
        Metered::new(source, Rc::clone(&self.meter))
    }

    /// Returns the name of a member. If the name is too long, its middle is left out, and the sink records that a name
    /// was shortened.
    pub(super) fn shortened(&mut self, name: String) -> String {
        if name.len() <= MAX_NAME_BYTES {
            return name;
        }
        self.is_shortened = true;
        LongName::read(name.as_bytes()).map_or(name, |name| name.into_text().0)
    }

    /// Returns whether the work stays within the limits if `bytes` more bytes are unpacked or read.
    pub(super) fn allows(&self, bytes: u64) -> bool {
        self.meter.allows(bytes)
    }

    /// Counts bytes that are about to be unpacked or read.
    ///
    /// # Errors
    ///
    /// Returns [`Stop::Gap`] if the limits are exceeded.
    pub(super) fn add_work(&self, bytes: u64) -> Result<(), Stop> {
        self.meter.add(bytes).map_err(Stop::Gap)
    }

    /// Returns whether the member with this name is to be unpacked.
    pub(super) fn wants(&self, name: &str) -> bool {
        (self.wanted)(display_name(name))
    }

    /// Takes a member and unpacks it if it is wanted. `expected` is the stated size of the member (bytes); `None` if no
    /// size is stated.
    ///
    /// Returns `false` if the member could not be unpacked completely; `true` for a member that is not wanted. Returns an error
    /// if the limits are exceeded, or if the receiver of the members has been dropped.
    pub(super) fn unpack(
        &mut self,
        name: String,
        source: impl Read,
        expected: Option<u64>,
    ) -> Result<bool, Stop> {
        if !self.wants(&name) {
            self.put(name, Content::Unwanted)?;
            return Ok(true);
        }
        let is_large = |size: &u64| self.may_wait() && (LARGE_MEMBER_BYTES..=MAX_MEMBER_BYTES).contains(size);
        if let Some(size) = expected.filter(is_large) {
            return self.unpack_on_request(name, source, size);
        }
        let result = read_member(source, expected);
        let is_whole = result.is_ok();
        match result {
            Err(ArchiveGap::Bomb) => return Err(Stop::Gap(ArchiveGap::Bomb)),
            Err(gap) => self.put(name, Content::Gap(GapKind::Archive(gap)))?,
            Ok(bytes) => self.put(name, Content::Unpacked(bytes.into()))?,
        }
        Ok(is_whole)
    }

    /// Returns whether a member can wait until its bytes are requested, which requires a separate thread.
    const fn may_wait(&self) -> bool {
        matches!(self.destination, Destination::Thread(_))
    }

    /// Takes a large member, and unpacks it when its bytes are requested. Returns `false` if the member could not be unpacked
    /// completely; `true` for a member whose bytes are never requested.
    fn unpack_on_request(&mut self, name: String, source: impl Read, size: u64) -> Result<bool, Stop> {
        let (streamed, requests) = Streamed::new(size);
        self.put(name, Content::Streamed(streamed))?;
        self.flush()?;
        let Ok(answer) = requests.recv() else {
            return Ok(true);
        };
        let result = read_member(source, Some(size)).map(Arc::new);
        let is_complete = match &result {
            Err(ArchiveGap::Bomb) => Err(Stop::Gap(ArchiveGap::Bomb)),
            result => Ok(result.is_ok()),
        };
        // Nothing needs the bytes if the receiver has been dropped.
        let _ = answer.send(result);
        is_complete
    }

    /// Takes a member that cannot be read. The member is reported as a gap if it is wanted.
    pub(super) fn put_gap(&mut self, name: String, gap: ArchiveGap) -> Result<(), Stop> {
        let content = if self.wants(&name) {
            Content::Gap(GapKind::Archive(gap))
        } else {
            Content::Unwanted
        };
        self.put(name, content)
    }

    /// Adds a member with this content to the batch, and sends a full batch. An empty name is replaced by `(no name)`.
    pub(super) fn put(&mut self, name: String, content: Content) -> Result<(), Stop> {
        self.batch_bytes += content.size() + name.len() as u64;
        let name = if name.is_empty() {
            display_name(&name).to_owned()
        } else {
            name
        };
        let work = self.meter.work();
        self.batch.push(Member { name, content, work });
        if self.batch.len() < MAX_BATCH_MEMBERS && self.batch_bytes < MAX_BATCH_BYTES {
            return Ok(());
        }
        self.flush()
    }

    /// Sends the batch, even if it is not full. Returns [`Stop::ReceiverGone`] if the receiver has been dropped.
    fn flush(&mut self) -> Result<(), Stop> {
        self.batch_bytes = 0;
        let batch = std::mem::take(&mut self.batch);
        let sent = match &self.destination {
            Destination::Thread(sender) => sender.send(batch),
            Destination::Memory(sender) => sender.send(batch),
        };
        sent.map_err(|_| Stop::ReceiverGone)
    }

    /// Runs `produce`, which passes members to the sink, and then sends the end of the archive.
    fn run(&mut self, produce: impl FnOnce(&mut Self) -> Result<(), Stop>) {
        let result = catch_panic(|| produce(self));
        let gap = match result {
            Ok(Ok(())) => self
                .is_shortened
                .then_some(ArchiveGap::Irregular(Irregularity::LongName)),
            Ok(Err(Stop::ReceiverGone)) => return,
            Ok(Err(Stop::Gap(gap))) => Some(gap),
            // A panic in a decoder library is treated as a malformed archive.
            Err(_) => Some(ArchiveGap::Torn),
        };
        self.batch.push(Member::end_of_archive(gap, self.meter.work()));
        // Nothing needs the members if the receiver has been dropped.
        let _ = self.flush();
    }
}

/// Returns the name of a member as shown in messages; `(no name)` if the name is empty.
fn display_name(name: &str) -> &str {
    if name.is_empty() { "(no name)" } else { name }
}

/// `true` if the target system has threads.
const HAS_THREADS: bool = cfg!(any(not(target_family = "wasm"), target_feature = "atomics"));

/// Returns the members that `produce` passes to a sink. If the system has threads, `produce` runs in a separate thread.
///
/// # Errors
///
/// Returns an error if the thread cannot be started.
pub(super) fn in_background(
    bytes: Bytes,
    wanted: Wanted,
    outer: Option<OuterBudget>,
    produce: impl FnOnce(Bytes, &mut Sink) -> Result<(), Stop> + Send + 'static,
) -> io::Result<Members> {
    let meter = Meter::new(bytes.length(), outer);
    let produce = move |sink: &mut Sink| produce(bytes, sink);
    if HAS_THREADS {
        in_thread(wanted, meter, produce)
    } else {
        Ok(at_once(wanted, meter, produce))
    }
}

/// Returns the members of an archive that a thread unpacks.
///
/// At any time, at most one batch of members is being checked, one is waiting, and one is being unpacked.
fn in_thread(
    wanted: Wanted,
    meter: Meter,
    produce: impl FnOnce(&mut Sink) -> Result<(), Stop> + Send + 'static,
) -> io::Result<Members> {
    let (sender, receiver) = mpsc::sync_channel(1);
    let thread = thread::Builder::new().spawn(move || {
        Sink::new(wanted, meter, Destination::Thread(sender)).run(produce);
    });
    thread.map_err(|error| thread_start_error(&error))?;
    Ok(Box::new(MemberStream::new(receiver)))
}

/// Returns the members of an archive that is unpacked before the first is checked. All requested members are in memory together.
fn at_once(wanted: Wanted, meter: Meter, produce: impl FnOnce(&mut Sink) -> Result<(), Stop>) -> Members {
    let (sender, receiver) = mpsc::channel();
    Sink::new(wanted, meter, Destination::Memory(sender)).run(produce);
    Box::new(MemberStream::new(receiver))
}

/// An iterator over the members that a sink sends.
struct MemberStream {
    receiver: Receiver<Vec<Member>>,
    batch: vec::IntoIter<Member>,
    /// The last large member that was returned. The next members arrive after this member has been unpacked or dropped.
    last_large: Weak<Streamed>,
}

impl MemberStream {
    fn new(receiver: Receiver<Vec<Member>>) -> Self {
        Self {
            receiver,
            batch: Vec::new().into_iter(),
            last_large: Weak::new(),
        }
    }
}

impl Iterator for MemberStream {
    type Item = Member;

    fn next(&mut self) -> Option<Member> {
        loop {
            if let Some(member) = self.batch.next() {
                if let Content::Streamed(streamed) = &member.content {
                    self.last_large = Arc::downgrade(streamed);
                }
                return Some(member);
            }
            // Code that still holds the member may request its bytes later, so these bytes are unpacked before the next
            // members.
            if let Some(streamed) = self.last_large.upgrade() {
                streamed.bytes();
            }
            self.batch = self.receiver.recv().ok()?.into_iter();
        }
    }
}

/// Returns the error for a thread that cannot be started.
fn thread_start_error(error: &io::Error) -> io::Error {
    let subject = bilingual("cannot start a thread", "スレッドを開始できない");
    Reason::with_subject(&subject, error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::tar::read;

    type Begin = fn(Wanted, Meter, Vec<u8>) -> Members;

    /// The functions that read a tar with a thread and without threads.
    const MODES: [Begin; 2] = [
        |wanted, meter, bytes| {
            in_thread(wanted, meter, move |sink| read(io::Cursor::new(bytes), sink)).unwrap()
        },
        |wanted, meter, bytes| at_once(wanted, meter, |sink| read(io::Cursor::new(bytes), sink)),
    ];

    /// Returns a tar whose members have these names and sizes (bytes).
    fn tar_of(members: &[(&str, usize)]) -> Vec<u8> {
        let mut builder = ::tar::Builder::new(Vec::new());
        for &(name, size) in members {
            let mut header = ::tar::Header::new_gnu();
            header.set_size(size as u64);
            header.set_mode(0o644);
            let bytes = vec![b'x'; size];
            builder.append_data(&mut header, name, &*bytes).unwrap();
        }
        builder.into_inner().unwrap()
    }

    /// Returns the names of all members except `b.exe`, with their sizes (bytes) or the reasons why they cannot be read.
    fn members(begin: Begin, bytes: Vec<u8>) -> Vec<(String, Result<usize, GapKind>)> {
        let length = Bytes::from_memory(Arc::new(bytes.clone())).length();
        let wanted: Wanted = Arc::new(|name| name != "b.exe");
        let members = begin(wanted, Meter::new(length, None), bytes);
        members
            .filter(|member| !matches!(member.content, Content::Unwanted))
            .map(|member| {
                (
                    member.name,
                    member.content.unpack().unwrap().map(|bytes| bytes.len()),
                )
            })
            .collect()
    }

    #[test]
    fn an_archive_has_the_same_members_without_a_thread() {
        let large = LARGE_MEMBER_BYTES as usize + 1;
        let long_name = "n".repeat(MAX_NAME_BYTES + 1);
        let many_names: Vec<_> = (0..2 * MAX_BATCH_MEMBERS)
            .map(|index| format!("{index}.kif"))
            .collect();
        let mut entries = vec![("a.kif", 3), ("b.exe", 4), ("large.kif", large), ("c.kif", 0)];
        entries.extend(many_names.iter().map(|name| (&**name, 1)));
        entries.push((&long_name, 2));
        let complete = tar_of(&entries);
        let torn = complete[..complete.len() / 2].to_vec();
        let empty_at_once = members(MODES[1], tar_of(&[]));
        assert_eq!(empty_at_once, []);
        for bytes in [complete, torn] {
            let [in_thread, at_once] = MODES.map(|begin| members(begin, bytes.clone()));
            assert_eq!(in_thread, at_once);
            assert_eq!(at_once[0], ("a.kif".to_owned(), Ok(3)));
        }
    }

    #[test]
    fn large_members_are_unpacked_at_once_without_a_thread() {
        let bytes = tar_of(&[("large.kif", LARGE_MEMBER_BYTES as usize), ("next.kif", 1)]);
        let wanted: Wanted = Arc::new(|_| true);
        let meter = || Meter::new(Bytes::from_memory(Arc::default()).length(), None);
        let [in_thread, at_once] =
            MODES.map(|begin| begin(Arc::clone(&wanted), meter(), bytes.clone()).next());
        assert!(matches!(in_thread.unwrap().content, Content::Streamed(_)));
        assert!(matches!(at_once.unwrap().content, Content::Unpacked(_)));
    }
}
