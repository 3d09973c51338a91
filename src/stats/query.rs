//! What is asked of an archive.

use super::cell::Cell;
use super::choice::Order;
use super::column::Column;
use super::duplicates::Suspect;
use super::filter::Filter;
use super::game::Game;
use super::games;
use super::groups::Groups;
use super::key::push_key;
use super::lines::Layout;
use super::moves::MoveRow;
use super::table::{Rows, Table};

/// What is asked of an archive.
#[derive(Debug)]
pub struct Query {
    /// The table.
    pub table: &'static Table,
    /// How its rows are written.
    pub layout: Layout,
    /// What a game must be like to count, by the columns of the table of games.
    pub filter: Option<Filter>,
    /// What its rows are sorted by; nothing for the order of the table.
    pub order: Vec<Order>,
    /// At most so many rows.
    pub limit: Option<u64>,
}

/// Rows as they are written.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub lines: Vec<u8>,
    /// The keys to sort them by.
    pub keys: Vec<u8>,
    /// Where line and key of each row end.
    pub ends: Vec<(usize, usize)>,
}

/// What a stretch of records contributes to the answer.
#[derive(Debug, Default)]
pub struct Part {
    pub(super) written: Written,
    pub(super) groups: Groups,
    pub(super) suspects: Vec<Suspect>,
}

impl Query {
    /// Whether the position before every move is wanted.
    pub fn wants_positions(&self) -> bool {
        let Rows::Moves(columns) = self.table.rows else {
            return false;
        };
        let written = self.layout.columns.iter().map(|&(at, _)| at);
        let mut asked = written.chain(self.order.iter().map(|order| order.column));
        asked.any(|at| columns[at].name == "sfen")
    }

    /// Whether rows are written as records come; otherwise none is known before the last.
    pub fn is_answered_at_once(&self) -> bool {
        self.order.is_empty() && matches!(self.table.rows, Rows::Games(_) | Rows::Moves(_))
    }

    /// Whether a game counts.
    pub fn wants(&self, game: &Game) -> bool {
        let cell = |at: usize| (games::COLUMNS[at].cell)(game);
        self.filter.as_ref().is_none_or(|filter| filter.holds(cell))
    }

    /// Adds a game to a part of the answer.
    pub fn add(&self, game: Game, part: &mut Part) {
        match self.table.rows {
            Rows::Games(columns) => self.write(columns, &game, &mut part.written),
            Rows::Moves(columns) => {
                let (path, record) = (game.path, game.record);
                for ply in game.plies {
                    let path = path.clone();
                    self.write(columns, &MoveRow { path, record, ply }, &mut part.written);
                }
            }
            Rows::Groups(grouping) => part.groups.add(grouping, &game),
            Rows::Duplicates(_) => part.suspects.push(Suspect::of(&game)),
        }
    }

    /// Writes a row, and the key to sort it by.
    pub(super) fn write<R>(&self, columns: &'static [Column<R>], row: &R, written: &mut Written) {
        self.layout.row(columns, row, &mut written.lines);
        for order in &self.order {
            let cell: Cell<'_> = (columns[order.column].cell)(row);
            push_key(&mut written.keys, &cell, order.descending);
        }
        written.ends.push((written.lines.len(), written.keys.len()));
    }
}

impl Written {
    /// The rows: line and key.
    pub fn rows(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let starts = std::iter::once(&(0, 0)).chain(&self.ends);
        starts
            .zip(&self.ends)
            .map(|(&(line, key), &(line_end, key_end))| {
                (&self.lines[line..line_end], &self.keys[key..key_end])
            })
    }
}
