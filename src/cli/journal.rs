//! What a run over records has met with so far.

use std::time::Duration;

use super::console::Console;
use super::reading::Reading;
use super::summary::Files;
use crate::batch::{ChunkResult, Event, Request};
use crate::finding::Language;
use crate::report::Tally;

/// Keeps the numbers of a run that judges, and tells the person at the terminal.
pub(super) struct Journal {
    pub(super) console: Console,
    pub(super) files: Files,
    pub(super) tally: Tally,
}

impl Journal {
    pub(super) fn begin(reading: &Reading, request: &Request, language: Language) -> Self {
        Self {
            console: Console::start(reading, request, language),
            files: Files::default(),
            tally: Tally::default(),
        }
    }

    /// Takes note of what the run hands over; the share of the work that is in it.
    pub(super) fn note<O>(&mut self, event: Event<O>) -> Option<ChunkResult<O>> {
        match event {
            Event::Skipped(skipped) => {
                self.files.skip(&skipped);
                self.console.skipped(&skipped);
                None
            }
            Event::Failed(failure) | Event::BrokenOff(failure) => {
                self.files.failed += 1;
                self.console.failure(&failure);
                None
            }
            Event::Done(share) => {
                if share.first {
                    self.files.read += 1;
                    let (format, encoding) = (share.format.name(), share.encoding.name());
                    self.console
                        .detail(&share.path, &format_args!("{format}, {encoding}"));
                }
                Some(share)
            }
        }
    }

    /// Adds the records of a share.
    pub(super) fn count(&mut self, bytes: u64, tally: Tally) {
        self.console.advance(bytes, tally.records);
        self.tally.merge(tally);
    }

    /// Says what the run came to. Whether all that was asked for could be read and told.
    pub(super) fn end(&self, interrupted: bool, time: Duration) -> bool {
        let nothing = !interrupted && self.files.is_nothing();
        if nothing {
            self.console.nothing(self.files);
        }
        self.console.summary(self.files, &self.tally, interrupted, time);
        self.console.is_whole() && self.files.failed == 0 && !nothing
    }
}
