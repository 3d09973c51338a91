//! The generated archive agrees with its planned numbers, as computed by the reader and the referee alone.

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

const RECORDS: u64 = 1200;

/// Returns the files by path, and the planned numbers.
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

/// The counted values of one record.
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

/// Reads and checks all records. The keys are the file and the place in it.
fn count_records(files: &BTreeMap<String, Vec<u8>>) -> BTreeMap<(String, u64), RecordCounts> {
    let mut all = BTreeMap::new();
    let mut referee = Referee::new();
    for (path, bytes) in files {
        let text = text::decode(bytes, None);
        let extension = path.rsplit('.').next();
        let notation = notation::detect(&text, extension);
        for (place, record) in (1..).zip(notation::records(&text, notation)) {
            let judgement = referee.check(&record);
            let date = ["開始日時", "$START_TIME"]
                .iter()
                .find_map(|key| record.headers.value_of(key));
            let year = date
                .and_then(|value| Date::read(value).ok().map(|date| date.to_string()))
                .map_or(UNSTATED.to_owned(), |date| date[..4].to_owned());
            let names = [["先手", "N+"], ["後手", "N-"]];
            let name = |keys: &[&str; 2]| {
                keys.iter()
                    .find_map(|key| record.headers.value_of(key))
                    .map(normalize_name)
            };
            let played = kifu::played::Played::new(&record);
            let plies = played.game().filter_map(|id| played.ply(id));
            let moves = plies
                .map(|ply| format!("{:?}{}{:?}", ply.from, ply.to, ply.placed()))
                .collect();
            all.insert(
                (path.clone(), place),
                RecordCounts {
                    plies: u64::from(judgement.plies),
                    end: judgement.end.map_or(UNSTATED, Terminal::name).to_owned(),
                    winner: judgement.stated.map_or(UNSTATED, Outcome::name).to_owned(),
                    year,
                    players: names.iter().filter_map(name).collect(),
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
    all
}

fn table<'c>(words: impl Iterator<Item = &'c String>) -> BTreeMap<String, u64> {
    let mut table = BTreeMap::new();
    for word in words {
        *table.entry(word.clone()).or_default() += 1;
    }
    table
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
    let (files, truth) = archive(1, RECORDS);
    let all = count_records(&files);
    assert_eq!(files.len() as u64, truth.files);
    assert_eq!((all.len() as u64, truth.all.records), (RECORDS, RECORDS));
    assert_eq!(all.values().map(|it| it.plies).sum::<u64>(), truth.all.plies);
    assert_eq!(table(all.values().map(|it| &it.end)), truth.all.ends);
    assert_eq!(table(all.values().map(|it| &it.winner)), truth.all.winners);
    assert_eq!(table(all.values().map(|it| &it.year)), truth.all.years);
    assert_eq!(scores(all.values()), truth.all.players);
    assert_eq!(table(all.values().map(|it| &it.verdict)), truth.all.verdicts);
}

#[test]
fn every_fault_is_planned() {
    let (files, truth) = archive(2, RECORDS);
    let mut found: BTreeMap<String, u64> = BTreeMap::new();
    for (place, it) in &count_records(&files) {
        for &(rule, severity) in &it.complaints {
            let is_planned = truth.faults.contains_key(rule);
            // By the default rules an impasse is not a draw. Under the 24-point rule it is.
            let is_planned_end = rule == "impasse-by-other-profile";
            assert!(
                is_planned || is_planned_end || severity == Severity::Note,
                "{rule} in {place:?}"
            );
            if is_planned {
                *found.entry(rule.to_owned()).or_default() += 1;
            }
        }
    }
    assert_eq!(found, truth.faults);
}

#[test]
fn copies_are_at_the_planned_locations() {
    let (files, truth) = archive(3, RECORDS);
    let all = count_records(&files);
    assert!(!truth.copies.is_empty());
    for copy in &truth.copies {
        let one = &all[&(copy.file.clone(), copy.record)];
        let other = &all[&(copy.of_file.clone(), copy.of_record)];
        assert!(other.moves.starts_with(&one.moves), "{copy:?}");
        assert_eq!(
            one.moves.len() < other.moves.len(),
            copy.kind == "prefix",
            "{copy:?}"
        );
    }
}

#[test]
fn equal_arguments_give_equal_archives() {
    let (files, truth) = archive(4, 250);
    assert_eq!(archive(4, 250), (files.clone(), truth));
    let (more, _) = archive(4, 400);
    let complete = |path: &&String| path.contains("/00000/");
    for path in files.keys().filter(complete) {
        assert_eq!(more[path], files[path], "{path}");
    }
    assert_ne!(archive(5, 250).0, files);
}
