//! Reader of `.gz` and `.zst`, which contain a tar or a single file.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Weak};
use std::{thread, vec};

use flate2::bufread::GzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::bounds::{Meter, Metered, OuterBudget};
use super::bytes::Bytes;
use super::tar::{BLOCK_BYTES, LongName, MAX_NAME_BYTES, is_tar, read};
use super::{
    Content, GapError, LARGE_MEMBER_BYTES, MAX_MEMBER_BYTES, Member, Members, Streamed, Wanted, unpacked,
};
use crate::finding::{Reason, bilingual};
use crate::guard::catch_panic;
use crate::record::GapKind;
use crate::record::gap::{ArchiveGap, Irregularity};

/// Size of the read buffer (bytes).
const BUFFER_BYTES: usize = 128 << 10;

/// Returns the members of a tar.
pub(super) fn tar(bytes: Bytes, _: &str, wanted: Wanted, outer: Option<OuterBudget>) -> io::Result<Members> {
    let meter = Meter::new(bytes.length(), outer);
    in_background(wanted, meter, move |sink| {
        read(BufReader::with_capacity(BUFFER_BYTES, bytes), sink)
    })
}

/// Returns the members of a gzip file.
pub(super) fn gzip(
    bytes: Bytes,
    name: &str,
    wanted: Wanted,
    outer: Option<OuterBudget>,
) -> io::Result<Members> {
    let name = in_gzip(name);
    let meter = Meter::new(bytes.length(), outer);
    in_background(wanted, meter, move |sink| {
        let from = Gzip::new(BufReader::with_capacity(BUFFER_BYTES, bytes));
        let rest = from.rest();
        unpack(sink.metered(from), &rest, name, sink)
    })
}

/// Returns the members of a Zstandard file.
pub(super) fn zstandard(
    bytes: Bytes,
    name: &str,
    wanted: Wanted,
    outer: Option<OuterBudget>,
) -> io::Result<Members> {
    let name = in_zstandard(name);
    let meter = Meter::new(bytes.length(), outer);
    in_background(wanted, meter, move |sink| {
        let from = Frames::new(BufReader::with_capacity(BUFFER_BYTES, bytes));
        let rest = from.rest();
        unpack(sink.metered(from), &rest, name, sink)
    })
}

/// Returns the name of the file in a gzip file of this name.
pub(super) fn in_gzip(name: &str) -> String {
    inner(name, "gz", "tgz")
}

/// Returns the name of the file in a Zstandard file of this name.
pub(super) fn in_zstandard(name: &str) -> String {
    inner(name, "zst", "tzst")
}

/// Returns the name of a compressed file: that of the archive without its extension. `of_tar` is the short extension of a tar.
fn inner(name: &str, usual: &str, of_tar: &str) -> String {
    match name.rsplit_once('.').filter(|(inner, _)| !inner.is_empty()) {
        Some((inner, last)) if last.eq_ignore_ascii_case(usual) => inner.to_owned(),
        Some((inner, last)) if last.eq_ignore_ascii_case(of_tar) => format!("{inner}.tar"),
        _ => name.to_owned(),
    }
}

/// Passes on the unpacked members. `rest` is set at the end if other bytes follow the compressed data.
fn unpack(
    mut from: Metered<impl Read>,
    rest: &Cell<bool>,
    name: String,
    sink: &mut Sink,
) -> Result<(), Stop> {
    let mut head = Vec::new();
    // An error is reported again by the next read.
    let _ = (&mut from).take(BLOCK_BYTES as u64).read_to_end(&mut head);
    let is_called_tar = name.to_ascii_lowercase().ends_with(".tar");
    let is_tar = is_called_tar || is_tar(&head);
    let whole = io::Cursor::new(head).chain(from);
    if is_tar {
        read(whole, sink)?;
    } else {
        sink.unpack(name, whole, None)?;
    }
    if rest.get() {
        return Err(Stop::Gap(ArchiveGap::Irregular(Irregularity::BytesAfterEnd)));
    }
    Ok(())
}

// Gzip members and Zstandard frames: consecutive streams with a checksum each, and possibly other bytes at the end.

/// Number of bytes that are decoded at a time.
const DECODE_STEP_BYTES: usize = 128 << 10;

/// First byte of a gzip member.
const GZIP_FIRST_BYTE: u8 = 0x1F;

/// A reader of all members of a gzip file.
pub(super) struct Gzip<R> {
    decoder: Option<GzDecoder<R>>,
    rest: Rc<Cell<bool>>,
}

impl<R: BufRead> Gzip<R> {
    pub(super) fn new(from: R) -> Self {
        Self {
            decoder: Some(GzDecoder::new(from)),
            rest: Rc::default(),
        }
    }

