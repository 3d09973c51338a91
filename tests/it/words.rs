//! Text output about a record in both languages, compared with snapshots, and the outputs in the README.
//!
//! `INSTA_UPDATE=always KIFU_UPDATE=1 cargo test --test it words` updates the snapshots and the findings in the
//! README; review the difference.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::generated;

const RECORD: &str = "fixtures/words/club.kifu";
const ARCHIVE: &str = "fixtures/tournament";
const EVENING: &str = "fixtures/club";

fn at_root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Returns `false` in the published crate, which does not contain the file.
fn is_there(path: &str) -> bool {
    let there = at_root(path).exists();
    if !there {
        eprintln!("skipped: {path} is not part of the published crate");
    }
    there
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

fn words(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("the output is UTF-8")
}

/// With boards and statistics: everything that text output can contain.
#[test]
fn messages_equal_the_snapshots() {
    if !is_there(RECORD) {
        return;
    }
    for language in ["en", "ja"] {
        let output = validate(RECORD, language, &["-v", "--statistics"]);
        let said = words(&output.stdout);
        insta::assert_snapshot!(language, said);
    }
}

/// Returns the rule and the location, which identify a finding of a record.
fn key(finding: &str) -> Option<(&str, &str)> {
    let mut lines = finding.lines();
    let (head, place) = (lines.next()?, lines.next()?);
    let rule = head.split_once('[')?.1.split_once(']')?.0;
    let place = place.split_once("--> ")?.1.split_once(" (")?.0;
    Some((rule, place))
}

/// The findings of the archive, and the summary.
struct ArchiveOutput {
    findings: Vec<String>,
    summary: String,
}

impl ArchiveOutput {
    fn run(archive: &str, language: &str) -> Self {
        let output = validate(archive, language, &[]);
        let findings = words(&output.stdout)
            .split("\n\n")
            .map(|part| part.trim_end().to_owned());
        Self {
            findings: findings.collect(),
            summary: words(&output.stderr)
                .lines()
                .last()
                .unwrap_or_default()
                .to_owned(),
        }
    }

    /// Returns the current text for a paragraph of the README.
    fn current_paragraph(&self, paragraph: &str) -> String {
        if paragraph == "…" {
            return paragraph.to_owned();
        }
        if paragraph.contains(": kifu show ") || paragraph.contains("：kifu show ") {
            // The test passes the language option, and the README does not.
            let shown = |text: &String| text.replace(" --lang=en", "").replace(" --lang=ja", "") == paragraph;
            assert!(
                self.findings.iter().any(shown),
                "not shown any more:\n{paragraph}"
            );
            return paragraph.to_owned();
        }
        let Some(key) = key(paragraph) else {
            // The run time is not compared.
            let counts = |line: &str| line.rfind(['(', '（']).unwrap_or(line.len());
            let (now, then) = (self.summary.as_str(), paragraph);
            return now[..counts(now)].to_owned() + &then[counts(then)..];
        };
        let same = |finding: &&String| self::key(finding) == Some(key);
        let finding = self.findings.iter().find(same);
        finding
            .unwrap_or_else(|| panic!("not said any more:\n{paragraph}"))
            .clone()
    }
}

/// The README and the page of the other games show the actual output in both languages.
#[test]
fn pages_show_the_actual_output() {
    if !is_there(ARCHIVE) || !is_there(EVENING) {
        return;
    }
    for (page, samples) in [
        ("README.md", &[(ARCHIVE, "en"); 2][..]),
        ("README.ja.md", &[(ARCHIVE, "ja"); 2]),
        ("docs/other-games.md", &[(EVENING, "en")]),
    ] {
        shows_what_is_said(page, samples);
    }
}

fn shows_what_is_said(page: &str, expected: &[(&str, &str)]) {
    let text = fs::read_to_string(at_root(page)).expect("there is such a page");
    let mut samples = Vec::new();
    let mut parts = text.split("```text\n");
    let mut anew = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (sample, rest) = part.split_once("\n```").expect("a sample ends");
        if !["[nifu]", "Checked", "検査完了"]
            .iter()
            .any(|word| sample.contains(word))
        {
            anew.extend(["```text\n", part]);
            continue;
        }
        let language = if page.contains(".ja.") { "ja" } else { "en" };
        let archive = [ARCHIVE, EVENING][usize::from(sample.contains(EVENING))];
        let said = ArchiveOutput::run(archive, language);
        let now: Vec<_> = sample
            .split("\n\n")
            .map(|part| said.current_paragraph(part))
            .collect();
        anew.extend(["```text\n", &now.join("\n\n"), "\n```", rest]);
        samples.push((archive, language));
    }
    assert_eq!(samples, expected, "{page}");
    generated::compare(page, anew);
}
