//! Outputs of a run as values.
//!
//! An output is a [`Sink`]. Its [`Renderer`] states the [`OutputNeeds`] of the output, and renders checked records on any
//! thread. The sink takes the rendered parts in the order of the records and writes them to its target: a file, a stream or
//! memory. Several outputs of a run form a tuple, which is a sink, too. A [`CheckRun`] is the work of checking records for
//! the sinks of a run.

use std::io;
use std::path::Path;

use super::output_needs::OutputNeeds;
use super::record_filter::ExcludedRecords;
#[cfg(feature = "cli")]
use super::record_filter::{RecordFilter, RecordWorker};
#[cfg(feature = "cli")]
use crate::batch::Work;
use crate::check::Checked;
#[cfg(feature = "cli")]
use crate::check::{Checker, SourceFile, UnreadRecord};
use crate::finding::{Finding, Severity};
use crate::played::PlayedBuilder;
use crate::stats::Game;

/// A checked record, as outputs get it.
pub(crate) struct CheckedRecord<'r, 'c> {
    /// The record, with its path and text.
    pub game: &'r Checked<'c>,
    /// The findings of the severities that the run shows.
    pub findings: &'r [&'r Finding],
    /// The data of the game; `None` if no output needs them. A table takes the data, so it is the last output of a tuple.
    pub data: Option<Game>,
    /// The moves; `None` if no output needs them.
    pub replay: Option<&'r mut PlayedBuilder>,
}

/// The part of an output that renders records, on any thread.
pub(crate) trait Renderer: Sync {
    /// The contribution of consecutive records to the output.
    type Part: Default + Send;

    /// Returns the needs of the output.
    fn needs(&self) -> OutputNeeds;

    /// Adds a record to a part.
    fn render(&self, record: &mut CheckedRecord<'_, '_>, part: &mut Self::Part);
}

/// The rendered part of an output.
pub(crate) type PartOf<S> = <<S as Sink>::Renderer as Renderer>::Part;

/// Numbers of consecutive records.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RecordCounts {
    /// Records that were read, including those that are excluded.
    pub read: u64,
    /// Records that were checked for the outputs.
    pub checked: u64,
    /// Records that were excluded, by reason.
    pub excluded: ExcludedRecords,
    /// The highest severity of a finding on these records; `None` if there are no findings.
    pub highest: Option<Severity>,
}

impl RecordCounts {
    /// Adds the numbers of further records.
    pub(crate) fn merge(&mut self, other: Self) {
        self.read += other.read;
        self.checked += other.checked;
        self.excluded.merge(other.excluded);
        self.highest = self.highest.max(other.highest);
    }
}

/// An output of a run.
pub(crate) trait Sink {
    /// The renderer of records for this output.
    type Renderer: Renderer;

    /// Returns a renderer for this output.
    fn renderer(&self) -> Self::Renderer;

    /// Begins an input. `path` is the path as it is shown; `file` is the file on disk, if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error if the output would replace the file.
    fn begin(&mut self, path: &str, file: Option<&Path>) -> io::Result<()>;

    /// Adds the part for the next records of the input.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    fn add(&mut self, part: PartOf<Self>, counts: &RecordCounts) -> io::Result<()>;

    /// Renders and adds a single record.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    fn add_record(&mut self, record: &mut CheckedRecord<'_, '_>) -> io::Result<()> {
        let mut part = PartOf::<Self>::default();
        self.renderer().render(record, &mut part);
        self.add(part, &RecordCounts::default())
    }

    /// Ends the input. `is_whole` is `false` if the input could not be read to its end. By default, nothing is done.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    fn end(&mut self, _is_whole: bool) -> io::Result<()> {
        Ok(())
    }

    /// Adds an input that could not be read. By default, nothing is done.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    fn fail(&mut self, _path: &str, _error: &io::Error) -> io::Result<()> {
        Ok(())
    }
}

/// The target of a sink: a file, a stream, or memory.
pub(crate) trait SinkTarget: io::Write {
    /// Checks that an input is not the file that is written.
    ///
    /// # Errors
    ///
    /// Returns an error if the input is this file.
    fn protect(&self, _input: &Path) -> io::Result<()> {
        Ok(())
    }

    /// Begins the entries of consecutive records, which stay together if the target is split. `findings` is the number of their
    /// findings.
    ///
    /// # Errors
    ///
    /// Returns an error if the target cannot be written.
    fn begin_group(&mut self, _records: u64, _findings: u64) -> io::Result<()> {
        Ok(())
    }

    /// Returns the maximum number of records in a group.
    fn max_group_records(&self) -> u64 {
        u64::MAX
    }
}

impl SinkTarget for Vec<u8> {}

impl Renderer for () {
    type Part = ();

    fn needs(&self) -> OutputNeeds {
        OutputNeeds::default()
    }

    fn render(&self, _: &mut CheckedRecord<'_, '_>, (): &mut ()) {}
}

/// An output that may not be requested.
impl<R: Renderer> Renderer for Option<R> {
    type Part = R::Part;

