//! Reader of `.tar` archives, plain or compressed: headers of 512 bytes, each followed by the bytes of its entry.
//!
//! The formats are those of POSIX (ustar and pax) and GNU tar. Long names and maps of sparse files can have any length, so at
//! most a limited part of them is held in memory.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::vec;

use ::tar::{EntryType, GnuExtSparseHeader, GnuSparseHeader, Header};

use super::long_name::LongName;
use super::sink::{Sink, Stop};
use super::{EofReader, GapError, decode_name, drain, gap_for_error, gap_for_rest};
use crate::record::gap::{ArchiveGap, Irregularity};

/// Size of a block, which is also the size of a header (bytes). One block is enough to detect a tar.
pub(super) const BLOCK_BYTES: usize = 512;

/// Maximum number of zero blocks after the end of an archive (64 MiB).
const MAX_ZERO_BLOCKS: u64 = (64 << 20) / BLOCK_BYTES as u64;

/// Maximum length of the length field or key of a pax record that is read (bytes).
const MAX_KEY_BYTES: u64 = 16;

/// The prefix of the keys of pax records that describe a sparse file.
const PAX_SPARSE: &[u8] = b"GNU.sparse.";

/// Maximum number of stored pieces of a sparse file.
const MAX_PIECES: usize = 16 << 10;

/// Returns whether the first bytes are those of a tar.
///
/// A text can have the word `ustar` at this offset, but has no zero byte before the word.
pub(super) fn is_tar(head: &[u8]) -> bool {
    const MAGIC_OFFSET: usize = 257;
    head.get(MAGIC_OFFSET..)
        .is_some_and(|field| field.starts_with(b"ustar"))
        && head[..MAGIC_OFFSET].contains(&0)
}

/// Passes the members of an archive to the sink, and the members of further archives that follow its end.
///
/// Reads to the last byte, so that the checksum of a compressed archive is verified.
pub(super) fn read(source: impl Read, sink: &mut Sink) -> Result<(), Stop> {
    let mut source = EofReader::new(source);
    let mut progress = Progress::default();
    members(&mut source, &mut progress, sink)?;
    while let Some(block) = after_end(&mut source).map_err(|error| Stop::Gap(gap_at_end(&error)))? {
        let entries_before = progress.entries;
        source.again = Cursor::new(block);
        match members(&mut source, &mut progress, sink) {
            Ok(()) => progress.irregular = Some(Irregularity::FilesAfterEnd),
            Err(Stop::Gap(ArchiveGap::Torn)) if progress.entries == entries_before => {
                drain(&mut source).map_err(|error| Stop::Gap(gap_at_end(&error)))?;
                progress.irregular = progress.irregular.or(Some(Irregularity::BytesAfterEnd));
                break;
            }
            Err(stop) => return Err(stop),
        }
    }
    let irregularity = progress.irregular;
    irregularity.map_or(Ok(()), |irregularity| {
        Err(Stop::Gap(ArchiveGap::Irregular(irregularity)))
    })
}

/// The number of entries so far, and an irregularity of the archive; `None` if no irregularity was found.
#[derive(Default)]
struct Progress {
    entries: u64,
    irregular: Option<Irregularity>,
}