    /// Returns a flag that is set at the end if other bytes follow the last member.
    pub(super) fn rest(&self) -> Rc<Cell<bool>> {
        Rc::clone(&self.rest)
    }
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while let Some(decoder) = &mut self.decoder {
            let read = decoder.read(into)?;
            if read > 0 || into.is_empty() {
                return Ok(read);
            }
            let next = decoder.get_mut().fill_buf()?.first().copied();
            let ended = self.decoder.take();
            if next == Some(GZIP_FIRST_BYTE) {
                self.decoder = ended.map(|decoder| GzDecoder::new(decoder.into_inner()));
            }
            self.rest.set(next.is_some_and(|byte| byte != GZIP_FIRST_BYTE));
        }
        Ok(0)
    }
}

/// A reader of all frames of a Zstandard file. Skippable frames are ignored.
pub(super) struct Frames<R> {
    from: R,
    decoder: FrameDecoder,
    place: FramePosition,
    rest: Rc<Cell<bool>>,
}

/// The position of a reader of frames.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FramePosition {
    Begin,
    Within,
    Between,
    End,
}

impl<R: BufRead> Frames<R> {
    pub(super) fn new(from: R) -> Self {
        Self {
            from,
            decoder: FrameDecoder::new(),
            place: FramePosition::Begin,
            rest: Rc::default(),
        }
    }

    /// Returns a flag that is set at the end if other bytes follow the last frame.
    pub(super) fn rest(&self) -> Rc<Cell<bool>> {
        Rc::clone(&self.rest)
    }

    /// Begins the next frame with content, if there is one.
    fn begin(&mut self) -> io::Result<()> {
        use FrameDecoderError as Failed;
        use ReadFrameHeaderError as Header;

        while !self.from.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.from) {
                Ok(()) => {
                    self.place = FramePosition::Within;
                    return Ok(());
                }
                Err(Failed::ReadFrameHeaderError(Header::SkipFrame { length, .. })) => {
                    let skipped = (&mut self.from).take(length.into());
                    let skipped = io::copy(&mut { skipped }, &mut io::sink())?;
                    self.rest.set(skipped < length.into());
                }
                Err(Failed::ReadFrameHeaderError(
                    Header::BadMagicNumber(_) | Header::MagicNumberReadError(_),
                )) if self.place == FramePosition::Between => {
                    self.rest.set(true);
                    break;
                }
                Err(error) => return Err(failed(error)),
            }
        }
        self.place = FramePosition::End;
        Ok(())
    }

    fn checksum_matches(&self) -> bool {
        let stated = self.decoder.get_checksum_from_data();
        stated.is_none() || stated == self.decoder.get_calculated_checksum()
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.place {
                FramePosition::Begin | FramePosition::Between => self.begin()?,
                FramePosition::End => return Ok(0),
                FramePosition::Within => {}
            }
            if self.place != FramePosition::Within {
                continue;
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let step = BlockDecodingStrategy::UptoBytes(DECODE_STEP_BYTES);
                let decoded = self.decoder.decode_blocks(&mut self.from, step);
                decoded.map_err(failed)?;
            }
            let read = self.decoder.read(into)?;
            if read > 0 || into.is_empty() {
                return Ok(read);
            }
            if !self.checksum_matches() {
                return Err(io::ErrorKind::InvalidData.into());
            }
            self.place = FramePosition::Between;
        }
    }
}

/// Returns an I/O error for a decoder error. A feature that is not supported is not reported as damage.
fn failed(error: FrameDecoderError) -> io::Error {
    let method = match error {
        FrameDecoderError::WindowSizeTooBig { requested, .. } => {
            format!("Zstandard, window of {} MiB", requested >> 20)
        }
        FrameDecoderError::DictNotProvided { dict_id } => format!("Zstandard, dictionary {dict_id}"),
        error => return io::Error::other(error),
    };
    io::Error::other(GapError(ArchiveGap::Unsupported(method)))
}

// Unpacking in a separate thread while other threads check the members, or all at once on systems without threads.

/// Maximum number of members that are passed on together.
const MAX_BATCH_MEMBERS: usize = 256;

/// Maximum size of members and their names that are passed on together (bytes).
const MAX_BATCH_BYTES: u64 = 4 << 20;

/// The reason why unpacking stops.
pub(super) enum Stop {
    /// The receiver is gone.
    ReceiverGone,
    /// The rest of the archive cannot be read.
    Gap(ArchiveGap),
}

/// The receiver of the members of an archive.
pub(super) struct Sink {
    wanted: Wanted,
    batch: Vec<Member>,
    bytes: u64,
    meter: Rc<Meter>,
    /// `true` if the name of a member was too long and was shortened.
    pub(super) is_shortened: bool,
    to: Destination,
}

