//! The archive of an invented club, checked as by a user and compared with a snapshot.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ARCHIVE: &str = "fixtures/tournament";

fn at_root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Returns `true` if the archive exists. In the published crate, which does not contain the archive, prints a message
/// and returns `false`.
fn has_archive() -> bool {
    let exists = at_root(ARCHIVE).is_dir();
    if !exists {
        eprintln!("skipped: {ARCHIVE} is not part of the published crate");
    }
    exists
}

fn validate(options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("LC_ALL", "C")
        .args(["validate", ARCHIVE, "--color", "never"])
        .args(options)
        .output()
        .expect("the command can be started")
}

fn utf8(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("the output is UTF-8")
}

#[test]
fn the_archive_gives_the_findings_of_the_snapshot() {
    if !has_archive() {
        return;
    }
    let output = validate(&["--format", "concise", "--quiet"]);
    assert_eq!(utf8(&output.stderr), "");
    assert_eq!(output.status.code(), Some(1), "there are errors in the archive");
    insta::assert_snapshot!("tournament", utf8(&output.stdout));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    if !has_archive() {
        return;
    }
    let single_thread = validate(&["--format", "jsonl", "--quiet", "--jobs", "1"]);
    let seven_threads = validate(&["--format", "jsonl", "--quiet", "--jobs", "7"]);
    assert_eq!(utf8(&single_thread.stdout), utf8(&seven_threads.stdout));
}
