//! Reading archives of every kind, and findings about damaged or irregular archives.

mod bounds;
pub mod builders;
mod commands;
mod hostile;
mod pipes;

use std::fs;

use serde_json::Value;

use self::builders::{
    ARCHIVE_KINDS, Files, MakeArchive, gzip, lzh, seven_zip, tar, tar_of_link, without_zip64_end, zip,
    zip_with_65536_entries, zip_with_central_header_bytes, zip_with_entry_count, zip_with_header_field,
    zip_with_name,
};
use super::{Archive, CLEAN, CSA, NIFU, Outcome};
use crate::bodies::archives;
use crate::support::table::{assert_cases, rows};

const FILES: [(&str, &str); 6] = [
    ("club/b.kif", NIFU),
    ("club/a.kif", CLEAN),
    ("c.csa", CSA),
    ("notes.txt", "no game"),
    (".hidden.kif", CLEAN),
    ("old/.git/x.kif", CLEAN),
];

fn files_as_bytes<'f>(files: &[(&'f str, &'f str)]) -> Vec<(&'f str, &'f [u8])> {
    files
        .iter()
        .map(|&(name, text)| (name, text.as_bytes()))
        .collect()
}

/// Returns the objects of JSON Lines output, without the paths of the records.
fn without_paths(outcome: &Outcome) -> Vec<Value> {
    let mut objects = outcome.objects();
    for object in &mut objects {
        object.as_object_mut().unwrap().remove("path");
    }
    objects
}

fn paths(outcome: &Outcome) -> Vec<String> {
    let path = |value: Value| value["path"].as_str().unwrap().to_owned();
    outcome.objects().into_iter().map(path).collect()
}

#[test]
fn the_same_records_are_found_in_every_kind_of_archive() {
    let files = files_as_bytes(&FILES);
    let archive = Archive::new(&files[..3]);
    let unpacked = archive.run_line("validate --format jsonl club/b.kif club/a.kif c.csa");
    assert_eq!(unpacked.objects().len(), 3);
    for (extension, make) in ARCHIVE_KINDS {
        let name = format!("x.{extension}");
        fs::write(archive.path(&name), make(&files)).unwrap();
        for jobs in [1, 2, 5] {
            let outcome = archive.run_line(&format!("validate --format jsonl -j {jobs} {name}"));
            assert_eq!(without_paths(&outcome), without_paths(&unpacked), "{name}");
            assert_eq!(outcome.status, unpacked.status, "{name}");
            let inner_path = if extension == "tar.gz.zip" {
                "x.tar.gz!"
            } else {
                ""
            };
            let expected =
                ["club/b.kif", "club/a.kif", "c.csa"].map(|path| format!("{name}!{inner_path}{path}"));
            assert_eq!(paths(&outcome), expected);
            assert!(
                outcome.stderr.contains("2 files skipped; 1 folder skipped"),
                "{outcome:?}"
            );
        }
        // An archive in a folder is read, too. If the name of an archive on the command line has no extension, the kind
        // of the archive is detected from its first bytes.
        let folder = archive.path(&format!("in-{extension}"));
        fs::create_dir(&folder).unwrap();
        fs::rename(archive.path(&name), folder.join(&name)).unwrap();
        let outcome = archive.run_line(&format!("validate --format jsonl in-{extension}"));
        assert_eq!(without_paths(&outcome), without_paths(&unpacked), "{name}");
        fs::rename(folder.join(&name), archive.path("downloaded")).unwrap();
        let outcome = archive.run_line("validate --format jsonl downloaded");
        assert_eq!(without_paths(&outcome), without_paths(&unpacked), "{name}");
    }
}

