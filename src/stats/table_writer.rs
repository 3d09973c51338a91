//! Tables for programs that use the library without the command line.

use std::io::{self, Write};
use std::sync::Arc;

use super::{Answer, Filter, GameCollector, Layout, Needs, Part, Query, TABLES, Table, columns};
use crate::check::{Checker, File, Session};
use crate::finding::InputError;
use crate::report::TableForm;

impl Table {
    /// Returns the table with this name or Japanese title in [`TABLES`], the tables of `kifu stats`, if there is one.
    pub fn named(name: &str) -> Option<&'static Self> {
        TABLES
            .iter()
            .find(|table| table.name == name || table.title.japanese == name)
    }
}

impl Layout {
    /// Returns a layout for a table and a form, with the columns in a list such as `path,plies,end`.
    ///
    /// `usual` selects the columns that `kifu stats` writes by default, and `all` selects all columns.
    ///
    /// # Errors
    ///
    /// Returns a fault if a name is empty, if a column does not exist, or if a column is requested twice.
    pub fn for_table(table: &Table, form: &'static TableForm, list: &str) -> Result<Self, InputError> {
        let names: Vec<_> = table.headings().iter().map(|it| it.name).collect();
        let chosen = columns(list, &names, table.default_column_count())?;
        Ok(Self {
            form,
            columns: chosen.into_iter().map(|at| (at, names[at])).collect(),
            headings: None,
        })
    }
}

/// A table that is written while files are checked.
///
/// The form of the [`Layout`] determines the format of the rows, such as `csv`, or `jsonl` for typed cells. Sorted
/// rows, and rows about many games, are written at the end. Large tables are sorted in temporary files.
///
/// ```
/// use kifu::report::TableForm;
/// use kifu::stats::{Layout, Query, Table, TableWriter};
/// use kifu::Checker;
///
/// let table = Table::named("endings").unwrap();
/// let form = TableForm::named("csv").unwrap();
/// let query = Query::new(table, Layout::for_table(table, form, "end,games").unwrap());
/// let checker = Checker::default();
/// let mut writer = TableWriter::new(&query, None, &checker, Vec::new())?;
/// for file in checker.check("a.csa", &b"PI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n+2726FU\n%TORYO\n"[..]) {
///     writer.add(&file)?;
/// }
/// assert_eq!(String::from_utf8_lossy(&writer.finish()?), "end,games\nresign,2\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct TableWriter<'q, W> {
    query: &'q Query,
    filter: Option<&'q Filter>,
    session: Session,
    collector: GameCollector,
    answer: Answer<'q, W>,
}

impl<'q, W: Write> TableWriter<'q, W> {
    /// Begins a table of the records that satisfy a filter from [`Query::filter`], or of all records if there is no
    /// filter.
    ///
    /// The checker determines the rules by which the records are checked.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn new(query: &'q Query, filter: Option<&'q Filter>, checker: &Checker, out: W) -> io::Result<Self> {
        Ok(Self {
            query,
            filter,
            session: checker.session(),
            collector: query.collector_with(filter.map_or(Needs::NOTHING, Filter::needs), &Arc::default()),
            answer: Answer::begin(query, out)?,
        })
    }

    /// Checks the records of a file, and adds those that satisfy the filter to the table.
    ///
    /// # Errors
    ///
    /// Returns an error if the output or a temporary file cannot be written.
    pub fn add(&mut self, file: &File<'_>) -> io::Result<()> {
        /// Number of records that are added at once.
        const RECORDS_PER_PART: usize = 256;
        let source = file.source();
        let mut part = Part::default();
        for (number, record) in (1..).zip(file.unchecked()) {
            let (_, game) = self.collector.check(&mut self.session, &source, record, |_| {});
            if self.filter.is_none_or(|it| it.matches(&game)) {
                self.query.add(game, &mut part);
            }
            if number % RECORDS_PER_PART == 0 {
                self.answer.push(std::mem::take(&mut part))?;
            }
        }
        self.answer.push(part)
    }

    /// Writes all rows that have not been written yet, and returns the writer.
    ///
    /// # Errors
    ///
    /// Returns an error if the output or a temporary file cannot be written.
    pub fn finish(self) -> io::Result<W> {
        self.answer.finish()
    }
}
