//! The answer to a question, put together from its parts.
//!
//! Rows about records and moves are written as they come, and sorted ones go through a [`Sorter`]. A row about many games
//! is only known at the end: these are kept in a [`Gathering`]. So the memory depends neither on the number of records nor
//! on that of players, openings and the like.

use std::io::{self, Write};

use super::duplicates::Duplicates;
use super::gathering::Gathering;
use super::query::{Part, Query};
use super::sorter::Sorter;
use super::table::Rows;
use super::written::WrittenRows;

/// So many bytes of rows are held in memory to be sorted.
const MEMORY: usize = 64 << 20;

/// The answer, put together from its parts in the order of the archive.
#[derive(Debug)]
pub struct Answer<'q, W> {
    query: &'q Query,
    out: W,
    /// Rows written.
    rows: u64,
    groups: Gathering,
    sorter: Sorter,
    duplicates: Duplicates,
}

impl<'q, W: Write> Answer<'q, W> {
    /// Begins an answer.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn begin(query: &'q Query, mut out: W) -> io::Result<Self> {
        if query.is_answered_at_once() {
            out.write_all(&query.layout.head())?;
        }
        Ok(Self {
            query,
            out,
            rows: 0,
            groups: Gathering::new(MEMORY / 4),
            sorter: Sorter::new(MEMORY),
            duplicates: Duplicates::new(MEMORY),
        })
    }

    /// What it is written to.
    pub const fn get_ref(&self) -> &W {
        &self.out
    }

    /// Takes the next part.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn take(&mut self, part: Part) -> io::Result<()> {
        for suspect in &part.suspects {
            self.duplicates.push(&suspect.entry())?;
        }
        match self.query.table.rows {
            Rows::Groups(_) => self.groups.take(part.groups, &part.written),
            _ => self.take_rows(&part.written),
        }
    }

    fn take_rows(&mut self, written: &WrittenRows) -> io::Result<()> {
        for (line, key) in written.rows() {
            if self.query.order.is_empty() {
                self.write(line)?;
            } else {
                self.sorter.push(key, line)?;
            }
        }
        Ok(())
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        if !self.is_full() {
            self.out.write_all(line)?;
            self.rows += 1;
        }
        Ok(())
    }

    /// Whether no more rows are wanted, whatever comes.
    pub(crate) fn is_full(&self) -> bool {
        self.query.limit.is_some_and(|limit| self.rows >= limit)
    }

    /// Ends the answer; what it is written to.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        if !self.query.is_answered_at_once() {
            self.out.write_all(&self.query.layout.head())?;
        }
        self.take_last_rows()?;
        for row in std::mem::replace(&mut self.sorter, Sorter::new(0)).finish()? {
            let (_, line) = row?;
            self.write(&line)?;
            if self.is_full() {
                break;
            }
        }
        self.out.flush()?;
        Ok(self.out)
    }

    /// Ends the answer before everything has been read: what it is written to, and whether what is written is true as far
    /// as it goes. A table of which only the end is known is not written at all.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn break_off(mut self) -> io::Result<(W, bool)> {
        self.out.flush()?;
        Ok((self.out, self.query.is_answered_at_once()))
    }

    /// Takes the rows that are only known when everything has been read.
    fn take_last_rows(&mut self) -> io::Result<()> {
        let query = self.query;
        match query.table.rows {
            Rows::Games(_) | Rows::Moves(_) => {}
            Rows::Groups(grouping) => {
                let groups = std::mem::replace(&mut self.groups, Gathering::new(0));
                for row in groups.finish()? {
                    let (line, key) = query.group(grouping, &row?);
                    self.sorter.push(&key, &line)?;
                }
            }
            Rows::Duplicates(columns) => {
                let duplicates = std::mem::replace(&mut self.duplicates, Duplicates::new(0));
                for row in duplicates.finish()? {
                    let mut written = WrittenRows::default();
                    query.write(columns, &row?, &mut written);
                    self.take_rows(&written)?;
                }
            }
        }
        Ok(())
    }
}
