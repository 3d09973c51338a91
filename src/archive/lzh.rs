//! Reader of `.lzh`, the usual archive format in Japan before zip.

use std::borrow::Cow;
use std::io::{self, Cursor, Read};

use delharc::{LhaDecodeReader, LhaHeader};

use super::bounds::{Meter, OuterBudget};
use super::bytes::Bytes;
use super::compressed::{Sink, Stop, in_background};
use super::tar::MAX_NAME_BYTES;
use super::{EofReader, Members, Wanted, name};
use crate::record::gap::{ArchiveGap, Irregularity};

/// Types of the extended headers with the file name and the folder name.
const FILE_NAME_HEADER: u8 = 1;
const FOLDER_NAME_HEADER: u8 = 2;

/// Separator of folders in an extended header. No `Shift_JIS` character has this byte.
const FOLDER_SEPARATOR: u8 = 0xFF;

/// Returns the members of an archive.
pub(super) fn members(
    bytes: Bytes,
    _: &str,
    wanted: Wanted,
    outer: Option<OuterBudget>,
) -> io::Result<Members> {
    let meter = Meter::new(bytes.length(), outer);
    in_background(wanted, meter, move |sink| read(bytes, sink))
}

fn read(bytes: Bytes, sink: &mut Sink) -> Result<(), Stop> {
    let torn = Stop::Gap(ArchiveGap::Torn);
    let from = EofReader::new(bytes);
    let ended = from.ended();
    let Ok(mut reader) = LhaDecodeReader::new(from) else {
        return Err(torn);
    };
    let mut irregular = None;
    loop {
        member(&mut reader, sink)?;
        match reader.next_file() {
            Ok(true) => {}
            // The archive ends with a zero byte.
            Ok(false) if ended.get() => return Err(torn),
            Ok(false) => match after_end(&mut reader) {
                Some(Irregularity::FilesAfterEnd) => irregular = Some(Irregularity::FilesAfterEnd),
                other => {
                    irregular = irregular.or(other);
                    break;
                }
            },
            Err(_) => return Err(torn),
        }
    }
    irregular.map_or(Ok(()), |irregular| {
        Err(Stop::Gap(ArchiveGap::Irregular(irregular)))
    })
}

/// Passes a member on.
fn member(reader: &mut LhaDecodeReader<EofReader<Bytes>>, sink: &mut Sink) -> Result<(), Stop> {
    let header = reader.header();
    let (name, size) = (sink.shortened(name_of(header)), header.original_size);
    if header.is_directory() {
        return Ok(());
    }
    if !reader.is_decoder_supported() {
        let method = String::from_utf8_lossy(&header.compression).into_owned();
        return sink.put_gap(name, ArchiveGap::Unsupported(method));
    }
    sink.unpack(name, Checked(&mut *reader), Some(size))?;
    sink.add_work(size - reader.len())
}

/// Returns the irregularity of bytes after the end other than zeros, such as another archive.
fn after_end(reader: &mut LhaDecodeReader<EofReader<Bytes>>) -> Option<Irregularity> {
    let mut from = reader.take_inner()?;
    let mut next = [0];
    while next == [0] {
        from.read_exact(&mut next).ok()?;
    }
    from.again = Cursor::new(next.to_vec());
    match reader.begin_new(from) {
        Ok(true) => Some(Irregularity::FilesAfterEnd),
        _ => Some(Irregularity::BytesAfterEnd),
    }
}

/// Returns the name of a member with its folders. A part that is too long is shortened before it is copied.
fn name_of(header: &LhaHeader) -> String {
    let (mut path, mut file) = (Vec::new(), Cow::Borrowed(&header.filename[..]));
    for extra in header.iter_extra() {
        match extra {
            [FILE_NAME_HEADER, bytes @ ..] => file = without_middle(bytes),
            [FOLDER_NAME_HEADER, bytes @ ..] => path = without_middle(bytes).into_owned(),
            _ => {}
        }
    }
    if path.last().is_some_and(|&path| path != FOLDER_SEPARATOR) {
        path.push(FOLDER_SEPARATOR);
    }
    // On the Amiga, a comment follows the name.
    path.extend(file.iter().take_while(|&&byte| byte != 0));
    let parts: Vec<_> = path.split(|&path| path == FOLDER_SEPARATOR).map(name).collect();
    parts.join("/")
}

/// Returns a part of a name without its middle, if it is too long.
///
/// The result is still longer than the limit for names, and it includes the extension.
fn without_middle(part: &[u8]) -> Cow<'_, [u8]> {
    const KEPT_BYTES: usize = MAX_NAME_BYTES / 2 + 1;
    if part.len() <= 2 * KEPT_BYTES {
        return Cow::Borrowed(part);
    }
    Cow::Owned([&part[..KEPT_BYTES], &part[part.len() - KEPT_BYTES..]].concat())
}

/// A member whose checksum is verified at its end.
struct Checked<'r>(&'r mut LhaDecodeReader<EofReader<Bytes>>);

impl Read for Checked<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(into)?;
        if read == 0 && !into.is_empty() && !self.0.crc_is_ok() {
            return Err(io::ErrorKind::InvalidData.into());
        }
        Ok(read)
    }
}
