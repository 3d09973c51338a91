//! The results of FESA: the file that organisers send, `turnering.txt`, and the table that is published.
//!
//! In the file, the first two lines with brackets are the name and the last day of the event. Every row has a number, the names of the
//! player and the results in brackets, then perhaps the points at the start (of a `MacMahon` event) and the total. In the table, the first line
//! is the title, and the columns of a row are separated by blanks: place, name, nationality, grade, rating, results, points. In both, players
//! are numbered by their order.

use std::io;

use super::Sheet;
use super::grid::{Grid, error};
use super::read::{PlayerRow, games_of_players, points};
use super::results::of_round;
use crate::finding::message;
use crate::stats::NameAliases;

/// Reads the sheet if it is such a file or table; `None` if it is not.
pub(super) fn read(path: &str, grid: &Grid, aliases: &NameAliases) -> Option<io::Result<Sheet>> {
    let first = grid.text.as_str().lines().find(|line| !line.trim().is_empty())?;
    let (title, rows) = match first
        .trim()
        .strip_prefix('[')
        .and_then(|title| title.strip_suffix(']'))
    {
        Some(title) => (title.split(',').next().unwrap_or(title), rows_of_file(grid)),
        None => (first, Ok(rows_of_table(grid)?)),
    };
    let sheet = |rows: Vec<PlayerRow>| {
        let table: Vec<_> = rows.into_iter().enumerate().collect();
        let (games, players) = games_of_players(&table, aliases)?;
        Ok(Sheet {
            path: path.to_owned(),
            text: grid.text.clone(),
            event: Some(title.trim().to_owned()),
            games,
            players,
        })
    };
    Some(rows.and_then(sheet))
}

/// Returns the rows of the file.
///
/// # Errors
///
/// Returns an error if a line that begins with a number and has a bracket cannot be read as a row.
fn rows_of_file(grid: &Grid) -> io::Result<Vec<PlayerRow>> {
    let lines = (1..).zip(grid.text.as_str().lines());
    let lines = lines.filter(|(_, line)| line.trim_start().starts_with(|it: char| it.is_ascii_digit()));
    let rows = lines
        .filter(|(_, line)| line.contains('['))
        .map(|(number, line)| {
            row(number, line).ok_or_else(|| {
                error(message!(
                    "line {number} is not a row of results",
                    "{number}行目が結果の行として読めない",
                ))
            })
        });
    rows.collect()
}

/// Returns the rows of the published table; `None` if there is no line with the heads of its columns, or no row.
fn rows_of_table(grid: &Grid) -> Option<Vec<PlayerRow>> {
    let mut lines = (1..).zip(grid.text.as_str().lines());
    let heads: Vec<&str> = lines.find_map(|(_, line)| {
        let heads: Vec<&str> = line.split_whitespace().collect();
        matches!(heads[..], [number, "Name", ..] if number.starts_with("Nr")).then_some(heads)
    })?;
    let first_round = heads.iter().position(|head| *head == "1")?;
    let rounds = (1..)
        .zip(&heads[first_round..])
        .take_while(|(round, head)| **head == u32::to_string(round));
    let rounds = rounds.count();
    let has_start = heads.get(first_round + rounds) == Some(&"MMS");
    // An empty line ends the table. Promotions follow.
    let table = lines.take_while(|(_, line)| !line.trim().is_empty());
    let rows: Vec<_> = table
        .filter_map(|(number, line)| row_of_table(number, line, rounds, has_start))
        .collect();
    (!rows.is_empty()).then_some(rows)
}

/// Reads a row of the published table.
fn row_of_table(line: u64, text: &str, rounds: usize, has_start: bool) -> Option<PlayerRow> {
    let words: Vec<&str> = text.split_whitespace().collect();
    // The blank in a handicap such as `30+(-r )` makes two words of a cell.
    let is_rest = |word: &&&str| **word == ")";
    let cells: Vec<&str> = words.iter().filter(|word| !is_rest(word)).copied().collect();
    let is_result = |word: &&str| word.contains(['+', '-', '=']) && of_round(word).is_some();
    let first = (1..=cells.len().checked_sub(rounds)?)
        .find(|&at| cells[at..at + rounds].iter().all(is_result))
        .filter(|_| rounds > 0)?;
    let mut left = cells[1..first].to_vec();
    // The rating, the grade and the nationality follow the name.
    left.pop_if(|word| {
        word.trim_end_matches('*')
            .bytes()
            .all(|byte| byte.is_ascii_digit())
    });
    if left
        .pop_if(|word| ["dan", "kyu"].contains(&&*word.to_lowercase()))
        .is_some()
    {
        left.pop();
    }
    left.pop_if(|word| word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_uppercase()));
    let mut right = cells[first + rounds..].iter().copied();
    let start = has_start.then(|| points(right.next()?)).flatten();
    Some(PlayerRow {
        line,
        name: left.join(" "),
        rounds: (1..)
            .map(Some)
            .zip(
                cells[first..first + rounds]
                    .iter()
                    .filter_map(|cell| of_round(cell)),
            )
            .collect(),
        start: start.unwrap_or_default(),
        points: right.next().and_then(points),
    })
    .filter(|row| !row.name.is_empty())
}

/// Reads a row: number, `[last][first]`, the results in brackets, perhaps the points at the start in brackets, and the total.
fn row(line: u64, text: &str) -> Option<PlayerRow> {
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
    Some(PlayerRow {
        line,
        name: format!("{last} {first}").trim().to_owned(),
        rounds: (1..).map(Some).zip(rounds.collect::<Option<Vec<_>>>()?).collect(),
        start: groups.get(3).and_then(|start| points(start)).unwrap_or_default(),
        points: points(rest.trim()),
    })
}