/// Passes the members up to a zero block to the sink, and counts the entries.
fn members(source: &mut EofReader<impl Read>, progress: &mut Progress, sink: &mut Sink) -> Result<(), Stop> {
    let is_at_end = source.ended();
    let mut tar = Tar::new(source);
    while let Some(mut entry) = tar.entry().map_err(|error| Stop::Gap(gap_for_rest(&error)))? {
        progress.entries += 1;
        if entry.kind.is_dir() || entry.kind.is_pax_global_extensions() {
            continue;
        }
        let (name, is_shortened) = entry.name();
        sink.is_shortened |= is_shortened;
        if !(entry.kind.is_file() || entry.kind.is_contiguous() || entry.kind.is_gnu_sparse()) {
            sink.put_gap(name, ArchiveGap::Link)?;
            continue;
        }
        if entry.is_sparse_in_pax {
            let method = "sparse file in pax format".to_owned();
            sink.put_gap(name, ArchiveGap::Unsupported(method))?;
            continue;
        }
        let is_whole = match entry.map {
            None => sink.unpack(name, &mut tar, Some(entry.size))?,
            Some(Map { pieces, size }) if pieces.len() <= MAX_PIECES => {
                if sink.wants(&name) {
                    sink.add_work(size.saturating_sub(entry.size))?;
                }
                let sparse = Sparse::new(&mut tar, pieces, size);
                sink.unpack(name, sparse, Some(size))?
            }
            Some(_) => {
                let method = format!("GNU sparse, more than {MAX_PIECES} pieces");
                sink.put_gap(name, ArchiveGap::Unsupported(method))?;
                true
            }
        };
        if !is_whole && is_at_end.get() {
            return Err(Stop::Gap(ArchiveGap::Torn));
        }
    }
    // A tar ends with zero blocks. If the bytes end before these blocks, the tar is truncated.
    if is_at_end.get() {
        return Err(Stop::Gap(ArchiveGap::Torn));
    }
    Ok(())
}

/// Returns the first block after the end that is not all zeros; `None` if only zeros follow. More than
/// [`MAX_ZERO_BLOCKS`] zero blocks are an error.
fn after_end(source: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    for _ in 0..MAX_ZERO_BLOCKS {
        let mut block = Vec::with_capacity(BLOCK_BYTES);
        source.take(BLOCK_BYTES as u64).read_to_end(&mut block)?;
        if block.is_empty() {
            return Ok(None);
        }
        if block.iter().any(|&byte| byte != 0) {
            return Ok(Some(block));
        }
    }
    Err(io::Error::other(GapError(ArchiveGap::Bomb)))
}

/// Returns the gap for an error after the last member: the gap in the error, but [`ArchiveGap::Checksum`] for damage.
/// Damage at this point is a missing or wrong checksum of the compressed archive.
fn gap_at_end(error: &io::Error) -> ArchiveGap {
    match gap_for_error(error) {
        ArchiveGap::Damaged => ArchiveGap::Checksum,
        other => other,
    }
}

/// A reader of the entries of a tar. The implementation of [`Read`] returns the bytes of the current entry.
struct Tar<'r, R> {
    source: &'r mut EofReader<R>,
    /// The number of unread bytes of the current entry.
    unread: u64,
    /// The number of padding bytes after the current entry.
    padding: u64,
}

/// An entry of a tar: a file, directory, link or other member, but not metadata for the next entry.
struct Entry {
    header: Header,
    kind: EntryType,
    /// The number of stored bytes: those after the header or, for a sparse file, after its map.
    size: u64,
    /// The name, if an entry before the header states it; `None` if the name is in the header.
    long_name: Option<LongName>,
    /// The map of a sparse file in the format of GNU; `None` for any other entry.
    map: Option<Map>,
    /// `true` for a sparse file whose map is in a pax header or before its content. Such files are not read.
    is_sparse_in_pax: bool,
}

impl Entry {
    /// Returns the name, and whether the name was shortened. A long name can be taken only once.
    fn name(&mut self) -> (String, bool) {
        match self.long_name.take() {
            Some(long) => long.into_text(),
            None => (decode_name(&self.header.path_bytes()), false),
        }
    }
}

impl<'r, R: Read> Tar<'r, R> {
    const fn new(source: &'r mut EofReader<R>) -> Self {
        Self {
            source,
            unread: 0,
            padding: 0,
        }
    }

