//! Archives made to exhaust memory or time.

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::forms::{Files, MakeArchive, crc16, gzip, lzh, seven_zip, tar, zip, zstandard};
use super::paths;
use crate::cli::{Archive, CLEAN, Outcome};

/// Returns the rules of all findings, each with the path of its record.
fn found(outcome: &Outcome) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for object in outcome.objects() {
        for finding in object["findings"].as_array().unwrap() {
            let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
            found.push((text(&object["path"]), text(&finding["rule"])));
        }
    }
    found
}

/// Returns `true` if the path has the extension of KIF.
fn is_kif(path: &str) -> bool {
    Path::new(path)
        .extension()
        .is_some_and(|extension| extension == "kif")
}

/// Returns the number of findings of a rule.
fn count(outcome: &Outcome, rule: &str) -> usize {
    found(outcome).iter().filter(|(_, it)| it == rule).count()
}

/// Returns a tar whose members have names of this length, in a GNU or POSIX header.
fn long_names(members: usize, length: usize, is_pax: bool) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for number in 0..members {
        let end = format!("/{number}.kif");
        let name = "a".repeat(length - end.len()) + &end;
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

/// Names of several megabytes are truncated without being held in memory, and their members are read.
#[cfg(target_os = "linux")]
#[test]
fn long_names_use_little_memory() {
    const MEMBERS: usize = 64;
    for is_pax in [false, true] {
        // The fastest compression stays within the allowed ratio.
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&long_names(MEMBERS, 4 << 20, is_pax)).unwrap();
        let packed = encoder.finish().unwrap();
        let archive = Archive::new(&[("x.tar.gz", &packed)]);
        let outcome = archive.shell("ulimit -v 300000; kifu validate -j 1 --format jsonl x.tar.gz");
        assert_eq!(outcome.status, 0, "{}", outcome.stderr);
        let paths = paths(&outcome);
        let is_cut = |text: &&String| text.len() < 66 << 10 && text.contains('…') && is_kif(text);
        assert_eq!(paths.iter().filter(is_cut).count(), MEMBERS);
        let expected = ("x.tar.gz".to_owned(), "archive-irregular".to_owned());
        assert_eq!(found(&outcome), [expected]);
    }
    // Names within the limit are complete.
    for (length, is_pax) in [(60_000, false), (60_000, true), (64 << 10, true)] {
        let archive = Archive::new(&[("x.tar", &long_names(2, length, is_pax))]);
        let outcome = archive.run_line("validate --format jsonl x.tar");
        assert_eq!(found(&outcome), [], "{length}");
        let lengths: Vec<_> = paths(&outcome).iter().map(String::len).collect();
        assert_eq!(lengths, [length + "x.tar!".len(); 2]);
    }
}

/// The list of files in a 7z has a separate size limit, and a long name in it is truncated.
#[test]
fn the_directory_of_a_7z_is_limited() {
    let named = |length: usize| {
        let name = "a".repeat(length) + ".kif";
        seven_zip(&[(&name, CLEAN.as_bytes())])
    };
    // The header has the size and the checksum of the list.
    let size = 65_u64 << 20;
    let place = [0_u64.to_le_bytes(), size.to_le_bytes()].concat();
    let start = [&place[..], &[0; 4]].concat();
    let mut sum = flate2::Crc::new();
    sum.update(&start);
    let head = [b"7z\xBC\xAF\x27\x1C\0\x04", &sum.sum().to_le_bytes()[..], &start].concat();
    let large = [head, vec![1], vec![0; size as usize - 1]].concat();
    let archive = Archive::new(&[
        ("large.7z", &large),
        // In memory, the list would take a hundred times its size of four mebibytes.
        ("padded.7z", &named(2 << 20)),
        ("long.7z", &named(500_000)),
        ("usual.7z", &named(60_000)),
    ]);
    for (name, rules, status) in [
        ("large.7z", &["archive-limit"][..], 1),
        ("padded.7z", &["archive-limit"], 1),
        ("long.7z", &["archive-irregular"], 0),
        ("usual.7z", &[], 0),
    ] {
        let outcome = archive.run_line(&format!("validate --format jsonl {name}"));
        let found = found(&outcome);
        let found: Vec<_> = found.iter().map(|(_, rule)| rule.as_str()).collect();
        assert_eq!((found, outcome.status), (rules.to_vec(), status), "{name}");
        let read = paths(&outcome).iter().filter(|it| is_kif(it)).count();
        assert_eq!(read, usize::from(status == 0), "{name}");
    }
}

