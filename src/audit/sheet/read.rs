//! The rows of a sheet as games: a row for each game, or for each player.

use std::collections::HashMap;
use std::io;

use super::columns::{Column, Heads};
use super::grid::{Grid, Row, error};
use super::results::{RoundCell, is_blank, is_nobody, of_game, of_round, of_sign};
use super::{Sheet, SheetGame, SheetPlayer, SheetResult};
use crate::finding::{bilingual, message};
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
    // The heads may be repeated, for example on each page or for each round.
    let head_cells = &grid.rows[heads.row].cells;
    let rows: Vec<&Row> = grid.rows[heads.row + 1..]
        .iter()
        .filter(|row| row.cells != *head_cells)
        .collect();
    if rows.is_empty() {
        return Err(error(bilingual(
            "the sheet has heads, but no rows",
            "表に見出しだけがあり、行がない",
        )));
    }
    let (games, players) = if heads.has_games() {
        by_games(&heads, &rows, aliases)?
    } else {
        by_players(&heads, &rows, aliases)?
    };
    Ok(Sheet {
        path: path.to_owned(),
        text: grid.text,
        event: title,
        games,
        players,
    })
}

/// The games of a sheet, and the players with their points.
type GamesAndPlayers = (Vec<SheetGame>, Vec<SheetPlayer>);

/// Returns the error about a cell that cannot be read.
fn unread(line: u64, cell: &str) -> io::Error {
    error(message!(
        "line {line}: `{cell}` is not a result; write ○ ● △, 1-0, 先手勝 or the name of the winner, or leave the cell empty",
        "{line}行目:「{cell}」は結果として読めない。○ ● △、1-0、先手勝、勝者の名前のどれかを書くか、空にする",
    ))
}

/// Returns the games of a sheet with a row for each game, and the players with a bye.
///
/// # Errors
///
/// Returns an error if a result cannot be read.
fn by_games(heads: &Heads, rows: &[&Row], aliases: &NameAliases) -> io::Result<GamesAndPlayers> {
    let (mut games, mut players) = (Vec::new(), Vec::new());
    for row in rows {
        let Some(game) = game(heads, row, aliases)? else {
            continue;
        };
        let Some(absent) = game.players.iter().position(String::is_empty) else {
            games.push(game);
            continue;
        };
        // A row with one player is a bye if the cell of the opponent or of the result has a word for it.
        let of_present = if absent == 0 {
            game.result.map(SheetResult::turned)
        } else {
            game.result
        };
        let points = of_present.map(SheetResult::points);
        let points = if is_nobody(&game.names[absent]) {
            Some(points.unwrap_or(1.0))
        } else {
            points
        };
        players.extend(points.map(|points| SheetPlayer {
            line: game.line,
            name: game.names[1 - absent].clone(),
            player: game.players[1 - absent].clone(),
            points: None,
            counted: points,
            extra: points,
        }));
    }
    Ok((games, players))
}

/// Returns the game of a row, one of whose players may be missing; `None` if the row has no player.
///
/// # Errors
///
/// Returns an error if the result cannot be read.
fn game(heads: &Heads, row: &Row, aliases: &NameAliases) -> io::Result<Option<SheetGame>> {
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
    for (player, name) in game.players.iter_mut().zip(pair) {
        if is_nobody(name) {
            player.clear();
        }
    }
    if game.players.iter().all(String::is_empty) {
        return Ok(None);
    }
    let result = cell(Column::Result).unwrap_or_default();
    let is_pair = game.players.iter().all(|player| !player.is_empty());
    match of_game(result, &game.players, aliases) {
        Some(result) => (game.result, game.is_played) = (result.result, result.is_played),
        None if is_pair => return Err(unread(row.line, result)),
        None => {}
    }
    let number = |text: &str| Pairing::number(text);
    game.round = cell(Column::Round).and_then(number);
    game.table = cell(Column::Table).and_then(number);
    game.date = cell(Column::Date).and_then(|text| Date::read(text).ok());
    game.event = cell(Column::Event).map(str::to_owned);
    Ok(Some(game))
}

