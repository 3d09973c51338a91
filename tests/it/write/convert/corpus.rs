//! Real and unusual records of other programs, each written to every target and read again.
//!
//! The records are not part of the project. Without `../shared` (or `$KIFU_SHARED`), the test is skipped.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use kifu::notation;
use kifu::notation::Losses;
use kifu::notation::Target;
use kifu::notation::Writer;
use kifu::played::Played;
use kifu::record::Format;
use kifu::record::Record;
use kifu::text;

use super::content::Content;
use super::main_line::MainLine;
use super::properties::reread;
use super::record_files;
use crate::support::files::shared_folder;

/// Maximum number of records converted per file.
const MAX_RECORDS_PER_FILE: usize = 20;

/// Counts of conversions, and the disagreements between written and expected content.
#[derive(Default)]
struct Figures {
    files: u32,
    records: u32,
    written: u32,
    refused: BTreeMap<String, u32>,
    lost: BTreeMap<&'static str, u32>,
    disagreements: Vec<String>,
}

impl Figures {
    fn add_file(&mut self, path: &Path) {
        self.files += 1;
        let bytes = fs::read(path).expect("a file can be read");
        let text = text::decode(&bytes, None);
        let extension = path.extension().and_then(|it| it.to_str());
        let notation = notation::detect(&text, extension);
        for record in notation::records(&text, notation).take(MAX_RECORDS_PER_FILE) {
            self.records += 1;
            let label = format!("{} record {}", path.display(), record.index);
            let content = Content::from_record(&record);
            for target in notation::targets_of(&kifu::record::SHOGI) {
                self.add_conversion(&format!("{label} to {}", target.name), &record, &content, target);
            }
        }
    }

    fn add_conversion(
        &mut self,
        label: &str,
        record: &Record<'_>,
        content: &Content,
        target: &'static Target,
    ) {
        let output = match Writer::new(target).write(&Played::new(record)) {
            Ok(output) => output,
            Err(refusal) => {
                *self.refused.entry(refusal.to_string()).or_default() += 1;
                return;
            }
        };
        self.written += 1;
        for entry in output.losses.iter() {
            *self.lost.entry(entry.loss.name()).or_default() += entry.count;
        }
        reread(&output, target, |reread_record| {
            let without_moves_after_end = !target.holds.moves_after_end;
            let (actual, expected) = (
                MainLine::from_record(reread_record, without_moves_after_end),
                MainLine::from_record(record, without_moves_after_end),
            );
            let is_same = if target.holds.moves {
                (&actual.start, &actual.moves) == (&expected.start, &expected.moves)
            } else {
                actual.start == expected.last
            };
            if !is_same {
                self.disagreements
                    .push(format!("{label}: other moves: {actual:?}, not {expected:?}"));
            }
            self.compare_content(label, content, &output.losses, reread_record, target);
            self.convert_back(label, record.format, reread_record);
        });
    }

    fn compare_content(
        &mut self,
        label: &str,
        content: &Content,
        losses: &Losses,
        reread_record: &Record<'_>,
        target: &Target,
    ) {
        let expected = content.clone().without_losses(losses, target).comparable(losses);
        let actual = Content::from_record(reread_record).comparable(losses);
        if actual != expected {
            self.disagreements
                .push(format!("{label}: {}", difference(&expected, &actual)));
        }
    }

    /// Converts a record back to its original format and compares the content.
    fn convert_back(&mut self, label: &str, format: Format, converted: &Record<'_>) {
        // Training data consist of positions before moves, so a record is not converted back to them.
        let targets = notation::notation(format).map_or(&[][..], |it| it.targets);
        let Some(original_target) = targets.iter().rfind(|it| !it.training) else {
            return;
        };
        let label = format!("{label} and back");
        match Writer::new(original_target).write(&Played::new(converted)) {
            Ok(output) => reread(&output, original_target, |reread_record| {
                self.compare_content(
                    &label,
                    &Content::from_record(converted),
                    &output.losses,
                    reread_record,
                    original_target,
                );
            }),
            Err(refusal) => self.disagreements.push(format!("{label}: {refusal}")),
        }
    }

    fn print(&self) {
        println!(
            "{} files, {} records, {} conversions",
            self.files, self.records, self.written
        );
        for (refusal, count) in &self.refused {
            println!("  refused {count:>5}  {refusal}");
        }
        for (loss, count) in &self.lost {
            println!("  lost    {count:>5}  {loss}");
        }
    }
}

/// Returns a description of the first difference between two contents: headers or a node. If these are equal, returns
/// the numbers of nodes and the start positions.
fn difference(expected: &Content, actual: &Content) -> String {
    if expected.headers != actual.headers {
        return format!("headers {:?}, not {:?}", actual.headers, expected.headers);
    }
    for (expected_node, actual_node) in expected.nodes.iter().zip(&actual.nodes) {
        if expected_node != actual_node {
            return format!("node {actual_node:?}, not {expected_node:?}");
        }
    }
    let counts = (actual.nodes.len(), expected.nodes.len());
    let starts = (
        &actual.start,
        actual.plies_before,
        &expected.start,
        expected.plies_before,
    );
    format!("nodes {counts:?}, starts {starts:?}")
}

fn convert_all(name: &str) {
    let Some(folder) = shared_folder(name) else { return };
    let mut figures = Figures::default();
    for path in record_files(&folder) {
        figures.add_file(&path);
    }
    figures.print();
    let disagreements = &figures.disagreements;
    assert!(
        disagreements.is_empty(),
        "{} disagreements:\n{}",
        disagreements.len(),
        disagreements.join("\n")
    );
}

#[test]
fn real_records_convert_to_every_format() {
    convert_all("corpus");
}

#[test]
fn unusual_records_convert_to_every_format() {
    convert_all("odd-inputs");
}
