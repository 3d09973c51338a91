//! Tables of statistics, and the results of searches.

use std::io::{self, Write};
use std::path::Path;

use crate::run::output_needs::OutputNeeds;
use crate::run::sink::{CheckedRecord, RecordCounts, Renderer, Sink, SinkTarget};
use crate::stats::empty_reference_error;
use crate::stats::{Answer, Part, Query};

/// The tables of a run.
pub(crate) struct TableSink<'q, W: Write> {
    queries: &'q [Query],
    answers: Vec<Answer<'q, W>>,
}

/// The renderer of the rows of tables.
pub(crate) struct TableRenderer<'q>(&'q [Query]);

impl<'q, W: SinkTarget> TableSink<'q, W> {
    /// Begins the tables. `target` returns the target of the rows of a table, by the index of its query.
    ///
    /// # Errors
    ///
    /// Returns an error if the head of a table cannot be written.
    pub(crate) fn begin(queries: &'q [Query], mut target: impl FnMut(usize) -> W) -> io::Result<Self> {
        let answers = queries.iter().enumerate();
        let answers = answers.map(|(index, query)| Answer::begin(query, target(index)));
        Ok(Self {
            queries,
            answers: answers.collect::<io::Result<_>>()?,
        })
    }

    /// Returns whether further records do not change the tables.
    pub(crate) fn is_full(&self) -> bool {
        self.answers.iter().all(Answer::is_full)
    }

    /// Returns the query of the table that compares games with a reference, if there is one.
    pub(crate) fn query_with_reference(&self) -> Option<&'q Query> {
        self.queries.iter().find(|query| query.table.has_reference())
    }

    /// Adds entries of the reference, which come from this file on disk.
    ///
    /// # Errors
    ///
    /// Returns an error if the output would replace the file, or if a temporary file cannot be written.
    pub(crate) fn add_reference(&mut self, file: Option<&Path>, part: Part) -> io::Result<()> {
        if let Some(file) = file {
            self.begin("", Some(file))?;
        }
        let mut answers = self.queries.iter().zip(&mut self.answers);
        let answer = answers.find(|(query, _)| query.table.has_reference());
        answer.map_or(Ok(()), |(_, answer)| answer.push(part))
    }

    /// Checks the reference, when all of it has been added.
    ///
    /// # Errors
    ///
    /// Returns an error if the reference has no game.
    pub(crate) fn check_reference(&self) -> io::Result<()> {
        let mut answers = self.queries.iter().zip(&self.answers);
        let is_empty = answers.any(|(query, answer)| query.table.has_reference() && !answer.has_reference());
        if is_empty {
            Err(empty_reference_error())
        } else {
            Ok(())
        }
    }

    /// Returns the tables, whose rows are not complete yet.
    pub(crate) fn into_answers(self) -> Vec<Answer<'q, W>> {
        self.answers
    }
}

impl Renderer for TableRenderer<'_> {
    /// A part of each table.
    type Part = Vec<Part>;

    fn needs(&self) -> OutputNeeds {
        let needs = self.0.iter().map(OutputNeeds::query);
        needs.fold(OutputNeeds::default(), OutputNeeds::or)
    }

    fn render(&self, record: &mut CheckedRecord<'_, '_>, parts: &mut Vec<Part>) {
        let Some(data) = record.data.take() else { return };
        parts.resize_with(self.0.len(), Part::default);
        let Some(((query, others), (part, other_parts))) = self.0.split_first().zip(parts.split_first_mut())
        else {
            return;
        };
        for (query, part) in others.iter().zip(other_parts) {
            query.add(data.clone(), part);
        }
        query.add(data, part);
    }
}

impl<'q, W: SinkTarget> Sink for TableSink<'q, W> {
    type Renderer = TableRenderer<'q>;

    fn renderer(&self) -> TableRenderer<'q> {
        TableRenderer(self.queries)
    }

    fn begin(&mut self, _: &str, file: Option<&Path>) -> io::Result<()> {
        let Some(file) = file else { return Ok(()) };
        let mut answers = self.answers.iter();
        answers.try_for_each(|answer| answer.get_ref().protect(file))
    }

    fn add(&mut self, parts: Vec<Part>, _: &RecordCounts) -> io::Result<()> {
        let mut answers = self.answers.iter_mut().zip(parts);
        answers.try_for_each(|(answer, part)| answer.push(part))
    }
}