#[test]
fn a_single_file_may_be_packed_by_itself() {
    let archive = Archive::new(&[
        ("games/nifu.kif.gz", &gzip(NIFU.as_bytes())),
        ("games/clean.csa.zst", &builders::zstandard(CSA.as_bytes())),
        ("games/dump.sql.gz", &gzip(b"no game")),
        ("named.gz", &gzip(NIFU.as_bytes())),
    ]);
    let outcome = archive.run_line("validate --format jsonl games");
    assert_eq!(
        paths(&outcome),
        ["games/clean.csa.zst!clean.csa", "games/nifu.kif.gz!nifu.kif"]
    );
    assert!(outcome.stderr.contains("1 file skipped"), "{outcome:?}");
    // A member of a single-file archive on the command line is read, whatever its name is.
    let outcome = archive.run_line("validate --format jsonl named.gz");
    assert_eq!(
        (outcome.status, paths(&outcome)),
        (1, vec!["named.gz!named".to_owned()])
    );
}

#[test]
fn names_are_read_in_utf_8_and_in_shift_jis() {
    // 棋譜/表.kif; the second byte of 表 in Shift_JIS is a backslash.
    const SHIFT_JIS_NAME: &[u8] = b"\x8A\xFB\x95\x88/\x95\x5C.kif";
    let archive = Archive::new(&[
        ("sjis.zip", &zip_with_name(SHIFT_JIS_NAME, NIFU.as_bytes())),
        ("utf8.zip", &zip(&[("棋譜/表.kif", NIFU.as_bytes())])),
        (
            "sjis.lzh",
            &lzh(&[(b"\x8A\xFB\x95\x88\\\x95\x5C.kif", NIFU.as_bytes())]),
        ),
        ("neither.zip", &zip_with_name(b"\xFF\xFE.kif", NIFU.as_bytes())),
    ]);
    for (name, expected) in [
        ("sjis.zip", "棋譜/表.kif"),
        ("utf8.zip", "棋譜/表.kif"),
        ("sjis.lzh", "棋譜/表.kif"),
        ("neither.zip", "%FF%FE.kif"),
    ] {
        let outcome = archive.run_line(&format!("validate --format jsonl {name}"));
        assert_eq!(paths(&outcome), [format!("{name}!{expected}")]);
    }
}

/// Makes damaged or unusual archives. `archive_errors_are_reported` lists their findings.
fn damaged_archives() -> Archive {
    let files = files_as_bytes(&FILES[..3]);
    let first_half = |archive: Vec<u8>| archive[..archive.len() / 2].to_vec();
    let without_end = |archive: Vec<u8>| archive[..archive.len() - 1024].to_vec();
    let with_damaged_byte = |mut archive: Vec<u8>, offset: usize| {
        archive[offset] ^= 0xFF;
        archive
    };
    let nested = zip(&[("in.zip", &zip(&files)), ("d.kif", CLEAN.as_bytes())]);
    let zeros = vec![0; 80 << 20];
    Archive::new(&[
        ("cut.zip", &first_half(zip(&files))),
        ("cut.tar", &without_end(tar(&files))),
        ("cut.tar.gz", &first_half(gzip(&tar(&files)))),
        ("cut.7z", &first_half(seven_zip(&files))),
        ("spoilt.zip", &with_damaged_byte(zip(&files), 60)),
        (
            "spoilt.lzh",
            &with_damaged_byte(lzh(&[(b"a.kif", CLEAN.as_bytes())]), 80),
        ),
        ("none.zip", b"no archive"),
        ("zero.7z", b""),
        ("locked.zip", &zip_with_header_field(&files, 6, 1)),
        ("lzma.zip", &zip_with_header_field(&files, 8, 14)),
        (
            "deep.zip",
            &zip(&[("mid.zip", &nested), ("a.kif", CLEAN.as_bytes())]),
        ),
        ("zeros.kif.gz", &gzip(&zeros)),
        ("link.tar", &tar_of_link("a.kif", tar::EntryType::Symlink)),
        ("other.tar", &tar_of_link("readme", tar::EntryType::Symlink)),
        ("empty.zip", &zip(&[])),
        ("prose.zip", &zip(&[("readme.txt", b"hello")])),
        ("same.zip", &zip_with_equal_names()),
    ])
}

