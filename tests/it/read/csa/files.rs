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

/// Returns the headers of a record as `key=value`.
fn headers(record: &Record<'_>) -> Vec<String> {
    let headers = record.headers.iter();
    headers
        .map(|header| format!("{}={}", header.name, header.value))
        .collect()
}

#[test]
fn games_of_two_lines_are_read() {
    let text = "1 2003/09/08 甲野 乙山 2 4 王位戦 その他の戦型\n7776FU3334FU2726FU4132KI\n\
                2 2003/09/09 丙川 丁田 0 3 王座戦\n7776FU8384FU7968GI\n7776FU3334FU\n";
    for text in [text.to_owned(), text.replace('\n', "\r\n"), format!("\n{text}")] {
        let decoded = decode(text.as_bytes(), None);
        let notation = notation::detect(&decoded, None).expect("CSA");
        let records: Vec<_> = notation::records(&decoded, Some(notation)).collect();
        assert_eq!((notation.format.name(), records.len()), ("csa", 3));
        assert!(records.iter().all(|record| record.findings().is_empty()));
        let lines = records.iter().map(|record| super::line(&text, record));
        assert_eq!(
            lines.collect::<Vec<_>>(),
            [
                "7776FU 3334FU 2726FU 4132KI",
                "7776FU 8384FU 7968GI",
                "7776FU 3334FU"
            ]
        );
        assert_eq!(
            headers(&records[0]),
            [
                "$NUMBER=1",
                "$START_TIME=2003/09/08",
                "N+=甲野",
                "N-=乙山",
                "$EVENT=王位戦",
                "$OPENING=その他の戦型"
            ]
        );
        let verdicts = records.iter().map(|record| {
            let judgement = kifu::referee::Referee::new().check(record);
            judgement.verdict.map(kifu::record::Outcome::name)
        });
        assert_eq!(verdicts.collect::<Vec<_>>(), [Some("white"), Some("draw"), None]);
    }
    for (text, rule) in [
        (
            "1 2003/09/08 甲 乙 1 4 王位戦 x\n7776FU3334FU2726FU\n",
            "result-line-mismatch",
        ),
        (
            "1 2003/09/08 甲 乙 5 2 王位戦 x\n7776FU3334FU\n",
            "unreadable-result",
        ),
    ] {
        let decoded = decode(text.as_bytes(), None);
        let record = notation::records(&decoded, Some(&NOTATION))
            .next()
            .expect("a record");
        let findings = kifu::referee::Referee::new().check(&record).findings;
        assert!(
            findings.iter().any(|it| it.rule.name == rule),
            "{text}: {findings:?}"
        );
    }
}

#[test]
fn a_saved_page_of_shogi_wars_is_read() {
    let page = |moves: &str| {
        format!(
            "<!DOCTYPE html>\n<html><head><title>x: 1</title></head><body>\n<script>\n\
             $(function(){{\n  var gamedata = {{name: \"kou-otsu-20200101_120000\", dan0: \"2級\"}};\n  \
             receiveMove(\"{moves}\");\n}});\n</script>\n</body></html>\n"
        )
    };
    for separator in ["\t", "\\t"] {
        let text = page(&["+7776FU,L599", "-3334FU,L598", "SENTE_WIN_TORYO"].join(separator));
        let decoded = decode(text.as_bytes(), None);
        let notation = notation::detect(&decoded, Some("html")).expect("CSA");
        let records: Vec<_> = notation::records(&decoded, Some(notation)).collect();
        assert_eq!(records.len(), 1);
        assert_eq!(
            super::line(&text, &records[0]),
            "+7776FU -3334FU SENTE_WIN_TORYO=resign"
        );
        assert_eq!(
            headers(&records[0]),
            ["N+=kou", "N-=otsu", "$START_TIME=2020/01/01 12:00:00"]
        );
        assert!(records[0].findings().is_empty(), "{:?}", records[0].findings());
    }
    let text = "<html><script>\nreceiveMove(board);\n</script></html>\n";
    let decoded = decode(text.as_bytes(), None);
    let notation = notation::detect(&decoded, Some("html"));
    let record = notation::records(&decoded, notation).next().expect("a record");
    assert!(!record.is_recognised());
}