    /// Reads the next entry, with the long name and the pax records in the entries before it. Returns `None` at the end.
    fn entry(&mut self) -> io::Result<Option<Entry>> {
        let (mut gnu_name, mut pax): (Option<LongName>, Option<Pax>) = (None, None);
        let (mut has_name, mut has_link) = (false, false);
        loop {
            let Some(header) = self.header()? else {
                let has_metadata = has_name || has_link || pax.is_some();
                return if has_metadata { Err(malformed()) } else { Ok(None) };
            };
            let kind = header.entry_type();
            self.begin(header.entry_size()?);
            let is_extended_format = header.as_gnu().is_some() || header.as_ustar().is_some();
            if is_extended_format && kind.is_gnu_longname() && !std::mem::replace(&mut has_name, true) {
                gnu_name = Some(LongName::read(&mut *self)?.without_terminator());
            } else if is_extended_format && kind.is_gnu_longlink() && !std::mem::replace(&mut has_link, true)
            {
            } else if is_extended_format && kind.is_pax_local_extensions() && pax.is_none() {
                pax = Some(Pax::read(&mut *self)?);
            } else if is_extended_format
                && (kind.is_gnu_longname() || kind.is_gnu_longlink() || kind.is_pax_local_extensions())
            {
                return Err(malformed());
            } else {
                return self
                    .entry_for_header(header, gnu_name, pax.unwrap_or_default())
                    .map(Some);
            }
        }
    }

    /// Returns the entry that a header describes. A size in `pax` takes precedence over the size in the header, and `gnu_name`
    /// over the name in `pax`.
    fn entry_for_header(
        &mut self,
        header: Header,
        gnu_name: Option<LongName>,
        pax: Pax,
    ) -> io::Result<Entry> {
        let kind = header.entry_type();
        if let Some(size) = pax.size.filter(|_| !kind.is_pax_global_extensions()) {
            self.begin(size);
        }
        let size = self.unread;
        let map = if kind.is_gnu_sparse() {
            Some(self.map(&header)?)
        } else {
            None
        };
        Ok(Entry {
            kind,
            size,
            long_name: gnu_name.or(pax.path),
            map,
            is_sparse_in_pax: pax.is_sparse,
            header,
        })
    }

