//! `.gz` and `.zst`: a tar, or a single file.

use std::io::{self, BufReader, Read};

use flate2::read::MultiGzDecoder;

use super::background::{Sink, Stop, in_background};
use super::bytes::Bytes;
use super::frames::Frames;
use super::member::{Members, Wanted};
use super::tar;
use super::unpack::Metered;

/// So many bytes are read at once.
const BUFFER: usize = 128 << 10;

/// What a tar holds.
pub(super) fn tar(bytes: Bytes, _: &str, wanted: Wanted) -> Members {
    in_background(wanted, move |sink| {
        tar::read(BufReader::with_capacity(BUFFER, bytes), sink)
    })
}

/// What a file holds that gzip has packed.
pub(super) fn gzip(bytes: Bytes, name: &str, wanted: Wanted) -> Members {
    let name = in_gzip(name);
    in_background(wanted, move |sink| {
        let packed = bytes.len();
        let from = MultiGzDecoder::new(BufReader::with_capacity(BUFFER, bytes));
        unpack(Metered::new(from, packed), name, sink)
    })
}

/// What a file holds that Zstandard has packed.
pub(super) fn zstandard(bytes: Bytes, name: &str, wanted: Wanted) -> Members {
    let name = in_zstandard(name);
    in_background(wanted, move |sink| {
        let packed = bytes.len();
        let from = Frames::new(BufReader::with_capacity(BUFFER, bytes));
        unpack(Metered::new(from, packed), name, sink)
    })
}

/// What the file is called that gzip has packed into one of this name.
pub(super) fn in_gzip(name: &str) -> String {
    inner(name, "gz", "tgz")
}

/// What the file is called that Zstandard has packed into one of this name.
pub(super) fn in_zstandard(name: &str) -> String {
    inner(name, "zst", "tzst")
}

/// The name of what is packed: that of the archive without what was added to it; a tar may be called by a name of its own.
fn inner(name: &str, usual: &str, of_tar: &str) -> String {
    match name.rsplit_once('.') {
        Some((inner, last)) if last.eq_ignore_ascii_case(usual) => inner.to_owned(),
        Some((inner, last)) if last.eq_ignore_ascii_case(of_tar) => format!("{inner}.tar"),
        _ => name.to_owned(),
    }
}

fn unpack(mut from: impl Read, name: String, sink: &mut Sink) -> Result<(), Stop> {
    let mut head = Vec::new();
    let begun = (&mut from).take(tar::BLOCK as u64).read_to_end(&mut head);
    let (at, magic) = tar::MAGIC;
    let is_called_tar = name.to_ascii_lowercase().ends_with(".tar");
    if is_called_tar || head.get(at..).is_some_and(|it| it.starts_with(magic)) {
        let rest = Again(begun.err()).chain(from);
        return tar::read(io::Cursor::new(head).chain(rest), sink);
    }
    let rest = Again(begun.err()).chain(from);
    sink.unpack(name, io::Cursor::new(head).chain(rest), None)?;
    Ok(())
}

/// Fails once more as reading has failed before.
struct Again(Option<io::Error>);

impl Read for Again {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
