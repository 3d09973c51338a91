//! The rows of a sheet as games: a row for each game, or for each player.

use std::io;

use super::columns::{Column, Heads};
use super::grid::{Grid, Row};
use super::results::{RoundCell, of_game, of_round};
use super::{Sheet, SheetGame, SheetPlayer, SheetResult};
use crate::record::Date;
use crate::stats::NameAliases;
use crate::stats::pairing::Pairing;

/// Reads the games of a sheet.
///
/// # Errors
///
/// Returns an error if the columns of the players and of the result cannot be found.
pub(super) fn read(path: &str, grid: Grid, aliases: &NameAliases) -> io::Result<Sheet> {
    let heads = Heads::find(&grid)?;
    // A single cell above the heads is the title.
    let mut titles = grid.rows[..heads.row].iter();
    let title = titles
        .find_map(|row| row.cells.iter().find(|cell| !cell.is_empty()))
        .cloned();
    let rows = &grid.rows[heads.row + 1..];
    let (games, players) = if heads.has_games() {
        by_games(&heads, rows, aliases)
    } else {
        by_players(&heads, rows, aliases)
    };
    Ok(Sheet {
        path: path.to_owned(),
        text: grid.text,
        event: title,
        games,
        players,
    })
}

/// Returns the games of a sheet with a row for each game, and the players with a bye.
fn by_games(heads: &Heads, rows: &[Row], aliases: &NameAliases) -> (Vec<SheetGame>, Vec<SheetPlayer>) {
    let (mut games, mut players) = (Vec::new(), Vec::new());
    for game in rows.iter().filter_map(|row| game(heads, row, aliases)) {
        match game.players.iter().position(String::is_empty) {
            None => games.push(game),
            Some(absent) => {
                // A row with one player is a bye, unless it states a loss.
                let of_present = if absent == 0 {
                    game.result.map(SheetResult::turned)
                } else {
                    game.result
                };
                let points = of_present.map_or(1.0, SheetResult::points);
                players.push(SheetPlayer {
                    line: game.line,
                    name: game.names[1 - absent].clone(),
                    player: game.players[1 - absent].clone(),
                    points: None,
                    counted: points,
                    extra: points,
                });
            }
        }
    }
    (games, players)
}

/// Returns the game of a row, one of whose players may be missing; `None` if the row has no player.
fn game(heads: &Heads, row: &Row, aliases: &NameAliases) -> Option<SheetGame> {
    let cell = |column: Column| heads.cell(&row.cells, column);
    let has_colours = heads.columns.contains(&Some(Column::Black));
    let pair = if has_colours {
        [Column::Black, Column::White].map(|column| cell(column).unwrap_or_default())
    } else {
        let cells = heads.columns.iter().zip(&row.cells);
        let mut players = cells.filter(|(column, _)| **column == Some(Column::Player));
        [players.next(), players.next()].map(|it| it.map_or("", |(_, cell)| cell.as_str()))
    };
    let mut game = SheetGame::new(row.line, pair, has_colours, aliases);
    if game.players.iter().all(String::is_empty) {
        return None;
    }
    let result = of_game(cell(Column::Result), &game.players, aliases);
    (game.result, game.is_played) = (result.result, result.is_played);
    let number = |text: &str| Pairing::number(text);
    game.round = cell(Column::Round).and_then(number);
    game.table = cell(Column::Table).and_then(number);
    game.date = cell(Column::Date).and_then(|text| Date::read(text).ok());
    game.event = cell(Column::Event).map(str::to_owned);
    Some(game)
}

/// Returns the games and players of a sheet with a row for each player.
fn by_players(heads: &Heads, rows: &[Row], aliases: &NameAliases) -> (Vec<SheetGame>, Vec<SheetPlayer>) {
    let (mut games, mut players) = (Vec::new(), Vec::new());
    let names: Vec<&str> = rows
        .iter()
        .map(|row| heads.cell(&row.cells, Column::Player).unwrap_or_default())
        .collect();
    for (at, row) in rows.iter().enumerate().filter(|(at, _)| !names[*at].is_empty()) {
        let mut player = SheetPlayer {
            line: row.line,
            name: names[at].to_owned(),
            player: aliases.normalized(names[at]),
            points: heads.cell(&row.cells, Column::Points).and_then(points),
            counted: 0.0,
            extra: 0.0,
        };
        for (column, cell) in heads.columns.iter().zip(&row.cells) {
            let (Some(Column::Against(round)), Some(cell)) = (column, of_round(cell)) else {
                continue;
            };
            games.extend(player.add_round((at, &names), *round, cell, aliases));
        }
        players.push(player);
    }
    (games, players)
}

impl SheetPlayer {
    /// Counts the result of a round. `at` is the place of the player among the names of all players. Returns the game if the
    /// opponent comes later, so that each game is returned once.
    pub(super) fn add_round(
        &mut self,
        (at, names): (usize, &[&str]),
        round: u32,
        cell: RoundCell,
        aliases: &NameAliases,
    ) -> Option<SheetGame> {
        let (opponent, result) = match cell {
            RoundCell::NoGame(points) => {
                self.counted += points;
                self.extra += points;
                return None;
            }
            RoundCell::Game(opponent, result) => (opponent - 1, result),
        };
        self.counted += result.points();
        let name = names
            .get(opponent)
            .filter(|name| opponent > at && !name.is_empty())?;
        let mut game = SheetGame::new(self.line, [names[at], name], false, aliases);
        game.round = Some(round);
        game.result = Some(result);
        Some(game)
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
