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
use super::records;
use crate::support::files::shared_folder;

/// Maximum number of records converted per file.
const RECORDS: usize = 20;

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
    fn file(&mut self, path: &Path) {
        self.files += 1;
        let bytes = fs::read(path).expect("a file can be read");
        let text = text::decode(&bytes, None);
        let extension = path.extension().and_then(|it| it.to_str());
        let notation = notation::detect(&text, extension);
        for record in notation::records(&text, notation).take(RECORDS) {
            self.records += 1;
            let place = format!("{} record {}", path.display(), record.index);
            let content = Content::from_record(&record);
            for target in notation::targets_of(&kifu::record::SHOGI) {
                self.target(&format!("{place} to {}", target.name), &record, &content, target);
            }
        }
    }

    fn target(&mut self, place: &str, record: &Record<'_>, content: &Content, target: &'static Target) {
        let page = match Writer::new(target).write(&Played::new(record)) {
            Ok(page) => page,
            Err(refusal) => {
                *self.refused.entry(refusal.to_string()).or_default() += 1;
                return;
            }
        };
        self.written += 1;
        for lost in page.losses.iter() {
            *self.lost.entry(lost.loss.name()).or_default() += lost.count;
        }
        reread(&page, target, |again| {
            let cut = !target.holds.moves_after_end;
            let (told, was) = (
                MainLine::from_record(again, cut),
                MainLine::from_record(record, cut),
            );
            let same = if target.holds.moves {
                (&told.start, &told.moves) == (&was.start, &was.moves)
            } else {
                told.start == was.last
            };
            if !same {
                self.disagreements
                    .push(format!("{place}: other moves: {told:?}, not {was:?}"));
            }
            self.content(place, content, &page.losses, again, target);
            self.back(place, record.format, again);
        });
    }

    fn content(
        &mut self,
        place: &str,
        content: &Content,
        losses: &Losses,
        again: &Record<'_>,
        target: &Target,
    ) {
        let expected = content.clone().without_losses(losses, target).comparable(losses);
        let read = Content::from_record(again).comparable(losses);
        if read != expected {
            self.disagreements
                .push(format!("{place}: {}", difference(&expected, &read)));
        }
    }

    /// Converts a record back to its original format.
    fn back(&mut self, place: &str, format: Format, middle: &Record<'_>) {
        // Training data consist of positions before moves, not records.
        let targets = notation::notation(format).map_or(&[][..], |it| it.targets);
        let Some(home) = targets.iter().rfind(|it| !it.training) else {
            return;
        };
        let place = format!("{place} and back");
        match Writer::new(home).write(&Played::new(middle)) {
            Ok(page) => reread(&page, home, |again| {
                self.content(&place, &Content::from_record(middle), &page.losses, again, home);
            }),
            Err(refusal) => self.disagreements.push(format!("{place}: {refusal}")),
        }
    }

    fn print(&self) {
        println!(
            "{} files, {} records, {} conversions",
            self.files, self.records, self.written
        );
        for (why, count) in &self.refused {
            println!("  refused {count:>5}  {why}");
        }
        for (loss, count) in &self.lost {
            println!("  lost    {count:>5}  {loss}");
        }
    }
}

/// Describes the first difference.
fn difference(expected: &Content, read: &Content) -> String {
    if expected.headers != read.headers {
        return format!("headers {:?}, not {:?}", read.headers, expected.headers);
    }
    for (a, b) in expected.nodes.iter().zip(&read.nodes) {
        if a != b {
            return format!("node {b:?}, not {a:?}");
        }
    }
    let counts = (read.nodes.len(), expected.nodes.len());
    let starts = (
        &read.start,
        read.plies_before,
        &expected.start,
        expected.plies_before,
    );
    format!("nodes {counts:?}, starts {starts:?}")
}

fn convert_all(name: &str) {
    let Some(folder) = shared_folder(name) else { return };
    let mut figures = Figures::default();
    for path in records(&folder) {
        figures.file(&path);
    }
    figures.print();
    let wrong = &figures.disagreements;
    assert!(
        wrong.is_empty(),
        "{} disagreements:\n{}",
        wrong.len(),
        wrong.join("\n")
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
