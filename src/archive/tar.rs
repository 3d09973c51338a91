//! Reader of `.tar` archives, plain or compressed: headers of 512 bytes, each followed by the bytes of its entry.
//!
//! The fields are those of POSIX (ustar and pax) and GNU tar. Long names and maps of sparse files are separate entries of any
//! length. Only a part of them is held in memory.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::vec;

use ::tar::{EntryType, GnuExtSparseHeader, GnuSparseHeader, Header};

use super::compressed::{Sink, Stop};
use super::{EofReader, GapError, drained, gap_for_error, gap_for_rest, name};
use crate::record::gap::{ArchiveGap, Irregularity};

/// Size of a block, which is also the size of a header (bytes). One block is enough to detect a tar.
pub(super) const BLOCK_BYTES: usize = 512;

/// Maximum number of zero blocks after the end: 64 MiB.
const MAX_ZERO_BLOCKS: u64 = (64 << 20) / BLOCK_BYTES as u64;

/// Maximum length of a name (bytes).
pub(super) const MAX_NAME_BYTES: usize = 64 << 10;

/// Number of bytes that are kept at the end of a longer name. They include the extension.
const NAME_END_BYTES: usize = 256;

/// Maximum length of the keys of the pax records that are read (bytes).
const MAX_KEY_BYTES: u64 = 16;

/// Maximum number of pieces of a sparse file.
const MAX_PIECES: usize = 16 << 10;

/// Returns whether the first bytes are those of a tar.
///
/// A text can have the word `ustar` at this offset, but no zero byte before it.
pub(super) fn is_tar(head: &[u8]) -> bool {
    const MAGIC_OFFSET: usize = 257;
    head.get(MAGIC_OFFSET..)
        .is_some_and(|it| it.starts_with(b"ustar"))
        && head[..MAGIC_OFFSET].contains(&0)
}

/// Passes the members to the sink. Reads to the last byte, so that the checksum of a compressed stream is verified.
pub(super) fn read(from: impl Read, sink: &mut Sink) -> Result<(), Stop> {
    let mut from = EofReader::new(from);
    let mut progress = Progress::default();
    members(&mut from, &mut progress, sink)?;
    while let Some(block) = after_end(&mut from).map_err(|error| Stop::Gap(at_end(&error)))? {
        let before = progress.entries;
        from.again = Cursor::new(block);
        match members(&mut from, &mut progress, sink) {
            Ok(()) => progress.irregular = Some(Irregularity::FilesAfterEnd),
            Err(Stop::Gap(ArchiveGap::Torn)) if progress.entries == before => {
                drained(&mut from).map_err(|error| Stop::Gap(at_end(&error)))?;
                progress.irregular = progress.irregular.or(Some(Irregularity::BytesAfterEnd));
                break;
            }
            Err(stop) => return Err(stop),
        }
    }
    let irregular = progress.irregular;
    irregular.map_or(Ok(()), |irregular| {
        Err(Stop::Gap(ArchiveGap::Irregular(irregular)))
    })
}

/// The number of entries so far, and any contradiction in the archive.
#[derive(Default)]
struct Progress {
    entries: u64,
    irregular: Option<Irregularity>,
}

/// Passes on the members up to a zero block, and counts the entries.
fn members(from: &mut EofReader<impl Read>, progress: &mut Progress, sink: &mut Sink) -> Result<(), Stop> {
    let ended = from.ended();
    let mut tar = Tar::new(from);
    while let Some(mut entry) = tar.entry().map_err(|error| Stop::Gap(gap_for_rest(&error)))? {
        progress.entries += 1;
        if entry.kind.is_dir() || entry.kind.is_pax_global_extensions() {
            continue;
        }
        let (name, is_cut) = entry.name();
        sink.is_shortened |= is_cut;
        if !(entry.kind.is_file() || entry.kind.is_contiguous() || entry.kind.is_gnu_sparse()) {
            sink.put_gap(name, ArchiveGap::Link)?;
            continue;
        }
        let is_whole = match entry.map {
            None => sink.unpack(name, &mut tar, Some(entry.size))?,
            Some(Map { pieces, size }) if pieces.len() <= MAX_PIECES => {
                if sink.wants(&name) {
                    sink.add_work(size.saturating_sub(entry.size))?;
                }
                let from = Sparse::new(&mut tar, pieces, size);
                sink.unpack(name, from, Some(size))?
            }
            Some(_) => {
                let method = format!("GNU sparse, more than {MAX_PIECES} pieces");
                sink.put_gap(name, ArchiveGap::Unsupported(method))?;
                true
            }
        };
        if !is_whole && ended.get() {
            return Err(Stop::Gap(ArchiveGap::Torn));
        }
    }
    // A tar ends with zero blocks. If the bytes end before them, it is truncated.
    if ended.get() {
        return Err(Stop::Gap(ArchiveGap::Torn));
    }
    Ok(())
}

