//! `kifu convert`: records are converted to other formats.

mod files;
mod interruption;
mod losses;
mod options;
mod replaced;
mod several;
mod tournament;
mod training;

use std::fs;
use std::path::Path;

use super::{Archive, CLEAN, CSA, NIFU, Outcome};

/// A record with parts that CSA cannot hold.
const VARIED: &str = "手合割：平手\n備考：甲の研究\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n\n変化：2手\n   2 ８四歩(83)\n";

/// A record with an unreadable move.
const BROKEN: &str = "手合割：平手\n   1 ７六歩(77)\n   2 ５五歩(5?)\n   3 ２六歩(27)\n   4 投了\n";

/// `CLEAN` in CSA.
const CLEAN_CSA: &str = "V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n";

/// A tree of records, and a file that is not a record.
const FILES: [(&str, &[u8]); 4] = [
    ("games/a.kif", CLEAN.as_bytes()),
    ("games/b/a.kif", CLEAN.as_bytes()),
    ("games/b/c/d.KIF", CLEAN.as_bytes()),
    ("games/notes.txt", b""),
];

fn to_csa(archive: &Archive, arguments: &[&str]) -> Outcome {
    archive.run(&[&["convert", "--to", "csa"], arguments].concat())
}

/// Returns the files below a directory, by their relative paths.
fn tree(archive: &Archive, directory: &str) -> Vec<String> {
    fn walk(at: &Path, name: &str, found: &mut Vec<String>) {
        for entry in fs::read_dir(at).unwrap().map(Result::unwrap) {
            let file = entry.file_name().into_string().unwrap();
            let below = if name.is_empty() {
                file
            } else {
                format!("{name}/{file}")
            };
            if entry.file_type().unwrap().is_dir() {
                walk(&entry.path(), &below, found);
            } else {
                found.push(below);
            }
        }
    }
    let mut found = Vec::new();
    walk(&archive.path(directory), "", &mut found);
    found.sort();
    found
}

fn text(archive: &Archive, name: &str) -> String {
    fs::read_to_string(archive.path(name)).unwrap()
}

/// Returns standard error without the run time.
fn timeless(stderr: &str) -> String {
    let lines = stderr.lines().map(|line| match line.rfind(" (") {
        Some(at) if line.ends_with("/s)") => &line[..at],
        _ => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Asserts the exit status and returns the outcome.
fn assert_status(outcome: Outcome, status: i32) -> Outcome {
    assert_eq!(outcome.status, status, "{outcome:?}");
    outcome
}