/// Returns a zip with two files of the same name.
fn zip_with_equal_names() -> Vec<u8> {
    let mut archive = zip(&[("a.kif", NIFU.as_bytes()), ("b.kif", CLEAN.as_bytes())]);
    for offset in 0..archive.len() - 5 {
        if archive[offset..].starts_with(b"b.kif") {
            archive[offset] = b'a';
        }
    }
    archive
}

#[test]
fn archive_errors_are_reported() {
    const CASES: &str = "
        cut.zip | cut.zip!club/a.kif archive-damaged, cut.zip archive-damaged | 1
        cut.tar | cut.tar archive-damaged | 1
        cut.tar.gz | cut.tar.gz!club/b.kif archive-damaged, cut.tar.gz archive-damaged | 1
        cut.7z | cut.7z archive-damaged | 1
        spoilt.zip | spoilt.zip!club/b.kif archive-damaged | 1
        spoilt.lzh | spoilt.lzh!a.kif archive-damaged | 1
        none.zip | none.zip archive-damaged | 1
        zero.7z | zero.7z archive-damaged | 1
        locked.zip | locked.zip!club/b.kif archive-encrypted | 1
        lzma.zip | lzma.zip!club/b.kif archive-unsupported | 1
        deep.zip | deep.zip!mid.zip!in.zip archive-nested | 1
        zeros.kif.gz | zeros.kif.gz archive-limit | 1
        link.tar | link.tar!a.kif archive-link | 0
        other.tar | other.tar unreadable-record | 1
        empty.zip | empty.zip unreadable-record | 1
        prose.zip | prose.zip unreadable-record | 1
        same.zip | | 1
    ";
    let archive = damaged_archives();
    assert_cases(rows(CASES), |[name, expected, status]| {
        let outcome = archive.run_line(&format!("validate --format jsonl {name}"));
        let mut paths_and_rules = Vec::new();
        for object in outcome.objects() {
            for finding in object["findings"].as_array().unwrap() {
                let rule = finding["rule"].as_str().unwrap();
                if rule.starts_with("archive-") || rule == "unreadable-record" {
                    paths_and_rules.push(format!("{} {rule}", object["path"].as_str().unwrap()));
                }
            }
        }
        (
            (expected.to_string(), status.to_string()),
            (paths_and_rules.join(", "), outcome.status.to_string()),
        )
    });
    // Intact members are read, and two files with the same name are two members.
    for (name, records) in [
        ("cut.tar", 4),
        ("deep.zip", 3),
        ("same.zip", 2),
        ("spoilt.zip", 3),
        ("locked.zip", 3),
    ] {
        let outcome = archive.run_line(&format!("validate --format jsonl {name}"));
        assert_eq!(outcome.objects().len(), records, "{outcome:?}");
    }
}

/// `--unique` keeps one of two members with equal names if the members hold the same game, and both members if their
/// games differ. A message about a member whose name has a NUL byte also has the part of the name after this byte.
#[test]
fn members_with_equal_names_are_distinguished() {
    let zip_of_two = |second: &str| {
        let distinct_names = zip(&[("a.kif", CLEAN.as_bytes()), ("b.kif", second.as_bytes())]);
        let mut archive = distinct_names;
        for offset in 0..archive.len() - 5 {
            if archive[offset..].starts_with(b"b.kif") {
                archive[offset] = b'a';
            }
        }
        archive
    };
    let other_game = CLEAN.replace("３四歩(33)", "８四歩(83)");
    let archive = Archive::new(&[
        ("same.zip", &zip_of_two(CLEAN)),
        ("other.zip", &zip_of_two(&other_game)),
        ("zero.zip", &zip_with_name(b"a\0b.kif", CLEAN.as_bytes())),
        ("b.kif", CLEAN.as_bytes()),
    ]);
    let unique_rows = |names: &str| {
        let outcome = archive.run_line(&format!("stats --unique --columns path {names}"));
        assert_eq!(outcome.status, 0, "{outcome:?}");
        (outcome.stdout.lines().count() - 1, outcome.stderr)
    };
    let (row_count, stderr) = unique_rows("same.zip");
    let message =
        "same.zip!a.kif (record 1): left out by --unique, the same game as same.zip!a.kif (record 1)";
    assert!(row_count == 1 && stderr.contains(message), "{stderr}");
    assert_eq!(unique_rows("other.zip").0, 2);
    let (row_count, stderr) = unique_rows("b.kif zero.zip");
    let message = "b.kif (record 1): left out by --unique, the same game as b.kif (record 1)";
    let is_complete = stderr.contains("zero.zip!a") && stderr.contains(message);
    assert!(row_count == 1 && is_complete, "{stderr}");
}

