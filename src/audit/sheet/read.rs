//! The rows of a sheet as games: a row for each game, or for each player.

use std::io;

use super::columns::{Column, Heads};
use super::grid::{Grid, Row};
use super::results::{RoundCell, RowResult, of_game, of_round};
use super::{Sheet, SheetGame, SheetPlayer, SheetResult};
use crate::record::Date;
use crate::stats::pairing::Pairing;

/// Reads the games of a sheet.
///
/// # Errors
///
/// Returns an error if the columns of the players and of the result cannot be found.
pub(super) fn read(path: &str, grid: Grid) -> io::Result<Sheet> {
    let heads = Heads::find(&grid)?;
    // A single cell above the heads is the title.
    let mut titles = grid.rows[..heads.row].iter();
    let title = titles
        .find_map(|row| row.cells.iter().find(|cell| !cell.is_empty()))
        .cloned();
    let rows = &grid.rows[heads.row + 1..];
    let (games, players) = if heads.has_games() {
        (
            rows.iter().filter_map(|row| game(&heads, row)).collect(),
            Vec::new(),
        )
    } else {
        by_players(&heads, rows)
    };
    Ok(Sheet {
        path: path.to_owned(),
        text: grid.text,
        event: title,
        games,
        players,
    })
}

/// Returns the game of a row; `None` if the row has no game.
fn game(heads: &Heads, row: &Row) -> Option<SheetGame> {
    let cell = |column: Column| heads.cell(&row.cells, column);
    let colours = cell(Column::Black).zip(cell(Column::White));
    let mut players = heads
        .columns
        .iter()
        .zip(&row.cells)
        .filter(|(column, _)| **column == Some(Column::Player));
    let (first, second) = match colours {
        Some(pair) => pair,
        None => (players.next()?.1.as_str(), players.next()?.1.as_str()),
    };
    let mut game = SheetGame::new(row.line, [first, second], colours.is_some());
    if game.players.iter().any(String::is_empty) {
        return None;
    }
    match of_game(cell(Column::Result), &game.players) {
        RowResult::Played(result) => game.result = Some(result),
        RowResult::NoGame => game.is_played = false,
        RowResult::Unknown => {}
    }
    let number = |text: &str| Pairing::number(text);
    game.round = cell(Column::Round).and_then(number);
    game.table = cell(Column::Table).and_then(number);
    game.date = cell(Column::Date).and_then(|text| Date::read(text).ok());
    game.event = cell(Column::Event).map(str::to_owned);
    Some(game)
}

/// Returns the games and players of a sheet with a row for each player.
fn by_players(heads: &Heads, rows: &[Row]) -> (Vec<SheetGame>, Vec<SheetPlayer>) {
    let (mut games, mut players) = (Vec::new(), Vec::new());
    let names: Vec<&str> = rows
        .iter()
        .map(|row| heads.cell(&row.cells, Column::Player).unwrap_or_default())
        .collect();
    for (at, row) in rows.iter().enumerate().filter(|(at, _)| !names[*at].is_empty()) {
        let mut counted = 0.0;
        for (column, cell) in heads.columns.iter().zip(&row.cells) {
            let (Some(Column::Against(round)), Some(cell)) = (column, of_round(cell)) else {
                continue;
            };
            counted += add_round(&mut games, (row.line, at, &names), *round, cell);
        }
        let points = heads.cell(&row.cells, Column::Points).and_then(points);
        players.push(SheetPlayer {
            line: row.line,
            name: names[at].to_owned(),
            points,
            counted,
        });
    }
    (games, players)
}

/// Adds the game of a player in a round, at the line of the player who comes first. Returns the points.
pub(super) fn add_round(
    games: &mut Vec<SheetGame>,
    (line, at, names): (u64, usize, &[&str]),
    round: u32,
    cell: RoundCell,
) -> f64 {
    let (opponent, result) = match cell {
        RoundCell::NoGame(points) => return points,
        RoundCell::Game(opponent, result) => (opponent - 1, result),
    };
    if opponent > at && names.get(opponent).is_some_and(|name| !name.is_empty()) {
        let mut game = SheetGame::new(line, [names[at], names[opponent]], false);
        game.round = Some(round);
        game.result = Some(result);
        games.push(game);
    }
    match result {
        SheetResult::Win => 1.0,
        SheetResult::Draw => 0.5,
        SheetResult::Loss => 0.0,
    }
}

/// Returns the value of points such as `3`, `2.5`, `5/2` or `2½`.
pub(super) fn points(text: &str) -> Option<f64> {
    if let Some((halves, "2")) = text.split_once('/') {
        return Some(halves.trim().parse::<f64>().ok()? / 2.0);
    }
    match text.strip_suffix('½') {
        Some("") => Some(0.5),
        Some(whole) => Some(whole.parse::<f64>().ok()? + 0.5),
        None => text.replace(',', ".").parse().ok(),
    }
}
