//! Baselines: files of known and accepted findings, and the recognition of these findings.

use std::borrow::Cow;
use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use crate::finding::{Finding, Message, Reason, bilingual, message};
use crate::record::Record;
use crate::referee::Fingerprint;
use crate::text::Text;

/// First line of a baseline file.
pub(crate) const BASELINE_HEADER: &str = "{\"kifu-baseline\":1}";

/// Maximum length of a line of a baseline file (bytes).
const MAX_LINE_BYTES: u64 = 64 << 10;

/// A line of a baseline file: the number of findings of a rule in a record that have the same fingerprint.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Entry<'e> {
    /// The fingerprint, as a hexadecimal number.
    key: Cow<'e, str>,
    /// The name of the rule.
    pub rule: Cow<'e, str>,
    /// The number of findings with this fingerprint.
    count: u32,
    /// The path of the file at the time of writing, for human readers.
    pub path: Cow<'e, str>,
    /// The number of the record in that file, from 1.
    pub record: u32,
    /// The ply of the finding; `None` if the finding has no ply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
}

impl Entry<'_> {
    fn key(&self) -> Option<u64> {
        u64::from_str_radix(&self.key, 16).ok()
    }
}

/// Appends lines for the findings of a record to the content of a baseline: one line for all findings with the
/// same fingerprint. Findings of a blank file are left out.
pub(crate) fn write_entries(
    path: &str,
    (record, text): (&Record<'_>, &Text<'_>),
    findings: &[&Finding],
    lines: &mut Vec<u8>,
) {
    if findings.is_empty() || is_blank(text) {
        return;
    }
    let fingerprint = Fingerprint::new(record, text);
    let mut entries: Vec<(u64, u32, &Finding)> = Vec::new();
    for &finding in findings {
        let key = fingerprint.for_finding(record, finding);
        match entries.iter_mut().find(|(other_key, ..)| *other_key == key) {
            Some((_, count, _)) => *count += 1,
            None => entries.push((key, 1, finding)),
        }
    }
    for (key, count, finding) in entries {
        let entry = Entry {
            key: format!("{key:016x}").into(),
            rule: finding.rule.name.into(),
            count,
            path: path.into(),
            record: record.index,
            ply: finding.ply,
        };
        // Writing strings and numbers to memory cannot fail.
        let _ = serde_json::to_writer(&mut *lines, &entry);
        lines.push(b'\n');
    }
}

/// The known findings of a baseline file, with marks for those that were found in this run.
#[derive(Debug, Default)]
pub struct Baseline {
    /// The sorted fingerprints of the findings, each with the maximum number of findings per record.
    known: Vec<(u64, u32)>,
    /// For each fingerprint, `true` if a finding with this fingerprint was found in this run.
    matched: Vec<AtomicBool>,
}

impl Baseline {
    /// Reads a baseline file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or is not a baseline.
    pub fn read(file: impl BufRead) -> io::Result<Self> {
        let mut known = Vec::new();
        for_each_entry(file, |entry, key| known.push((key, entry.count)))?;
        known.sort_unstable();
        // If a record occurred several times, the highest number in one record applies.
        known.dedup_by(|later, kept| {
            let is_same = later.0 == kept.0;
            if is_same {
                kept.1 = kept.1.max(later.1);
            }
            is_same
        });
        Ok(Self {
            matched: known.iter().map(|_| AtomicBool::new(false)).collect(),
            known,
        })
    }

    /// Removes the findings that the baseline contains from the findings of a record, and returns the removed findings.
    ///
    /// Of several findings with one fingerprint, at most the number in the baseline is removed.
    pub(crate) fn take_known(
        &self,
        (record, text): (&Record<'_>, &Text<'_>),
        findings: &mut Vec<Finding>,
    ) -> Vec<Finding> {
        if findings.is_empty() || is_blank(text) {
            return Vec::new();
        }
        let fingerprint = Fingerprint::new(record, text);
        let mut counts: Vec<(usize, u32)> = Vec::new();
        let known_findings = findings.extract_if(.., |finding| {
            let Some(index) = self.index_of(fingerprint.for_finding(record, finding)) else {
                return false;
            };
            self.matched[index].store(true, Ordering::Relaxed);
            let position = counts
                .iter()
                .position(|&(entry, _)| entry == index)
                .unwrap_or_else(|| {
                    counts.push((index, 0));
                    counts.len() - 1
                });
            counts[position].1 += 1;
            counts[position].1 <= self.known[index].1
        });
        known_findings.collect()
    }