/// Makes archives with irregular structure. `an_archive_is_read_to_its_end` lists their findings, and the numbers of
/// their records without findings.
fn irregular_archives() -> Archive {
    let files: &Files<'_> = &[("a.kif", CLEAN.as_bytes())];
    let (tar, gz, zip) = (tar(files), gzip(CLEAN.as_bytes()), zip(files));
    let lzh = lzh(&[(b"a.kif", CLEAN.as_bytes())]);
    let many_entries = zip_with_65536_entries("last.kif", CLEAN.as_bytes());
    let without_last = |archive: &[u8], omitted: usize| archive[..archive.len() - omitted].to_vec();
    let with_damaged_byte = |mut archive: Vec<u8>, from_end: usize| {
        let offset = archive.len() - from_end;
        archive[offset] ^= 1;
        archive
    };
    let frame = |header: &[u8]| [b"\x28\xB5\x2F\xFD", header, &[1, 0, 0]].concat();
    let huge_size = zip_with_central_header_bytes(
        &[("x.kif", CLEAN.as_bytes()), files[0]],
        24,
        &0xFFFF_FFF0_u32.to_le_bytes(),
    );
    let with_file_mode = |mode: u16| {
        let mode_bytes = [mode.to_le_bytes(), [0, 0]].concat();
        zip_with_central_header_bytes(&[("x.kif", b""), files[0]], 40, &mode_bytes[..2])
    };
    let with_comment = [&zip[..zip.len() - 2], &[10, 0], b"PK\x05\x06 hello"].concat();
    Archive::new(&[
        ("end.tgz", &without_last(&gzip(&tar), 8)),
        ("sum.tgz", &with_damaged_byte(gzip(&tar), 6)),
        ("sum.tzst", &with_damaged_byte(builders::zstandard(&tar), 1)),
        ("two.tar", &[&tar[..], &tar].concat()),
        ("two.tgz", &[gzip(&tar), gzip(&tar)].concat()),
        ("rest.tar", &[&tar[..], b"rest"].concat()),
        ("rest.tgz", &[&gzip(&tar)[..], b"rest"].concat()),
        ("zeros.tgz", &gzip(&[&tar[..], &vec![0; 80 << 20]].concat())),
        ("padded.tar", &[&tar[..], &[0; 9 << 10]].concat()),
        ("rest.kif.gz", &[&gz[..], b"rest"].concat()),
        ("padded.kif.gz", &[&gz[..], &[0; 512]].concat()),
        (
            "two.kif.gz",
            &[gzip(&CLEAN.as_bytes()[..40]), gzip(&CLEAN.as_bytes()[40..])].concat(),
        ),
        (
            "rest.kif.zst",
            &[&builders::zstandard(CLEAN.as_bytes())[..], b"rest"].concat(),
        ),
        ("window.kif.zst", &frame(&[0, 20 << 3])),
        ("window.tar.zst", &frame(&[0, 20 << 3])),
        ("words.kif.zst", &frame(&[1, 0, 7])),
        ("cut.lzh", &without_last(&lzh, 1)),
        ("two.lzh", &[&lzh[..], &lzh].concat()),
        ("rest.lzh", &[&lzh[..], b"rest"].concat()),
        ("padded.lzh", &[&lzh[..], &[0; 127]].concat()),
        ("rest.7z", &[&seven_zip(files)[..], b"rest"].concat()),
        ("few.zip", &zip_with_entry_count(zip.clone(), 0)),
        ("more.zip", &zip_with_entry_count(zip.clone(), 7)),
        ("many.zip", &many_entries),
        ("old.zip", &without_zip64_end(&many_entries)),
        ("rest.zip", &[&zip[..], b"rest"].concat()),
        ("place.zip", &with_damaged_byte(zip.clone(), 6)),
        ("length.zip", &with_damaged_byte(zip.clone(), 10)),
        ("two.zip", &[&zip[..], &zip].concat()),
        ("comment.zip", &with_comment),
        ("program.zip", &[b"MZ, which unpacks", &zip[..]].concat()),
        ("huge.zip", &huge_size),
        ("pipe.zip", &with_file_mode(0o010_644)),
        ("device.zip", &with_file_mode(0o060_644)),
        ("usual.zip", &with_file_mode(0o100_644)),
        ("nameless.zip", &zip_with_name(b"", CLEAN.as_bytes())),
    ])
}