    fn needs(&self) -> OutputNeeds {
        self.as_ref().map_or_else(OutputNeeds::default, R::needs)
    }

    fn render(&self, record: &mut CheckedRecord<'_, '_>, part: &mut R::Part) {
        if let Some(renderer) = self {
            renderer.render(record, part);
        }
    }
}

impl<S: Sink> Sink for Option<S> {
    type Renderer = Option<S::Renderer>;

    fn renderer(&self) -> Self::Renderer {
        self.as_ref().map(S::renderer)
    }

    fn begin(&mut self, path: &str, file: Option<&Path>) -> io::Result<()> {
        self.as_mut().map_or(Ok(()), |sink| sink.begin(path, file))
    }

    fn add(&mut self, part: PartOf<S>, counts: &RecordCounts) -> io::Result<()> {
        self.as_mut().map_or(Ok(()), |sink| sink.add(part, counts))
    }

    fn end(&mut self, is_whole: bool) -> io::Result<()> {
        self.as_mut().map_or(Ok(()), |sink| sink.end(is_whole))
    }

    fn fail(&mut self, path: &str, error: &io::Error) -> io::Result<()> {
        self.as_mut().map_or(Ok(()), |sink| sink.fail(path, error))
    }
}

/// Implements the traits for tuples of outputs, which get every record.
macro_rules! tuples {
    ($($($sink:ident $at:tt),+;)+) => {$(
        impl<$($sink: Renderer),+> Renderer for ($($sink,)+) {
            type Part = ($($sink::Part,)+);

            fn needs(&self) -> OutputNeeds {
                OutputNeeds::default()$(.or(self.$at.needs()))+
            }

            fn render(&self, record: &mut CheckedRecord<'_, '_>, part: &mut Self::Part) {
                $(self.$at.render(record, &mut part.$at);)+
            }
        }

        impl<$($sink: Sink),+> Sink for ($($sink,)+) {
            type Renderer = ($($sink::Renderer,)+);

            fn renderer(&self) -> Self::Renderer {
                ($(self.$at.renderer(),)+)
            }

            fn begin(&mut self, path: &str, file: Option<&Path>) -> io::Result<()> {
                $(self.$at.begin(path, file)?;)+
                Ok(())
            }

            fn add(&mut self, part: PartOf<Self>, counts: &RecordCounts) -> io::Result<()> {
                $(self.$at.add(part.$at, counts)?;)+
                Ok(())
            }

            fn end(&mut self, is_whole: bool) -> io::Result<()> {
                $(self.$at.end(is_whole)?;)+
                Ok(())
            }

            fn fail(&mut self, path: &str, error: &io::Error) -> io::Result<()> {
                $(self.$at.fail(path, error)?;)+
                Ok(())
            }
        }
    )+};
}

tuples! {
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3, E 4, F 5;
}

/// The check of the records of a run for its outputs.
#[cfg(feature = "cli")]
#[derive(Clone)]
pub(crate) struct CheckRun<R> {
    pub checker: Checker,
    /// The selection of records.
    pub filter: RecordFilter,
    /// The lowest severity of the findings that are shown.
    pub severity: Severity,
    /// The renderer of the outputs.
    pub renderer: R,
}

/// The results of checking consecutive records.
#[cfg(feature = "cli")]
#[derive(Default)]
pub(crate) struct CheckedPart<P> {
    /// The numbers of records.
    pub counts: RecordCounts,
    /// The rendered part of the outputs.
    pub part: P,
}

#[cfg(feature = "cli")]
impl<R: Renderer> Work for CheckRun<R> {
    type Worker = (RecordWorker, Option<PlayedBuilder>);
    type Output = CheckedPart<R::Part>;

    fn worker(&self) -> Self::Worker {
        let needs = self.renderer.needs();
        let replay = needs.replay.then(PlayedBuilder::default);
        (self.filter.worker(&self.checker, &needs), replay)
    }

    fn needs_file(&self, shown: &str) -> bool {
        self.filter.needs_file(shown)
    }

    fn record(
        &self,
        (worker, replay): &mut Self::Worker,
        file: &SourceFile<'_>,
        unread: &UnreadRecord<'_>,
        output: &mut Self::Output,
    ) {
        let counts = &mut output.counts;
        counts.read += 1;
        if !worker.is_listed(file, unread) {
            return;
        }
        let record = unread.read();
        if let Some(builder) = replay {
            builder.begin(&record);
        }
        let checked = worker.take_read(file, record, &mut counts.excluded, |played| {
            if let Some(builder) = replay {
                builder.push(played);
            }
        });
        let Some((game, data)) = checked else {
            return;
        };
        counts.checked += 1;
        counts.highest = counts.highest.max(game.highest());
        let mut record = CheckedRecord {
            game: &game,
            findings: &game.shown(self.severity),
            data,
            replay: replay.as_mut(),
        };
        self.renderer.render(&mut record, &mut output.part);
    }
}
