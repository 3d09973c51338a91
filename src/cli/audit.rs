//! The command `kifu audit`, which reports contradictions between records.

use std::io;
use std::path::PathBuf;

use clap::ValueHint;

use super::job::Job;
use super::stop::Stop;
use super::validate::{self, ValidateArgs};
use super::{Status, args};
use crate::audit::Sheets;
use crate::audit::sheet::Completeness;
use crate::check::Checker;
use crate::finding::{Language, Message, Reason, Severity, bilingual, message};
use crate::run::{AuditRenderer, CheckRun, Comparison, IndexedRecords, RecordFilter, Renderer, RunOptions};

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

    #[arg(long, help_heading = "Choosing findings")]
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

    /// Returns the run options that these arguments set.
    pub(super) fn run_options(&self) -> RunOptions {
        self.options(self.validate.options())
    }

    /// Returns the options of a run with those of the audit.
    pub(super) fn options(&self, options: RunOptions) -> RunOptions {
        RunOptions {
            sheet: self.sheet.clone(),
            complete: self.complete.then_some(true),
            ..options
        }
    }

    /// Reads the sheets, which no output may replace from then on.
    ///
    /// # Errors
    ///
    /// Returns an error if a sheet cannot be read, or if its players or results cannot be found.
    pub(super) fn sheets(job: &mut Job) -> io::Result<Sheets> {
        let sheets = job.read_sheets()?;
        if sheets.is_empty() && job.options.complete == Some(true) {
            let message = bilingual(
                "--complete needs a sheet; name it with --sheet",
                "`--complete` には表が必要である。`--sheet` で指定する",
            );
            return Err(Reason::error(io::ErrorKind::InvalidInput, message));
        }
        let is_chosen = job.options.filter.is_some() || job.options.clean;
        let completeness = Completeness::new(job.effective.complete.value, is_chosen);
        Ok(Sheets::new(sheets, completeness))
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
        let mut records = comparison.findings.record_numbers();
        for path in &comparison.failed {
            records.entry(path.clone()).or_default();
        }
        let records = (!self.all).then(|| IndexedRecords {
            records,
            // With `--verbose`, the format of every file is printed.
            skips_files: !job.is_verbose(),
            ..IndexedRecords::default()
        });
        Ok((comparison, records))
    }
}