#[test]
fn an_archive_is_read_to_its_end() {
    const CASES: &str = "
        end.tgz | 1 | end.tgz archive-damaged | 1
        sum.tgz | 1 | sum.tgz archive-damaged | 1
        sum.tzst | 1 | sum.tzst archive-damaged | 1
        two.tar | 2 | two.tar archive-irregular | 0
        two.tgz | 2 | two.tgz archive-irregular | 0
        rest.tar | 1 | rest.tar archive-irregular | 0
        rest.tgz | 1 | rest.tgz archive-irregular | 0
        zeros.tgz | 1 | zeros.tgz archive-limit | 1
        padded.tar | 1 | | 0
        rest.kif.gz | 1 | rest.kif.gz archive-irregular | 0
        padded.kif.gz | 1 | padded.kif.gz archive-irregular | 0
        two.kif.gz | 1 | | 0
        rest.kif.zst | 1 | rest.kif.zst archive-irregular | 0
        window.kif.zst | 0 | window.kif.zst!window.kif archive-unsupported | 1
        window.tar.zst | 0 | window.tar.zst archive-unsupported | 1
        words.kif.zst | 0 | words.kif.zst!words.kif archive-unsupported | 1
        cut.lzh | 1 | cut.lzh archive-damaged | 1
        two.lzh | 2 | two.lzh archive-irregular | 0
        rest.lzh | 1 | rest.lzh archive-irregular | 0
        padded.lzh | 1 | | 0
        rest.7z | 1 | rest.7z archive-irregular | 0
        few.zip | 1 | few.zip archive-irregular | 0
        more.zip | 1 | more.zip archive-irregular | 0
        many.zip | 1 | | 0
        old.zip | 1 | old.zip archive-irregular | 0
        rest.zip | 1 | rest.zip archive-irregular | 0
        place.zip | 1 | place.zip archive-irregular | 0
        length.zip | 1 | length.zip archive-irregular | 0
        two.zip | 1 | two.zip archive-damaged | 1
        comment.zip | 1 | | 0
        program.zip | 1 | | 0
        huge.zip | 1 | huge.zip!x.kif archive-limit | 1
        pipe.zip | 1 | pipe.zip!x.kif archive-link | 0
        device.zip | 1 | device.zip!x.kif archive-link | 0
        usual.zip | 1 | usual.zip!x.kif unreadable-record | 1
    ";
    let archive = irregular_archives();
    assert_cases(rows(CASES), |[name, records, expected, status]| {
        let outcome = archive.run_line(&format!("validate --format jsonl {name}"));
        let mut paths_and_rules = Vec::new();
        let mut valid_count = 0;
        for object in outcome.objects() {
            let findings = object["findings"].as_array().unwrap();
            valid_count += u8::from(findings.is_empty());
            paths_and_rules.extend(findings.iter().map(|finding| {
                format!(
                    "{} {}",
                    object["path"].as_str().unwrap(),
                    finding["rule"].as_str().unwrap()
                )
            }));
        }
        (
            (records.to_string(), expected.to_string(), status.to_string()),
            (
                valid_count.to_string(),
                paths_and_rules.join(", "),
                outcome.status.to_string(),
            ),
        )
    });
    // A file without a name gets a placeholder in messages.
    let outcome = archive.run_line("validate -v nameless.zip");
    assert!(
        outcome.stderr.contains("nameless.zip!(no name): skipped"),
        "{outcome:?}"
    );
}

