//! What is asked of an archive, and how the answer is put together.

use std::io::{self, Write};

use super::game::Game;
use super::groups::Groups;
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
    /// At most so many rows.
    pub limit: Option<u64>,
}

/// What a stretch of records contributes to the answer.
#[derive(Debug, Default)]
pub struct Part {
    /// Rows, written.
    lines: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<usize>,
    groups: Groups,
}

impl Query {
    /// Whether the position before every move is wanted.
    pub fn wants_positions(&self) -> bool {
        let is_asked = |&(_, name): &(usize, &str)| name == "sfen";
        matches!(self.table.rows, Rows::Moves(_)) && self.layout.columns.iter().any(is_asked)
    }

    /// Adds a game to a part of the answer.
    pub fn add(&self, game: Game, part: &mut Part) {
        match self.table.rows {
            Rows::Games(columns) => {
                self.layout.row(columns, &game, &mut part.lines);
                part.ends.push(part.lines.len());
            }
            Rows::Moves(columns) => {
                let (path, record) = (game.path, game.record);
                for ply in game.plies {
                    let path = path.clone();
                    let row = MoveRow { path, record, ply };
                    self.layout.row(columns, &row, &mut part.lines);
                    part.ends.push(part.lines.len());
                }
            }
            Rows::Groups(grouping) => part.groups.add(grouping, &game),
        }
    }
}

/// The answer, put together from its parts in the order of the archive.
pub struct Answer<'q, W> {
    query: &'q Query,
    out: W,
    rows: u64,
    groups: Groups,
}

impl<'q, W: Write> Answer<'q, W> {
    /// Begins an answer.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn begin(query: &'q Query, mut out: W) -> io::Result<Self> {
        out.write_all(&query.layout.head())?;
        Ok(Self {
            query,
            out,
            rows: 0,
            groups: Groups::default(),
        })
    }

    /// Takes the next part.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn take(&mut self, part: Part) -> io::Result<()> {
        let room = self.room();
        let wanted = part.ends.len().min(room);
        if let Some(last) = wanted.checked_sub(1) {
            self.out.write_all(&part.lines[..part.ends[last]])?;
            self.rows += wanted as u64;
        }
        self.groups.merge(part.groups);
        Ok(())
    }

    /// Whether no more rows are wanted, whatever comes.
    pub fn is_full(&self) -> bool {
        self.room() == 0
    }

    fn room(&self) -> usize {
        let room = self
            .query
            .limit
            .map_or(u64::MAX, |limit| limit - self.rows.min(limit));
        usize::try_from(room).unwrap_or(usize::MAX)
    }

    /// Ends the answer: its rows.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn finish(mut self) -> io::Result<u64> {
        if let Rows::Groups(grouping) = self.query.table.rows {
            let mut lines = Vec::new();
            let room = self.room();
            for row in self.groups.rows().iter().take(room) {
                self.query.layout.row(grouping.columns, row, &mut lines);
                self.rows += 1;
            }
            self.out.write_all(&lines)?;
        }
        self.out.flush()?;
        Ok(self.rows)
    }
}
