//! The tables of `kifu stats`: columns, totals that must agree, and equal games in several formats.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "counts of a test are small"
)]

mod columns;
mod consistency;
mod evaluations;
mod games;
mod known_answers;
mod losses;
mod notations;
mod search;
mod times;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::support::files::below;
use kifu::notation;
use kifu::referee::Referee;
use kifu::report::TableForm;
use kifu::stats::Answer;
use kifu::stats::Layout;
use kifu::stats::Part;
use kifu::stats::Query;
use kifu::stats::TABLES;
use kifu::stats::Table;
use kifu::text::decode;
use serde_json::Value;

/// A row: cells by column name.
type Row = BTreeMap<String, Value>;

fn table(name: &str) -> &'static Table {
    TABLES.iter().find(|table| table.name == name).expect("a table")
}

/// Returns a query for all columns of a table, as lines of JSON. Tables of positions and of next moves contain the
/// first twelve plies.
fn query(table: &'static Table) -> Query {
    let columns = table.headings().into_iter().map(|it| it.name).enumerate();
    let layout = Layout {
        headings: None,
        form: TableForm::named("jsonl").unwrap(),
        columns: columns.collect(),
    };
    Query {
        depth: 12,
        ..Query::new(table, layout)
    }
}

/// Checks all records of a file, and adds their statistics to a part of the answer to a query.
fn add(query: &Query, path: &str, bytes: &[u8], part: &mut Part) {
    let mut referee = Referee::new();
    let mut collector = query.collector();
    let text = decode(bytes, None);
    let extension = path.rsplit('.').next();
    for record in notation::records(&text, notation::detect(&text, extension)) {
        collector.begin(&record);
        let judgement = referee.check_watched(&record, &mut |played| collector.observe(played));
        let game = collector.finish_game(&Arc::from(path), text.encoding().name(), &record, &judgement);
        query.add(game, part);
    }
}

/// Returns the rows of a table about these files, with all columns.
fn table_rows<'f>(table: &'static Table, files: impl IntoIterator<Item = (&'f str, &'f [u8])>) -> Vec<Row> {
    let query = query(table);
    let mut output = Vec::new();
    let mut answer = Answer::begin(&query, &mut output).expect("memory");
    for (path, bytes) in files {
        let mut part = Part::default();
        add(&query, path, bytes, &mut part);
        answer.push(part).expect("memory");
    }
    answer.finish().expect("memory");
    let lines = String::from_utf8(output).expect("UTF-8");
    let row = |line| serde_json::from_str(line).expect("an object");
    lines.lines().map(row).collect()
}

/// Returns the path and the content of every file below `fixtures/tournament`.
fn tournament() -> Vec<(String, Vec<u8>)> {
    let paths = below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/tournament"));
    let read_file = |path: PathBuf| (path.display().to_string(), fs::read(&path).expect("a file"));
    paths.into_iter().map(read_file).collect()
}

fn file_slices(files: &[(String, Vec<u8>)]) -> impl Iterator<Item = (&str, &[u8])> {
    files.iter().map(|(path, bytes)| (&**path, &**bytes))
}

/// Returns the number in a cell of a row; 0 if the cell is empty or not a number.
fn number(row: &Row, column: &str) -> f64 {
    let cell = row.get(column).unwrap_or_else(|| panic!("{column} is a column"));
    cell.as_f64().unwrap_or(0.0)
}
