//! Archives are read where they are, and say what is wrong with them.

mod forms;
mod verbs;

use std::fs;

use serde_json::Value;

use self::forms::{FORMS, gzip, lzh, seven_zip, tar, tar_of_link, zip, zip_with_field, zip_with_name};
use super::{Archive, CLEAN, CSA, NIFU, Outcome};
use crate::support::dice::Dice;
use crate::support::table::{hold, rows};

const FILES: [(&str, &str); 6] = [
    ("club/b.kif", NIFU),
    ("club/a.kif", CLEAN),
    ("c.csa", CSA),
    ("notes.txt", "no game"),
    (".hidden.kif", CLEAN),
    ("old/.git/x.kif", CLEAN),
];

fn bytes<'f>(files: &[(&'f str, &'f str)]) -> Vec<(&'f str, &'f [u8])> {
    files
        .iter()
        .map(|&(name, text)| (name, text.as_bytes()))
        .collect()
}

/// What JSON Lines say, without where the records are.
fn without_paths(outcome: &Outcome) -> Vec<Value> {
    let mut objects = outcome.objects();
    for object in &mut objects {
        object.as_object_mut().unwrap().remove("path");
    }
    objects
}

fn paths(outcome: &Outcome) -> Vec<String> {
    let path = |it: Value| it["path"].as_str().unwrap().to_owned();
    outcome.objects().into_iter().map(path).collect()
}

#[test]
fn the_same_records_are_found_in_every_kind_of_archive() {
    let files = bytes(&FILES);
    let archive = Archive::new(&files[..3]);
    let plain = archive.run_line("validate --format jsonl club/b.kif club/a.kif c.csa");
    assert_eq!(plain.objects().len(), 3);
    for (extension, make) in FORMS {
        let name = format!("x.{extension}");
        fs::write(archive.path(&name), make(&files)).unwrap();
        for jobs in [1, 2, 5] {
            let outcome = archive.run_line(&format!("validate --format jsonl -j {jobs} {name}"));
            assert_eq!(without_paths(&outcome), without_paths(&plain), "{name}");
            assert_eq!(outcome.status, plain.status, "{name}");
            let inner = if extension == "tar.gz.zip" {
                "x.tar.gz!"
            } else {
                ""
            };
            let expected = ["club/b.kif", "club/a.kif", "c.csa"].map(|it| format!("{name}!{inner}{it}"));
            assert_eq!(paths(&outcome), expected);
            assert!(
                outcome.stderr.contains("2 files skipped; 1 folder not entered"),
                "{outcome:?}"
            );
        }
        // The same in a directory, and by what it begins with.
        let folder = archive.path(&format!("in-{extension}"));
        fs::create_dir(&folder).unwrap();
        fs::rename(archive.path(&name), folder.join(&name)).unwrap();
        let outcome = archive.run_line(&format!("validate --format jsonl in-{extension}"));
        assert_eq!(without_paths(&outcome), without_paths(&plain), "{name}");
        fs::rename(folder.join(&name), archive.path("downloaded")).unwrap();
        let outcome = archive.run_line("validate --format jsonl downloaded");
        assert_eq!(without_paths(&outcome), without_paths(&plain), "{name}");
    }
}

#[test]
fn a_single_file_may_be_packed_by_itself() {
    let archive = Archive::new(&[
        ("games/nifu.kif.gz", &gzip(NIFU.as_bytes())),
        ("games/clean.csa.zst", &forms::zstandard(CSA.as_bytes())),
        ("games/dump.sql.gz", &gzip(b"no game")),
        ("named.gz", &gzip(NIFU.as_bytes())),
    ]);
    let outcome = archive.run_line("validate --format jsonl games");
    assert_eq!(
        paths(&outcome),
        ["games/clean.csa.zst!clean.csa", "games/nifu.kif.gz!nifu.kif"]
    );
    assert!(outcome.stderr.contains("1 file skipped"), "{outcome:?}");
    // What is named is read, whatever it is called.
    let outcome = archive.run_line("validate --format jsonl named.gz");
    assert_eq!(
        (outcome.status, paths(&outcome)),
        (1, vec!["named.gz!named".to_owned()])
    );
}

