//! The counts that the reader and the referee compute for the generated archive equal the planned numbers.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::generator::{self, GroundTruth, Score, UNSTATED, make};
use kifu::finding::Severity;
use kifu::notation;
use kifu::record::Date;
use kifu::record::Outcome;
use kifu::record::Terminal;
use kifu::referee::Referee;
use kifu::stats::normalize_name;
use kifu::text;

const RECORD_COUNT: u64 = 1200;

/// Makes an archive of this number of records. Returns the files by path, and the planned numbers.
fn archive(seed: u64, records: u64) -> (BTreeMap<String, Vec<u8>>, GroundTruth) {
    let files = Mutex::new(BTreeMap::new());
    let truth = make(seed, records, |file| {
        files.lock().expect("no panic").insert(file.path, file.bytes);
        Ok(())
    });
    (
        files.into_inner().expect("no panic"),
        truth.expect("nothing is written"),
    )
}

/// The values that are read from one record, for comparison with the plan.
#[derive(Debug, Default)]
struct RecordCounts {
    plies: u64,
    end: String,
    winner: String,
    year: String,
    players: Vec<String>,
    moves: Vec<String>,
    complaints: Vec<(&'static str, Severity)>,
    verdict: String,
}

/// Reads and checks all records. The keys are the path of the file, and the number of the record in the file.
fn count_records(files: &BTreeMap<String, Vec<u8>>) -> BTreeMap<(String, u64), RecordCounts> {
    let mut counts = BTreeMap::new();
    let mut referee = Referee::new();
    for (path, bytes) in files {
        let text = text::decode(bytes, None);
        let extension = path.rsplit('.').next();
        let notation = notation::detect(&text, extension);
        for (number, record) in (1..).zip(notation::records(&text, notation)) {
            let judgement = referee.check(&record);
            let date = ["開始日時", "$START_TIME"]
                .iter()
                .find_map(|key| record.headers.value_of(key));
            let year = date
                .and_then(|value| Date::read(value).ok().map(|date| date.to_string()))
                .map_or(UNSTATED.to_owned(), |date| date[..4].to_owned());
            let player_keys = [["先手", "N+"], ["後手", "N-"]];
            let player_name = |keys: &[&str; 2]| {
                keys.iter()
                    .find_map(|key| record.headers.value_of(key))
                    .map(normalize_name)
            };
            let played = kifu::played::Played::new(&record);
            let plies = played.game().filter_map(|id| played.ply(id));
            let moves = plies
                .map(|ply| format!("{:?}{}{:?}", ply.from, ply.to, ply.placed()))
                .collect();
            counts.insert(
                (path.clone(), number),
                RecordCounts {
                    plies: u64::from(judgement.plies),
                    end: judgement.end.map_or(UNSTATED, Terminal::name).to_owned(),
                    winner: judgement.stated.map_or(UNSTATED, Outcome::name).to_owned(),
                    year,
                    players: player_keys.iter().filter_map(player_name).collect(),
                    moves,
                    complaints: judgement
                        .findings
                        .iter()
                        .map(|finding| (finding.rule.name, finding.severity))
                        .collect(),
                    verdict: judgement.verdict.map_or(UNSTATED, Outcome::name).to_owned(),
                },
            );
        }
    }
    counts
}

fn count_values<'c>(values: impl Iterator<Item = &'c String>) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for value in values {
        *counts.entry(value.clone()).or_default() += 1;
    }
    counts
}

fn scores<'c>(records: impl Iterator<Item = &'c RecordCounts>) -> BTreeMap<String, Score> {
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for record in records {
        for (name, side) in record.players.iter().zip(["black", "white"]) {
            let score = scores.entry(name.clone()).or_default();
            if side == "black" {
                score.black += 1;
            } else {
                score.white += 1;
            }
            match record.winner.as_str() {
                "draw" => score.drawn += 1,
                "none" | UNSTATED => score.unfinished += 1,
                winner if winner == side => score.won += 1,
                _ => score.lost += 1,
            }
        }
    }
    scores
}

#[test]
fn opening_lines_are_legal() {
    assert_eq!(generator::illegal_moves(), Vec::<String>::new());
}

#[test]
fn counts_equal_the_planned_numbers() {
    let (files, truth) = archive(1, RECORD_COUNT);
    let counts = count_records(&files);
    assert_eq!(files.len() as u64, truth.files);
    assert_eq!(
        (counts.len() as u64, truth.all.records),
        (RECORD_COUNT, RECORD_COUNT)
    );
    assert_eq!(counts.values().map(|it| it.plies).sum::<u64>(), truth.all.plies);
    assert_eq!(count_values(counts.values().map(|it| &it.end)), truth.all.ends);
    assert_eq!(
        count_values(counts.values().map(|it| &it.winner)),
        truth.all.winners
    );
    assert_eq!(count_values(counts.values().map(|it| &it.year)), truth.all.years);
    assert_eq!(scores(counts.values()), truth.all.players);
    assert_eq!(
        count_values(counts.values().map(|it| &it.verdict)),
        truth.all.verdicts
    );
}

#[test]
fn every_fault_is_planned() {
    let (files, truth) = archive(2, RECORD_COUNT);
    let mut fault_counts: BTreeMap<String, u64> = BTreeMap::new();
    for (key, record) in &count_records(&files) {
        for &(rule, severity) in &record.complaints {
            let is_planned = truth.faults.contains_key(rule);
            // An impasse is a draw under the 24-point rule of some games, but not by the default rules, so this finding
            // is expected.
            let is_planned_end = rule == "impasse-by-other-profile";
            assert!(
                is_planned || is_planned_end || severity == Severity::Note,
                "{rule} in {key:?}"
            );
            if is_planned {
                *fault_counts.entry(rule.to_owned()).or_default() += 1;
            }
        }
    }
    assert_eq!(fault_counts, truth.faults);
}

#[test]
fn copies_are_at_the_planned_locations() {
    let (files, truth) = archive(3, RECORD_COUNT);
    let counts = count_records(&files);
    assert!(!truth.copies.is_empty());
    for copy in &truth.copies {
        let copied = &counts[&(copy.file.clone(), copy.record)];
        let original = &counts[&(copy.of_file.clone(), copy.of_record)];
        assert!(original.moves.starts_with(&copied.moves), "{copy:?}");
        assert_eq!(
            copied.moves.len() < original.moves.len(),
            copy.kind == "prefix",
            "{copy:?}"
        );
    }
}

#[test]
fn equal_arguments_give_equal_archives() {
    let (files, truth) = archive(4, 250);
    assert_eq!(archive(4, 250), (files.clone(), truth));
    let (larger, _) = archive(4, 400);
    let is_in_first_folder = |path: &&String| path.contains("/00000/");
    for path in files.keys().filter(is_in_first_folder) {
        assert_eq!(larger[path], files[path], "{path}");
    }
    assert_ne!(archive(5, 250).0, files);
}
