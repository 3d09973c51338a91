//! What is asked of an archive.

use super::cell::Cell;
use super::choice::Order;
use super::column::Column;
use super::duplicates::Suspect;
use super::filter::Filter;
use super::game::Game;
use super::games;
use super::groups::{Group, Grouping, Groups};
use super::key::push_key;
use super::lines::Layout;
use super::moves::MoveRow;
use super::openings;
use super::table::{Rows, Table};
use super::written::WrittenRows;

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

/// So many bytes of groups a part holds as such; as bytes to be sorted they take a fifth of that.
const ROOM: usize = 256 << 10;

/// What a stretch of records contributes to the answer.
#[derive(Debug, Default)]
pub struct Part {
    pub(super) written: WrittenRows,
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

    /// Whether openings and castles are wanted: by the table, or by a filter, which may ask for anything.
    pub fn wants_openings(&self) -> bool {
        self.filter.is_some()
            || match self.table.rows {
                Rows::Games(_) => true,
                Rows::Groups(grouping) => std::ptr::eq(grouping, &raw const openings::GROUPING),
                Rows::Moves(_) | Rows::Duplicates(_) => false,
            }
    }

    /// Whether rows are written as records come; otherwise none is known before the last.
    pub(crate) fn is_answered_at_once(&self) -> bool {
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
                let mut plies = game.plies.into_iter();
                let Some(first) = plies.next() else { return };
                let mut row = MoveRow::of(game.path, game.record, first);
                self.write(columns, &row, &mut part.written);
                for ply in plies {
                    row.turn_to(ply);
                    self.write(columns, &row, &mut part.written);
                }
            }
            Rows::Groups(grouping) => {
                part.groups.add(grouping, &game);
                if part.groups.bytes() > ROOM {
                    // Writing into memory cannot fail.
                    let _ = part.groups.pack(&mut part.written);
                }
            }
            Rows::Duplicates(_) => part.suspects.push(Suspect::of(&game)),
        }
    }

    /// Writes a row, and the key to sort it by.
    pub(super) fn write<R>(&self, columns: &'static [Column<R>], row: &R, written: &mut WrittenRows) {
        self.layout.row(columns, row, &mut written.lines);
        self.push_order(columns, row, &mut written.keys);
        written.ends.push((written.lines.len(), written.keys.len()));
    }

    /// A row about many games, and the key to sort it by. Where the order does not tell, the most games come first, and
    /// those of which nothing is known last.
    pub(super) fn group(&self, grouping: &Grouping, group: &Group) -> (Vec<u8>, Vec<u8>) {
        let (mut line, mut key) = (Vec::new(), Vec::new());
        self.layout.row(grouping.columns, group, &mut line);
        self.push_order(grouping.columns, group, &mut key);
        push_key(&mut key, &Cell::Truth(group.name.is_empty()), false);
        push_key(&mut key, &Cell::count(group.sums.games), true);
        (line, key)
    }

    fn push_order<R>(&self, columns: &'static [Column<R>], row: &R, key: &mut Vec<u8>) {
        for order in &self.order {
            push_key(key, &(columns[order.column].cell)(row), order.descending);
        }
    }
}