/// Returns the first block after the end that is not all zeros.
fn after_end(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    for _ in 0..MAX_ZERO_BLOCKS {
        let mut block = Vec::with_capacity(BLOCK_BYTES);
        from.take(BLOCK_BYTES as u64).read_to_end(&mut block)?;
        if block.is_empty() {
            return Ok(None);
        }
        if block.iter().any(|&byte| byte != 0) {
            return Ok(Some(block));
        }
    }
    Err(io::Error::other(GapError(ArchiveGap::Bomb)))
}

/// Returns the reason why the bytes after the last member cannot be read.
fn at_end(error: &io::Error) -> ArchiveGap {
    match gap_for_error(error) {
        ArchiveGap::Damaged => ArchiveGap::Checksum,
        other => other,
    }
}

// Entries of a tar.

/// A reader of the bytes of the current entry.
struct Tar<'r, R> {
    from: &'r mut EofReader<R>,
    /// The number of unread bytes of the entry, and of the padding after it.
    left: u64,
    padding: u64,
}

/// An entry that may be a file.
struct Entry {
    header: Header,
    kind: EntryType,
    /// The number of bytes after the header.
    size: u64,
    long_name: Option<LongName>,
    /// The map of a sparse file.
    map: Option<Map>,
}

impl Entry {
    /// Returns the name, and whether it was shortened.
    fn name(&mut self) -> (String, bool) {
        match self.long_name.take() {
            Some(long) => long.into_text(),
            None => (name(&self.header.path_bytes()), false),
        }
    }
}

impl<'r, R: Read> Tar<'r, R> {
    const fn new(from: &'r mut EofReader<R>) -> Self {
        Self {
            from,
            left: 0,
            padding: 0,
        }
    }

    /// Reads the next entry, with the metadata in the entries before it. Returns `None` at the end.
    fn entry(&mut self) -> io::Result<Option<Entry>> {
        let (mut gnu, mut pax): (Option<LongName>, Option<Pax>) = (None, None);
        let (mut has_name, mut has_link) = (false, false);
        loop {
            let Some(header) = self.header()? else {
                let is_due = has_name || has_link || pax.is_some();
                return if is_due { Err(malformed()) } else { Ok(None) };
            };
            let kind = header.entry_type();
            self.begin(header.entry_size()?);
            let is_known = header.as_gnu().is_some() || header.as_ustar().is_some();
            if is_known && kind.is_gnu_longname() && !std::mem::replace(&mut has_name, true) {
                gnu = Some(LongName::read(&mut *self)?.without_end());
            } else if is_known && kind.is_gnu_longlink() && !std::mem::replace(&mut has_link, true) {
            } else if is_known && kind.is_pax_local_extensions() && pax.is_none() {
                pax = Some(Pax::read(&mut *self)?);
            } else if is_known
                && (kind.is_gnu_longname() || kind.is_gnu_longlink() || kind.is_pax_local_extensions())
            {
                return Err(malformed());
            } else {
                return self
                    .entry_for_header(header, gnu, pax.unwrap_or_default())
                    .map(Some);
            }
        }
    }

    /// Returns the entry of a header.
    fn entry_for_header(&mut self, header: Header, gnu: Option<LongName>, pax: Pax) -> io::Result<Entry> {
        let kind = header.entry_type();
        if let Some(size) = pax.size.filter(|_| !kind.is_pax_global_extensions()) {
            self.begin(size);
        }
        let size = self.left;
        let map = if kind.is_gnu_sparse() {
            Some(self.map(&header)?)
        } else {
            None
        };
        Ok(Entry {
            kind,
            size,
            long_name: gnu.or(pax.path),
            map,
            header,
        })
    }

