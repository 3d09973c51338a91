//! Slips that are planted in files of other programs: the fix of a right cause restores every byte that the file determines.
//!
//! `cargo test --release --test it -- --ignored --nocapture fix::bytes::table` prints the figures by kind.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use kifu::check::FixedFile;
use kifu::finding::{Cause, Severity};
use kifu::text::{Encoding, decode};
use kifu::{Checker, Settings};
use regex::Regex;

use super::slips::{FORMATS, Slip, SlipFormat, from_diagram, plant};
use super::{MIN_PLIES, checker, findings, fixtures, restores};
use crate::support::dice::Dice;
use crate::support::files::{below, shared_folder};

/// A file with one game without errors.
struct Original {
    path: String,
    /// The text with `\n` as line ends.
    text: String,
    has_carriage_returns: bool,
    encoding: &'static Encoding,
}

impl Original {
    /// Returns the file, if it has one long game in a format and this text gives its bytes again.
    fn new(checker: &Checker, path: &Path, format: &SlipFormat) -> Option<Self> {
        let bytes = fs::read(path).ok()?;
        let path = path.to_string_lossy().into_owned();
        let mut files = checker.check(&path, &bytes[..]);
        let file = files.next().filter(|_| files.next().is_none())?;
        let mut records = file.records();
        let game = records.next().filter(|_| records.next().is_none())?;
        let tree = &game.record.tree;
        let has_variations = tree.main_line().any(|(id, _)| tree.children(id).count() > 1);
        let mut found = game.judgement.findings.iter();
        let is_usable = format.target.starts_with(game.record.format.name())
            && !has_variations
            && game.judgement.plies >= MIN_PLIES
            && !found.any(|finding| finding.severity >= Severity::Error);
        let text = decode(&bytes, None);
        let original = Self {
            has_carriage_returns: text.as_str().contains("\r\n"),
            text: text.as_str().replace("\r\n", "\n"),
            encoding: text.encoding(),
            path,
        };
        (is_usable && original.bytes_of(&original.text) == bytes).then_some(original)
    }

    /// Returns a text in the encoding and with the line ends of this file.
    fn bytes_of(&self, text: &str) -> Vec<u8> {
        let text = if self.has_carriage_returns {
            text.replace('\n', "\r\n")
        } else {
            text.to_owned()
        };
        self.encoding.encode(&text).0.into_owned()
    }
}

/// The numbers of right causes of one kind of slip, and of those whose fix restores the file.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    right: usize,
    restored: usize,
}

/// A file that was not restored, with its lines that differ.
struct Difference {
    label: String,
    lines: Vec<String>,
}

