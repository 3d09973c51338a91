//! The tables of a generated archive equal the planned numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use super::{Row, number, table, table_rows};
use crate::generator::{self, GroundTruth, UNSTATED};

const RECORD_COUNT: u64 = 1500;

/// A generated archive and the numbers planned for it.
struct Archive {
    files: BTreeMap<String, Vec<u8>>,
    truth: GroundTruth,
}

impl Archive {
    fn make() -> Self {
        let files = Mutex::new(BTreeMap::new());
        let truth = generator::make(20, RECORD_COUNT, |file| {
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

/// Returns the number of rows for each value of a column. An empty cell has the value `UNSTATED`.
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

/// Returns the counts other than zero in the column `column`, by the names in the column `name`.
fn counts_by_name(rows: &[Row], name: &str, column: &str) -> BTreeMap<String, u64> {
    let entry = |row: &Row| {
        let name = row[name].as_str().unwrap_or(UNSTATED).to_owned();
        (name, number(row, column) as u64)
    };
    rows.iter().map(entry).filter(|(_, count)| *count > 0).collect()
}

#[test]
fn games_are_as_planned() {
    let archive = Archive::make();
    let truth = &archive.truth.all;
    let games = archive.table_rows("games");
    assert_eq!(games.len() as u64, RECORD_COUNT);
    let plies: f64 = games.iter().map(|row| number(row, "plies")).sum();
    assert_eq!(plies as u64, truth.plies);
    for (column, planned) in [
        ("end", &truth.ends),
        ("stated", &truth.winners),
        ("verdict", &truth.verdicts),
        ("year", &truth.years),
        ("event", &truth.events),
    ] {
        assert_eq!(&count_by(&games, column), planned, "{column}");
    }
}

#[test]
fn groups_are_as_planned() {
    let archive = Archive::make();
    let truth = &archive.truth.all;
    assert_eq!(
        counts_by_name(&archive.table_rows("endings"), "end", "games"),
        truth.ends
    );
    let rules = counts_by_name(&archive.table_rows("rules"), "rule", "records");
    for (rule, planned) in &archive.truth.faults {
        assert!(rules[rule] >= *planned, "{rule}: {} of {planned}", rules[rule]);
    }
    let players = archive.table_rows("players");
    let named_players: Vec<_> = players
        .into_iter()
        .filter(|row| !row["player"].is_null())
        .collect();
    assert_eq!(named_players.len(), truth.players.len());
    for row in &named_players {
        let name = row["player"].as_str().expect("a name");
        let games = ["black_games", "white_games"].map(|column| number(row, column) as u64);
        let planned = truth.players[name];
        assert_eq!(games, [planned.black, planned.white], "{name}");
    }
}

/// Minimum number of plies that a copy shares with its original. Shorter common beginnings are openings.
const MIN_SHARED_PLIES: f64 = 40.0;

fn record_key(row: &Row) -> String {
    format!("{} {}", row["path"].as_str().expect("a path"), row["record"])
}

/// Exactly the planned copies are found, each with its original. Copies of beginnings shorter than `MIN_SHARED_PLIES`
/// are not expected.
#[test]
fn duplicates_are_as_planned() {
    let archive = Archive::make();
    let mut groups: BTreeMap<String, u64> = BTreeMap::new();
    let mut members: BTreeMap<u64, BTreeSet<String>> = BTreeMap::new();
    for row in archive.table_rows("duplicates") {
        let record_key = record_key(&row);
        let group = row["group"].as_u64().expect("a number");
        groups.insert(record_key.clone(), group);
        members.entry(group).or_default().insert(record_key);
    }
    let games = archive.table_rows("games").into_iter();
    let plies: BTreeMap<_, _> = games
        .map(|row| (record_key(&row), number(&row, "plies")))
        .collect();
    let mut planned = BTreeSet::new();
    for copy in &archive.truth.copies {
        let copy_key = format!("{} {}", copy.file, copy.record);
        let original_key = format!("{} {}", copy.of_file, copy.of_record);
        if copy.kind == "prefix" && plies[&copy_key] < MIN_SHARED_PLIES {
            continue;
        }
        let group = groups.get(&copy_key);
        assert!(group.is_some() && group == groups.get(&original_key), "{copy:?}");
        planned.extend([copy_key, original_key]);
    }
    let grouped: BTreeSet<_> = groups.into_keys().collect();
    assert_eq!(grouped, planned);
    assert!(grouped.len() > 20, "{}", grouped.len());
}