    fn index_of(&self, key: u64) -> Option<usize> {
        self.known.binary_search_by_key(&key, |&(key, _)| key).ok()
    }

    /// Calls `show` for each entry of the file that was not found in this run.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub(crate) fn unused_entries(
        &self,
        file: impl BufRead,
        mut show: impl FnMut(&Entry<'_>),
    ) -> io::Result<()> {
        for_each_entry(file, |entry, key| {
            let is_used = self
                .index_of(key)
                .is_none_or(|index| self.matched[index].load(Ordering::Relaxed));
            if !is_used {
                show(entry);
            }
        })
    }
}

/// Returns whether a file is blank.
///
/// All blank files have the same fingerprint. A file that becomes blank later may be a record that was lost, so the
/// findings of blank files are never known.
fn is_blank(text: &Text<'_>) -> bool {
    text.source().iter().all(u8::is_ascii_whitespace)
}

/// Calls `visit` for each entry of a file. Only one line is in memory at a time.
fn for_each_entry(mut file: impl BufRead, mut visit: impl FnMut(&Entry<'_>, u64)) -> io::Result<()> {
    let mut line = Vec::new();
    let mut number = 0_u64;
    loop {
        line.clear();
        number += 1;
        io::Read::take(&mut file, MAX_LINE_BYTES).read_until(b'\n', &mut line)?;
        let text = str::from_utf8(&line).unwrap_or("-").trim();
        match number {
            1 => {
                check_header(text)?;
                continue;
            }
            _ if line.is_empty() => return Ok(()),
            _ if text.is_empty() => continue,
            _ => {}
        }
        let entry: Option<Entry<'_>> = serde_json::from_str(text).ok();
        let keyed_entry = entry.and_then(|entry| Some((entry.key()?, entry)));
        let Some((key, entry)) = keyed_entry else {
            return Err(invalid(message!(
                "line {number} is not a baseline entry",
                "{number}行目がベースラインの項目ではない",
            )));
        };
        visit(&entry, key);
    }
}

/// Checks that the first line is that of a baseline of a supported version, with any spacing.
fn check_header(line: &str) -> io::Result<()> {
    #[derive(Deserialize)]
    struct Header {
        #[serde(rename = "kifu-baseline")]
        version: u64,
    }
    match serde_json::from_str(line.trim_start_matches('\u{feff}')) {
        Ok(Header { version: 1 }) => Ok(()),
        Ok(Header { version }) => Err(invalid(message!(
            "unsupported baseline version {version}; write the baseline again with --write-baseline",
            "バージョン{version}のベースラインには対応していない。`--write-baseline` で作り直す",
        ))),
        Err(_) => Err(invalid(bilingual(
            "not a baseline; create one with --write-baseline",
            "ベースラインではない。`--write-baseline` で作成したファイルを指定する",
        ))),
    }
}

fn invalid(message: Message) -> io::Error {
    Reason::error(io::ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use crate::referee::Referee;

    const NAMED: &str = "開始日時：2024/05/05\n先手：甲\n後手：乙\n";
    const GAME: &str =
        "手合割：平手\n   1 ２六歩(27)\n   2 ８四歩(83)\n   3 ２五歩(26)\n   4 ８五歩(84)\n   5 ９五歩打\n";

    /// Calls a function with a record, its text and its findings.
    fn with_findings<T>(
        record: &str,
        callback: impl FnOnce((&Record<'_>, &Text<'_>), Vec<Finding>) -> T,
    ) -> T {
        let text = crate::text::decode(record.as_bytes(), None);
        let record = notation::records(&text, notation::detect(&text, None))
            .next()
            .unwrap();
        let findings = Referee::new().check(&record).findings;
        callback((&record, &text), findings)
    }

    fn baseline_of(records: &[&str]) -> Vec<u8> {
        let mut lines = format!("{BASELINE_HEADER}\n").into_bytes();
        for record in records {
            with_findings(record, |record, findings| {
                assert!(!findings.is_empty());
                write_entries("a.kif", record, &findings.iter().collect::<Vec<_>>(), &mut lines);
            });
        }
        lines
    }

    fn remaining_rules(file: &[u8], record: &str) -> Vec<&'static str> {
        let baseline = Baseline::read(file).unwrap();
        with_findings(record, |record, mut findings| {
            baseline.take_known(record, &mut findings);
            findings.iter().map(|it| it.rule.name).collect()
        })
    }

    #[test]
    fn only_known_findings_match() {
        for head in [NAMED, ""] {
            let record = format!("{head}{GAME}");
            let file = baseline_of(&[&record]);
            assert!(remaining_rules(&file, &record).is_empty(), "{head}");
            // Line endings, and blank lines around a record, do not affect the fingerprints.
            for end in ["\r\n", "\r"] {
                assert!(
                    remaining_rules(&file, &record.replace('\n', end)).is_empty(),
                    "{head}"
                );
            }
            assert!(
                !remaining_rules(&file, &record.replace("９五歩打", "９六歩打")).is_empty(),
                "{head}"
            );
            let empty = format!("{BASELINE_HEADER}\n").into_bytes();
            assert!(!remaining_rules(&empty, &record).is_empty(), "{head}");
        }
    }

    #[test]
    fn known_findings_match_after_changes_to_the_game() {
        let record = format!("{NAMED}{GAME}");
        let file = baseline_of(&[&record]);
        let other = record.replace("   1 ２六歩(27)\n", "*A comment\n   1 ２六歩(27)\n");
        assert!(remaining_rules(&file, &other).is_empty());
        assert_eq!(
            remaining_rules(&file, &record.replace("２五歩(26)", "２四歩(26)"))[0],
            "illegal-piece-movement"
        );
        assert!(!remaining_rules(&file, &record.replace("甲", "丙")).is_empty());
    }

    #[test]
    fn unreadable_files_are_identified_by_their_bytes() {
        assert_eq!(
            remaining_rules(&baseline_of(&["", " \n"]), ""),
            ["unreadable-record"]
        );
        let file = baseline_of(&["Bring tea.\n"]);
        assert!(remaining_rules(&file, "Bring tea.\n").is_empty());
        for other in ["", "Bring cake.\n", "Bring tea.\n\n"] {
            assert_eq!(remaining_rules(&file, other), ["unreadable-record"], "{other}");
        }
    }

    #[test]
    fn unused_entries_are_reported() {
        let (named_record, unnamed_record) = (format!("{NAMED}{GAME}"), GAME.to_owned());
        let file = baseline_of(&[&named_record, &unnamed_record]);
        let baseline = Baseline::read(&file[..]).unwrap();
        let unused_count = || {
            let mut count = 0;
            baseline.unused_entries(&file[..], |_| count += 1).unwrap();
            count
        };
        let total = unused_count();
        with_findings(&named_record, |record, mut findings| {
            baseline.take_known(record, &mut findings)
        });
        assert_eq!(unused_count() * 2, total);
        with_findings(&unnamed_record, |record, mut findings| {
            baseline.take_known(record, &mut findings)
        });
        assert_eq!(unused_count(), 0);
    }

    #[test]
    fn invalid_baselines_are_reported() {
        for (file, expected) in [
            ("", "not a baseline"),
            ("手合割：平手\n", "not a baseline"),
            ("{\"kifu-baseline\":2}\n", "unsupported baseline version 2"),
            ("{\"kifu-baseline\":1}\n\n{}\n", "line 3 is not a baseline entry"),
            (
                "{\"kifu-baseline\":1}\n{\"key\":\"xyz\"}\n",
                "line 2 is not a baseline entry",
            ),
        ] {
            let error = Baseline::read(file.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(expected), "{file}: {error}");
        }
        let long = format!("{BASELINE_HEADER}\n{}", "x".repeat(MAX_LINE_BYTES as usize + 1));
        let error = Baseline::read(long.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("line 2 is not a baseline entry"), "{error}");
    }
}
