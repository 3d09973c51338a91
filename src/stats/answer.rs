//! The answer to a question, put together from its parts.
//!
//! Rows about records and moves are written as they come, and sorted ones go through a [`Sorter`], so that the memory does
//! not depend on their number. A row about many games is kept until the end: there the memory depends on the number of
//! different players, openings and the like.

use std::io::{self, Write};

use super::duplicates::Duplicates;
use super::groups::Groups;
use super::query::{Part, Query, Written};
use super::sorter::Sorter;
use super::table::Rows;

/// So many bytes of rows are held in memory to be sorted.
const MEMORY: usize = 64 << 20;

/// The answer, put together from its parts in the order of the archive.
#[derive(Debug)]
pub struct Answer<'q, W> {
    query: &'q Query,
    out: W,
    /// Rows written.
    rows: u64,
    groups: Groups,
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
            groups: Groups::default(),
            sorter: Sorter::new(MEMORY),
            duplicates: Duplicates::new(MEMORY),
        })
    }

    /// Takes the next part.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn take(&mut self, part: Part) -> io::Result<()> {
        self.groups.merge(part.groups);
        for suspect in &part.suspects {
            self.duplicates.push(&suspect.entry())?;
        }
        self.take_rows(&part.written)
    }

    fn take_rows(&mut self, written: &Written) -> io::Result<()> {
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
    pub fn is_full(&self) -> bool {
        self.query.limit.is_some_and(|limit| self.rows >= limit)
    }

    /// Ends the answer; the number of its rows.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn finish(mut self) -> io::Result<u64> {
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
        Ok(self.rows)
    }

    /// Ends the answer before everything has been read. Whether what is written is true as far as it goes: a table of
    /// which only the end is known is not written at all.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn break_off(mut self) -> io::Result<bool> {
        self.out.flush()?;
        Ok(self.query.is_answered_at_once())
    }

    /// Takes the rows that are only known when everything has been read.
    fn take_last_rows(&mut self) -> io::Result<()> {
        let query = self.query;
        match query.table.rows {
            Rows::Games(_) | Rows::Moves(_) => {}
            Rows::Groups(grouping) => {
                let mut written = Written::default();
                for row in &std::mem::take(&mut self.groups).rows() {
                    query.write(grouping.columns, row, &mut written);
                }
                self.take_rows(&written)?;
            }
            Rows::Duplicates(columns) => {
                let duplicates = std::mem::replace(&mut self.duplicates, Duplicates::new(0));
                for row in duplicates.finish()? {
                    let mut written = Written::default();
                    query.write(columns, &row?, &mut written);
                    self.take_rows(&written)?;
                }
            }
        }
        Ok(())
    }
}
