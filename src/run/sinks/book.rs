//! A book of openings.

use std::io;
use std::path::Path;

use crate::book::{BookBuilder, BookOptions, BookPart};
use crate::record::Outcome;
use crate::run::output_needs::OutputNeeds;
use crate::run::sink::{CheckedRecord, RecordCounts, Renderer, Sink, SinkTarget};

/// A book of the games of a run, and its target. The target is written only when the book is complete.
pub(crate) struct BookSink<W> {
    pub book: BookBuilder,
    pub target: W,
}

/// The collector of the moves of games.
pub(crate) struct BookRenderer(BookOptions);

impl Renderer for BookRenderer {
    type Part = BookPart;

    fn needs(&self) -> OutputNeeds {
        OutputNeeds {
            replay: true,
            ..OutputNeeds::default()
        }
    }

    fn render(&self, record: &mut CheckedRecord<'_, '_>, part: &mut BookPart) {
        let Some(replay) = record.replay.as_mut() else {
            return;
        };
        let played = replay.build(&record.game.record);
        let verdict = record.game.judgement.verdict.map(Outcome::to_sides);
        part.add(&self.0, &played, verdict);
    }
}

impl<W: SinkTarget> Sink for BookSink<W> {
    type Renderer = BookRenderer;

    fn renderer(&self) -> BookRenderer {
        BookRenderer(*self.book.options())
    }

    fn begin(&mut self, _: &str, file: Option<&Path>) -> io::Result<()> {
        file.map_or(Ok(()), |file| self.target.protect(file))
    }

    fn add(&mut self, part: BookPart, _: &RecordCounts) -> io::Result<()> {
        self.book.add(&part)
    }
}
