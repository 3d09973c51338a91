//! A new baseline with the findings that the run shows.

use std::io;
use std::path::Path;

use crate::check::baseline::{BASELINE_HEADER, write_entries};
use crate::run::output_needs::OutputNeeds;
use crate::run::sink::{CheckedRecord, RecordCounts, Renderer, Sink, SinkTarget};

/// A baseline that is being written.
pub(crate) struct BaselineSink<W> {
    target: W,
    /// Number of findings that were written.
    findings: usize,
}

/// The renderer of the entries of a baseline.
pub(crate) struct BaselineRenderer;

/// The entries for consecutive records, and the number of their findings.
#[derive(Default)]
pub(crate) struct BaselinePart {
    entries: Vec<u8>,
    findings: usize,
}

impl<W: SinkTarget> BaselineSink<W> {
    /// Begins a baseline.
    ///
    /// # Errors
    ///
    /// Returns an error if the header cannot be written.
    pub(crate) fn begin(mut target: W) -> io::Result<Self> {
        writeln!(target, "{BASELINE_HEADER}")?;
        Ok(Self { target, findings: 0 })
    }

    /// Returns the target and the number of findings that were written.
    pub(crate) fn close(self) -> (W, usize) {
        (self.target, self.findings)
    }
}

impl Renderer for BaselineRenderer {
    type Part = BaselinePart;

    fn needs(&self) -> OutputNeeds {
        OutputNeeds::default()
    }

    fn render(&self, record: &mut CheckedRecord<'_, '_>, part: &mut BaselinePart) {
        let game = record.game;
        write_entries(
            game.path,
            (&game.record, game.text),
            record.findings,
            &mut part.entries,
        );
        part.findings += record.findings.len();
    }
}

impl<W: SinkTarget> Sink for BaselineSink<W> {
    type Renderer = BaselineRenderer;

    fn renderer(&self) -> BaselineRenderer {
        BaselineRenderer
    }

    fn begin(&mut self, _: &str, file: Option<&Path>) -> io::Result<()> {
        file.map_or(Ok(()), |file| self.target.protect(file))
    }

    fn add(&mut self, part: BaselinePart, _: &RecordCounts) -> io::Result<()> {
        self.findings += part.findings;
        self.target.write_all(&part.entries)
    }
}
