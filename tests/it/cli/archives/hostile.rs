//! Archives made to exhaust memory or time.

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::builders::{Files, MakeArchive, crc16, gzip, lzh, seven_zip, tar, zip, zstandard};
use super::paths;
use crate::cli::{Archive, CLEAN, Outcome};

/// Returns the record path and the rule of each finding.
fn paths_and_rules(outcome: &Outcome) -> Vec<(String, String)> {
    let mut paths_and_rules = Vec::new();
    for object in outcome.objects() {
        for finding in object["findings"].as_array().unwrap() {
            let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
            paths_and_rules.push((text(&object["path"]), text(&finding["rule"])));
        }
    }
    paths_and_rules
}

fn is_kif(path: &str) -> bool {
    Path::new(path)
        .extension()
        .is_some_and(|extension| extension == "kif")
}

fn count_findings(outcome: &Outcome, rule: &str) -> usize {
    paths_and_rules(outcome)
        .iter()
        .filter(|(_, it)| it == rule)
        .count()
}

/// Returns a tar with this number of members, whose names have `length` bytes. The names are in GNU headers or, if
/// `is_pax` is set, in POSIX headers.
fn tar_with_long_names(members: usize, length: usize, is_pax: bool) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for number in 0..members {
        let suffix = format!("/{number}.kif");
        let name = "a".repeat(length - suffix.len()) + &suffix;
        let mut header = tar::Header::new_ustar();
        header.set_size(CLEAN.len() as u64);
        if is_pax {
            let records = [("comment", &b"x"[..]), ("path", name.as_bytes())];
            builder.append_pax_extensions(records).unwrap();
            header.set_path("short.kif").unwrap();
            header.set_cksum();
            builder.append(&header, CLEAN.as_bytes()).unwrap();
        } else {
            let mut header = tar::Header::new_gnu();
            header.set_size(CLEAN.len() as u64);
            builder.append_data(&mut header, name, CLEAN.as_bytes()).unwrap();
        }
    }
    builder.into_inner().unwrap()
}

/// Names of 4 MiB are truncated without being held in memory, and the members with these names are read.
#[cfg(target_os = "linux")]
#[test]
fn long_names_use_little_memory() {
    const MEMBERS: usize = 64;
    for is_pax in [false, true] {
        // With the fastest compression, the unpacked size stays within the allowed multiple of the packed size.
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder
            .write_all(&tar_with_long_names(MEMBERS, 4 << 20, is_pax))
            .unwrap();
        let tar_gz = encoder.finish().unwrap();
        let archive = Archive::new(&[("x.tar.gz", &tar_gz)]);
        let outcome = archive.shell("ulimit -v 300000; kifu validate -j 1 --format jsonl x.tar.gz");
        assert_eq!(outcome.status, 0, "{}", outcome.stderr);
        let paths = paths(&outcome);
        let is_truncated = |text: &&String| text.len() < 66 << 10 && text.contains('…') && is_kif(text);
        assert_eq!(paths.iter().filter(is_truncated).count(), MEMBERS);
        let expected = ("x.tar.gz".to_owned(), "archive-irregular".to_owned());
        assert_eq!(paths_and_rules(&outcome), [expected]);
    }
    // Names of up to 64 KiB are complete.
    for (length, is_pax) in [(60_000, false), (60_000, true), (64 << 10, true)] {
        let archive = Archive::new(&[("x.tar", &tar_with_long_names(2, length, is_pax))]);
        let outcome = archive.run_line("validate --format jsonl x.tar");
        assert_eq!(paths_and_rules(&outcome), [], "{length}");
        let lengths: Vec<_> = paths(&outcome).iter().map(String::len).collect();
        assert_eq!(lengths, [length + "x.tar!".len(); 2]);
    }
}

