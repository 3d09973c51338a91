//! The command `kifu audit`, which reports contradictions between records.

use std::io::{self, Read as _};
use std::path::PathBuf;

use clap::ValueHint;

use super::job::Job;
use super::stop::Stop;
use super::validate::{self, ValidateArgs};
use super::{Status, args};
use crate::audit::Sheets;
use crate::audit::sheet::{MAX_SHEET_BYTES, Sheet};
use crate::check::Checker;
use crate::finding::{Language, Message, Reason, Severity, message};
use crate::run::{AuditRenderer, CheckRun, Comparison, IndexedRecords, RecordFilter, Renderer, RunOptions};
use crate::text::path_to_text;

/// Compares all records, and reports the findings.
///
/// # Errors
///
/// Returns an error if the options cannot be used, if an output cannot be written, or if the job cannot be run.
pub(super) fn run(args: &AuditArgs) -> Result<Status, Stop> {
    validate::check(&args.validate, Some(args))
}

/// The options of `kifu audit`: those of `kifu validate`, and its own.
#[derive(clap::Args, Debug)]
pub(super) struct AuditArgs {
    #[command(flatten)]
    validate: ValidateArgs,

    #[arg(long, help_heading = "Choosing findings")]
    all: bool,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    sheet: Vec<PathBuf>,

    #[arg(long, requires = "sheet", help_heading = "Choosing findings")]
    complete: bool,
}

impl AuditArgs {
    /// Returns the language of messages: that of `--lang`, or else that of the locale.
    pub(super) fn message_language(&self) -> Language {
        self.validate.message_language()
    }

    /// Returns the reason why the inputs cannot be compared: one of them can be read only once. Returns `None` if they can.
    pub(super) fn usage_error(options: &RunOptions) -> Option<Message> {
        args::unrepeatable_input(options).map(|path| {
            message!(
                "an audit reads its inputs twice, and `{path}` can be read only once; save it to a file first",
                "`kifu audit` は入力を2回読むが、`{path}` は1回しか読めない。ファイルに保存してから指定する",
            )
        })
    }

    /// Reads the sheets, which no output may replace from then on.
    ///
    /// # Errors
    ///
    /// Returns an error if a sheet cannot be read, or if its players or results cannot be found.
    pub(super) fn sheets(&self, job: &mut Job) -> io::Result<Sheets> {
        let read = |path: &PathBuf| {
            let name = path_to_text(path);
            let about_sheet =
                |error: io::Error| Reason::with_subject(&Message::untranslated(name.clone()), &error);
            let mut bytes = Vec::new();
            let file = job.protected.open(path).map_err(about_sheet)?;
            file.take(MAX_SHEET_BYTES)
                .read_to_end(&mut bytes)
                .map_err(about_sheet)?;
            Sheet::read(&name, bytes).map_err(about_sheet)
        };
        Ok(Sheets::new(
            self.sheet.iter().map(read).collect::<io::Result<_>>()?,
            self.complete,
        ))
    }

    /// Reads all records of a job and compares them with each other and with the sheets. Returns the comparison and, unless all records are reported, the records
    /// with findings.
    ///
    /// # Errors
    ///
    /// Returns an error if temporary files cannot be written or read.
    pub(super) fn compare(
        &self,
        job: &mut Job,
        filter: &RecordFilter,
        sheets: Sheets,
    ) -> io::Result<(Comparison, Option<IndexedRecords>)> {
        let check = CheckRun {
            checker: Checker::new(job.effective.settings_for(&AuditRenderer.needs())),
            filter: filter.clone(),
            severity: Severity::Note,
            renderer: AuditRenderer,
        };
        let mut comparison = job.compare(&check, sheets)?;
        comparison.findings.with_own = self.all;
        let records = (!self.all).then(|| IndexedRecords {
            records: comparison.findings.record_numbers(),
            ..IndexedRecords::default()
        });
        Ok((comparison, records))
    }
}
