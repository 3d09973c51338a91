//! The audit of an archive: contradictions between its records.
//!
//! Every record is reduced to its [`Facts`], which are written to a temporary file ([`store`]). [`Audit`] sorts the records several
//! times: by the moves ([`games`]), by the players and times ([`players`]), by the event ([`events`]) and by the folder ([`files`]). The findings are
//! about single records, each of which may be read again to show them.

use std::collections::HashSet;
use std::io;
use std::iter;

use serde::{Deserialize, Serialize};

use facts::{Facts, Place};
use sheet::{Completeness, Sheet, SheetFinding};
use store::{FactsStore, Handle};

use crate::check::{ArchiveFinding, ArchiveFindings};
use crate::finding::archive::ARCHIVE_RULES;
use crate::finding::{Finding, Related, Rule};
use crate::stats::{Game, Sorted, Sorter};

mod events;
mod facts;
mod files;
mod games;
mod names;
mod players;
pub(crate) mod sheet;
mod store;

/// Usual maximum memory of each of the sorters, and of the facts, before temporary files are used (bytes).
pub(crate) const MAX_MEMORY_BYTES: usize = 8 << 20;

/// The findings of an audit, in the order in which they are found.
#[derive(Debug, Default)]
struct Report(Vec<(u64, Place, ArchiveFinding)>);

impl Report {
    /// Adds a finding about these records. It is a finding on the last of them in the order of the inputs.
    fn add<const N: usize>(&mut self, finding: ArchiveFinding, mut records: [&Facts; N]) {
        records.sort_by_key(|facts| facts.sequence);
        let Some((last, others)) = records.split_last() else {
            return;
        };
        let related = others.iter().map(|facts| Related {
            path: facts.place.path.clone(),
            record: Some(facts.place.record),
            line: None,
        });
        self.push(last, finding, related.collect());
    }

    /// Adds a finding on a record, with the other records or the sheet that it is about.
    fn push(&mut self, facts: &Facts, finding: ArchiveFinding, related: Vec<Related>) {
        let finding = ArchiveFinding { related, ..finding };
        self.0.push((facts.sequence, facts.place.clone(), finding));
    }
}

/// The comparison of all records of a run.
#[derive(Debug)]
pub(crate) struct Audit {
    records: u64,
    facts: FactsStore,
    by_moves: Sorter,
    by_line: Sorter,
    by_time: Sorter,
    by_round: Sorter,
    by_event: Sorter,
    by_folder: Sorter,
    /// The sheets with which the records are compared.
    sheets: Sheets,
}

/// Sheets of results, and the facts of all records if there are sheets.
#[derive(Debug)]
pub(crate) struct Sheets {
    all: Vec<Sheet>,
    completeness: Completeness,
    records: Vec<Facts>,
}

/// A sheet with its findings, in the order of their places.
#[derive(Debug)]
pub(crate) struct ComparedSheet {
    pub sheet: Sheet,
    pub findings: Vec<Finding>,
}

/// The facts of a record with the keys by which it is sorted.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Candidate {
    facts: Facts,
    cut_key: Option<Vec<u8>>,
}

impl Candidate {
    /// Returns the candidate of a record. Returns `None` if the format of the record is not recognized.
    pub(crate) fn from_record(game: Option<&Game>) -> Option<Self> {
        let game = game.filter(|game| game.is_recognized())?;
        let line = game.ply_codes();
        let facts = Facts::new(game, &line);
        Some(Self {
            cut_key: games::cut_key(&facts, &line, game.start.as_deref()),
            facts,
        })
    }

    /// Returns the path of the file, and the number of the record in it.
    pub(crate) fn place(&self) -> (&str, u32) {
        (&self.facts.place.path, self.facts.place.record)
    }

    /// Returns the number of plies of the main line.
    pub(crate) fn plies(&self) -> u64 {
        self.facts.plies.into()
    }
}

impl Audit {
    /// Creates an audit without records, whose records are compared with these sheets. `memory` is the maximum memory of each of
    /// the sorters, and of the facts, before temporary files are used (bytes).
    pub(crate) fn new(sheets: Sheets, memory: usize) -> Self {
        let sorter = || Sorter::new(memory);
        Self {
            records: 0,
            facts: FactsStore::new(memory),
            by_moves: sorter(),
            by_line: sorter(),
            by_time: sorter(),
            by_round: sorter(),
            by_event: sorter(),
            by_folder: sorter(),
            sheets,
        }
    }