#[test]
fn archive_errors_are_reported_in_both_languages() {
    const MESSAGES: &str = "
        cut.tar | the archive is damaged, truncated or not an archive | アーカイブが壊れているか、途中で切れているか
        locked.zip | a password is required | パスワードが必要なため
        lzma.zip | unsupported compression method: LZMA | 対応していない圧縮方式：LZMA
        deep.zip | this archive is inside two other archives | 三重のアーカイブは読まない
        zeros.kif.gz | the compression ratio is so high | 圧縮率が異常に高く
        link.tar | links and special files in archives are not read | リンクや特殊ファイルは読まない
        empty.zip | this archive contains no game record | このアーカイブには棋譜がない
        sum.tgz | the checksum at the end of the archive is missing or wrong | 末尾のチェックサムがないか、一致しない
        few.zip | the archive's entry count is 0, but its list has 1 | 記録された項目数は0だが、一覧の項目数は1である
        length.zip | a wrong position or size of its file list | ファイル一覧の位置またはサイズが正しくない
        two.tar | more files follow the end of the archive | アーカイブの終わりの後に別のファイルが続く
        rest.zip | extra bytes follow the end of the archive | アーカイブの終わりの後に余分なデータが続く
        spoilt.zip | its size or checksum does not match | サイズまたはチェックサムがアーカイブの記録と一致しない
    ";
    let archives = [damaged_archives(), irregular_archives()];
    assert_cases(rows(MESSAGES), |[name, english, japanese]| {
        let archive = archives
            .iter()
            .find(|archive| archive.path(name).exists())
            .unwrap();
        let messages = |language: &str| {
            let outcome = archive.run_line(&format!("validate --format concise --lang {language} {name}"));
            outcome.stdout
        };
        let (in_english, in_japanese) = (messages("en"), messages("ja"));
        let has_errors = in_english.contains(english) && in_japanese.contains(japanese);
        (
            (true, String::new()),
            (
                has_errors,
                if has_errors {
                    String::new()
                } else {
                    in_english + &in_japanese
                },
            ),
        )
    });
}

#[test]
fn an_archive_without_records_in_a_directory_is_skipped() {
    let archive = Archive::new(&[
        ("games/a.kif", CLEAN.as_bytes()),
        ("games/photos.zip", &zip(&[("a.png", b"x")])),
        ("games/bad.zip", b"no archive"),
        ("games/empty.zip", &zip(&[])),
    ]);
    let outcome = archive.run_line("validate --format jsonl games");
    assert_eq!(paths(&outcome), ["games/a.kif", "games/bad.zip"]);
    assert_eq!(outcome.status, 1);
    assert!(outcome.stderr.contains("2 files skipped"), "{outcome:?}");
}