/// The list of files in a 7z has a separate size limit, and a long name in it is truncated.
#[test]
fn the_directory_of_a_7z_is_limited() {
    let seven_zip_with_name = |length: usize| {
        let name = "a".repeat(length) + ".kif";
        seven_zip(&[(&name, CLEAN.as_bytes())])
    };
    // The signature header has the position, the size and the checksum of the list.
    let size = 65_u64 << 20;
    let position_and_size = [0_u64.to_le_bytes(), size.to_le_bytes()].concat();
    let start_header = [&position_and_size[..], &[0; 4]].concat();
    let mut crc = flate2::Crc::new();
    crc.update(&start_header);
    let signature_header = [
        b"7z\xBC\xAF\x27\x1C\0\x04",
        &crc.sum().to_le_bytes()[..],
        &start_header,
    ]
    .concat();
    let large_archive = [signature_header, vec![1], vec![0; size as usize - 1]].concat();
    let archive = Archive::new(&[
        ("large.7z", &large_archive),
        // The list of 4 MiB counts as 128 MiB of work (32 times its size), which is above the limits of 64 MiB and of 600 times
        // the size of the archive.
        ("padded.7z", &seven_zip_with_name(2 << 20)),
        ("long.7z", &seven_zip_with_name(500_000)),
        ("usual.7z", &seven_zip_with_name(60_000)),
    ]);
    for (name, rules, status) in [
        ("large.7z", &["archive-limit"][..], 1),
        ("padded.7z", &["archive-limit"], 1),
        ("long.7z", &["archive-irregular"], 0),
        ("usual.7z", &[], 0),
    ] {
        let outcome = archive.run_line(&format!("validate --format jsonl {name}"));
        let findings = paths_and_rules(&outcome);
        let found_rules: Vec<_> = findings.iter().map(|(_, rule)| rule.as_str()).collect();
        assert_eq!((found_rules, outcome.status), (rules.to_vec(), status), "{name}");
        let read_count = paths(&outcome).iter().filter(|it| is_kif(it)).count();
        assert_eq!(read_count, usize::from(status == 0), "{name}");
    }
}

/// Returns a zip with one member that is listed this many times, under different names with this extension.
fn zip_with_shared_member(content: &[u8], times: usize, extension: &str) -> Vec<u8> {
    let name = format!("00000.{extension}");
    let single_member = zip(&[(&name, content)]);
    share_member(&single_member, times)
}

/// Returns a copy of a zip that has one member. The copy lists this member several times, under different names.
fn share_member(single_member: &[u8], times: usize) -> Vec<u8> {
    let directory_start = single_member
        .windows(4)
        .position(|window| window == b"PK\x01\x02")
        .unwrap();
    let directory_end = single_member
        .windows(4)
        .rposition(|window| window == b"PK\x05\x06")
        .unwrap();
    let mut archive = single_member[..directory_start].to_vec();
    for number in 0..times {
        let mut entry = single_member[directory_start..directory_end].to_vec();
        entry[46..51].copy_from_slice(format!("{number:05}").as_bytes());
        archive.extend(entry);
    }
    let mut end_record = single_member[directory_end..].to_vec();
    for offset in [8, 10] {
        end_record[offset..offset + 2].copy_from_slice(&(times as u16).to_le_bytes());
    }
    end_record[12..16].copy_from_slice(&((archive.len() - directory_start) as u32).to_le_bytes());
    archive.extend(end_record);
    archive
}

#[test]
fn members_that_overlap_are_read_and_reported() {
    let shared_zip = zip_with_shared_member(CLEAN.as_bytes(), 3, "kif");
    // This zip lists its members in another order than that of their data.
    let files: &Files<'_> = &[("a.kif", CLEAN.as_bytes()), ("b.kif", CLEAN.as_bytes())];
    let mut reordered = zip(files);
    let directory_start = reordered
        .windows(4)
        .position(|window| window == b"PK\x01\x02")
        .unwrap();
    let directory_end = reordered
        .windows(4)
        .rposition(|window| window == b"PK\x05\x06")
        .unwrap();
    reordered[directory_start..directory_end].rotate_left((directory_end - directory_start) / 2);
    let archive = Archive::new(&[("shared.zip", &shared_zip), ("turned.zip", &reordered)]);
    let outcome = archive.run_line("validate --format jsonl shared.zip");
    assert_eq!(outcome.status, 0);
    let expected = ("shared.zip".to_owned(), "archive-irregular".to_owned());
    assert_eq!(paths_and_rules(&outcome), [expected]);
    assert_eq!(outcome.objects().len(), 4);
    let outcome = archive.run_line("validate --format jsonl turned.zip");
    assert_eq!(
        (paths(&outcome), paths_and_rules(&outcome)),
        (
            vec!["turned.zip!b.kif".to_owned(), "turned.zip!a.kif".to_owned()],
            vec![]
        )
    );
}