/// The destination of the members.
enum Destination {
    /// Threads that check members while others are unpacked.
    Thread(SyncSender<Vec<Member>>),
    /// Memory, until all members are unpacked.
    Memory(Sender<Vec<Member>>),
}

impl Sink {
    fn new(wanted: Wanted, meter: Meter, to: Destination) -> Self {
        Self {
            wanted,
            batch: Vec::new(),
            bytes: 0,
            meter: Rc::new(meter),
            is_shortened: false,
            to,
        }
    }

    /// Returns a counting reader.
    fn metered<R>(&self, from: R) -> Metered<R> {
        Metered::new(from, Rc::clone(&self.meter))
    }

    /// Returns the name of a member, without its middle if it is too long.
    pub(super) fn shortened(&mut self, name: String) -> String {
        if name.len() <= MAX_NAME_BYTES {
            return name;
        }
        self.is_shortened = true;
        LongName::read(name.as_bytes()).map_or(name, |name| name.into_text().0)
    }

    /// Returns whether this many more bytes may be unpacked or read.
    pub(super) fn allows(&self, bytes: u64) -> bool {
        self.meter.allows(bytes)
    }

    /// Adds bytes that are about to be unpacked or read.
    pub(super) fn add_work(&self, bytes: u64) -> Result<(), Stop> {
        self.meter.add(bytes).map_err(Stop::Gap)
    }

    /// Returns whether the member of this name is to be unpacked.
    pub(super) fn wants(&self, name: &str) -> bool {
        (self.wanted)(display_name(name))
    }

    /// Takes a member of an expected size, and unpacks it if it is requested. Returns whether all of it was read.
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
        let is_large =
            |number: &u64| self.may_wait() && (LARGE_MEMBER_BYTES..=MAX_MEMBER_BYTES).contains(number);
        if let Some(size) = expected.filter(is_large) {
            return self.unpack_on_request(name, from, size);
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

    /// Returns whether a member can wait until its bytes are requested.
    const fn may_wait(&self) -> bool {
        matches!(self.to, Destination::Thread(_))
    }

    /// Takes a large member, and unpacks it when its bytes are requested.
    fn unpack_on_request(&mut self, name: String, from: impl Read, size: u64) -> Result<bool, Stop> {
        let (awaited, asked) = Streamed::new(size);
        self.put(name, Content::Streamed(awaited))?;
        self.flush()?;
        let Ok(answer) = asked.recv() else {
            return Ok(true);
        };
        let unpacked = unpacked(from, Some(size)).map(Arc::new);
        let ended = match &unpacked {
            Err(ArchiveGap::Bomb) => Err(Stop::Gap(ArchiveGap::Bomb)),
            unpacked => Ok(unpacked.is_ok()),
        };
        // If the receiver is gone, nothing is lost.
        let _ = answer.send(unpacked);
        ended
    }

    /// Takes a member that cannot be read, if it is requested.
    pub(super) fn put_gap(&mut self, name: String, gap: ArchiveGap) -> Result<(), Stop> {
        let content = if self.wants(&name) {
            Content::Gap(GapKind::Archive(gap))
        } else {
            Content::Unwanted
        };
        self.put(name, content)
    }

    /// Takes a member as it is.
    pub(super) fn put(&mut self, name: String, content: Content) -> Result<(), Stop> {
        self.bytes += content.size() + name.len() as u64;
        let name = if name.is_empty() {
            display_name(&name).to_owned()
        } else {
            name
        };
        let work = self.meter.work();
        self.batch.push(Member { name, content, work });
        if self.batch.len() < MAX_BATCH_MEMBERS && self.bytes < MAX_BATCH_BYTES {
            return Ok(());
        }
        self.flush()
    }

    fn flush(&mut self) -> Result<(), Stop> {
        self.bytes = 0;
        let batch = std::mem::take(&mut self.batch);
        let sent = match &self.to {
            Destination::Thread(to) => to.send(batch),
            Destination::Memory(to) => to.send(batch),
        };
        sent.map_err(|_| Stop::ReceiverGone)
    }

    /// Takes everything that `produce` passes on, and the end of the archive.
    fn run(&mut self, produce: impl FnOnce(&mut Self) -> Result<(), Stop>) {
        let ended = catch_panic(|| produce(self));
        let gap = match ended {
            Ok(Ok(())) => self
                .is_shortened
                .then_some(ArchiveGap::Irregular(Irregularity::LongName)),
            Ok(Err(Stop::ReceiverGone)) => return,
            Ok(Err(Stop::Gap(gap))) => Some(gap),
            // A panic in another library means that the archive is malformed.
            Err(_) => Some(ArchiveGap::Torn),
        };
        self.batch.push(Member::whole(gap, self.meter.work()));
        // If the receiver is gone, nothing is lost.
        let _ = self.flush();
    }
}

/// Returns the name of a member in messages. It may have none.
fn display_name(name: &str) -> &str {
    if name.is_empty() { "(no name)" } else { name }
}

/// `true` if this system has threads.
const HAS_THREADS: bool = cfg!(any(not(target_family = "wasm"), target_feature = "atomics"));

/// Returns the members that `produce` passes to the sink.
///
/// # Errors
///
/// Returns an error if no thread can be started, on a system with threads.
pub(super) fn in_background(
    wanted: Wanted,
    meter: Meter,
    produce: impl FnOnce(&mut Sink) -> Result<(), Stop> + Send + 'static,
) -> io::Result<Members> {
    if HAS_THREADS {
        in_thread(wanted, meter, produce)
    } else {
        Ok(at_once(wanted, meter, produce))
    }
}

/// Returns the members of an archive that a thread unpacks.
///
/// At any time, one batch of members is being checked, one waits, and one is being unpacked.
fn in_thread(
    wanted: Wanted,
    meter: Meter,
    produce: impl FnOnce(&mut Sink) -> Result<(), Stop> + Send + 'static,
) -> io::Result<Members> {
    let (to, from) = mpsc::sync_channel(1);
    let thread = thread::Builder::new().spawn(move || {
        Sink::new(wanted, meter, Destination::Thread(to)).run(produce);
    });
    thread.map_err(|error| no_thread(&error))?;
    Ok(Box::new(MemberStream::new(from)))
}

/// Returns the members of an archive that is unpacked before the first is checked. All requested members are in memory together.
fn at_once(wanted: Wanted, meter: Meter, produce: impl FnOnce(&mut Sink) -> Result<(), Stop>) -> Members {
    let (to, from) = mpsc::channel();
    Sink::new(wanted, meter, Destination::Memory(to)).run(produce);
    Box::new(MemberStream::new(from))
}

/// An iterator over the unpacked members.
struct MemberStream {
    from: Receiver<Vec<Member>>,
    batch: vec::IntoIter<Member>,
    /// The last large member. The next member arrives after this one was unpacked or dropped.
    awaited: Weak<Streamed>,
}

impl MemberStream {
    fn new(from: Receiver<Vec<Member>>) -> Self {
        Self {
            from,
            batch: Vec::new().into_iter(),
            awaited: Weak::new(),
        }
    }
}

impl Iterator for MemberStream {
    type Item = Member;

