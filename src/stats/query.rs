//! What is asked of an archive.

use super::cell::Cell;
use super::column::Column;
use super::game::Game;
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
    /// The columns that its rows are sorted by, and whether the other way round; none for the order of the table.
    pub order: Vec<(usize, bool)>,
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
}

impl Query {
    /// Whether the position before every move is wanted.
    pub fn wants_positions(&self) -> bool {
        let Rows::Moves(columns) = self.table.rows else {
            return false;
        };
        let written = self.layout.columns.iter().map(|&(at, _)| at);
        let mut asked = written.chain(self.order.iter().map(|&(at, _)| at));
        asked.any(|at| columns[at].name == "sfen")
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
        }
    }

    /// Writes a row, and the key to sort it by.
    pub(super) fn write<R>(&self, columns: &'static [Column<R>], row: &R, written: &mut Written) {
        self.layout.row(columns, row, &mut written.lines);
        for &(at, descending) in &self.order {
            let cell: Cell<'_> = (columns[at].cell)(row);
            push_key(&mut written.keys, &cell, descending);
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