/// Returns the games and players of a sheet with a row for each player.
///
/// # Errors
///
/// Returns an error if a result cannot be read, or if the rows of two players do not fit each other.
fn by_players(heads: &Heads, rows: &[&Row], aliases: &NameAliases) -> io::Result<GamesAndPlayers> {
    let name = |row: &&Row| {
        heads
            .cell(&row.cells, Column::Player)
            .unwrap_or_default()
            .to_owned()
    };
    let names: Vec<String> = rows.iter().map(name).collect();
    // The columns of a table with signs alone are the opponents, and the cell of a player against himself has anything.
    let is_sign = |(column, cell): (&Option<Column>, &String)| {
        matches!(column, Some(Column::Against(_))) && of_sign(cell).is_some()
    };
    let is_grid = rows
        .iter()
        .any(|row| heads.columns.iter().zip(&row.cells).any(is_sign));
    let mut table = Vec::new();
    for (at, row) in rows.iter().enumerate().filter(|(at, _)| !names[*at].is_empty()) {
        let number = |column: Column| heads.cell(&row.cells, column).and_then(points);
        let mut read = PlayerRow {
            line: row.line,
            name: names[at].clone(),
            start: number(Column::Start).unwrap_or_default(),
            points: number(Column::Points),
            rounds: Vec::new(),
        };
        let cells = heads
            .columns
            .iter()
            .zip(&row.cells)
            .filter(|(_, cell)| !cell.is_empty());
        for (column, cell) in cells {
            let Some(Column::Against(number)) = column else {
                continue;
            };
            let own = is_grid && *number as usize == at + 1;
            match (of_round(cell), of_sign(cell)) {
                (Some(cell), _) => read.rounds.push((Some(*number), cell)),
                (None, Some(result)) if !own => read
                    .rounds
                    .push((None, RoundCell::Game(*number as usize, result))),
                _ if own || is_blank(cell) => {}
                _ => return Err(unread(row.line, cell)),
            }
        }
        table.push((at, read));
    }
    games_of_players(&table, aliases)
}

/// A row about a player: the name, and the results with their rounds, each of which is `None` if the sheet does not state it.
pub(super) struct PlayerRow {
    pub line: u64,
    pub name: String,
    /// The points at the start.
    pub start: f64,
    pub points: Option<f64>,
    pub rounds: Vec<(Option<u32>, RoundCell)>,
}

/// Returns the games and players of rows, each with its place, by which others refer to it. Each game is returned once, at the
/// line of the player who comes first.
///
/// # Errors
///
/// Returns an error if a row refers to no other row, or if the results of two players do not fit each other.
pub(super) fn games_of_players(
    table: &[(usize, PlayerRow)],
    aliases: &NameAliases,
) -> io::Result<GamesAndPlayers> {
    let rows: HashMap<usize, &PlayerRow> = table.iter().map(|(at, row)| (*at, row)).collect();
    let (mut games, mut players) = (Vec::new(), Vec::new());
    for (at, row) in table {
        let mut player = SheetPlayer {
            line: row.line,
            name: row.name.clone(),
            player: aliases.normalized(&row.name),
            points: row.points,
            counted: row.start,
            extra: row.start,
        };
        for &(round, cell) in &row.rounds {
            let (number, result) = match cell {
                RoundCell::NoGame(points) => {
                    player.counted += points;
                    player.extra += points;
                    continue;
                }
                RoundCell::Game(number, result) => (number, result),
            };
            player.counted += result.points();
            let opponent = number - 1;
            let other = rows.get(&opponent).filter(|_| opponent != *at);
            let answer = (round, RoundCell::Game(at + 1, result.turned()));
            let Some(other) = other.filter(|other| other.rounds.contains(&answer)) else {
                let (line, name) = (row.line, &row.name);
                return Err(error(message!(
                    "line {line}: {name} has a result against number {number}, but the row of that number does not have the opposite result",
                    "{line}行目: {name}には{number}番との結果があるが、{number}番の行にその逆の結果がない",
                )));
            };
            if opponent > *at {
                let mut game = SheetGame::new(row.line, [&row.name, &other.name], false, aliases);
                (game.round, game.result) = (round, Some(result));
                games.push(game);
            }
        }
        players.push(player);
    }
    Ok((games, players))
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