/// Returns a zip with one member that is listed this many times under different names.
fn zip_with_shared_member(content: &[u8], times: usize, extension: &str) -> Vec<u8> {
    let name = format!("00000.{extension}");
    let one = zip(&[(&name, content)]);
    share_member(&one, times)
}

/// Lists the only member of a zip this many times.
fn share_member(one: &[u8], times: usize) -> Vec<u8> {
    let at = one.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    let end = one
        .windows(4)
        .rposition(|window| window == b"PK\x05\x06")
        .unwrap();
    let mut archive = one[..at].to_vec();
    for number in 0..times {
        let mut entry = one[at..end].to_vec();
        entry[46..51].copy_from_slice(format!("{number:05}").as_bytes());
        archive.extend(entry);
    }
    let mut end = one[end..].to_vec();
    for place in [8, 10] {
        end[place..place + 2].copy_from_slice(&(times as u16).to_le_bytes());
    }
    end[12..16].copy_from_slice(&((archive.len() - at) as u32).to_le_bytes());
    archive.extend(end);
    archive
}

#[test]
fn members_that_overlap_are_read_and_reported() {
    let shared = zip_with_shared_member(CLEAN.as_bytes(), 3, "kif");
    // A central directory in another order than the data.
    let files: &Files<'_> = &[("a.kif", CLEAN.as_bytes()), ("b.kif", CLEAN.as_bytes())];
    let mut turned = zip(files);
    let at = turned
        .windows(4)
        .position(|window| window == b"PK\x01\x02")
        .unwrap();
    let end = turned
        .windows(4)
        .rposition(|window| window == b"PK\x05\x06")
        .unwrap();
    turned[at..end].rotate_left((end - at) / 2);
    let archive = Archive::new(&[("shared.zip", &shared), ("turned.zip", &turned)]);
    let outcome = archive.run_line("validate --format jsonl shared.zip");
    assert_eq!(outcome.status, 0);
    let expected = ("shared.zip".to_owned(), "archive-irregular".to_owned());
    assert_eq!(found(&outcome), [expected]);
    assert_eq!(outcome.objects().len(), 4);
    let outcome = archive.run_line("validate --format jsonl turned.zip");
    assert_eq!(
        (paths(&outcome), found(&outcome)),
        (
            vec!["turned.zip!b.kif".to_owned(), "turned.zip!a.kif".to_owned()],
            vec![]
        )
    );
}

/// The total size of members that share data is limited in proportion to the size of their archive.
#[test]
fn shared_members_are_limited_by_the_archive_size() {
    // Deflate blocks without content: 1 MiB of them unpacks to nothing.
    let stored = zip(&[("00000.kif", b"")]);
    let blocks = [b"\0\0\0\xFF\xFF".repeat(200_000), b"\x01\0\0\xFF\xFF".to_vec()].concat();
    let content = stored
        .windows(4)
        .position(|window| window == b"PK\x01\x02")
        .unwrap();
    let mut one = [&stored[..content], &blocks, &stored[content..]].concat();
    let listed = content + blocks.len();
    for (method, size) in [(8, 18), (listed + 10, listed + 20)] {
        one[method..method + 2].copy_from_slice(&8_u16.to_le_bytes());
        one[size..size + 4].copy_from_slice(&(blocks.len() as u32).to_le_bytes());
    }
    let end = one.len() - 6;
    one[end..end + 4].copy_from_slice(&(listed as u32).to_le_bytes());
    let archive = Archive::new(&[
        ("few.zip", &share_member(&one, 20)),
        ("many.zip", &share_member(&one, 1_000)),
    ]);
    let few = archive.run_line("validate --format jsonl few.zip");
    assert_eq!(count(&few, "archive-limit"), 0, "{}", few.stdout);
    let many = archive.run_line("validate --format jsonl many.zip");
    let refused = count(&many, "archive-limit");
    assert!((300..500).contains(&refused), "{refused}");
}

