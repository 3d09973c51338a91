//! Proofs, checked by `tests/proof/check.py`, which has rules of its own.
//!
//! True proofs are accepted, and each [twin](twins) of a proof, which differs from it in one statement, is refused. Without
//! Python, these tests are skipped.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::files::shared_folder;
use crate::support::page::page_lines;

mod planted;
mod positions;
mod twins;

const CHECKER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/proof/check.py");

/// The numbers of proofs that the checker has accepted and refused, and its output.
#[derive(Debug)]
struct Outcome {
    accepted: usize,
    refused: usize,
    output: String,
}

/// Runs the checker on JSON Lines. Returns `None` if Python is not installed.
fn check(lines: &str) -> Option<Outcome> {
    let mut command = Command::new("python3");
    command.arg(CHECKER).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = match command.spawn() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            println!("skipped: python3 is not installed");
            return None;
        }
        child => child.expect("the checker"),
    };
    // The checker reads all lines before it writes.
    let mut input = child.stdin.take().expect("an input");
    input.write_all(lines.as_bytes()).expect("the checker reads");
    drop(input);
    let output = child.wait_with_output().expect("the checker ends");
    let output = String::from_utf8(output.stdout).expect("a text");
    let summary = output.lines().last().expect("a summary");
    let numbers: Vec<usize> = summary.split(' ').filter_map(|word| word.parse().ok()).collect();
    Some(Outcome {
        accepted: numbers[0],
        refused: numbers[1],
        output,
    })
}

/// Returns the output of the program for some arguments.
fn kifu(arguments: &[&str], path: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
    command.args(arguments).arg("--isolated").arg(path);
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output();
    String::from_utf8(output.expect("the program runs").stdout).expect("a text")
}

/// The records below a path with their proofs, and the table of their moves, in the lines that the checker reads.
struct Games {
    records: Vec<Value>,
    moves: String,
}

impl Games {
    fn below(path: &Path) -> Self {
        let records = kifu(&["validate", "--proof", "--format", "jsonl", "--no-cause"], path);
        let columns = "path,record,ply,side,usi,seconds,sfen";
        let table = [
            "stats",
            "--table",
            "moves",
            "--columns",
            columns,
            "--format",
            "jsonl",
        ];
        let records = records
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"));
        Self {
            records: records.collect(),
            moves: kifu(&table, path),
        }
    }

    /// Returns the lines of these records and of the moves.
    fn lines(&self, records: &[Value]) -> String {
        let records = records.iter().map(|record| format!("{record}\n"));
        records.chain([self.moves.clone()]).collect()
    }

    /// Returns the proofs of main lines, each with the record.
    fn proofs(&self) -> impl Iterator<Item = (&Value, &Value)> {
        self.records.iter().flat_map(|record| {
            let findings = record["findings"].as_array().into_iter().flatten();
            let main_line = findings.filter(|finding| finding.get("variation").is_none());
            let with_proof = main_line.chain([record]).filter_map(|item| item.get("proof"));
            with_proof.map(move |proof| (record, proof))
        })
    }

    /// Returns the number of proofs of each kind.
    fn counts(&self) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for (_, proof) in self.proofs() {
            *counts.entry(proof["kind"].as_str().expect("a kind")).or_default() += 1;
        }
        counts
    }

    /// Checks all proofs, which must be accepted, and all their twins, which must be refused.
    fn assert_checked(&self) {
        let Some(outcome) = check(&self.lines(&self.records)) else {
            return;
        };
        assert_eq!(outcome.refused, 0, "{}", outcome.output);
        assert!(outcome.accepted >= self.proofs().count(), "{}", outcome.output);
        let twins: Vec<_> = self
            .proofs()
            .flat_map(|(record, proof)| twins::of(proof).map(move |twin| with_proof(record, &twin)))
            .map(|record| format!("{record}\n"))
            .collect();
        assert_refused(&twins, &self.moves);
    }
}

/// Checks that each of these lines has a proof that is refused. `moves` is the table of moves.
fn assert_refused(lines: &[String], moves: &str) {
    let accepted = |lines: &[String]| check(&(lines.concat() + moves)).map_or(0, |outcome| outcome.accepted);
    if accepted(lines) == 0 {
        return;
    }
    let mut rest = lines;
    while rest.len() > 1 {
        let (first, second) = rest.split_at(rest.len() / 2);
        rest = if accepted(first) > 0 { first } else { second };
    }
    panic!("the checker accepts {}", rest[0]);
}

/// Returns a record that has only this proof.
fn with_proof(record: &Value, proof: &Value) -> Value {
    serde_json::json!({"path": record["path"], "record": record["record"], "findings": [], "proof": proof})
}

#[test]
fn proofs_of_fixtures_are_accepted_and_their_twins_refused() {
    let games = Games::below(Path::new("fixtures"));
    let counts = games.counts();
    let kinds = [
        "check",
        "clock",
        "mate",
        "no-move",
        "not-mate",
        "perpetual-check",
        "points",
        "repetition",
        "uchifuzume",
    ];
    assert_eq!(counts.keys().copied().collect::<Vec<_>>(), kinds, "{counts:?}");
    games.assert_checked();
}

#[test]
fn proofs_of_real_records_are_accepted_and_their_twins_refused() {
    let Some(corpus) = shared_folder("corpus") else {
        return;
    };
    let games = Games::below(&corpus);
    println!("{:?}", games.counts());
    games.assert_checked();
}

#[test]
fn proofs_of_planted_games_are_accepted_and_their_twins_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let planted = planted::write(folder.path());
    let games = Games::below(folder.path());
    let counts = games.counts();
    println!("{counts:?}");
    for (kind, count) in planted {
        assert!(
            counts.get(kind) >= Some(&count),
            "{kind}: {count} planted, {counts:?}"
        );
    }
    games.assert_checked();
}

#[test]
fn without_the_option_there_are_no_proofs() {
    let path = Path::new("fixtures/rules/uchifuzume");
    let arguments = ["validate", "--format", "jsonl"];
    assert!(!kifu(&arguments, path).contains("\"proof\""));
    let with_option = kifu(&["validate", "--format", "jsonl", "--proof"], path);
    assert!(
        with_option.contains(
            r#""proof":{"kind":"uchifuzume","sfen":"7nk/8P/8G/9/9/9/9/9/4K4 w - 2","drop":"P*1b","#
        )
    );
}

#[test]
fn text_and_pages_show_the_steps_of_a_proof() {
    let path = Path::new("fixtures/rules/uchifuzume/bad.kif");
    let text = kifu(&["validate", "-q", "--proof"], path);
    assert!(text.contains(
        "   = proof: the king on 1a, in check from the pawn on 1b, has no move: 1b 2b (gold 1c)\n"
    ));
    let japanese = kifu(&["show", "--proof", "--lang", "ja"], path);
    let line = "= 証明: １一の玉（１二の歩による王手）に動ける所がない：１二 ２二（１三金）\n";
    // Once at the finding, and once at the verdict.
    assert_eq!(japanese.matches(line).count(), 2, "{japanese}");
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    let page_path = page.to_str().expect("a path");
    kifu(&["validate", "-q", "--proof", "--html", page_path], path);
    let page = std::fs::read_to_string(page).expect("a page");
    let findings = page_lines(&page, "findings").concat();
    let steps =
        r#""steps":[{"sq":"1a1b1c","words":"1a1b (gold 1c)"},{"sq":"1a2b1c","words":"1a2b (gold 1c)"}]"#;
    assert!(findings.contains(steps), "{findings}");
}
