//! `kifu convert`: records are converted to other formats.

mod changes;
mod files;
mod interruption;
mod losses;
mod merge;
mod options;
mod replaced;
mod several;
mod tournament;
mod training;

use std::fs;
use std::path::Path;

use super::{Archive, CLEAN, CSA, NIFU, Outcome};

/// A record with a 備考 header and a variation. CSA cannot represent the variation.
const VARIED: &str = "手合割：平手\n備考：甲の研究\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n\n変化：2手\n   2 ８四歩(83)\n";

/// A record with an unreadable move.
const BROKEN: &str = "手合割：平手\n   1 ７六歩(77)\n   2 ５五歩(5?)\n   3 ２六歩(27)\n   4 投了\n";

/// `CLEAN` in CSA.
const CLEAN_CSA: &str = "V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n";

/// The files of a folder `games`: three records in nested folders, and a file that is not a record.
const FILES: [(&str, &[u8]); 4] = [
    ("games/a.kif", CLEAN.as_bytes()),
    ("games/b/a.kif", CLEAN.as_bytes()),
    ("games/b/c/d.KIF", CLEAN.as_bytes()),
    ("games/notes.txt", b""),
];

fn to_csa(archive: &Archive, arguments: &[&str]) -> Outcome {
    archive.run(&[&["convert", "--to", "csa"], arguments].concat())
}

/// Returns the sorted relative paths of the files below a directory.
fn tree(archive: &Archive, directory: &str) -> Vec<String> {
    fn walk(directory: &Path, prefix: &str, paths: &mut Vec<String>) {
        for entry in fs::read_dir(directory).unwrap().map(Result::unwrap) {
            let file = entry.file_name().into_string().unwrap();
            let path = if prefix.is_empty() {
                file
            } else {
                format!("{prefix}/{file}")
            };
            if entry.file_type().unwrap().is_dir() {
                walk(&entry.path(), &path, paths);
            } else {
                paths.push(path);
            }
        }
    }
    let mut paths = Vec::new();
    walk(&archive.path(directory), "", &mut paths);
    paths.sort();
    paths
}

fn text(archive: &Archive, name: &str) -> String {
    fs::read_to_string(archive.path(name)).unwrap()
}

/// Returns standard error without the run time and the speed at the ends of lines.
fn timeless(stderr: &str) -> String {
    let lines = stderr.lines().map(|line| match line.rfind(" (") {
        Some(start) if line.ends_with("/s)") => &line[..start],
        _ => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Asserts that a run has this exit status, and returns the outcome of the run.
fn assert_status(outcome: Outcome, status: i32) -> Outcome {
    assert_eq!(outcome.status, status, "{outcome:?}");
    outcome
}