/// Plants slips in files, and compares the fixed files with the originals.
fn count(
    folders: &[&Path],
    number: usize,
    seed: u64,
) -> (BTreeMap<(&'static str, Slip), Counts>, Vec<Difference>) {
    let checker = checker();
    let plain = Checker::new(Settings::default());
    let mut dice = Dice::new(seed);
    let (mut table, mut differences) = (BTreeMap::new(), Vec::new());
    for format in FORMATS {
        let paths = folders.iter().flat_map(|folder| below(folder));
        let originals: Vec<Original> = paths
            .filter_map(|path| Original::new(&plain, &path, format))
            .collect();
        if originals.is_empty() {
            println!("no files in the format of {}", format.target);
            continue;
        }
        for &slip in format.slips {
            let counts: &mut Counts = table.entry((format.target, slip)).or_default();
            let mut planted = 0;
            for _ in 0..number * 20 {
                let original = &originals[dice.below(originals.len())];
                let in_diagram =
                    matches!(slip, Slip::Hand | Slip::Square).then(|| from_diagram(&original.text));
                let game = match &in_diagram {
                    Some(Some(game)) => game,
                    Some(None) => continue,
                    None => &original.text,
                };
                let Some(text) = plant(format, slip, game, &mut dice) else {
                    continue;
                };
                planted += 1;
                if is_found(&findings(&checker, &text), &text, game, slip) {
                    counts.right += 1;
                    let fixed = fix(&checker, original, &text);
                    let fixed = fixed
                        .bytes
                        .map(|bytes| decode(&bytes, Some(original.encoding)).as_str().to_owned());
                    let fixed = fixed.unwrap_or_else(|| text.clone());
                    match differences_of(game, &text, &fixed, original, slip) {
                        lines if lines.is_empty() => counts.restored += 1,
                        lines => differences.push(Difference {
                            label: format!("{} {}: {}", format.target, slip.name(), original.path),
                            lines,
                        }),
                    }
                }
                if planted == number {
                    break;
                }
            }
        }
    }
    (table, differences)
}

fn fix(checker: &Checker, original: &Original, text: &str) -> FixedFile {
    let bytes = original.bytes_of(text);
    let file = checker.check(&original.path, &bytes[..]).next().expect("a file");
    file.fix(true)
}

/// Returns whether a slip has a single cause, and it is the right one.
fn is_found(findings: &[kifu::finding::Finding], text: &str, game: &str, slip: Slip) -> bool {
    let causes: Vec<&Cause> = findings.iter().flat_map(|finding| &finding.causes).collect();
    matches!(causes[..], [cause] if restores(cause, text, game, slip))
}

/// Returns the lines in which a fixed file differs from the original. The time of a missing ply is determined only by the running
/// totals of KIF.
fn differences_of(game: &str, text: &str, fixed: &str, original: &Original, slip: Slip) -> Vec<String> {
    let line_end = if original.has_carriage_returns {
        "\r\n"
    } else {
        "\n"
    };
    let is_of_one_kind = fixed.matches('\n').count() == fixed.matches(line_end).count();
    let fixed = fixed.replace("\r\n", "\n");
    let mut game = game.to_owned();
    if matches!(slip, Slip::Missing | Slip::MissingNumber) {
        game = without_unknown_time(&game, text);
    }
    let mut lines = Vec::new();
    let (mut expected, mut actual) = (game.split('\n'), fixed.split('\n'));
    loop {
        match (expected.next(), actual.next()) {
            (None, None) => break,
            (one, other) if one != other => lines.push(format!("  {one:?}\n  {other:?}")),
            _ => {}
        }
    }
    if !is_of_one_kind {
        lines.push("  line ends".to_owned());
    }
    lines
}

/// Returns a game without the time of the ply that is missing in a text, if the rest of the text does not determine it.
fn without_unknown_time(game: &str, text: &str) -> String {
    let number = Regex::new(r"^ *[0-9]+ +").expect("a pattern");
    let total = Regex::new(r"/ *\d+:\d+(:\d+)?\)").expect("a pattern");
    let clock = Regex::new(r"\s*\(\s*\d+:.*$").expect("a pattern");
    let essence = |line: &str| number.replace(line, "").into_owned();
    let mut lines: Vec<String> = game.split('\n').map(str::to_owned).collect();
    let mut pairs = lines.iter().zip(text.split('\n'));
    let Some(missing) = pairs.position(|(one, other)| essence(one) != essence(other)) else {
        return game.to_owned();
    };
    let is_move = |line: &&String| number.is_match(line);
    let has_total = |line: Option<&String>| line.is_some_and(|line| total.is_match(line));
    let before = lines[..missing].iter().rev().filter(is_move).nth(1);
    let after = lines[missing + 1..].iter().filter(is_move).nth(1);
    let is_known = has_total(before) && has_total(after);
    if lines.get(missing + 1).is_some_and(|line| line.starts_with('T')) {
        lines.remove(missing + 1);
    } else if !is_known && is_move(&&lines[missing]) {
        lines[missing] = clock.replace(&lines[missing], "").into_owned();
    }
    lines.join("\n")
}

fn print(table: &BTreeMap<(&'static str, Slip), Counts>) {
    println!("| format | slip | right causes | restored |");
    println!("|---|---|---|---|");
    for ((format, slip), counts) in table {
        println!(
            "| {format} | {} | {} | {} |",
            slip.name(),
            counts.right,
            counts.restored
        );
    }
}

/// Checks that the fixes of 97 % of the right causes restore the file.
fn check_share((table, differences): &(BTreeMap<(&'static str, Slip), Counts>, Vec<Difference>)) {
    let right: usize = table.values().map(|counts| counts.right).sum();
    let restored: usize = table.values().map(|counts| counts.restored).sum();
    println!("{restored} of {right} files restored");
    for difference in differences {
        println!("{}", difference.label);
        for line in difference.lines.iter().take(3) {
            println!("{line}");
        }
    }
    assert!(
        restored * 100 >= right * 97,
        "{restored} of {right} files restored"
    );
}

#[test]
fn fixed_files_are_restored() {
    let fixtures = fixtures();
    let folders = ["tournament", "same", "show", "corpus"].map(|name| fixtures.join(name));
    let folders: Vec<&Path> = folders
        .iter()
        .map(|folder| &**folder)
        .filter(|it| it.exists())
        .collect();
    let counted = count(&folders, 4, 5);
    print(&counted.0);
    check_share(&counted);
}

#[test]
#[ignore = "prints the figures by kind"]
fn table() {
    let Some(corpus) = shared_folder("corpus") else {
        return;
    };
    let counted = count(&[&corpus], 40, 20_261_129);
    print(&counted.0);
    check_share(&counted);
}
