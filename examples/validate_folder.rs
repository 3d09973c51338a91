//! Checks every record in a folder and its subfolders, and prints each error on a line.
//!
//!     cargo run --example validate_folder fixtures/tournament

use std::error::Error;
use std::io::Write;

use kifu::finding::{Language, Severity};
use kifu::{Checker, Settings};
use walkdir::WalkDir;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("name a folder")?;
    let checker = Checker::new(Settings::find(folder.as_ref())?);
    let mut out = std::io::stdout().lock();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry?;
        if !entry.file_type().is_file() {
            continue;
        }
        let bytes = std::fs::read(entry.path())?;
        for file in checker.check(&entry.path().to_string_lossy(), bytes) {
            for game in file.records() {
                let findings = game.judgement.findings.iter();
                for finding in findings.filter(|finding| finding.severity == Severity::Error) {
                    let (line, column) = game
                        .place(finding)
                        .map_or((1, 1), |place| (place.line, place.column));
                    let message = finding.message.in_language(Language::English);
                    writeln!(out, "{}:{line}:{column}: {message}", file.path)?;
                }
            }
        }
    }
    Ok(())
}
