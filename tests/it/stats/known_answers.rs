//! The tables of a generated archive equal the planned numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use super::{Row, number, table, table_rows};
use crate::generator::{self, GroundTruth, UNSTATED};

const RECORDS: u64 = 1500;

struct Archive {
    files: BTreeMap<String, Vec<u8>>,
    truth: GroundTruth,
}

impl Archive {
    fn make() -> Self {
        let files = Mutex::new(BTreeMap::new());
        let truth = generator::make(20, RECORDS, |file| {
            files.lock().expect("no panic").insert(file.path, file.bytes);
            Ok(())
        });
        Self {
            files: files.into_inner().expect("no panic"),
            truth: truth.expect("nothing is written"),
        }
    }

    fn table_rows(&self, name: &str) -> Vec<Row> {
        let files = self.files.iter();
        table_rows(table(name), files.map(|(path, bytes)| (&**path, &**bytes)))
    }
}

/// Returns the number of rows for each value of a column.
fn count_by(rows: &[Row], column: &str) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for row in rows {
        let cell = &row[column];
        let word = match cell.as_str() {
            Some(word) => word.to_owned(),
            None if cell.is_null() => UNSTATED.to_owned(),
            None => cell.to_string(),
        };
        *counts.entry(word).or_default() += 1;
    }
    counts
}

/// Returns a column of counts by a column of names.
fn listed(rows: &[Row], name: &str, column: &str) -> BTreeMap<String, u64> {
    let entry = |row: &Row| {
        let name = row[name].as_str().unwrap_or(UNSTATED).to_owned();
        (name, number(row, column) as u64)
    };
    rows.iter().map(entry).filter(|(_, count)| *count > 0).collect()
}

#[test]
fn games_are_as_planned() {
    let archive = Archive::make();
    let all = &archive.truth.all;
    let games = archive.table_rows("games");
    assert_eq!(games.len() as u64, RECORDS);
    let plies: f64 = games.iter().map(|row| number(row, "plies")).sum();
    assert_eq!(plies as u64, all.plies);
    for (column, planned) in [
        ("end", &all.ends),
        ("stated", &all.winners),
        ("verdict", &all.verdicts),
        ("year", &all.years),
        ("event", &all.events),
    ] {
        assert_eq!(&count_by(&games, column), planned, "{column}");
    }
}

#[test]
fn groups_are_as_planned() {
    let archive = Archive::make();
    let all = &archive.truth.all;
    assert_eq!(listed(&archive.table_rows("endings"), "end", "games"), all.ends);
    let rules = listed(&archive.table_rows("rules"), "rule", "records");
    for (rule, planned) in &archive.truth.faults {
        assert!(rules[rule] >= *planned, "{rule}: {} of {planned}", rules[rule]);
    }
    let players = archive.table_rows("players");
    let named: Vec<_> = players
        .into_iter()
        .filter(|row| !row["player"].is_null())
        .collect();
    assert_eq!(named.len(), all.players.len());
    for row in &named {
        let name = row["player"].as_str().expect("a name");
        let games = ["black_games", "white_games"].map(|column| number(row, column) as u64);
        let planned = all.players[name];
        assert_eq!(games, [planned.black, planned.white], "{name}");
    }
}

/// Common beginnings shorter than this are openings, not copies.
const MIN_SHARED_PLIES: f64 = 40.0;

fn place(row: &Row) -> String {
    format!("{} {}", row["path"].as_str().expect("a path"), row["record"])
}

/// Exactly the planned copies are found, each with its original.
#[test]
fn duplicates_are_as_planned() {
    let archive = Archive::make();
    let mut groups: BTreeMap<String, u64> = BTreeMap::new();
    let mut members: BTreeMap<u64, BTreeSet<String>> = BTreeMap::new();
    for row in archive.table_rows("duplicates") {
        let place = place(&row);
        let group = row["group"].as_u64().expect("a number");
        groups.insert(place.clone(), group);
        members.entry(group).or_default().insert(place);
    }
    let games = archive.table_rows("games").into_iter();
    let plies: BTreeMap<_, _> = games.map(|row| (place(&row), number(&row, "plies"))).collect();
    let mut planned = BTreeSet::new();
    for copy in &archive.truth.copies {
        let copy_key = format!("{} {}", copy.file, copy.record);
        let original_key = format!("{} {}", copy.of_file, copy.of_record);
        if copy.kind == "prefix" && plies[&copy_key] < MIN_SHARED_PLIES {
            continue;
        }
        let found = groups.get(&copy_key);
        assert!(found.is_some() && found == groups.get(&original_key), "{copy:?}");
        planned.extend([copy_key, original_key]);
    }
    let found: BTreeSet<_> = groups.into_keys().collect();
    assert_eq!(found, planned);
    assert!(found.len() > 20, "{}", found.len());
}
