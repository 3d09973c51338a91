//! The reference of a table: games of other paths, with which the games of the run are compared.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use super::effective::Effective;
use super::index::{is_index, search_index};
use super::inputs::{request, run_settings};
use super::options::{InputOptions, RunOptions};
use super::output_needs::OutputNeeds;
use super::record_filter::RecordFilter;
use super::sink::{CheckRun, CheckedRecord, Renderer};
use crate::batch::{Cancel, Event, Failure, Inputs, Request, Run, stdin_member};
use crate::check::Checker;
use crate::finding::{Message, Reason, Severity, bilingual};
use crate::output::ProtectedFiles;
use crate::stats::{Part, Query};

/// The renderer of the entries of a reference.
struct ReferenceRenderer<'q>(&'q Query);

impl Renderer for ReferenceRenderer<'_> {
    type Part = Part;

    fn needs(&self) -> OutputNeeds {
        OutputNeeds::query(self.0)
    }

    fn render(&self, record: &mut CheckedRecord<'_, '_>, part: &mut Part) {
        if let Some(game) = &record.data {
            self.0.add_reference(game, part);
        }
    }
}

/// Paths of a reference that are read with the same options.
pub(crate) struct Reference {
    /// The inputs to read.
    pub request: Request,
    run: Run,
    checker: Checker,
    filter: RecordFilter,
}

impl Reference {
    /// Returns the reference of a table. The files of an index are read with the options with which it was made, and all other paths
    /// with the options of the run. Conditions on the records of the run do not apply.
    ///
    /// # Errors
    ///
    /// Returns an error if an index cannot be used, or for standard input.
    pub(crate) fn of_query(
        query: &Query,
        options: &RunOptions,
        effective: &Effective,
    ) -> io::Result<Vec<Self>> {
        let reference = |request, input| {
            let options = RunOptions {
                input,
                filter: None,
                clean: false,
                unique: false,
                ..options.clone()
            };
            let needs = ReferenceRenderer(query).needs();
            Self {
                request,
                run: run_settings(&options, Cancel::default()),
                checker: Checker::new(effective.settings_for(&needs)),
                filter: RecordFilter::new(&options, effective, None),
            }
        };
        let (mut references, mut paths) = (Vec::new(), Vec::new());
        for path in &query.against {
            if stdin_member(path).is_some() {
                return Err(stdin_error());
            }
            let is_file = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
            if is_file && is_index(&ProtectedFiles::begin().open(path)?) {
                let (input, request, _) = search_index(path, &[], true)?;
                references.push(reference(request, input));
            } else {
                paths.push(path.clone());
            }
        }
        if !paths.is_empty() {
            let input = InputOptions {
                paths,
                list: None,
                ..options.input.clone()
            };
            let request = request(&input, effective.ext.value.clone(), effective.excluded(options));
            references.push(reference(request, input));
        }
        Ok(references)
    }

    /// Reads the games for the table of a query. `take` receives their entries, and the file on disk that they come from.
    /// `advance` receives the numbers of bytes and records that were read.
    ///
    /// # Errors
    ///
    /// Returns an error if an input cannot be read to its end, because the moves of its games would then be new. Also returns the
    /// error of `take`.
    pub(crate) fn read(
        &self,
        query: &Query,
        cancel: Cancel,
        mut advance: impl FnMut(u64, u64) + Send,
        mut take: impl FnMut(Option<&Path>, Part) -> io::Result<()> + Send,
    ) -> io::Result<()> {
        let check = CheckRun {
            checker: self.checker.clone(),
            filter: self.filter.clone(),
            severity: Severity::Note,
            renderer: ReferenceRenderer(query),
        };
        let run = Run {
            cancel: cancel.clone(),
            ..self.run.clone()
        };
        let inputs = Inputs::new(self.request.clone()).with_cancel(cancel);
        let _ = run.execute(inputs, &check, |event| {
            match event {
                Event::Skipped(_) => {}
                Event::Failed(failure) | Event::Truncated(failure) => return Err(unread_error(failure)),
                Event::Done(result) => {
                    advance(result.bytes, result.output.counts.read);
                    take(result.source.file(), result.output.part)?;
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(())
    }
}

/// Returns the error for an input that could not be read. If there is no such path, its error names the path.
fn unread_error(failure: Failure) -> io::Error {
    if failure.is_no_path() {
        return failure.error;
    }
    Reason::with_subject(&Message::untranslated(failure.shown), &failure.error)
}

/// Returns the error for a reference in standard input.
fn stdin_error() -> io::Error {
    Reason::error(
        io::ErrorKind::InvalidInput,
        bilingual(
            "--against requires files or directories, not standard input",
            "`--against` には、標準入力ではなくファイルかフォルダを指定する",
        ),
    )
}