    /// Reads the next header. Returns `None` for a zero block and at the end of the bytes.
    fn header(&mut self) -> io::Result<Option<Header>> {
        let rest = self.left.saturating_add(self.padding);
        (self.left, self.padding) = (0, 0);
        if io::copy(&mut (&mut *self.from).take(rest), &mut io::sink())? < rest {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut header = Header::new_old();
        let block = header.as_mut_bytes();
        let mut read = 0;
        while read < BLOCK_BYTES {
            match self.from.read(&mut block[read..]) {
                Ok(0) if read == 0 => return Ok(None),
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(more) => read += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if block.iter().all(|&byte| byte == 0) {
            return Ok(None);
        }
        let is_of_sum = |at: &usize| (148..156).contains(at);
        let bytes = header.as_bytes().iter().enumerate();
        let sum: u32 = bytes
            .map(|(at, &byte)| u32::from(if is_of_sum(&at) { b' ' } else { byte }))
            .sum();
        if header.cksum()? == sum {
            Ok(Some(header))
        } else {
            Err(malformed())
        }
    }

    /// Begins an entry of this many bytes.
    const fn begin(&mut self, size: u64) {
        self.left = size;
        self.padding = (BLOCK_BYTES as u64 - size % BLOCK_BYTES as u64) % BLOCK_BYTES as u64;
    }

    /// Reads the map of a sparse file, which begins in the header and continues in the blocks after it.
    fn map(&mut self, header: &Header) -> io::Result<Map> {
        let gnu = header.as_gnu().ok_or_else(malformed)?;
        let mut map = MapReader::default();
        map.add(&gnu.sparse)?;
        let mut goes_on = gnu.is_extended();
        while goes_on {
            let mut more = GnuExtSparseHeader::new();
            self.from.read_exact(more.as_mut_bytes())?;
            map.add(&more.sparse)?;
            goes_on = more.is_extended();
        }
        if map.end == gnu.real_size()? && map.stored == self.left {
            let (pieces, size) = (map.pieces, map.end);
            Ok(Map { pieces, size })
        } else {
            Err(malformed())
        }
    }
}

impl<R: Read> Read for Tar<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = (&mut *self.from).take(self.left).read(into)?;
        self.left -= read as u64;
        Ok(read)
    }
}

fn malformed() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

// Names that do not fit into a header.

/// A name of any length. The middle of a long one is left out.
pub(super) struct LongName {
    begin: Vec<u8>,
    /// The end of the name, if the middle was left out.
    end: Option<Vec<u8>>,
}

impl LongName {
    pub(super) fn read(mut from: impl Read) -> io::Result<Self> {
        let mut begin = Vec::new();
        (&mut from).take(MAX_NAME_BYTES as u64).read_to_end(&mut begin)?;
        let mut end = Vec::new();
        loop {
            let mut next = Vec::new();
            if (&mut from).take(MAX_NAME_BYTES as u64).read_to_end(&mut next)? == 0 {
                break;
            }
            end.extend(next);
            end.drain(..end.len().saturating_sub(NAME_END_BYTES));
        }
        if end.is_empty() {
            return Ok(Self { begin, end: None });
        }
        let kept = begin.len() - NAME_END_BYTES;
        let missing = NAME_END_BYTES - end.len();
        let end = [&begin[begin.len() - missing..], &end].concat();
        begin.truncate(kept);
        Ok(Self {
            begin,
            end: Some(end),
        })
    }

    /// Returns the name without its terminating zero byte.
    fn without_end(mut self) -> Self {
        let last = self.end.as_mut().unwrap_or(&mut self.begin);
        last.pop_if(|byte| *byte == 0);
        self
    }

