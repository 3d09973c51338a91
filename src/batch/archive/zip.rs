//! `.zip`: members are reached one by one, from the list at its end.

use std::sync::Arc;

use ::zip::CompressionMethod;
use ::zip::read::{Config, OwnedZipFileEntry, ZipFileEntry, ZipReadOptions, read_zipfile_from_stream};
use ::zip::result::ZipError;
use ::zip::unstable::read::ZipIterable;

use super::background::{Sink, Stop, in_background};
use super::bytes::Bytes;
use super::member::{Content, Members, Packed, Wanted};
use super::name::name;
use super::unpack::{is_bomb, unpacked};
use crate::record::GapKind;
use crate::record::gap::ArchiveGap;

/// A member that is still packed.
struct Listed {
    entry: OwnedZipFileEntry,
    bytes: Bytes,
}

impl Packed for Listed {
    fn size(&self) -> u64 {
        self.entry.size()
    }

    fn unpack(&self) -> Result<Vec<u8>, ArchiveGap> {
        let mut bytes = self.bytes.clone();
        let file = self.entry.as_ref().with_reader(&mut bytes, ZipReadOptions::new());
        unpacked(file.map_err(|it| gap(&it))?, Some(self.size()))
    }
}

/// The members of an archive, which whoever works on them unpacks.
pub(super) fn members(bytes: Bytes, _: &str, wanted: Wanted) -> Members {
    in_background(wanted, move |sink| {
        match ZipIterable::try_new(bytes.clone(), Config::default()) {
            Ok(mut archive) => {
                let files = archive.files().map_err(|it| Stop::Gap(torn(&it)))?;
                listed(files, &bytes, sink)
            }
            Err(ZipError::UnsupportedArchive(what)) => {
                Err(Stop::Gap(ArchiveGap::Unsupported(what.to_owned())))
            }
            Err(_) => unlisted(bytes, sink),
        }
    })
}

/// The members that the list at the end of an archive names.
fn listed(
    files: impl Iterator<Item = Result<ZipFileEntry<'static>, ZipError>>,
    bytes: &Bytes,
    sink: &mut Sink,
) -> Result<(), Stop> {
    let mut unpacked = 0;
    for entry in files {
        let entry = entry.map_err(|it| Stop::Gap(torn(&it)))?;
        if entry.is_dir() {
            continue;
        }
        let name = name(entry.name_raw());
        if !sink.wants(&name) {
            sink.put(name, Content::Unwanted)?;
            continue;
        }
        unpacked += entry.size();
        if is_bomb(bytes.len(), unpacked) {
            return Err(Stop::Gap(ArchiveGap::Bomb));
        }
        let content = match why_not(&entry) {
            Some(gap) => Content::Gap(GapKind::Archive(gap)),
            None => Content::Packed(Arc::new(Listed {
                entry: entry.into(),
                bytes: bytes.clone(),
            })),
        };
        sink.put(name, content)?;
    }
    Ok(())
}

/// The members of an archive whose list is damaged or cut off, as far as they can be read from its beginning.
fn unlisted(mut bytes: Bytes, sink: &mut Sink) -> Result<(), Stop> {
    while let Ok(Some(mut file)) = read_zipfile_from_stream(&mut bytes) {
        if file.is_dir() {
            continue;
        }
        let (name, size) = (name(file.name_raw()), file.size());
        if !sink.unpack(name, &mut file, Some(size))? {
            break;
        }
    }
    Err(Stop::Gap(ArchiveGap::Torn))
}

/// Why a member is not unpacked.
fn why_not(entry: &ZipFileEntry<'_>) -> Option<ArchiveGap> {
    if entry.encrypted() {
        return Some(ArchiveGap::Encrypted);
    }
    if entry.is_symlink() {
        return Some(ArchiveGap::Link);
    }
    match entry.compression() {
        CompressionMethod::Stored | CompressionMethod::Deflated => None,
        other => Some(ArchiveGap::Unsupported(method(other))),
    }
}

/// What a method is called (the zip specification, APPNOTE.TXT 4.4.5).
fn method(method: CompressionMethod) -> String {
    const NAMES: [(u16, &str); 9] = [
        (1, "Shrink"),
        (2, "Reduce"),
        (6, "Implode"),
        (9, "Deflate64"),
        (12, "bzip2"),
        (14, "LZMA"),
        (93, "Zstandard"),
        (95, "XZ"),
        (98, "PPMd"),
    ];
    // The number of one that is not unpacked stands nowhere else.
    let told = format!("{method:?}");
    let number: String = told.chars().filter(char::is_ascii_digit).collect();
    let named = NAMES.iter().find(|(it, _)| it.to_string() == number);
    named.map_or(number, |(_, name)| (*name).to_owned())
}

fn gap(error: &ZipError) -> ArchiveGap {
    match error {
        ZipError::CompressionMethodNotSupported(number) => ArchiveGap::Unsupported(number.to_string()),
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            ArchiveGap::Encrypted
        }
        _ => ArchiveGap::Damaged,
    }
}

fn torn(error: &ZipError) -> ArchiveGap {
    match gap(error) {
        ArchiveGap::Damaged => ArchiveGap::Torn,
        other => other,
    }
}
