//! Functions that build archives of every kind, valid and damaged.

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use sevenz_rust2::{ArchiveEntry, ArchiveWriter};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The files of an archive: name and content.
pub type Files<'f> = [(&'f str, &'f [u8])];

/// A function that returns an archive with these files.
pub type MakeArchive = fn(&Files<'_>) -> Vec<u8>;

/// The extensions of archives, each with the function that makes such an archive.
pub const ARCHIVE_KINDS: [(&str, MakeArchive); 8] = [
    ("zip", zip),
    ("tar", tar),
    ("tar.gz", |files| gzip(&tar(files))),
    ("tgz", |files| gzip(&tar(files))),
    ("tar.zst", |files| zstandard(&tar(files))),
    ("7z", seven_zip),
    ("lzh", |files| lzh(&with_byte_names(files))),
    // Archives in archives are read one level deep.
    ("tar.gz.zip", |files| zip(&[("x.tar.gz", &gzip(&tar(files)))])),
];

pub fn zip(files: &Files<'_>) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

pub fn tar(files: &Files<'_>) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, name, *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

/// Returns a tar with one entry of this name and kind: a link or a special file, not a regular file. The target of a
/// link is `/etc/passwd`.
pub fn tar_of_link(name: &str, kind: tar::EntryType) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(kind);
    header.set_size(0);
    builder.append_link(&mut header, name, "/etc/passwd").unwrap();
    builder.into_inner().unwrap()
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub fn zstandard(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

pub fn seven_zip(files: &Files<'_>) -> Vec<u8> {
    let mut writer = ArchiveWriter::new(Cursor::new(Vec::new())).unwrap();
    for (name, bytes) in files {
        let entry = ArchiveEntry::new_file(name);
        writer.push_archive_entry(entry, Some(*bytes)).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn with_byte_names<'f>(files: &Files<'f>) -> Vec<(&'f [u8], &'f [u8])> {
    files
        .iter()
        .map(|&(name, bytes)| (name.as_bytes(), bytes))
        .collect()
}

/// Returns an LZH archive of stored files, with headers of level 0.
///
/// See <https://github.com/jca02266/lha/blob/master/header.doc.md>. Names are bytes in the encoding of the packing
/// system.
pub fn lzh(files: &[(&[u8], &[u8])]) -> Vec<u8> {
    let mut archive = Vec::new();
    for (name, bytes) in files {
        let mut header = b"-lh0-".to_vec();
        let length = (bytes.len() as u32).to_le_bytes();
        header.extend(length);
        header.extend(length);
        // Date and time (four bytes), attributes, header level, and the name after its length.
        header.extend([0, 0, 0, 0, 0x20, 0, name.len() as u8]);
        header.extend(*name);
        header.extend(crc16(bytes).to_le_bytes());
        let sum = header.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte));
        archive.extend([header.len() as u8, sum]);
        archive.extend(header);
        archive.extend(*bytes);
    }
    archive.push(0);
    archive
}

/// Returns the CRC-16/ARC checksum of the bytes.
pub fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc, byte| {
        (0..8).fold(crc ^ u16::from(*byte), |crc, _| {
            let shifted = crc >> 1;
            if crc & 1 == 1 { shifted ^ 0xA001 } else { shifted }
        })
    })
}

/// Returns a zip with one file whose name has these bytes, without the UTF-8 flag.
pub fn zip_with_name(name: &[u8], bytes: &[u8]) -> Vec<u8> {
    // The placeholder name has the same length and is overwritten.
    let placeholder = "x".repeat(name.len());
    let mut archive = zip(&[(&placeholder, bytes)]);
    for offset in 0..archive.len() - name.len() {
        if archive[offset..].starts_with(placeholder.as_bytes()) {
            archive[offset..offset + name.len()].copy_from_slice(name);
        }
    }
    archive
}

/// Returns a zip in which a 16-bit header field of the first file has this value, in the local header and in the
/// central directory. `field_offset` is the offset of the field in the local header.
pub fn zip_with_header_field(files: &Files<'_>, field_offset: usize, value: u16) -> Vec<u8> {
    let mut archive = zip(files);
    let central_header = archive
        .windows(4)
        .position(|window| window == b"PK\x01\x02")
        .unwrap();
    // In the central header, the field has an offset of two more bytes.
    for offset in [field_offset, central_header + field_offset + 2] {
        archive[offset..offset + 2].copy_from_slice(&value.to_le_bytes());
    }
    archive
}

/// Returns the zip with this number of entries in its end record. The zip must not have a comment.
pub fn zip_with_entry_count(mut archive: Vec<u8>, entries: u16) -> Vec<u8> {
    let end_record = archive.len() - 22;
    for offset in [end_record + 8, end_record + 10] {
        archive[offset..offset + 2].copy_from_slice(&entries.to_le_bytes());
    }
    archive
}

/// Returns a zip with 65,536 empty files and, as the last entry, a file with this name and content.
pub fn zip_with_65536_entries(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for number in 0..=usize::from(u16::MAX) {
        writer.start_file(number.to_string(), stored).unwrap();
    }
    writer.start_file(name, stored).unwrap();
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap().into_inner()
}

/// Returns a zip whose zip64 end record is replaced by an end record with 16-bit counts, as old programs write it. The
/// stated number of entries is therefore the actual number modulo 65,536.
pub fn without_zip64_end(archive: &[u8]) -> Vec<u8> {
    let zip64_end = archive
        .windows(4)
        .rposition(|window| window == b"PK\x06\x06")
        .unwrap();
    let zip64_field = |offset: usize| &archive[zip64_end + offset..zip64_end + offset + 4];
    let mut old_zip = archive[..zip64_end].to_vec();
    old_zip.extend(b"PK\x05\x06\0\0\0\0");
    old_zip.extend(
        [
            &zip64_field(32)[..2],
            &zip64_field(32)[..2],
            zip64_field(40),
            zip64_field(48),
            &[0, 0],
        ]
        .concat(),
    );
    old_zip
}

/// Returns a zip whose first central header has `bytes` at `offset`.
pub fn zip_with_central_header_bytes(files: &Files<'_>, offset: usize, bytes: &[u8]) -> Vec<u8> {
    let mut archive = zip(files);
    let start = archive
        .windows(4)
        .position(|window| window == b"PK\x01\x02")
        .unwrap()
        + offset;
    archive[start..start + bytes.len()].copy_from_slice(bytes);
    archive
}