    fn next(&mut self) -> Option<Member> {
        loop {
            if let Some(member) = self.batch.next() {
                if let Content::Streamed(awaited) = &member.content {
                    self.awaited = Arc::downgrade(awaited);
                }
                return Some(member);
            }
            // A user that still holds the member can request its bytes later, so they are unpacked now.
            if let Some(awaited) = self.awaited.upgrade() {
                awaited.bytes();
            }
            self.batch = self.from.recv().ok()?.into_iter();
        }
    }
}

/// Returns the error for a system that allows no more threads.
fn no_thread(error: &io::Error) -> io::Error {
    let what = bilingual("cannot start a thread", "スレッドを開始できない");
    Reason::with_subject(&what, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Begin = fn(Wanted, Meter, Vec<u8>) -> Members;

    /// Reads a tar with a thread, and without.
    const MODES: [Begin; 2] = [
        |wanted, meter, bytes| {
            in_thread(wanted, meter, move |sink| read(io::Cursor::new(bytes), sink)).unwrap()
        },
        |wanted, meter, bytes| at_once(wanted, meter, |sink| read(io::Cursor::new(bytes), sink)),
    ];

    /// Returns a tar of members with these names and sizes.
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

    /// Returns the names of the requested members, with their sizes or the reasons why there are no bytes.
    fn members(begin: Begin, bytes: Vec<u8>) -> Vec<(String, Result<usize, GapKind>)> {
        let length = Bytes::from_memory(Arc::new(bytes.clone())).length();
        let wanted: Wanted = Arc::new(|name| name != "b.exe");
        let all = begin(wanted, Meter::new(length, None), bytes);
        all.filter(|member| !matches!(member.content, Content::Unwanted))
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
        let long = "n".repeat(MAX_NAME_BYTES + 1);
        let many: Vec<_> = (0..2 * MAX_BATCH_MEMBERS).map(|at| format!("{at}.kif")).collect();
        let mut listed = vec![("a.kif", 3), ("b.exe", 4), ("large.kif", large), ("c.kif", 0)];
        listed.extend(many.iter().map(|member| (&**member, 1)));
        listed.push((&long, 2));
        let whole = tar_of(&listed);
        let torn = whole[..whole.len() / 2].to_vec();
        let empty_at_once = members(MODES[1], tar_of(&[]));
        assert_eq!(empty_at_once, []);
        for bytes in [whole, torn] {
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