    /// Returns the name as text, and whether it was shortened.
    pub(super) fn into_text(self) -> (String, bool) {
        let Some(end) = &self.end else {
            return (name(&self.begin), false);
        };
        let begin = match std::str::from_utf8(&self.begin) {
            Err(error) if error.error_len().is_none() => &self.begin[..error.valid_up_to()],
            _ => &self.begin,
        };
        let is_rest = |byte: &&u8| (0x80..0xC0).contains(*byte);
        let rest = end.iter().take_while(is_rest).take(3).count();
        (format!("{}…{}", name(begin), name(&end[rest..])), true)
    }
}

/// The records of a pax header that are needed to read a member.
#[derive(Default)]
struct Pax {
    path: Option<LongName>,
    size: Option<u64>,
}

impl Pax {
    /// Reads records of the form `LENGTH KEY=VALUE\n`. `LENGTH` counts all bytes of the record.
    fn read(from: impl Read) -> io::Result<Self> {
        let mut from = BufReader::new(from);
        let mut pax = Self::default();
        loop {
            let mut head = Vec::new();
            (&mut from).take(MAX_KEY_BYTES).read_until(b' ', &mut head)?;
            let digits = head.strip_suffix(b" ").and_then(|rest| str::from_utf8(rest).ok());
            let length: Option<u64> = digits.and_then(|digit| digit.parse().ok());
            let Some(length) = length.and_then(|it| it.checked_sub(head.len() as u64 + 1)) else {
                return Ok(pax);
            };
            let mut record = (&mut from).take(length);
            let mut key = Vec::new();
            (&mut record).take(MAX_KEY_BYTES).read_until(b'=', &mut key)?;
            match &*key {
                b"path=" if pax.path.is_none() => pax.path = Some(LongName::read(&mut record)?),
                b"size=" if pax.size.is_none() => {
                    let mut value = String::new();
                    // A value that is not UTF-8 is not a number.
                    let _ = (&mut record).take(MAX_KEY_BYTES * 2).read_to_string(&mut value);
                    pax.size = value.parse().ok();
                }
                _ => {}
            }
            io::copy(&mut record, &mut io::sink())?;
            // The record ends with a line feed.
            io::copy(&mut (&mut from).take(1), &mut io::sink())?;
        }
    }
}

// Sparse files.

/// The map of a sparse file: its stored pieces. All other bytes are zeros.
struct Map {
    /// The offset and length of each piece (bytes).
    pieces: Vec<(u64, u64)>,
    size: u64,
}

/// A map while it is read.
#[derive(Default)]
struct MapReader {
    /// The pieces, at most one more than [`MAX_PIECES`].
    pieces: Vec<(u64, u64)>,
    end: u64,
    /// The number of bytes in all pieces.
    stored: u64,
}

impl MapReader {
    fn add(&mut self, pieces: &[GnuSparseHeader]) -> io::Result<()> {
        for piece in pieces.iter().filter(|it| !it.is_empty()) {
            let (at, length) = (piece.offset()?, piece.length()?);
            let is_aligned = length == 0 || self.stored.is_multiple_of(BLOCK_BYTES as u64);
            let end = at.checked_add(length);
            let stored = self.stored.checked_add(length);
            let (Some(end), Some(stored), true) = (end, stored, is_aligned && at >= self.end) else {
                return Err(malformed());
            };
            (self.end, self.stored) = (end, stored);
            if self.pieces.len() <= MAX_PIECES {
                self.pieces.push((at, length));
            }
        }
        Ok(())
    }
}

/// A reader of a sparse file.
struct Sparse<R> {
    from: R,
    pieces: vec::IntoIter<(u64, u64)>,
    /// The piece that is being read or comes next.
    piece: (u64, u64),
    at: u64,
    size: u64,
}

impl<R> Sparse<R> {
    fn new(from: R, pieces: Vec<(u64, u64)>, size: u64) -> Self {
        Self {
            from,
            pieces: pieces.into_iter(),
            piece: (0, 0),
            at: 0,
            size,
        }
    }
}

impl<R: Read> Read for Sparse<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.at >= self.piece.0 + self.piece.1 && self.at < self.size {
            self.piece = self.pieces.next().unwrap_or((self.size, 0));
            if self.piece.0 >= self.size {
                break;
            }
        }
        let (begin, length) = self.piece;
        let read = if self.at < begin {
            io::repeat(0).take(begin - self.at).read(into)?
        } else {
            (&mut self.from).take(begin + length - self.at).read(into)?
        };
        self.at += read as u64;
        Ok(read)
    }
}
