//! Checks every record in a folder and its subfolders, and prints each error on a line.
//!
//!     cargo run --example validate_folder fixtures/tournament

use std::error::Error;
use std::ffi::OsStr;
use std::io::Write;

use kifu::finding::Language;
use kifu::finding::Severity;
use kifu::notation;
use kifu::referee::Referee;
use kifu::text;
use walkdir::WalkDir;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("name a folder")?;
    let mut referee = Referee::new();
    let mut out = std::io::stdout().lock();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry?;
        if !entry.file_type().is_file() {
            continue;
        }
        let bytes = std::fs::read(entry.path())?;
        let text = text::decode(&bytes, None);
        let extension = entry.path().extension().and_then(OsStr::to_str);
        for record in notation::records(&text, notation::detect(&text, extension)) {
            let findings = referee.judge(&record).findings;
            for finding in findings.iter().filter(|it| it.severity == Severity::Error) {
                let (line, column) = finding
                    .span
                    .map_or((1, 1), |it| text.line_column(it.start as usize));
                let message = finding.message.in_language(Language::English);
                writeln!(out, "{}:{line}:{column}: {message}", entry.path().display())?;
            }
        }
    }
    Ok(())
}