#[test]
fn a_path_may_be_inside_an_archive() {
    const CASES: &str = "
        x.zip!club/a.kif | x.zip!club/a.kif
        x.zip!club | x.zip!club/b.kif x.zip!club/a.kif
        x.zip!notes.txt | x.zip!notes.txt
        x.zip!.hidden.kif | x.zip!.hidden.kif
        outer.tar!sub/in.zip!club/b.kif | outer.tar!sub/in.zip!club/b.kif
        outer.tar!sub/in.zip | outer.tar!sub/in.zip!club/b.kif outer.tar!sub/in.zip!club/a.kif outer.tar!sub/in.zip!c.csa
        o!dd.kif | o!dd.kif
        x.zip!gone.kif |
        x.zip!clu |
    ";
    let inner_zip = zip(&files_as_bytes(&FILES));
    let archive = Archive::new(&[
        ("x.zip", &zip(&files_as_bytes(&FILES))),
        (
            "outer.tar",
            &tar(&[("sub/in.zip", &inner_zip), ("c.csa", CSA.as_bytes())]),
        ),
        ("o!dd.kif", CLEAN.as_bytes()),
    ]);
    assert_cases(rows(CASES), |[path, expected]| {
        let outcome = archive.run(&["validate", "--format", "jsonl", path]);
        let is_not_found = outcome.stderr.contains("file not found in the archive");
        (
            (expected.to_string(), expected.is_empty()),
            (paths(&outcome).join(" "), is_not_found && outcome.status == 2),
        )
    });
}

#[test]
fn a_large_member_is_read_in_windows() {
    let game = format!("{CSA}/\n");
    let large_text = game.repeat((20 << 20) / game.len());
    let archive = Archive::new(&[
        ("x.csa", large_text.as_bytes()),
        ("x.zip", &zip(&[("x.csa", large_text.as_bytes())])),
    ]);
    let [unpacked, packed] =
        ["x.csa", "x.zip"].map(|name| archive.run_line(&format!("validate --format json {name}")));
    assert_eq!(unpacked.stdout, packed.stdout.replace("x.zip!x.csa", "x.csa"));
    assert!(unpacked.stdout.len() > 1 << 20);
}

/// If an archive is cut or a byte is changed, its records stay the same or a finding reports the damage. Names in a zip
/// and contents of a tar have no checksum, so changes in them are not tested.
#[test]
fn all_damage_is_reported() {
    const SINGLE_FILE_KINDS: [(&str, MakeArchive); 2] = [
        ("kif.gz", |files| gzip(files[0].1)),
        ("kif.zst", |files| builders::zstandard(files[0].1)),
    ];
    let files: &Files<'_> = &[("a.kif", CLEAN.as_bytes()), ("b.csa", CSA.as_bytes())];
    let mut unreported = Vec::new();
    for (extension, make) in ARCHIVE_KINDS.into_iter().chain(SINGLE_FILE_KINDS) {
        let intact = make(files);
        let read = |bytes: &[u8]| archives::read(&format!("x.{extension}"), bytes);
        let expected = read(&intact);
        assert!(
            !expected.has_errors && !expected.texts.is_empty(),
            "{extension}: {expected:?}"
        );
        let mut check_damage = |bytes: &[u8], damage: String| {
            let actual = read(bytes);
            if !actual.has_errors && actual.texts != expected.texts {
                unreported.push(format!("{extension}: {damage}"));
            }
        };
        let unchecked: &[&[u8]] = match extension {
            "zip" | "tar.gz.zip" => &[b"a.kif", b"b.csa", b"x.tar.gz"],
            "tar" => &[CLEAN.as_bytes(), CSA.as_bytes()],
            _ => &[],
        };
        let is_checked = |offset: usize| {
            let covers = |part: &&[u8]| {
                (0..part.len()).any(|back| offset >= back && intact[offset - back..].starts_with(part))
            };
            !unchecked.iter().any(covers)
        };
        for offset in 0..intact.len() {
            check_damage(&intact[..offset], format!("cut at {offset}"));
            for mask in [0xFF, 1 << (offset % 8)] {
                let mut damaged = intact.clone();
                damaged[offset] ^= mask;
                if is_checked(offset) {
                    check_damage(&damaged, format!("{mask:#x} at {offset}"));
                }
            }
        }
    }
    assert_eq!(unreported, Vec::<String>::new());
}