/// The total size of members that share data is limited in proportion to the size of their archive.
#[test]
fn shared_members_are_limited_by_the_archive_size() {
    // Deflate blocks without content: 1 MB of such blocks unpacks to nothing.
    let empty_zip = zip(&[("00000.kif", b"")]);
    let blocks = [b"\0\0\0\xFF\xFF".repeat(200_000), b"\x01\0\0\xFF\xFF".to_vec()].concat();
    let directory_start = empty_zip
        .windows(4)
        .position(|window| window == b"PK\x01\x02")
        .unwrap();
    let mut zip_of_empty_blocks = [
        &empty_zip[..directory_start],
        &blocks,
        &empty_zip[directory_start..],
    ]
    .concat();
    let central_header = directory_start + blocks.len();
    for (method_offset, size_offset) in [(8, 18), (central_header + 10, central_header + 20)] {
        zip_of_empty_blocks[method_offset..method_offset + 2].copy_from_slice(&8_u16.to_le_bytes());
        zip_of_empty_blocks[size_offset..size_offset + 4]
            .copy_from_slice(&(blocks.len() as u32).to_le_bytes());
    }
    let directory_field = zip_of_empty_blocks.len() - 6;
    zip_of_empty_blocks[directory_field..directory_field + 4]
        .copy_from_slice(&(central_header as u32).to_le_bytes());
    let archive = Archive::new(&[
        ("few.zip", &share_member(&zip_of_empty_blocks, 20)),
        ("many.zip", &share_member(&zip_of_empty_blocks, 1_000)),
    ]);
    let few = archive.run_line("validate --format jsonl few.zip");
    assert_eq!(count_findings(&few, "archive-limit"), 0, "{}", few.stdout);
    let many = archive.run_line("validate --format jsonl many.zip");
    let limited_count = count_findings(&many, "archive-limit");
    assert!((300..500).contains(&limited_count), "{limited_count}");
}

/// Returns a tar of sparse files. Each file has `size` bytes: zeros, and a record at `offset`.
fn sparse_tar(offset: u64, size: u64, files: usize) -> Vec<u8> {
    let write_octal = |field: &mut [u8], value: u64| {
        field.copy_from_slice(format!("{value:0width$o}\0", width = field.len() - 1).as_bytes());
    };
    let mut builder = tar::Builder::new(Vec::new());
    for number in 0..files {
        let mut header = tar::Header::new_gnu();
        header.set_path(format!("{number}.kif")).unwrap();
        header.set_entry_type(tar::EntryType::GNUSparse);
        header.set_size(CLEAN.len() as u64);
        let gnu = header.as_gnu_mut().unwrap();
        write_octal(&mut gnu.sparse[0].offset, offset);
        write_octal(&mut gnu.sparse[0].numbytes, CLEAN.len() as u64);
        write_octal(&mut gnu.sparse[1].offset, size);
        write_octal(&mut gnu.sparse[1].numbytes, 0);
        write_octal(&mut gnu.realsize, size);
        header.set_cksum();
        builder.append(&header, CLEAN.as_bytes()).unwrap();
    }
    builder.into_inner().unwrap()
}

#[test]
fn sparse_files_are_limited_by_the_archive_size() {
    let length = CLEAN.len() as u64;
    let archive = Archive::new(&[
        ("usual.tar", &sparse_tar(0, length, 3)),
        ("zeros.tar", &sparse_tar(0, length + 1_000, 1)),
        ("many.tar", &sparse_tar(0, 30 << 20, 20)),
    ]);
    let valid = archive.run_line("validate --format jsonl usual.tar");
    assert_eq!((paths_and_rules(&valid), valid.objects().len()), (vec![], 3));
    // The zeros of a sparse file are part of its content.
    let zeros = archive.run_line("validate --format jsonl zeros.tar");
    assert_eq!(count_findings(&zeros, "archive-limit"), 0);
    assert_eq!(count_findings(&zeros, "control-character"), 1, "{}", zeros.stdout);
    let many = archive.run_line("validate --format jsonl many.tar");
    assert_eq!(count_findings(&many, "archive-limit"), 1);
    assert!(many.objects().len() < 5, "{}", many.objects().len());
}

/// The map of a sparse file in pax format is not read. The stored bytes alone are not the file.
#[test]
fn sparse_files_in_pax_format_are_reported() {
    let sparse_member = |builder: &mut tar::Builder<Vec<u8>>, records: &[(&str, &[u8])]| {
        builder.append_pax_extensions(records.iter().copied()).unwrap();
        let mut header = tar::Header::new_ustar();
        header.set_path("GNUSparseFile.1/a.kif").unwrap();
        header.set_size(CLEAN.len() as u64);
        header.set_cksum();
        builder.append(&header, CLEAN.as_bytes()).unwrap();
    };
    let mut builder = tar::Builder::new(Vec::new());
    let version_1 = [
        ("GNU.sparse.major", &b"1"[..]),
        ("GNU.sparse.minor", b"0"),
        ("GNU.sparse.name", b"b.kif"),
    ];
    sparse_member(&mut builder, &version_1);
    let version_0 = [("GNU.sparse.size", &b"1048576"[..]), ("path", b"c.kif")];
    sparse_member(&mut builder, &version_0);
    sparse_member(&mut builder, &[("path", b"d.kif")]);
    let archive = Archive::new(&[("pax.tar", &builder.into_inner().unwrap())]);
    let run = archive.run_line("validate --format jsonl pax.tar");
    let expected = [
        ("pax.tar!b.kif".to_owned(), "archive-unsupported".to_owned()),
        ("pax.tar!c.kif".to_owned(), "archive-unsupported".to_owned()),
    ];
    assert_eq!(paths_and_rules(&run), expected);
}

