//! Complete USI files: fixtures, collected games, and format detection.

use crate::support::files::{shared_folder, with_extensions};
use crate::support::findings::ReadFindings;
use std::fs;
use std::path::Path;

use kifu::finding::Severity;
use kifu::notation;
use kifu::referee::Referee;
use kifu::text::decode;

use super::EVEN;

/// Returns the name of the format, and the rules of the findings of each record.
fn format_and_rules(path: &Path) -> (&'static str, Vec<Vec<&'static str>>) {
    let bytes = fs::read(path).expect("a file");
    let text = decode(&bytes, None);
    let extension = path.extension().and_then(|it| it.to_str());
    let notation = notation::detect(&text, extension).expect("a notation");
    let mut referee = Referee::new();
    let rules = notation::slices(&text, Some(notation))
        .with_extension(extension)
        .map(|slice| {
            let findings = referee.check(&slice.read()).findings;
            findings.iter().map(|finding| finding.rule.name).collect()
        });
    (notation.format.name(), rules.collect())
}

#[test]
fn the_fixtures_give_these_findings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    for (file, format, expected) in [
        (
            "usi/games.usi",
            "usi",
            vec![vec![], vec![], vec![], vec![], vec!["mate-unstated"]],
        ),
        (
            "usi/careless.sfen",
            "usi",
            vec![
                vec!["pass", "foul-unnoticed", "resign-while-winning"],
                vec!["bad-token", "not-judged"],
                vec!["unreadable-board"],
                vec!["unreadable-line"],
                vec!["no-moves"],
            ],
        ),
        (
            "sfen/positions.sfen",
            "sfen",
            vec![vec![], vec![], vec!["start-king-count"], vec![]],
        ),
        (
            "sfen/careless.sfen",
            "sfen",
            vec![vec![], vec!["unreadable-board"], vec!["start-piece-count"]],
        ),
        ("books/good.db", "yaneuraou-book", vec![vec![], vec![]]),
        (
            "books/words.db",
            "yaneuraou-book",
            vec![vec![], vec!["book-order"], vec![]],
        ),
        (
            "books/careless.db",
            "yaneuraou-book",
            vec![
                vec![
                    "bad-token",
                    "book-repeat",
                    "illegal-piece-movement",
                    "illegal-piece-movement",
                ],
                vec!["book-repeat"],
                vec!["book-order"],
                vec![],
                vec!["unreadable-board"],
                vec!["book-order"],
            ],
        ),
    ] {
        assert_eq!(format_and_rules(&root.join(file)), (format, expected), "{file}");
    }
}

#[test]
fn the_format_is_detected_by_the_lines() {
    let game = "startpos moves 7g7f\n";
    for (text, extension, expected) in [
        (game.to_owned(), "usi", "usi"),
        (game.to_owned(), "sfen", "usi"),
        (game.to_owned(), "kif", "usi"),
        (format!("{EVEN} 1\n"), "sfen", "sfen"),
        (format!("{EVEN} 1\n"), "usi", "sfen"),
        (format!("{EVEN} 1\n"), "txt", "sfen"),
        (
            format!("{}{game}", format!("{EVEN} 1\n").repeat(20)),
            "sfen",
            "usi",
        ),
        (format!("sfen {EVEN} 1 moves 7g7f\n"), "txt", "usi"),
    ] {
        let text = decode(text.as_bytes(), None);
        let notation = notation::detect(&text, Some(extension)).expect("a notation");
        assert_eq!(notation.format.name(), expected, "{}", text.as_str());
    }
}

#[test]
fn real_files_have_no_findings() {
    let Some(corpus) = shared_folder("corpus") else {
        return;
    };
    for path in with_extensions(&corpus, &["usi", "sfen"]) {
        let bytes = fs::read(&path).expect("a file");
        let text = decode(&bytes, None);
        let notation = notation::detect(&text, None).expect("a notation");
        for record in notation::records(&text, Some(notation)) {
            let findings = record.findings();
            let warnings_and_errors: Vec<_> = findings
                .iter()
                .filter(|finding| finding.severity > Severity::Note)
                .collect();
            assert!(
                warnings_and_errors.is_empty(),
                "{}: {warnings_and_errors:?}",
                path.display()
            );
        }
    }
}