#[test]
fn names_are_read_in_utf_8_and_in_shift_jis() {
    // 棋譜/表.kif; 表 has a backslash for its second byte.
    const NAME: &[u8] = b"\x8A\xFB\x95\x88/\x95\x5C.kif";
    let archive = Archive::new(&[
        ("sjis.zip", &zip_with_name(NAME, NIFU.as_bytes())),
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

/// An archive, by the name that it has below: what is wrong with it, where and in which language.
fn odd_archives() -> Archive {
    let files = bytes(&FILES[..3]);
    let half = |whole: Vec<u8>| whole[..whole.len() / 2].to_vec();
    let without_end = |whole: Vec<u8>| whole[..whole.len() - 1024].to_vec();
    let spoilt = |mut whole: Vec<u8>, at: usize| {
        whole[at] ^= 0xFF;
        whole
    };
    let nested = zip(&[("in.zip", &zip(&files)), ("d.kif", CLEAN.as_bytes())]);
    let zeros = vec![0; 80 << 20];
    Archive::new(&[
        ("cut.zip", &half(zip(&files))),
        ("cut.tar", &without_end(tar(&files))),
        ("cut.tar.gz", &half(gzip(&tar(&files)))),
        ("cut.7z", &half(seven_zip(&files))),
        ("spoilt.zip", &spoilt(zip(&files), 60)),
        ("spoilt.lzh", &spoilt(lzh(&[(b"a.kif", CLEAN.as_bytes())]), 80)),
        ("none.zip", b"no archive"),
        ("zero.7z", b""),
        ("locked.zip", &zip_with_field(&files, 6, 1)),
        ("lzma.zip", &zip_with_field(&files, 8, 14)),
        (
            "deep.zip",
            &zip(&[("mid.zip", &nested), ("a.kif", CLEAN.as_bytes())]),
        ),
        ("zeros.kif.gz", &gzip(&zeros)),
        ("link.tar", &tar_of_link("a.kif", tar::EntryType::Symlink)),
        ("other.tar", &tar_of_link("readme", tar::EntryType::Symlink)),
        ("empty.zip", &zip(&[])),
        ("prose.zip", &zip(&[("readme.txt", b"hello")])),
        ("same.zip", &same_names()),
    ])
}

/// Two files of one name.
fn same_names() -> Vec<u8> {
    let mut archive = zip(&[("a.kif", NIFU.as_bytes()), ("b.kif", CLEAN.as_bytes())]);
    for at in 0..archive.len() - 5 {
        if archive[at..].starts_with(b"b.kif") {
            archive[at] = b'a';
        }
    }
    archive
}

#[test]
fn what_is_wrong_with_an_archive_is_told() {
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
    let archive = odd_archives();
    hold(rows(CASES), |[name, expected, status]| {
        let outcome = archive.run_line(&format!("validate --format jsonl {name}"));
        let mut found = Vec::new();
        for object in outcome.objects() {
            for finding in object["findings"].as_array().unwrap() {
                let rule = finding["rule"].as_str().unwrap();
                if rule.starts_with("archive-") || rule == "unreadable-record" {
                    found.push(format!("{} {rule}", object["path"].as_str().unwrap()));
                }
            }
        }
        (
            (expected.to_string(), status.to_string()),
            (found.join(", "), outcome.status.to_string()),
        )
    });
    // What is whole is read, and two files of one name are two.
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

#[test]
fn it_is_told_in_both_languages() {
    const WORDS: &str = "
        cut.tar | the archive is damaged, cut off or none at all | アーカイブが壊れているか、途中で切れているか
        locked.zip | this needs a password | パスワードが必要である
        lzma.zip | by a method that is not read (LZMA) | 対応していない方式（LZMA）で圧縮されている
        deep.zip | inside an archive that is inside another | 三重のアーカイブである
        zeros.kif.gz | so much comes out of so little | わずかなデータから異常に大きな内容が出てくる
        link.tar | a link or a special file | リンクまたは特殊ファイルであり
        empty.zip | there is no game record in this archive | このアーカイブには棋譜がない
        spoilt.zip | does not have the size or the checksum | サイズまたはチェックサムが合わない
    ";
    let archive = odd_archives();
    hold(rows(WORDS), |[name, english, japanese]| {
        let told = |language: &str| {
            let outcome = archive.run_line(&format!("validate --format concise --lang {language} {name}"));
            outcome.stdout.replace("do not have", "does not have")
        };
        let (in_english, in_japanese) = (told("en"), told("ja"));
        let is_told = in_english.contains(english) && in_japanese.contains(japanese);
        (
            (true, String::new()),
            (
                is_told,
                if is_told {
                    String::new()
                } else {
                    in_english + &in_japanese
                },
            ),
        )
    });
}

#[test]
fn an_archive_without_records_in_a_directory_is_none_of_ours() {
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
fn a_path_may_lead_into_an_archive() {
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
    let inner = zip(&bytes(&FILES));
    let archive = Archive::new(&[
        ("x.zip", &zip(&bytes(&FILES))),
        (
            "outer.tar",
            &tar(&[("sub/in.zip", &inner), ("c.csa", CSA.as_bytes())]),
        ),
        ("o!dd.kif", CLEAN.as_bytes()),
    ]);
    hold(rows(CASES), |[path, expected]| {
        let outcome = archive.run(&["validate", "--format", "jsonl", path]);
        let is_gone = outcome.stderr.contains("there is no such file in the archive");
        (
            (expected.to_string(), expected.is_empty()),
            (paths(&outcome).join(" "), is_gone && outcome.status == 2),
        )
    });
}

#[test]
fn a_large_file_in_an_archive_is_read_in_windows() {
    let game = format!("{CSA}/\n");
    let large = game.repeat((20 << 20) / game.len());
    let archive = Archive::new(&[
        ("x.csa", large.as_bytes()),
        ("x.zip", &zip(&[("x.csa", large.as_bytes())])),
    ]);
    let [plain, packed] =
        ["x.csa", "x.zip"].map(|name| archive.run_line(&format!("validate --format json {name}")));
    assert_eq!(plain.stdout, packed.stdout.replace("x.zip!x.csa", "x.csa"));
    assert!(plain.stdout.len() > 1 << 20);
}

/// Whatever the bytes are: nothing panics, hangs or is silent.
#[test]
fn damage_of_any_kind_is_borne() {
    const TRIES: usize = 30;
    let mut dice = Dice::new(17);
    let files = bytes(&FILES[..3]);
    let archive = Archive::new(&[]);
    for (extension, make) in FORMS {
        let whole = make(&files);
        let name = format!("x.{extension}");
        for _ in 0..TRIES {
            let mut damaged = whole.clone();
            for _ in 0..=dice.below(4) {
                let at = dice.below(damaged.len());
                match dice.below(3) {
                    0 => damaged.truncate(at + 1),
                    1 => damaged[at] ^= 1 << dice.below(8),
                    _ => damaged[at] = 0xFF,
                }
            }
            fs::write(archive.path(&name), &damaged).unwrap();
            let outcome = archive.run_line(&format!("validate --format jsonl {name}"));
            assert!(
                matches!(outcome.status, 0 | 1),
                "{name}: {damaged:?}: {outcome:?}"
            );
            assert!(
                !outcome.stdout.is_empty() && !outcome.stdout.contains("internal-error"),
                "{outcome:?}"
            );
            assert!(!outcome.stderr.contains("panicked"), "{outcome:?}");
        }
    }
}
