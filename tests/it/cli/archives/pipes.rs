//! Archives on standard input and in named pipes.

use std::fs;

use super::builders::{ARCHIVE_KINDS, Files, gzip, tar, zip, zstandard};
use super::{FILES, files_as_bytes, paths};
use crate::cli::{Archive, CLEAN, NIFU, Outcome};
use crate::support::table::{assert_cases, rows};

#[test]
fn every_kind_is_recognised_on_standard_input() {
    let files = files_as_bytes(&FILES);
    let folder = Archive::new(&[]);
    for (extension, make) in ARCHIVE_KINDS {
        let (name, archive_bytes) = (format!("x.{extension}"), make(&files));
        fs::write(folder.path(&name), &archive_bytes).unwrap();
        let from_file = folder.run_line(&format!("validate --format jsonl {name}"));
        let expected = from_file.stdout.replace(&format!("\"{name}!"), "\"-!");
        for arguments in ["validate --format jsonl", "validate --format jsonl -j 1 -"] {
            let arguments: Vec<_> = arguments.split(' ').collect();
            let from_pipe = folder.run_with_input(&arguments, &archive_bytes);
            assert_eq!(from_pipe.stdout, expected, "{name}");
            assert_eq!(from_pipe.status, from_file.status, "{name}: {from_pipe:?}");
            assert!(
                from_pipe.stderr.contains("2 files skipped; 1 folder skipped"),
                "{from_pipe:?}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn members_of_piped_archives_have_names() {
    const CASES: &str = "
        cat x.zip | kifu validate --format jsonl a.kif - a.kif | a.kif -!club/b.kif -!club/a.kif -!c.csa
        cat a.kif.gz | kifu validate --format jsonl | -!-
        cat a.kif.zst | kifu validate --format jsonl - | -!-
        cat outer.tar | kifu validate --format jsonl | -!in.zip!club/b.kif -!in.zip!club/a.kif -!in.zip!c.csa
        cat x.zip | kifu validate --format jsonl -- -!club | -!club/b.kif -!club/a.kif
        cat x.zip | kifu validate --format jsonl --files-from list | ./-
        cat x.zip | kifu validate --format jsonl --exclude '-!club/**' - | -!c.csa
        cat x.zip | kifu validate --format jsonl --exclude 'club/**' - | -!club/b.kif -!club/a.kif -!c.csa
        kifu validate --format jsonl - <x.zip | -!club/b.kif -!club/a.kif -!c.csa
    ";
    let zip_bytes = zip(&files_as_bytes(&FILES));
    let folder = Archive::new(&[
        ("a.kif", CLEAN.as_bytes()),
        ("-", CLEAN.as_bytes()),
        ("list", b"./-\n"),
        ("x.zip", &zip_bytes),
        ("a.kif.gz", &gzip(NIFU.as_bytes())),
        ("a.kif.zst", &zstandard(NIFU.as_bytes())),
        ("outer.tar", &tar(&[("in.zip", &zip_bytes)])),
    ]);
    let cases = CASES.trim().lines().map(|line| line.rsplit_once(" | ").unwrap());
    for (line, expected) in cases {
        let outcome = folder.shell(line);
        assert_eq!(paths(&outcome).join(" "), expected, "{line}: {outcome:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_archive_is_read_from_a_named_pipe() {
    let zip_bytes = zip(&files_as_bytes(&FILES));
    let folder = Archive::new(&[
        ("x.zip", &zip_bytes),
        ("x.tar.gz", &gzip(&tar(&files_as_bytes(&FILES)))),
    ]);
    for name in ["x.zip", "x.tar.gz"] {
        let outcome = folder.shell(&format!(
            "mkfifo pipe; cat {name} >pipe & kifu validate --format jsonl pipe; rm pipe"
        ));
        assert_eq!(
            paths(&outcome),
            ["pipe!club/b.kif", "pipe!club/a.kif", "pipe!c.csa"],
            "{outcome:?}"
        );
    }
    let plain_text = folder.shell("mkfifo pipe; printf '1 7g7f' >pipe & kifu validate --format jsonl pipe");
    assert_eq!(paths(&plain_text), ["pipe"]);
}

/// Text that resembles an archive is read as a record.
#[test]
fn text_is_not_detected_as_an_archive() {
    let comment = format!("{}ustar\n{CLEAN}", "*".repeat(257));
    for text in [
        "PKの対局\n".to_owned() + CLEAN,
        "*-lh-\n".to_owned() + CLEAN,
        "7z\n".to_owned() + CLEAN,
        comment,
        CLEAN.to_owned(),
    ] {
        let folder = Archive::new(&[("a.kif", text.as_bytes())]);
        let from_file = folder.run_line("validate --format jsonl a.kif");
        let from_pipe = folder.run_with_input(&["validate", "--format", "jsonl"], text.as_bytes());
        assert_eq!(paths(&from_pipe), ["-"], "{text}");
        assert_eq!(from_pipe.rules(), from_file.rules(), "{text}");
    }
}

#[test]
fn damage_is_reported_as_in_a_file() {
    let folder = Archive::new(&[]);
    for (extension, make) in ARCHIVE_KINDS {
        let (name, mut archive_bytes) = (format!("x.{extension}"), make(&files_as_bytes(&FILES)));
        archive_bytes.truncate(archive_bytes.len() * 2 / 3);
        fs::write(folder.path(&name), &archive_bytes).unwrap();
        let from_file = folder.run_line(&format!("validate --format jsonl {name}"));
        let from_pipe = folder.run_with_input(&["validate", "--format", "jsonl"], &archive_bytes);
        // Only the last third of the archive is missing, so the kind of the archive can still be detected without its
        // file name.
        assert_eq!(from_pipe.rules(), from_file.rules(), "{name}");
        assert_eq!(from_pipe.status, 1, "{name}");
    }
}

#[test]
fn every_command_reads_a_pipe() {
    let tar_bytes = tar(&files_as_bytes(&FILES));
    let folder = Archive::new(&[]);
    let run_with_input = |line: &str, input: &[u8]| -> Outcome {
        folder.run_with_input(&line.split(' ').collect::<Vec<_>>(), input)
    };
    let stats = run_with_input("stats --columns path,plies -", &tar_bytes);
    assert_eq!(
        stats.stdout,
        "path,plies\n-!club/b.kif,9\n-!club/a.kif,2\n-!c.csa,2\n"
    );
    let outcome = run_with_input("show", &tar_bytes);
    assert!(
        outcome
            .stderr
            .contains("specify one of them, for example -- -!club/b.kif"),
        "{outcome:?}"
    );
    let outcome = run_with_input("show -- -!c.csa", &tar_bytes);
    assert!(outcome.stdout.starts_with("-!c.csa (csa"), "{outcome:?}");
    let missing = run_with_input("show -- -!gone.csa", &tar_bytes);
    assert!(
        missing.stderr.contains("file not found in the archive"),
        "{missing:?}"
    );
    assert!(
        run_with_input("show", &gzip(NIFU.as_bytes()))
            .stdout
            .starts_with("-!- (kif")
    );
}

#[cfg(unix)]
#[test]
fn converted_files_are_named_after_members() {
    const CASES: &str = "
        x.zip | - | out/c.csa out/club/a.csa out/club/b.csa
        x.tar | - | out/c.csa out/club/a.csa out/club/b.csa
        a.kif.gz | - | out/stdin.csa
        evil.zip | - | out/evil.csa
        x.zip | - a.kif | out/-/c.csa out/-/club/a.csa out/-/club/b.csa out/a.csa
    ";
    let files = files_as_bytes(&FILES);
    let evil: &Files<'_> = &[("../../evil.kif", CLEAN.as_bytes())];
    let folder = Archive::new(&[
        ("x.zip", &zip(&files)),
        ("x.tar", &tar(&files)),
        ("evil.zip", &zip(evil)),
        ("a.kif", CLEAN.as_bytes()),
        ("a.kif.gz", &gzip(NIFU.as_bytes())),
    ]);
    assert_cases(rows(CASES), |[name, paths, expected]| {
        let outcome = folder.shell(&format!(
            "rm -rf out; cat {name} | kifu convert --to csa -o out {paths}; find out -type f | LC_ALL=C sort"
        ));
        (
            expected.to_string(),
            outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" "),
        )
    });
}
