//! Sheets of results, and their comparison with the records.

use std::io;

pub(crate) use compare::{Completeness, SheetFinding, compare};

use crate::finding::Span;
use crate::record::Date;
use crate::stats::pairing::event_name;
use crate::stats::{EventGame, NameAliases};
use crate::text::Text;

/// Number of bytes of a sheet that are read: one more than a sheet may have.
pub(crate) const MAX_SHEET_BYTES: u64 = grid::MAX_BYTES as u64 + 1;

mod columns;
mod compare;
mod fesa;
mod grid;
mod read;
mod results;
#[cfg(feature = "sheets")]
mod workbook;

/// A sheet of results.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    /// The path as it is shown.
    pub path: String,
    /// The text in which findings are shown.
    pub text: Text<'static>,
    /// The name of the event, if the sheet has one for all games.
    pub event: Option<String>,
    pub games: Vec<SheetGame>,
    pub players: Vec<SheetPlayer>,
}

/// A game of a sheet.
#[derive(Clone, Debug)]
pub(crate) struct SheetGame {
    /// The line in the sheet, from 1.
    pub line: u64,
    pub round: Option<u32>,
    pub table: Option<u32>,
    /// The names as written; Black and White if [`has_colours`](Self::has_colours).
    pub names: [String; 2],
    /// The names for comparison.
    pub players: [String; 2],
    /// `true` if the sheet states who has Black.
    pub has_colours: bool,
    /// `false` for a forfeit or a game that was not played, which needs no record.
    pub is_played: bool,
    /// The result from the view of the first player; `None` if the sheet does not state it, and for a double loss.
    pub result: Option<SheetResult>,
    pub date: Option<Date>,
    pub event: Option<String>,
}

/// A result from the view of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SheetResult {
    Win,
    Loss,
    Draw,
}

/// A player of a sheet by players, or a player with a bye.
#[derive(Clone, Debug)]
pub(crate) struct SheetPlayer {
    pub line: u64,
    /// The name as written.
    pub name: String,
    /// The name for comparison.
    pub player: String,
    /// The points as stated.
    pub points: Option<f64>,
    /// The points by the results in the row.
    pub counted: f64,
    /// The part of these points for which there was no game: at the start, by byes and by forfeits.
    pub extra: f64,
}

impl SheetResult {
    /// Returns the points of the player with this result.
    pub(crate) const fn points(self) -> f64 {
        match self {
            Self::Win => 1.0,
            Self::Draw => 0.5,
            Self::Loss => 0.0,
        }
    }

    /// Returns the result from the view of the other player.
    pub(crate) const fn turned(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
        }
    }
}

impl SheetGame {
    fn new(line: u64, names: [&str; 2], has_colours: bool, aliases: &NameAliases) -> Self {
        Self {
            line,
            round: None,
            table: None,
            names: names.map(str::to_owned),
            players: names.map(|name| aliases.normalized(name)),
            has_colours,
            is_played: true,
            result: None,
            date: None,
            event: None,
        }
    }
}

impl Sheet {
    /// Reads a sheet from the bytes of its file. `aliases` are other spellings of the names of players.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is too large or cannot be read, or if its players or results cannot be found.
    pub(crate) fn read(path: &str, bytes: Vec<u8>, aliases: &NameAliases) -> io::Result<Self> {
        let grid = grid::read(bytes)?;
        if let Some(sheet) = fesa::read(path, &grid, aliases) {
            return sheet;
        }
        read::read(path, grid, aliases)
    }

    /// Returns the offsets at which the lines begin.
    pub(crate) fn line_starts(&self) -> Vec<usize> {
        let ends = self.text.as_str().match_indices('\n');
        std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
    }

    /// Returns the place of a cell with this text in a line that begins at this offset, or that of the line if the cell is empty or is
    /// not found.
    pub(crate) fn place(&self, start: usize, cell: &str) -> Span {
        let content = self.text.as_str();
        let length = content[start..].find(['\n', '\r']);
        let end = length.map_or(content.len(), |length| start + length);
        match content[start..end].find(cell) {
            Some(at) if !cell.is_empty() => Span::new(start + at, start + at + cell.len()),
            _ => Span::new(start, end),
        }
    }

    /// Returns the games and byes of the sheet for the tables of events. The event is the one that the row or the sheet states, or
    /// else the name of the file.
    pub(crate) fn event_games(&self) -> Vec<EventGame> {
        let file_name = self.path.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem);
        let of_sheet = self.event.as_deref().unwrap_or(stem);
        let games = self.games.iter().map(|game| EventGame {
            event: event_name(game.event.as_deref().unwrap_or(of_sheet)),
            round: game.round,
            names: game.names.clone(),
            players: game.players.clone(),
            points: game.result.map(SheetResult::points),
            is_played: game.is_played,
            identity: format!("{} {} {}", self.path, game.line, game.round.unwrap_or_default()),
        });
        let byes = self.players.iter().filter(|player| player.extra != 0.0);
        let byes = byes.map(|player| EventGame {
            event: event_name(of_sheet),
            round: None,
            names: [player.name.clone(), String::new()],
            players: [player.player.clone(), String::new()],
            points: Some(player.extra),
            is_played: false,
            identity: format!("{} {}", self.path, player.line),
        });
        games.chain(byes).collect()
    }
}