/// Returns a tar with sparse files of this size, which have the record at this offset.
fn sparse_tar(at: u64, size: u64, files: usize) -> Vec<u8> {
    let octal = |field: &mut [u8], value: u64| {
        field.copy_from_slice(format!("{value:0width$o}\0", width = field.len() - 1).as_bytes());
    };
    let mut builder = tar::Builder::new(Vec::new());
    for number in 0..files {
        let mut header = tar::Header::new_gnu();
        header.set_path(format!("{number}.kif")).unwrap();
        header.set_entry_type(tar::EntryType::GNUSparse);
        header.set_size(CLEAN.len() as u64);
        let gnu = header.as_gnu_mut().unwrap();
        octal(&mut gnu.sparse[0].offset, at);
        octal(&mut gnu.sparse[0].numbytes, CLEAN.len() as u64);
        octal(&mut gnu.sparse[1].offset, size);
        octal(&mut gnu.sparse[1].numbytes, 0);
        octal(&mut gnu.realsize, size);
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
    let usual = archive.run_line("validate --format jsonl usual.tar");
    assert_eq!((found(&usual), usual.objects().len()), (vec![], 3));
    // The zeros of a sparse file are part of its content.
    let zeros = archive.run_line("validate --format jsonl zeros.tar");
    assert_eq!(count(&zeros, "archive-limit"), 0);
    assert_eq!(count(&zeros, "control-character"), 1, "{}", zeros.stdout);
    let many = archive.run_line("validate --format jsonl many.tar");
    assert_eq!(count(&many, "archive-limit"), 1);
    assert!(many.objects().len() < 5, "{}", many.objects().len());
}

/// A long name in a level 3 header, which has no length limit, is truncated before it is copied.
#[cfg(target_os = "linux")]
#[test]
fn long_lzh_names_are_limited_by_the_archive_size() {
    /// Returns an archive with the name in an extended header. The lengths have four bytes each.
    fn with_name(length: usize) -> Vec<u8> {
        let record = CLEAN.as_bytes();
        let size = (record.len() as u32).to_le_bytes();
        let mut archive = [4, 0].to_vec();
        archive.extend(b"-lh0-");
        archive.extend([size, size, [0; 4]].concat());
        archive.extend([0x20, 3]);
        archive.extend(crc16(record).to_le_bytes());
        archive.push(b'U');
        let additional = 1 + length + 4;
        let whole = archive.len() + 4 + 4 + additional;
        archive.extend((whole as u32).to_le_bytes());
        archive.extend((additional as u32).to_le_bytes());
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
    let usual = archive.run_line("validate --format jsonl usual.lzh");
    assert_eq!((found(&usual), usual.objects().len()), (vec![], 1), "{usual:?}");
    let long = archive.shell("ulimit -v 400000; kifu validate --format jsonl -j 1 long.lzh");
    assert_eq!(count(&long, "archive-irregular"), 1);
    assert_eq!(long.objects().len(), 2);
}

/// The limits of an outer archive include the archives in it, for every pair of kinds.
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
        let packed = make_inner(&[("a.kif", &zeros)]);
        let names: Vec<_> = (0..6).map(|number| format!("{number}.{inner}")).collect();
        let files: Vec<_> = names.iter().map(|name| (name.as_str(), &packed[..])).collect();
        for (outer, make_outer) in OUTER {
            let archive = Archive::new(&[]);
            for (name, number) in [("one", 1), ("all", 6)] {
                let whole = make_outer(&files[..number]);
                assert!(whole.len() < 200_000, "{outer} of {inner}: {}", whole.len());
                fs::write(archive.path(&format!("{name}.{outer}")), whole).unwrap();
            }
            let one = archive.run_line(&format!("validate --format jsonl one.{outer}"));
            assert_eq!(count(&one, "archive-limit"), 0, "{outer} of {inner}");
            assert_eq!(count(&one, "unreadable-record"), 1, "{outer} of {inner}");
            let all = archive.run_line(&format!("validate --format jsonl -j 2 all.{outer}"));
            let read = count(&all, "unreadable-record");
            assert!((2..=4).contains(&read), "{outer} of {inner}: {read}");
            assert!(count(&all, "archive-limit") > 0, "{outer} of {inner}");
            let again = archive.run_line(&format!("validate --format jsonl -j 1 all.{outer}"));
            assert_eq!(again.stdout, all.stdout, "{outer} of {inner}");
        }
    }
}
