//! Reader of `.lzh`, the usual archive format in Japan before zip.

use std::borrow::Cow;
use std::io::{self, Cursor, Read};

use delharc::{LhaDecodeReader, LhaHeader};

use super::bounds::OuterBudget;
use super::bytes::Bytes;
use super::long_name::MAX_NAME_BYTES;
use super::sink::{Sink, Stop, in_background};
use super::{EofReader, Members, Wanted, decode_name};
use crate::record::gap::{ArchiveGap, Irregularity};

/// Type of the extended header with the file name.
const FILE_NAME_HEADER: u8 = 1;
/// Type of the extended header with the folder name.
const FOLDER_NAME_HEADER: u8 = 2;

/// Separator of folders in an extended header. This byte does not occur in `Shift_JIS`.
const FOLDER_SEPARATOR: u8 = 0xFF;

/// Returns the members of an archive, which is read in the background.
pub(super) fn members(
    bytes: Bytes,
    _: &str,
    wanted: Wanted,
    outer: Option<OuterBudget>,
) -> io::Result<Members> {
    in_background(bytes, wanted, outer, read)
}

/// Passes the members of an archive to the sink, and the members of further archives that follow its end.
fn read(bytes: Bytes, sink: &mut Sink) -> Result<(), Stop> {
    let torn = Stop::Gap(ArchiveGap::Torn);
    let reader = EofReader::new(bytes);
    let is_at_end = reader.ended();
    let Ok(mut decoder) = LhaDecodeReader::new(reader) else {
        return Err(torn);
    };
    let mut irregularity = None;
    loop {
        member(&mut decoder, sink)?;
        match decoder.next_file() {
            Ok(true) => {}
            // A complete archive ends with a zero byte. Without this byte, the archive is truncated.
            Ok(false) if is_at_end.get() => return Err(torn),
            Ok(false) => match after_end(&mut decoder) {
                Some(Irregularity::FilesAfterEnd) => irregularity = Some(Irregularity::FilesAfterEnd),
                other => {
                    irregularity = irregularity.or(other);
                    break;
                }
            },
            Err(_) => return Err(torn),
        }
    }
    irregularity.map_or(Ok(()), |irregularity| {
        Err(Stop::Gap(ArchiveGap::Irregular(irregularity)))
    })
}

/// Passes the current member to the sink, unless it is a directory. A member with an unsupported compression method is
/// passed as a gap.
fn member(decoder: &mut LhaDecodeReader<EofReader<Bytes>>, sink: &mut Sink) -> Result<(), Stop> {
    let header = decoder.header();
    let (name, size) = (sink.shortened(member_name(header)), header.original_size);
    if header.is_directory() {
        return Ok(());
    }
    if !decoder.is_decoder_supported() {
        let method = String::from_utf8_lossy(&header.compression).into_owned();
        return sink.put_gap(name, ArchiveGap::Unsupported(method));
    }
    sink.unpack(name, Checked(&mut *decoder), Some(size))?;
    sink.add_work(size - decoder.len())
}

/// Returns the irregularity if bytes other than zeros follow the end of the archive; `None` if the end is regular.
///
/// If these bytes are another archive, the decoder continues with that archive.
fn after_end(decoder: &mut LhaDecodeReader<EofReader<Bytes>>) -> Option<Irregularity> {
    let mut source = decoder.take_inner()?;
    let mut byte = [0];
    while byte == [0] {
        source.read_exact(&mut byte).ok()?;
    }
    source.again = Cursor::new(byte.to_vec());
    match decoder.begin_new(source) {
        Ok(true) => Some(Irregularity::FilesAfterEnd),
        _ => Some(Irregularity::BytesAfterEnd),
    }
}

/// Returns the name of a member with its folders. A file or folder name that is too long is shortened before it is copied.
fn member_name(header: &LhaHeader) -> String {
    let (mut folder, mut file_name) = (Vec::new(), Cow::Borrowed(&header.filename[..]));
    for extra in header.iter_extra() {
        match extra {
            [FILE_NAME_HEADER, bytes @ ..] => file_name = without_middle(bytes),
            [FOLDER_NAME_HEADER, bytes @ ..] => folder = without_middle(bytes).into_owned(),
            _ => {}
        }
    }
    if folder.last().is_some_and(|&byte| byte != FOLDER_SEPARATOR) {
        folder.push(FOLDER_SEPARATOR);
    }
    let mut path = folder;
    // On the Amiga, a zero byte and a comment follow the name.
    path.extend(file_name.iter().take_while(|&&byte| byte != 0));
    let names: Vec<_> = path
        .split(|&byte| byte == FOLDER_SEPARATOR)
        .map(decode_name)
        .collect();
    names.join("/")
}

/// Returns a file or folder name, without its middle if the name is too long.
///
/// The shortened name is still longer than [`MAX_NAME_BYTES`], so that the shortening is reported. The shortened name
/// keeps the extension.
fn without_middle(name: &[u8]) -> Cow<'_, [u8]> {
    const KEPT_BYTES: usize = MAX_NAME_BYTES / 2 + 1;
    if name.len() <= 2 * KEPT_BYTES {
        return Cow::Borrowed(name);
    }
    Cow::Owned([&name[..KEPT_BYTES], &name[name.len() - KEPT_BYTES..]].concat())
}

/// A reader of the current member. At the end, the reader returns an error if the checksum is wrong.
struct Checked<'r>(&'r mut LhaDecodeReader<EofReader<Bytes>>);

impl Read for Checked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        if count == 0 && !buffer.is_empty() && !self.0.crc_is_ok() {
            return Err(io::ErrorKind::InvalidData.into());
        }
        Ok(count)
    }
}
