//! The JKF reader: every field, peculiarities of real files, and any text.

#[cfg(feature = "cli")]
mod any_text;
mod broken;
mod entries;
mod files;
mod forks;
mod moves;
mod places;
mod start;
#[cfg(feature = "cli")]
mod usual_entries;

use crate::support::findings::ReadFindings;
use std::fmt::Write as _;

use kifu::finding::Severity;
use kifu::notation::RecordText;
use kifu::notation::jkf::NOTATION;
use kifu::record::NodeId;
use kifu::record::Origin;
use kifu::record::Promotion;
use kifu::record::Record;
use kifu::record::Step;

/// The first move of the test games, 7g7f.
const FIRST: &str = r#"{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}"#;

/// The second move of the test games, 3c3d.
const SECOND: &str = r#"{"move":{"color":1,"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}}"#;

/// The end of an interrupted game.
const CHUDAN: &str = r#"{"special":"CHUDAN"}"#;

/// Reads a whole text as one JKF record.
fn read(text: &str) -> Record<'_> {
    (NOTATION.read)(RecordText { text, offset: 0 })
}

/// Returns a record with these entries after the start entry.
fn game(entries: &[&str]) -> String {
    format!(r#"{{"header":{{}},"moves":[{{}},{}]}}"#, entries.join(","))
}

/// Returns a step as text: `7g7f`, `B*4e`, `8h2b+`, `8h2b=` (explicitly without promotion), `%TORYO=resign`, `?`.
fn step_text(step: &Step<'_>) -> String {
    match step {
        Step::Move(written) => {
            let mut text = match written.from {
                Origin::Board(from) => from.to_string(),
                Origin::Hand => format!("{:?}*", written.named),
                other => format!("{other:?}"),
            };
            let _ = write!(text, "{}", written.to.square());
            match written.promotion {
                Promotion::Promote => text.push('+'),
                Promotion::Decline => text.push('='),
                Promotion::Unstated | Promotion::Omitted => {}
            }
            text
        }
        Step::Unreadable(_) => "?".to_owned(),
        Step::End(ending) => format!("%{}={}", ending.word, ending.terminal.name()),
        other => format!("{other:?}"),
    }
}

/// Returns all lines: the main line, then every variation with the ply before it: `7g7f 3c3d %TORYO=resign | 1: 8c8d`.
fn lines(record: &Record<'_>) -> String {
    let tree = &record.tree;
    let mut text = String::new();
    for id in tree.ids().filter(|&id| id != NodeId::START) {
        let parent = tree.parent(id).expect("a parent");
        if tree.first_child(parent) != Some(id) {
            let _ = write!(text, " | {}:", tree.node(parent).ply);
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text += &step_text(&tree.node(id).step);
    }
    text
}

/// Returns the findings in the order of their creation: severity, rule, and the JSON path in the message.
fn findings(record: &Record<'_>) -> Vec<String> {
    let findings = record.findings();
    let texts = findings.iter().map(|finding| {
        let severity = match finding.severity {
            Severity::Error => 'E',
            Severity::Warning => 'W',
            Severity::Note => 'N',
        };
        let message = finding.message.english();
        let path = message.split('`').nth(1).unwrap_or_default();
        format!("{severity} {} {path}", finding.rule.name)
            .trim()
            .to_owned()
    });
    texts.collect()
}

/// Reads each text and asserts that its lines and findings are as expected. The rows hold text, lines, and findings.
fn assert_lines_and_findings(table: &[(&str, &str, &[&str])]) {
    for (text, expected_lines, expected_findings) in table {
        let record = read(text);
        assert_eq!(lines(&record), *expected_lines, "{text}");
        assert_eq!(
            findings(&record),
            *expected_findings,
            "{text}\n{:#?}",
            record.findings()
        );
    }
}
