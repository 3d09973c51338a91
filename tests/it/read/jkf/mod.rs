//! The JKF reader: every field, peculiarities of real files, and any text.

mod any_text;
mod broken;
mod entries;
mod files;
mod forks;
mod moves;
mod places;
mod start;

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

/// A first move.
const FIRST: &str = r#"{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}"#;

/// The answer to the first move.
const SECOND: &str = r#"{"move":{"color":1,"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}}"#;

/// The end of a game that was broken off.
const CHUDAN: &str = r#"{"special":"CHUDAN"}"#;

/// Reads a text as one record.
fn read(text: &str) -> Record<'_> {
    (NOTATION.read)(RecordText { text, offset: 0 })
}

/// Returns a record with these entries after the start entry.
fn game(entries: &[&str]) -> String {
    format!(r#"{{"header":{{}},"moves":[{{}},{}]}}"#, entries.join(","))
}

/// Returns a ply as text: `7g7f`, `B*4e`, `8h2b+`, `%TORYO`, `?`.
fn ply(step: &Step<'_>) -> String {
    match step {
        Step::Move(written) => {
            let mut shown = match written.from {
                Origin::Board(from) => from.to_string(),
                Origin::Hand => format!("{:?}*", written.named),
                other => format!("{other:?}"),
            };
            let _ = write!(shown, "{}", written.to.square());
            match written.promotion {
                Promotion::Promote => shown.push('+'),
                Promotion::Decline => shown.push('='),
                Promotion::Unstated | Promotion::Omitted => {}
            }
            shown
        }
        Step::Unreadable(_) => "?".to_owned(),
        Step::End(ending) => format!("%{}={}", ending.word, ending.terminal.name()),
        other => format!("{other:?}"),
    }
}

/// Returns all lines: the main line, then every variation with the ply before it: `7g7f 3c3d %TORYO | 1: 8c8d`.
fn lines(record: &Record<'_>) -> String {
    let tree = &record.tree;
    let mut shown = String::new();
    for id in tree.ids().filter(|&id| id != NodeId::START) {
        let parent = tree.parent(id).expect("a parent");
        if tree.first_child(parent) != Some(id) {
            let _ = write!(shown, " | {}:", tree.node(parent).ply);
        }
        if !shown.is_empty() {
            shown.push(' ');
        }
        shown += &ply(&tree.node(id).step);
    }
    shown
}

/// Returns the findings in the order of their creation: severity, rule, and the JSON path in the message.
fn findings(record: &Record<'_>) -> Vec<String> {
    let findings = record.findings();
    let shown = findings.iter().map(|finding| {
        let weight = match finding.severity {
            Severity::Error => 'E',
            Severity::Warning => 'W',
            Severity::Note => 'N',
        };
        let message = finding.message.english();
        let path = message.split('`').nth(1).unwrap_or_default();
        format!("{weight} {} {path}", finding.rule.name).trim().to_owned()
    });
    shown.collect()
}

/// Reads each text and compares its lines and its findings.
fn check(table: &[(&str, &str, &[&str])]) {
    for (text, expected, found) in table {
        let record = read(text);
        assert_eq!(lines(&record), *expected, "{text}");
        assert_eq!(findings(&record), *found, "{text}\n{:#?}", record.findings());
    }
}
