//! Text output about a record in both languages, compared with snapshots, and the outputs in the README and in
//! `docs/other-games.md`.
//!
//! `INSTA_UPDATE=always KIFU_UPDATE=1 cargo test --test it words` updates the snapshots and the findings in these
//! pages; review the difference.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::generated;

const RECORD: &str = "fixtures/words/club.kifu";
const ARCHIVE: &str = "fixtures/tournament";
const CLUB: &str = "fixtures/club";

fn at_root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Returns `true` if the file exists. In the published crate, which does not contain the file, prints a message and
/// returns `false`.
fn is_available(path: &str) -> bool {
    let exists = at_root(path).exists();
    if !exists {
        eprintln!("skipped: {path} is not part of the published crate");
    }
    exists
}

fn validate(path: &str, language: &str, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("LC_ALL", "C")
        .args(["validate", path, "--color", "never", "--lang", language])
        .args(options)
        .output()
        .expect("the command can be started")
}

fn as_text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("the output is UTF-8")
}

/// With `-v` (boards) and `--statistics`, the output contains every element of text output.
#[test]
fn messages_equal_the_snapshots() {
    if !is_available(RECORD) {
        return;
    }
    for language in ["en", "ja"] {
        let output = validate(RECORD, language, &["-v", "--statistics"]);
        let stdout = as_text(&output.stdout);
        insta::assert_snapshot!(language, stdout);
    }
}

/// Returns the rule and the location, which identify a finding of a record; `None` for other text.
fn finding_key(finding: &str) -> Option<(&str, &str)> {
    let mut lines = finding.lines();
    let (head, location) = (lines.next()?, lines.next()?);
    let rule = head.split_once('[')?.1.split_once(']')?.0;
    let location = location.split_once("--> ")?.1;
    let end = location.find(" (").or_else(|| location.find('（'))?;
    Some((rule, &location[..end]))
}

/// The output about the archive: the findings as printed, and the summary.
struct ArchiveOutput {
    findings: Vec<String>,
    summary: String,
}

impl ArchiveOutput {
    fn run(archive: &str, language: &str) -> Self {
        let output = validate(archive, language, &[]);
        let findings = as_text(&output.stdout)
            .split("\n\n")
            .map(|part| part.trim_end().to_owned());
        Self {
            findings: findings.collect(),
            summary: as_text(&output.stderr)
                .lines()
                .last()
                .unwrap_or_default()
                .to_owned(),
        }
    }

    /// Returns the current text for a paragraph of a page: the finding of the same rule at the same location or, for a
    /// paragraph that is not a finding, the summary. The paragraph `…`, and a paragraph with a suggested command, stay
    /// unchanged.
    fn current_paragraph(&self, paragraph: &str) -> String {
        if paragraph == "…" {
            return paragraph.to_owned();
        }
        if paragraph.contains(": kifu show ") || paragraph.contains("：kifu show ") {
            // The test passes the language option, and the README does not.
            let is_same_command =
                |text: &String| text.replace(" --lang=en", "").replace(" --lang=ja", "") == paragraph;
            assert!(
                self.findings.iter().any(is_same_command),
                "not shown any more:\n{paragraph}"
            );
            return paragraph.to_owned();
        }
        let Some(key) = finding_key(paragraph) else {
            // The run time is not compared.
            let counts_end = |line: &str| line.rfind(['(', '（']).unwrap_or(line.len());
            let (current, shown) = (self.summary.as_str(), paragraph);
            return current[..counts_end(current)].to_owned() + &shown[counts_end(shown)..];
        };
        let has_key = |finding: &&String| finding_key(finding) == Some(key);
        let finding = self.findings.iter().find(has_key);
        finding
            .unwrap_or_else(|| panic!("not said any more:\n{paragraph}"))
            .clone()
    }
}

/// Both READMEs and the English page of the games other than shogi show the actual output.
#[test]
fn pages_show_the_actual_output() {
    if !is_available(ARCHIVE) || !is_available(CLUB) {
        return;
    }
    for (page, samples) in [
        ("README.md", &[(ARCHIVE, "en"); 2][..]),
        ("README.ja.md", &[(ARCHIVE, "ja"); 2]),
        ("docs/other-games.md", &[(CLUB, "en")]),
    ] {
        assert_page_shows_output(page, samples);
    }
}

fn assert_page_shows_output(page: &str, expected: &[(&str, &str)]) {
    let text = fs::read_to_string(at_root(page)).expect("there is such a page");
    let mut samples = Vec::new();
    let mut parts = text.split("```text\n");
    let mut updated = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (sample, rest) = part.split_once("\n```").expect("a sample ends");
        if !["[nifu]", "Checked", "検査完了"]
            .iter()
            .any(|word| sample.contains(word))
        {
            updated.extend(["```text\n", part]);
            continue;
        }
        let language = if page.contains(".ja.") { "ja" } else { "en" };
        let archive = [ARCHIVE, CLUB][usize::from(sample.contains(CLUB))];
        let output = ArchiveOutput::run(archive, language);
        let paragraphs: Vec<_> = sample
            .split("\n\n")
            .map(|part| output.current_paragraph(part))
            .collect();
        updated.extend(["```text\n", &paragraphs.join("\n\n"), "\n```", rest]);
        samples.push((archive, language));
    }
    assert_eq!(samples, expected, "{page}");
    generated::compare(page, updated);
}
