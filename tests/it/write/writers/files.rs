//! Files in the layout of the writer stay unchanged.

use std::fs;
use std::path::Path;

use crate::support::files::with_extensions;
use kifu::notation;
use kifu::notation::Writer;
use kifu::played::Played;
use kifu::text;

/// Returns the path, the original text and the rewritten text of each CSA record in `csa/ok` and `tournament`.
///
/// Each record is rewritten in its own version of CSA.
fn rewritten_records() -> Vec<(String, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let folders = ["csa/ok", "tournament"].into_iter();
    let mut rewritten = Vec::new();
    for path in folders.flat_map(|folder| with_extensions(&root.join(folder), &["csa"])) {
        let bytes = fs::read(&path).expect("a file");
        let text = text::decode(&bytes, None);
        for record in notation::records(&text, notation::detect(&text, Some("csa"))) {
            let is_version_3 = record.text.contains("V3.0");
            let target = notation::target(if is_version_3 { "csa3" } else { "csa" }).expect("a target");
            let result = Writer::new(target).write(&Played::new(&record));
            let result = result.unwrap_or_else(|refusal| panic!("{}: {refusal:?}", path.display()));
            assert!(
                result.losses.is_empty(),
                "{}: {:?}",
                path.display(),
                result.losses
            );
            let written = String::from_utf8(result.bytes).expect("UTF-8");
            rewritten.push((path.display().to_string(), record.text.to_owned(), written));
        }
    }
    rewritten
}

/// Returns the lines of a text in the layout of the writer: one statement each, without the version.
fn statements(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines().map(|line| line.trim_start_matches('\u{feff}')) {
        if line.starts_with(['\'', 'N', '$']) {
            lines.push(line.to_owned());
        } else {
            lines.extend(line.split(',').map(str::to_owned));
        }
    }
    lines.retain(|line| !line.starts_with('V') && !line.starts_with("'CSA") && line != "/");
    lines
}

#[test]
fn canonical_files_are_unchanged() {
    let mut canonical_count = 0;
    for (path, text, written) in rewritten_records() {
        let (original_statements, written_statements) = (statements(&text), statements(&written));
        // The other files have a board for a named start, or the layout of another program.
        let is_canonical =
            original_statements.iter().any(|line| line == "PI") && path.contains("2024-autumn");
        if is_canonical {
            assert_eq!(original_statements, written_statements, "{path}");
            canonical_count += 1;
        }
    }
    assert!(canonical_count >= 5, "{canonical_count} records");
}

#[test]
fn rewriting_is_idempotent() {
    let rewritten = rewritten_records();
    assert!(rewritten.len() > 20, "{} records", rewritten.len());
    for (path, _, written) in rewritten {
        let text = text::decode(written.as_bytes(), None);
        let target = if written.contains("V3.0") { "csa3" } else { "csa" };
        let target = notation::target(target).expect("a target");
        for record in notation::records(&text, notation::detect(&text, Some("csa"))) {
            let result = Writer::new(target)
                .write(&Played::new(&record))
                .expect("it was written once");
            assert_eq!(String::from_utf8_lossy(&result.bytes), written, "{path}");
        }
    }
}
