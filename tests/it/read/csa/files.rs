//! Complete CSA files: fixtures, and collected games.

use crate::support::findings::ReadFindings;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use kifu::finding::Finding;
use kifu::finding::Span;
use kifu::notation;
use kifu::notation::csa::NOTATION;
use kifu::record::Record;
use kifu::record::Step;
use kifu::text::Text;
use kifu::text::decode;

use super::fixtures;

/// The rule and line of each finding in the files of `fixtures/csa/err`.
const EXPECTED_FINDINGS: [(&str, &[(&str, u64)]); 10] = [
    (
        "bad_moves.csa",
        &[
            ("bad-token", 6),
            ("bad-token", 8),
            ("bad-token", 9),
            ("bad-token", 10),
        ],
    ),
    (
        "board.csa",
        &[
            ("unreadable-board", 2),
            ("unreadable-board", 3),
            ("unreadable-board", 4),
            ("unreadable-board", 5),
            ("unreadable-board", 6),
            ("unreadable-board", 6),
            ("unreadable-board", 8),
            ("unreadable-board", 10),
        ],
    ),
    (
        "late_lines.csa",
        &[
            ("unreadable-line", 5),
            ("unreadable-line", 6),
            ("unreadable-line", 7),
            ("unreadable-line", 7),
        ],
    ),
    (
        "missing_start_and_turn.csa",
        &[("start-missing", 4), ("turn-missing", 4)],
    ),
    (
        "pi_with_a_board.csa",
        &[
            ("unreadable-board", 3),
            ("unreadable-board", 5),
            ("unreadable-board", 6),
            ("unreadable-board", 7),
            ("unreadable-board", 7),
            ("unreadable-line", 9),
        ],
    ),
    (
        "removals.csa",
        &[("removal-mismatch", 2), ("removal-mismatch", 2)],
    ),
    (
        "times.csa",
        &[
            ("stray-clock", 4),
            ("unreadable-clock", 6),
            ("clock-negative", 8),
            ("unreadable-clock", 10),
            ("unreadable-clock", 12),
            ("stray-clock", 15),
        ],
    ),
    (
        "trailing_text.csa",
        &[
            ("text-after-move", 4),
            ("text-after-move", 5),
            ("text-after-move", 6),
            ("text-after-move", 6),
            ("text-after-move", 8),
        ],
    ),
    (
        "unknown_words.csa",
        &[
            ("unknown-version", 1),
            ("unknown-terminal", 5),
            ("unknown-terminal", 6),
        ],
    ),
    (
        "unreadable_lines.csa",
        &[
            ("unreadable-line", 2),
            ("unreadable-line", 5),
            ("unreadable-line", 10),
            ("unreadable-line", 12),
            ("control-character", 12),
            ("unreadable-line", 14),
        ],
    ),
];

#[test]
fn fixtures_with_faults_are_reported() {
    let names: BTreeSet<_> = EXPECTED_FINDINGS
        .iter()
        .map(|&(file_name, _)| file_name.to_owned())
        .collect();
    let files = fixtures("err");
    assert_eq!(
        files.iter().map(|file| file_name(file)).collect::<BTreeSet<_>>(),
        names
    );
    for (file, (_, expected)) in files.iter().zip(EXPECTED_FINDINGS) {
        let bytes = fs::read(file).expect("a fixture");
        let text = decode(&bytes, None);
        let mut actual: Vec<_> = records(&text)
            .iter()
            .flat_map(|record| rules_and_lines(&text, &record.findings()))
            .collect();
        actual.sort_by_key(|&(_, line)| line);
        assert_eq!(actual, expected, "{}", file.display());
    }
}

#[test]
fn clean_fixtures_give_no_finding() {
    for file in fixtures("ok") {
        let bytes = fs::read(&file).expect("a fixture");
        let text = decode(&bytes, None);
        let records = records(&text);
        for record in &records {
            assert_eq!(
                rules_and_lines(&text, &record.findings()),
                [],
                "{}",
                file.display()
            );
            assert!(!record.tree.is_empty(), "{}", file.display());
        }
        let expected = match file_name(&file).as_str() {
            "three_records.csa" => 3,
            "joined_without_separator.csa" => 2,
            _ => 1,
        };
        assert_eq!(records.len(), expected, "{}", file.display());
    }
}

fn file_name(file: &Path) -> String {
    file.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn records<'t>(text: &'t Text<'t>) -> Vec<Record<'t>> {
    let detected = notation::detect(text, None);
    assert_eq!(detected.map(|notation| notation.format), Some(NOTATION.format));
    notation::records(text, detected).collect()
}

/// Returns the rule and the line of each finding; 0 is the line of a finding without a span.
fn rules_and_lines(text: &Text<'_>, findings: &[Finding]) -> Vec<(&'static str, u64)> {
    let line = |span: Option<Span>| span.map_or(0, |span| text.line_column(span.start as usize).0);
    findings
        .iter()
        .map(|finding| (finding.rule.name, line(finding.span)))
        .collect()
}

#[test]
fn the_collected_games_have_the_plies_that_another_engine_counted() {
    let shared = std::env::var_os("KIFU_SHARED").map_or_else(|| PathBuf::from("../shared"), PathBuf::from);
    let Ok(manifest) = fs::read_to_string(shared.join("corpus/MANIFEST.tsv")) else {
        eprintln!("skipped: no corpus in {}", shared.display());
        return;
    };
    let mut games = 0;
    for row in manifest.lines().skip(1) {
        let columns: Vec<_> = row.split('\t').collect();
        let &[path, _, _, _, "csa", _, _, _, "ok", plies, ..] = &columns[..] else {
            continue;
        };
        let Ok(bytes) = fs::read(shared.join("corpus").join(path)) else {
            continue;
        };
        let text = decode(&bytes, None);
        let record = notation::records(&text, Some(&NOTATION))
            .next()
            .expect("a record");
        let moves = record
            .tree
            .main_line()
            .filter(|(_, node)| matches!(node.step, Step::Move(_)))
            .count();
        assert_eq!(moves.to_string(), plies, "{path}");
        games += 1;
    }
    eprintln!("{games} games");
    assert!(games > 0, "the manifest names no game");
}