    /// Skips the rest of the current entry and reads the next header. Returns `None` for a zero block and at the end of the
    /// bytes.
    fn header(&mut self) -> io::Result<Option<Header>> {
        let skipped = self.unread.saturating_add(self.padding);
        (self.unread, self.padding) = (0, 0);
        if io::copy(&mut (&mut *self.source).take(skipped), &mut io::sink())? < skipped {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut header = Header::new_old();
        let block = header.as_mut_bytes();
        let mut filled = 0;
        while filled < BLOCK_BYTES {
            match self.source.read(&mut block[filled..]) {
                Ok(0) if filled == 0 => return Ok(None),
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if block.iter().all(|&byte| byte == 0) {
            return Ok(None);
        }
        let is_checksum_field = |offset: &usize| (148..156).contains(offset);
        let bytes = header.as_bytes().iter().enumerate();
        let sum: u32 = bytes
            .map(|(offset, &byte)| u32::from(if is_checksum_field(&offset) { b' ' } else { byte }))
            .sum();
        if header.cksum()? == sum {
            Ok(Some(header))
        } else {
            Err(malformed())
        }
    }

    /// Begins an entry of this size (bytes).
    const fn begin(&mut self, size: u64) {
        self.unread = size;
        self.padding = (BLOCK_BYTES as u64 - size % BLOCK_BYTES as u64) % BLOCK_BYTES as u64;
    }

    /// Reads the map of a sparse file, which begins in the header and continues in the blocks after it.
    fn map(&mut self, header: &Header) -> io::Result<Map> {
        let gnu = header.as_gnu().ok_or_else(malformed)?;
        let mut map = MapReader::default();
        map.add(&gnu.sparse)?;
        let mut is_extended = gnu.is_extended();
        while is_extended {
            let mut extension = GnuExtSparseHeader::new();
            self.source.read_exact(extension.as_mut_bytes())?;
            map.add(&extension.sparse)?;
            is_extended = extension.is_extended();
        }
        if map.end == gnu.real_size()? && map.stored == self.unread {
            let (pieces, size) = (map.pieces, map.end);
            Ok(Map { pieces, size })
        } else {
            Err(malformed())
        }
    }
}

impl<R: Read> Read for Tar<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = (&mut *self.source).take(self.unread).read(buffer)?;
        self.unread -= count as u64;
        Ok(count)
    }
}

/// Returns the error for an archive that is not valid.
fn malformed() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

/// The records of a pax header that are needed to read a member.
#[derive(Default)]
struct Pax {
    path: Option<LongName>,
    size: Option<u64>,
    /// `true` if a record with the prefix [`PAX_SPARSE`] describes the member.
    is_sparse: bool,
}

impl Pax {
    /// Reads records up to the first malformed one or the end. A record has the form `LENGTH KEY=VALUE\n`. `LENGTH` is
    /// the number of bytes of the whole record.
    fn read(source: impl Read) -> io::Result<Self> {
        let mut source = BufReader::new(source);
        let mut pax = Self::default();
        loop {
            let mut head = Vec::new();
            (&mut source).take(MAX_KEY_BYTES).read_until(b' ', &mut head)?;
            let digits = head.strip_suffix(b" ").and_then(|rest| str::from_utf8(rest).ok());
            let length: Option<u64> = digits.and_then(|digits| digits.parse().ok());
            let Some(length) = length.and_then(|length| length.checked_sub(head.len() as u64 + 1)) else {
                return Ok(pax);
            };
            let mut record = (&mut source).take(length);
            let mut key = Vec::new();
            (&mut record).take(MAX_KEY_BYTES).read_until(b'=', &mut key)?;
            pax.is_sparse |= key.starts_with(PAX_SPARSE);
            match &*key {
                // The path in the header is then a name that other programs may use.
                b"GNU.sparse.name=" => pax.path = Some(LongName::read(&mut record)?),
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
            io::copy(&mut (&mut source).take(1), &mut io::sink())?;
        }
    }
}

/// The map of a sparse file: the pieces that are stored. All other bytes of the file are zeros.
struct Map {
    /// The offset and length of each piece (bytes).
    pieces: Vec<(u64, u64)>,
    /// The size of the file with the zeros (bytes).
    size: u64,
}

/// A map of a sparse file while it is being read.
#[derive(Default)]
struct MapReader {
    /// The pieces, at most one more than [`MAX_PIECES`].
    pieces: Vec<(u64, u64)>,
    /// The end of the last piece, which is the size of the file after all pieces (bytes).
    end: u64,
    /// The number of bytes in all pieces.
    stored: u64,
}

impl MapReader {
    /// Adds pieces. Returns an error if a piece begins before the end of the piece before it, or if the stored bytes of a piece
    /// do not begin a block.
    fn add(&mut self, pieces: &[GnuSparseHeader]) -> io::Result<()> {
        for piece in pieces.iter().filter(|piece| !piece.is_empty()) {
            let (start, length) = (piece.offset()?, piece.length()?);
            let is_aligned = length == 0 || self.stored.is_multiple_of(BLOCK_BYTES as u64);
            let end = start.checked_add(length);
            let stored = self.stored.checked_add(length);
            let (Some(end), Some(stored), true) = (end, stored, is_aligned && start >= self.end) else {
                return Err(malformed());
            };
            (self.end, self.stored) = (end, stored);
            if self.pieces.len() <= MAX_PIECES {
                self.pieces.push((start, length));
            }
        }
        Ok(())
    }
}

/// A reader of a sparse file that inserts the zeros between the pieces.
struct Sparse<R> {
    source: R,
    pieces: vec::IntoIter<(u64, u64)>,
    /// The offset and length of the piece that is being read or that is next.
    piece: (u64, u64),
    /// The current offset in the file.
    at: u64,
    size: u64,
}

impl<R> Sparse<R> {
    fn new(source: R, pieces: Vec<(u64, u64)>, size: u64) -> Self {
        Self {
            source,
            pieces: pieces.into_iter(),
            piece: (0, 0),
            at: 0,
            size,
        }
    }
}

impl<R: Read> Read for Sparse<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at >= self.piece.0 + self.piece.1 && self.at < self.size {
            self.piece = self.pieces.next().unwrap_or((self.size, 0));
            if self.piece.0 >= self.size {
                break;
            }
        }
        let (begin, length) = self.piece;
        let count = if self.at < begin {
            io::repeat(0).take(begin - self.at).read(buffer)?
        } else {
            (&mut self.source).take(begin + length - self.at).read(buffer)?
        };
        self.at += count as u64;
        Ok(count)
    }
}
