//! In KI2 records of other programs, every side mark begins a move. Without these records, the test is skipped.

use crate::support::files::{shared_folder, with_extensions};
use crate::support::findings::ReadFindings;
use std::fs;

use kifu::notation;
use kifu::record::Record;
use kifu::record::Step;
use kifu::text;

use super::properties::check_record;

/// Returns the number of side marks outside of headers and comments. Each of them begins a move.
fn mark_count(text: &str) -> usize {
    let is_mark = |c: &char| "▲△▼▽☗☖".contains(*c);
    let lines = text
        .lines()
        .filter(|line| !line.starts_with(['*', '&', '#']) && !line.contains('：'));
    lines.map(|line| line.chars().filter(is_mark).count()).sum()
}

/// Returns the number of nodes that are moves.
fn move_count(record: &Record<'_>) -> usize {
    let is_move = |step: &Step<'_>| matches!(step, Step::Move(_));
    record
        .tree
        .ids()
        .filter(|&id| is_move(&record.tree.node(id).step))
        .count()
}

#[test]
fn every_side_mark_begins_a_move() {
    let folders: Vec<_> = ["corpus", "odd-inputs"]
        .into_iter()
        .filter_map(shared_folder)
        .collect();
    let paths = folders
        .iter()
        .flat_map(|folder| with_extensions(folder, &["ki2", "ki2u"]));
    let paths: Vec<_> = paths.collect();
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
        assert_eq!(
            move_count(&records[0]),
            mark_count(text.as_str()),
            "{}",
            path.display()
        );
        check_record(&records[0]);
    }
    assert!(
        folders.len() < 2 || paths.len() > 25,
        "only {} records",
        paths.len()
    );
}
