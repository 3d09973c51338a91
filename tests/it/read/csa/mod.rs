//! The CSA reader: all statements, peculiarities of real files, and any text.

mod any_text;
mod files;
mod lines;
mod moves;
mod results;
mod start;

use crate::support::findings::ReadFindings;
use std::fs;
use std::path::{Path, PathBuf};

use kifu::notation::RecordText;
use kifu::notation::csa::NOTATION;
use kifu::record::Record;
use kifu::record::Step;

/// Reads a whole text as one CSA record.
fn read(text: &str) -> Record<'_> {
    (NOTATION.read)(RecordText { text, offset: 0 })
}

/// Returns the main line as written, with the milliseconds of each step: `+7776FU@1000 ?+0176FU %TORYO=resign`.
fn line(text: &str, record: &Record<'_>) -> String {
    let steps = record.tree.main_line().map(|(_, node)| {
        let step = match &node.step {
            Step::Move(written) => written.span.slice(text).to_owned(),
            Step::Unreadable(span) => format!("?{}", span.slice(text)),
            Step::End(ending) => format!("{}={}", ending.word, ending.terminal.name()),
            other => format!("{other:?}"),
        };
        node.clock
            .spent
            .map_or(step.clone(), |spent| format!("{step}@{spent}"))
    });
    steps.collect::<Vec<_>>().join(" ")
}

/// Returns the rules of the findings in the order of their creation.
fn rules(record: &Record<'_>) -> Vec<&'static str> {
    record
        .findings()
        .iter()
        .map(|finding| finding.rule.name)
        .collect()
}

/// Returns a record with the even start position and Black to move, followed by these lines.
fn game(lines: &str) -> String {
    format!("V2.2\nPI\n+\n{lines}")
}

/// Returns the files of a folder of `fixtures/csa`, sorted.
fn fixtures(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/csa")
        .join(folder);
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("fixtures")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}