    /// Adds the next record in the order of the inputs. `member` is the number of its file in an archive; 0 for a file outside an
    /// archive.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written.
    pub(crate) fn push(&mut self, candidate: Candidate, member: u64) -> io::Result<()> {
        let Candidate { mut facts, cut_key } = candidate;
        self.records += 1;
        facts.sequence = self.records;
        facts.place.member = member;
        let item = self.facts.push(&facts)?.to_bytes();
        if facts.plies > 0 {
            self.by_moves.push(&facts.moves.to_be_bytes(), &item)?;
        }
        if let Some(key) = cut_key {
            let is_open = [u8::from(games::is_open(&facts))];
            self.by_line.push(&key, &[&item[..], &is_open].concat())?;
        }
        if let Some(hours) = players::Hours::new(&facts) {
            let item = [&item[..], &hours.to_bytes()].concat();
            for key in hours.keys(&facts) {
                self.by_time.push(&key, &item)?;
            }
        }
        for key in players::round_keys(&facts) {
            self.by_round.push(&key, &item)?;
        }
        self.by_event.push(&events::event_key(&facts), &item)?;
        self.by_folder.push(&files::folder_key(&facts), &item)?;
        if !self.sheets.all.is_empty() {
            self.sheets.records.push(facts);
        }
        Ok(())
    }

    /// Compares the records. Returns the findings on records, those on one record in the order of their rules, and the findings in
    /// sheets.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be read.
    pub(crate) fn finish(self) -> io::Result<(ArchiveFindings, Vec<ComparedSheet>)> {
        let (mut report, mut facts) = (Report::default(), self.facts);
        let of_equal_moves = with_shared_keys(self.by_moves.finish()?, &mut facts);
        games::compare_equal_games(of_equal_moves, &mut report)?;
        games::find_cut_records(self.by_line.finish()?, &mut facts, &mut report)?;
        players::find_overlaps(self.by_time.finish()?, &mut facts, &mut report)?;
        let of_one_round = with_shared_keys(self.by_round.finish()?, &mut facts);
        players::find_second_games(of_one_round, &mut report)?;
        events::compare_events(self.by_event.finish()?, &mut facts, &mut report)?;
        files::compare_names(self.by_folder.finish()?, &mut facts, &mut report)?;
        let in_sheets = self.sheets.compare(&mut report);
        let order = |rule: &Rule| ARCHIVE_RULES.iter().position(|other| *other == rule);
        let mut found = report.0;
        found.sort_by_key(|(sequence, _, finding)| (*sequence, order(finding.rule)));
        // Two players of a game may both lead to the same finding.
        found.dedup_by(|(later, _, one), (first, _, other)| {
            later == first && one.rule == other.rule && one.related == other.related
        });
        let mut findings = ArchiveFindings::default();
        for (_, place, finding) in found {
            findings.push(place.path, place.member, place.record, finding);
        }
        Ok((findings, in_sheets))
    }
}

impl Sheets {
    /// Creates the sheets.
    pub(crate) const fn new(sheets: Vec<Sheet>, completeness: Completeness) -> Self {
        Self {
            all: sheets,
            completeness,
            records: Vec::new(),
        }
    }

    /// Compares the sheets with the records, and returns them with their findings, in the order of their lines.
    fn compare(self, report: &mut Report) -> Vec<ComparedSheet> {
        let records = self.records;
        let compare = |sheet: &Sheet| sheet::compare(sheet, &records, self.completeness);
        let comparisons: Vec<_> = self.all.iter().map(compare).collect();
        let on_some_sheet: HashSet<usize> = comparisons
            .iter()
            .flat_map(|comparison| comparison.on_sheet.iter().copied())
            .collect();
        let mut compared = Vec::new();
        for (sheet, comparison) in self.all.into_iter().zip(comparisons) {
            let (mut findings, starts) = (Vec::new(), sheet.line_starts());
            for found in comparison.findings {
                let SheetFinding {
                    finding,
                    record,
                    line,
                    cell,
                } = found;
                match record {
                    // Each sheet may have a part of the games.
                    Some(at) if line.is_none() && on_some_sheet.contains(&at) => {}
                    Some(at) => {
                        let related = Related {
                            path: sheet.path.clone(),
                            record: None,
                            line,
                        };
                        report.push(&records[at], finding, vec![related]);
                    }
                    None => {
                        let line = line.map_or(0, |line| line as usize - 1);
                        let start = starts.get(line).copied().unwrap_or_default();
                        findings.push(Finding {
                            span: Some(sheet.place(start, &cell)),
                            ..finding.in_text(None)
                        });
                    }
                }
            }
            findings.sort_by_key(|finding| finding.span.map(|span| span.start));
            compared.push(ComparedSheet { sheet, findings });
        }
        compared
    }
}

/// Returns the records that share their key with another record, in the order of `sorted`, whose items are handles. Most keys
/// belong to a single record, whose facts are not read.
fn with_shared_keys(
    sorted: Sorted,
    facts: &mut FactsStore,
) -> impl Iterator<Item = io::Result<(Vec<u8>, Facts)>> {
    let mut sorted = sorted.peekable();
    let mut shared = None;
    iter::from_fn(move || {
        loop {
            let (key, item) = match sorted.next()? {
                Ok(next) => next,
                Err(error) => return Some(Err(error)),
            };
            let is_followed = matches!(sorted.peek(), Some(Ok((next, _))) if *next == key);
            if is_followed || shared.as_ref() == Some(&key) {
                shared = Some(key.clone());
                let record = Handle::from_bytes(&item).and_then(|handle| facts.get(handle));
                return Some(record.map(|facts| (key, facts)));
            }
        }
    })
}
