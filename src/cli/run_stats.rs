//! What a run over records has met with so far.

use std::time::Instant;

use super::console::Console;
use super::summary::{self, Figures, Files};
use crate::batch::{ChunkResult, Failure, Skipped};
use crate::finding::{Language, Words, both};

/// The numbers of a run, and the person at the terminal who is told.
pub(super) struct RunStats {
    pub(super) console: Console,
    pub(super) language: Language,
    pub(super) files: Files,
    /// Whether a signal ended the run before its inputs did.
    pub(super) interrupted: bool,
    begun: Instant,
}

impl RunStats {
    pub(super) fn new(console: Console, language: Language, begun: Instant) -> Self {
        Self {
            console,
            language,
            files: Files::default(),
            interrupted: false,
            begun,
        }
    }

    /// Whether all that was asked for was read.
    pub(super) const fn has_read_all(&self) -> bool {
        !self.interrupted && self.files.failed == 0
    }

    /// Something in a directory that is not read.
    pub(super) fn skip(&mut self, skipped: &Skipped) {
        self.files.skip(skipped);
        self.console.skipped(skipped);
    }

    /// Something that could not be read.
    pub(super) fn fail(&mut self, failure: &Failure) {
        self.files.failed += 1;
        self.console.failure(failure);
    }

    /// Says that an output is not there: half of it would pass for the whole.
    pub(super) fn unwritten(&self, name: &str) {
        const WHY: Words = both(
            "not written because the run was interrupted",
            "中断されたため、書き出していない",
        );
        self.console.error(name, &WHY.into());
    }

    /// An input whose records begin with these.
    pub(super) fn begin_input<O>(&mut self, result: &ChunkResult<O>) {
        self.files.read += 1;
        let (format, encoding) = (result.format.name(), result.encoding.name());
        self.console
            .detail(&result.path, &format_args!("{format}, {encoding}"));
    }

    /// Says what the run came to. Whether all that was asked for could be read and told.
    pub(super) fn end(&self, figures: &Figures) -> bool {
        let nothing = !self.interrupted && self.files.is_nothing();
        if nothing {
            self.console.nothing(self.files);
        }
        let time = self.begun.elapsed();
        let (head, line) = summary::line(figures, self.language, self.files, self.interrupted, time);
        self.console.summary(head, &line);
        self.console.is_whole() && self.files.failed == 0 && !nothing
    }
}
