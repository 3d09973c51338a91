//! Records by other programs, where they lie beside the project.

use crate::support::told::Told;
use std::fs;
use std::path::{Path, PathBuf};

use kifu::notation;
use kifu::record::{Record, Step};
use kifu::text;

use super::properties::check_record;

/// The directory of shared records, when there is one.
fn shared() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let path = std::env::var_os("KIFU_SHARED").map_or_else(beside, PathBuf::from);
    let found = path.join("corpus/MANIFEST.tsv").is_file();
    if !found {
        println!("skipped: no records at {}", path.display());
    }
    found.then_some(path)
}

/// The KI2 files under a directory.
fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        if path.is_dir() {
            files(&path, found);
        } else if matches!(extension, "ki2" | "ki2u") {
            found.push(path);
        }
    }
}

/// Marks outside of headers and comments: every one announces a move.
fn marks(text: &str) -> usize {
    let is_mark = |c: &char| "▲△▼▽☗☖".contains(*c);
    let lines = text
        .lines()
        .filter(|line| !line.starts_with(['*', '&', '#']) && !line.contains('：'));
    lines.map(|line| line.chars().filter(is_mark).count()).sum()
}

/// Moves of a record, and those that repeat a line which was there: a node is made once.
fn moves(record: &Record<'_>) -> usize {
    let is_move = |step: &Step<'_>| matches!(step, Step::Move(_));
    record
        .tree
        .ids()
        .filter(|&id| is_move(&record.tree.node(id).step))
        .count()
}

#[test]
fn every_mark_is_a_move() {
    let Some(shared) = shared() else { return };
    let mut paths = Vec::new();
    files(&shared.join("corpus"), &mut paths);
    files(&shared.join("odd-inputs"), &mut paths);
    for path in &paths {
        let bytes = fs::read(path).expect("a file");
        let text = text::decode(&bytes, None);
        let notation = notation::detect(&text, Some("ki2"));
        assert_eq!(
            notation.map(|it| it.format.name()),
            Some("ki2"),
            "{}",
            path.display()
        );
        let records: Vec<_> = notation::records(&text, notation).collect();
        assert_eq!(records.len(), 1, "{}", path.display());
        let findings: Vec<_> = records[0].findings().iter().map(|it| it.rule.name).collect();
        assert_eq!(findings, Vec::<&str>::new(), "{}", path.display());
        assert_eq!(moves(&records[0]), marks(text.as_str()), "{}", path.display());
        check_record(&records[0]);
    }
    assert!(paths.len() > 25, "only {} records", paths.len());
}