/// A long name in a level 3 header, which has no length limit, is truncated before the name is copied.
#[cfg(target_os = "linux")]
#[test]
fn long_lzh_names_are_limited_by_the_archive_size() {
    /// Returns an archive whose member has a name of `length` bytes, in an extended header of level 3.
    fn with_name(length: usize) -> Vec<u8> {
        let record = CLEAN.as_bytes();
        let size = (record.len() as u32).to_le_bytes();
        let mut archive = [4, 0].to_vec();
        archive.extend(b"-lh0-");
        archive.extend([size, size, [0; 4]].concat());
        archive.extend([0x20, 3]);
        archive.extend(crc16(record).to_le_bytes());
        archive.push(b'U');
        let extension_len = 1 + length + 4;
        let header_len = archive.len() + 4 + 4 + extension_len;
        archive.extend((header_len as u32).to_le_bytes());
        archive.extend((extension_len as u32).to_le_bytes());
        archive.push(1);
        archive.resize(archive.len() + length - 4, b'a');
        archive.extend(b".kif");
        archive.extend([0; 4]);
        archive.extend(record);
        archive.push(0);
        archive
    }
    let archive = Archive::new(&[
        ("usual.lzh", &with_name(100)),
        ("long.lzh", &with_name(100_000_000)),
    ]);
    let short = archive.run_line("validate --format jsonl usual.lzh");
    assert_eq!(
        (paths_and_rules(&short), short.objects().len()),
        (vec![], 1),
        "{short:?}"
    );
    let long = archive.shell("ulimit -v 400000; kifu validate --format jsonl -j 1 long.lzh");
    assert_eq!(count_findings(&long, "archive-irregular"), 1);
    assert_eq!(long.objects().len(), 2);
}

/// The limits of an outer archive also apply to the content of the archives in it, for every pair of kinds.
#[test]
fn nested_archives_are_limited_by_the_archive_size() {
    const INNER: [(&str, MakeArchive); 6] = [
        ("zip", zip),
        ("tar.gz", |files| gzip(&tar(files))),
        ("tar.zst", |files| zstandard(&tar(files))),
        ("7z", seven_zip),
        ("kif.gz", |files| gzip(files[0].1)),
        ("kif.zst", |files| zstandard(files[0].1)),
    ];
    const OUTER: [(&str, MakeArchive); 5] = [
        ("zip", zip),
        ("tar", tar),
        ("tar.gz", |files| gzip(&tar(files))),
        ("7z", seven_zip),
        ("lzh", |files| {
            let files: Vec<_> = files
                .iter()
                .map(|(name, bytes)| (name.as_bytes(), *bytes))
                .collect();
            lzh(&files)
        }),
    ];
    let zeros = vec![0; 30 << 20];
    for (inner, make_inner) in INNER {
        let inner_archive = make_inner(&[("a.kif", &zeros)]);
        let names: Vec<_> = (0..6).map(|number| format!("{number}.{inner}")).collect();
        let files: Vec<_> = names
            .iter()
            .map(|name| (name.as_str(), &inner_archive[..]))
            .collect();
        for (outer, make_outer) in OUTER {
            let archive = Archive::new(&[]);
            for (name, number) in [("one", 1), ("all", 6)] {
                let outer_archive = make_outer(&files[..number]);
                assert!(
                    outer_archive.len() < 200_000,
                    "{outer} of {inner}: {}",
                    outer_archive.len()
                );
                fs::write(archive.path(&format!("{name}.{outer}")), outer_archive).unwrap();
            }
            let one_inner = archive.run_line(&format!("validate --format jsonl one.{outer}"));
            assert_eq!(
                count_findings(&one_inner, "archive-limit"),
                0,
                "{outer} of {inner}"
            );
            assert_eq!(
                count_findings(&one_inner, "unreadable-record"),
                1,
                "{outer} of {inner}"
            );
            let all_inner = archive.run_line(&format!("validate --format jsonl -j 2 all.{outer}"));
            let read_count = count_findings(&all_inner, "unreadable-record");
            assert!((2..=4).contains(&read_count), "{outer} of {inner}: {read_count}");
            assert!(
                count_findings(&all_inner, "archive-limit") > 0,
                "{outer} of {inner}"
            );
            let one_thread = archive.run_line(&format!("validate --format jsonl -j 1 all.{outer}"));
            assert_eq!(one_thread.stdout, all_inner.stdout, "{outer} of {inner}");
        }
    }
}
