//! The file of results that FESA asks organisers for, `turnering.txt`.
//!
//! The first two lines with brackets are the name and the last day of the event. Every row has a number, the names of the
//! player and the results in brackets, then perhaps the points at the start (of a `MacMahon` event) and the total. Players are numbered by their order.

use std::io;

use super::grid::{Grid, error};
use super::read::points;
use super::results::{RoundCell, of_round};
use super::{Sheet, SheetPlayer};
use crate::finding::message;
use crate::stats::NameAliases;

/// A row of the file.
struct Row<'t> {
    line: u64,
    name: String,
    rounds: Vec<RoundCell>,
    /// The points at the start.
    start: f64,
    points: Option<&'t str>,
}

/// Reads the sheet if it has this form; `None` if it has not.
pub(super) fn read(path: &str, grid: &Grid, aliases: &NameAliases) -> Option<io::Result<Sheet>> {
    let first = grid.text.as_str().lines().find(|line| !line.trim().is_empty())?;
    let title = first.trim().strip_prefix('[')?.strip_suffix(']')?;
    let mut rows = Vec::new();
    for (number, line) in (1..).zip(grid.text.as_str().lines()) {
        let is_row = line.trim_start().starts_with(|it: char| it.is_ascii_digit()) && line.contains('[');
        if is_row {
            match row(number, line) {
                Some(row) => rows.push(row),
                None => {
                    return Some(Err(error(message!(
                        "line {number} is not a row of results",
                        "{number}行目が結果の行として読めない",
                    ))));
                }
            }
        }
    }
    let names: Vec<&str> = rows.iter().map(|row| &*row.name).collect();
    let (mut games, mut players) = (Vec::new(), Vec::new());
    for (at, row) in rows.iter().enumerate() {
        let mut player = SheetPlayer {
            line: row.line,
            name: row.name.clone(),
            player: aliases.normalized(&row.name),
            points: row.points.and_then(points),
            counted: row.start,
            extra: row.start,
        };
        for (round, &cell) in (1..).zip(&row.rounds) {
            games.extend(player.add_round((at, &names), round, cell, aliases));
        }
        players.push(player);
    }
    Some(Ok(Sheet {
        path: path.to_owned(),
        text: grid.text.clone(),
        event: Some(title.split(',').next().unwrap_or(title).trim().to_owned()),
        games,
        players,
    }))
}

/// Reads a row: number, `[last][first]`, the results in brackets, perhaps the points at the start in brackets, and the total.
fn row(line: u64, text: &str) -> Option<Row<'_>> {
    let mut groups = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('[') {
        let (group, after) = after.split_once(']')?;
        groups.push(group.trim());
        rest = after;
    }
    let (last, first, results) = (groups.first()?, groups.get(1)?, groups.get(2)?);
    // A handicap in parentheses may contain a blank.
    let mut joined = String::new();
    let mut is_inside = false;
    for character in results.chars() {
        is_inside = is_inside && character != ')' || character == '(';
        joined.extend((!(is_inside && character == ' ')).then_some(character));
    }
    let rounds = joined
        .split_whitespace()
        .filter(|cell| *cell != "&")
        .map(of_round);
    Some(Row {
        line,
        name: format!("{last} {first}").trim().to_owned(),
        rounds: rounds.collect::<Option<_>>()?,
        start: groups.get(3).and_then(|start| points(start)).unwrap_or_default(),
        points: Some(rest.trim()).filter(|rest| !rest.is_empty()),
    })
}
