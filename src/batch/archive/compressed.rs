//! `.gz` and `.zst`: a tar, or a single file.

use std::cell::Cell;
use std::io::{self, BufReader, Read};

use super::background::{Sink, Stop, in_background};
use super::bytes::Bytes;
use super::frames::{Frames, Gzip};
use super::member::{Members, Wanted};
use super::tar;
use super::unpack::Metered;
use crate::record::gap::{ArchiveGap, Irregularity};

/// So many bytes are read at once.
const BUFFER: usize = 128 << 10;

/// What a tar holds.
pub(super) fn tar(bytes: Bytes, _: &str, wanted: Wanted) -> io::Result<Members> {
    in_background(wanted, move |sink| {
        tar::read(BufReader::with_capacity(BUFFER, bytes), sink)
    })
}

/// What a file holds that gzip has packed.
pub(super) fn gzip(bytes: Bytes, name: &str, wanted: Wanted) -> io::Result<Members> {
    let name = in_gzip(name);
    in_background(wanted, move |sink| {
        let packed = bytes.length();
        let from = Gzip::new(BufReader::with_capacity(BUFFER, bytes));
        let rest = from.rest();
        unpack(Metered::new(from, packed), &rest, name, sink)
    })
}

/// What a file holds that Zstandard has packed.
pub(super) fn zstandard(bytes: Bytes, name: &str, wanted: Wanted) -> io::Result<Members> {
    let name = in_zstandard(name);
    in_background(wanted, move |sink| {
        let packed = bytes.length();
        let from = Frames::new(BufReader::with_capacity(BUFFER, bytes));
        let rest = from.rest();
        unpack(Metered::new(from, packed), &rest, name, sink)
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
    match name.rsplit_once('.').filter(|(inner, _)| !inner.is_empty()) {
        Some((inner, last)) if last.eq_ignore_ascii_case(usual) => inner.to_owned(),
        Some((inner, last)) if last.eq_ignore_ascii_case(of_tar) => format!("{inner}.tar"),
        _ => name.to_owned(),
    }
}

/// Hands over what comes out. `rest` tells when all is read whether bytes follow the end.
fn unpack(
    mut from: Metered<impl Read>,
    rest: &Cell<bool>,
    name: String,
    sink: &mut Sink,
) -> Result<(), Stop> {
    let mut head = Vec::new();
    // An error comes again when more is read.
    let _ = (&mut from).take(tar::BLOCK as u64).read_to_end(&mut head);
    let is_called_tar = name.to_ascii_lowercase().ends_with(".tar");
    let is_tar = is_called_tar || tar::is_tar(&head);
    let whole = io::Cursor::new(head).chain(from);
    if is_tar {
        tar::read(whole, sink)?;
    } else {
        sink.unpack(name, whole, None)?;
    }
    if rest.get() {
        return Err(Stop::Gap(ArchiveGap::Irregular(Irregularity::BytesAfterEnd)));
    }
    Ok(())
}
