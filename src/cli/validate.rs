//! The command `kifu validate`, which checks records and reports findings.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueHint};

use super::args::{EventArgs, FindingArgs, ReadingArgs, RecordArgs, unique_usage_error};
use super::audit::AuditArgs;
use super::console::{self, RunTotals, unread_note};
use super::html::{self, HtmlArgs, persist, stdout_is_taken};
use super::job::{Consumer, Job};
use super::output::{self, Output, ReportTarget, file};
use super::run_stats::RunStats;
use super::sheet::check_destination;
use super::stop::Stop;
use super::values::{self, bom_error};
use super::{Status, WhenArg};
use crate::audit::ComparedSheet;
use crate::batch::{ChunkResult, Failure, stdin_member};
use crate::check::baseline::Entry;
use crate::check::{Checker, FailOn, Selector};
use crate::finding::{Language, Message, Reason, Severity, message};
use crate::output::{ProtectedFiles, Target, is_stdout};
use crate::page::PageSink;
use crate::report::{
    CSV, MAX_GITHUB_RESULTS, Paint, RenderOptions, ReportForm, SARIF, WORKBOOK, for_audit, spreadsheet_csv,
};
use crate::run::{
    BaselineFile, BaselineSink, CheckRun, CheckedPart, CheckedRecord, FileLists, PartOf, RecordCounts,
    RecordFilter, Renderer, ReportSink, RunOptions, Sink, TallySink, Totals,
};
use crate::text::{Payload, path_to_text, printable, shell_word};

/// Checks records, reports the findings, and writes the additional outputs that were requested.
///
/// # Errors
///
/// Returns an error if the options cannot be used, if the baseline cannot be read, if an output cannot be written, or if the
/// job cannot be run.
pub(super) fn run(args: &ValidateArgs) -> Result<Status, Stop> {
    check(args, None)
}

/// Checks records as [`run`] does. With the options of an audit, compares all records first and reports the contradictions
/// between them.
///
/// # Errors
///
/// Returns the errors of [`run`], and an error if the records cannot be read twice.
pub(super) fn check(args: &ValidateArgs, audit: Option<&AuditArgs>) -> Result<Status, Stop> {
    let message_language = args.message_language();
    if args.records.help(message_language)? {
        return Ok(Status::Clean);
    }
    let options = args.options();
    let options = match audit {
        Some(audit) => audit.options(options),
        None => options,
    };
    let (form, usage_error) = args.form_and_usage_error(&options);
    let form = if audit.is_some() { for_audit(form) } else { form };
    let usage_error = usage_error.or_else(|| audit.and_then(|_| AuditArgs::usage_error(&options)));
    let terminal = args.reading.terminal;
    let mut job = Job::begin(options, terminal, message_language, usage_error)?;
    let filter = RecordFilter::of_games(&job.options, &job.effective)?;
    let baseline = job.effective.read_baseline(&job.options, &mut job.protected)?;
    // The sheets are read before an output is opened, so that no output replaces them.
    let sheets = audit.map(|_| AuditArgs::sheets(&mut job)).transpose()?;
    let fail_on = job.effective.fail_on.value;
    let new_baseline = args.accepting.new_baseline(&job.protected)?;
    let lists = args.accepting.lists(fail_on, &job.protected)?;
    let output = args.open_output(form, &job)?;
    job.request.except = output.directory();
    let options = args.render_options(form, &output, fail_on);
    let paint = output.paint;
    let mut report = output.into_sink(options);
    if form.is_for_people() {
        let is_file = |path: &str| stdin_member(Path::new(path)).is_none();
        report = report.with_show(&args.options_of_show(&job.options), is_file);
    }
    if audit.is_some() {
        report = report.only_with_findings();
    }
    let sarif = args.sarif.as_deref().map(|path| {
        let sarif = open_sarif(path, &job.protected)?;
        let options = args.render_options(SARIF, &sarif, fail_on);
        io::Result::Ok(sarif.into_sink(options))
    });
    let page = html::open(&args.page, &job)?.map(|page| page.with_causes(args.all_findings));
    let tally = TallySink::new().with_accepted(terminal.verbose);
    let sinks = (tally, report, sarif.transpose()?, page, new_baseline, lists);
    let renderer = sinks.renderer();
    let mut settings = job.effective.settings_for(&renderer.needs());
    settings.proofs = args.proof;
    let checker = Checker::new(settings.clone());
    let rules = checker.profile_names();
    let console = job.console();
    let mut filter = job.without_copies(filter, &checker, &console)?;
    let (mut comparison, mut compared_sheets) = (None, Vec::new());
    let checker = match audit.zip(sheets) {
        None => checker,
        Some((audit, sheets)) => {
            let (compared, compared_records) = audit.compare(&mut job, &filter, sheets)?;
            if let Some(records) = compared_records {
                filter = RecordFilter::default().restricted_to(Some(Arc::new(records)));
            }
            settings.archive = Some(Arc::new(compared.findings));
            comparison = Some(compared.totals);
            compared_sheets = compared.sheets;
            Checker::new(settings)
        }
    };
    let work = CheckRun {
        checker,
        filter,
        severity: job.effective.severity.value,
        renderer,
    };
    let outputs = Outputs {
        sinks,
        counts: RecordCounts::default(),
        comparison,
        sheets: compared_sheets,
        checker: work.checker.clone(),
        severity: work.severity,
        paint,
        rules,
        statistics: args.statistics,
        fail_on,
        baseline,
    };
    Ok(job.run(console, &work, outputs)?)
}

/// The sinks of the outputs: the counts, the report, the additional SARIF file, the HTML page, the new baseline, and the lists of
/// files.
type Sinks = (
    TallySink,
    ReportSink<ReportTarget>,
    Option<ReportSink<ReportTarget>>,
    Option<PageSink<Target>>,
    Option<BaselineSink<Target>>,
    FileLists<Target>,
);

/// The outputs of a run.
struct Outputs {
    sinks: Sinks,
    /// The numbers of records so far.
    counts: RecordCounts,
    /// The numbers of records that an audit has compared; `None` without an audit.
    comparison: Option<Totals>,
    /// The sheets that an audit has compared.
    sheets: Vec<ComparedSheet>,
    /// The checker whose levels of rules apply to the findings in sheets.
    checker: Checker,
    /// The lowest severity that is shown.
    severity: Severity,
    /// The colours of the report.
    paint: Paint,
    /// The names of the profiles that were applied.
    rules: String,
    /// `true` if the table of rules was requested.
    statistics: bool,
    fail_on: FailOn,
    /// The baseline with the findings that are not reported, if one was given.
    baseline: Option<BaselineFile>,
}

impl Outputs {
    /// Returns the table of rules if it was requested and the output is for people. If the output is for programs,
    /// prints the requested table to the console and returns an empty table. Also returns an empty table if it was not
    /// requested.
    fn table(&self, run: &RunStats) -> Vec<u8> {
        if !self.statistics {
            return Vec::new();
        }
        let (tally, report, ..) = &self.sinks;
        let table = tally.counts.statistics(run.language, &self.paint);
        if report.form().is_for_people() {
            return table;
        }
        run.console.table(&table);
        Vec::new()
    }

    /// Adds the sheets with findings to the outputs.
    ///
    /// # Errors
    ///
    /// Returns an error if an output cannot be written.
    fn add_sheets(&mut self) -> io::Result<()> {
        for ComparedSheet { sheet, findings } in std::mem::take(&mut self.sheets) {
            let checked = self.checker.check_findings(&sheet.path, &sheet.text, findings);
            if checked.judgement.findings.is_empty() {
                continue;
            }
            self.sinks.begin(&sheet.path, None)?;
            self.sinks.add_record(&mut CheckedRecord {
                game: &checked,
                findings: &checked.shown(self.severity),
                data: None,
                replay: None,
            })?;
            self.sinks.end(true)?;
        }
        Ok(())
    }

    /// Prints a note if GitHub code scanning rejects the SARIF output because it has too many results.
    fn warn_of_github_limit(&self, run: &RunStats) {
        let (_, report, sarif, ..) = &self.sinks;
        let sarif = sarif
            .as_ref()
            .or(Some(report).filter(|report| report.form().name == SARIF.name));
        let excess = sarif.map_or(0, |sarif| sarif.findings().saturating_sub(MAX_GITHUB_RESULTS));
        if excess > 0 {
            let note = message!(
                "GitHub code scanning will reject this file: it has {excess} more results than the limit of {MAX_GITHUB_RESULTS} per run",
                "GitHubのコードスキャンはこのファイルを受け付けない。結果が上限の{MAX_GITHUB_RESULTS}件を{excess}件超えている",
            );
            run.console.note(&note.in_language(run.language));
        }
    }
}

impl Consumer<CheckedPart<PartOf<Sinks>>> for Outputs {
    fn take(
        &mut self,
        result: ChunkResult<CheckedPart<PartOf<Sinks>>>,
        run: &mut RunStats,
    ) -> io::Result<ControlFlow<()>> {
        let counts = run.take(&mut self.sinks, result)?;
        self.counts.merge(counts);
        let (tally, report, ..) = &mut self.sinks;
        for note in tally.take_notes() {
            run.console.note(&note.in_language(run.language));
        }
        if run.console.is_verbose() {
            // The output is flushed, so that the message about the next file appears after the findings on this file.
            report.get_mut().flush()?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn end_input(&mut self, is_whole: bool, _: &RunStats) -> io::Result<()> {
        self.sinks.end(is_whole)
    }

    fn fail(&mut self, failure: &Failure) -> io::Result<()> {
        self.sinks.fail(&failure.shown, &failure.error)
    }

    fn close(mut self, run: &RunStats) -> io::Result<(RunTotals, Status)> {
        self.add_sheets()?;
        let table = self.table(run);
        self.warn_of_github_limit(run);
        let (tally, report, sarif, page, new_baseline, lists) = self.sinks;
        let writes_baseline = new_baseline.is_some();
        let report = output::close(report, run, &table)?;
        let sarif = sarif.map(|sarif| output::close(sarif, run, &[])).transpose()?;
        persist_lists(new_baseline, lists, run)?;
        persist([report].into_iter().chain(sarif), page, run)?;
        // If records were excluded, an entry of the baseline that did not occur may belong to one of them.
        let is_complete = run.is_complete() && self.counts.excluded.is_none();
        if let Some(baseline) = self.baseline.filter(|_| is_complete) {
            report_unused(&baseline, run)?;
        }
        let status = if !writes_baseline && self.fail_on.is_reached_by(tally.counts.highest()) {
            Status::Findings
        } else {
            Status::Clean
        };
        let mut counts = tally.counts;
        let mut left_out = self.counts.excluded;
        if let Some(compared) = self.comparison {
            (counts.records, counts.plies) = (compared.records, compared.plies);
            left_out = compared.excluded;
            if compared.unread > 0 {
                run.console
                    .note(&unread_note(compared.unread).in_language(run.language));
            }
        }
        let totals = RunTotals::Checked {
            tally: counts,
            rules: self.rules,
            left_out,
        };
        Ok((totals, status))
    }
}

// The options of `kifu validate`.

/// The options of `kifu validate`: one field for each option or group of options.
#[derive(clap::Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
pub(super) struct ValidateArgs {
    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    event: EventArgs,

    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = values::form(), help_heading = "Output")]
    format: &'static ReportForm,

    #[arg(
        long, value_name = "LANG", value_parser = values::language(), hide_possible_values = true,
        help_heading = "Output"
    )]
    lang: Option<Language>,

    #[arg(long, help_heading = "Output")]
    bom: bool,

    #[command(flatten)]
    findings: FindingArgs,

    #[command(flatten)]
    records: RecordArgs,

    #[arg(long, help_heading = "Output")]
    all_notes: bool,

    #[arg(long, help_heading = "Output")]
    all_findings: bool,

    #[arg(long, help_heading = "Choosing findings")]
    no_cause: bool,

    #[arg(long, help_heading = "Output")]
    proof: bool,

    #[arg(long, help_heading = "Output")]
    statistics: bool,

    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Output")]
    output: Option<PathBuf>,

    #[arg(
        long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "output", help_heading = "Output"
    )]
    output_dir: Option<PathBuf>,

    #[command(flatten)]
    accepting: BaselineArgs,

    #[command(flatten)]
    page: HtmlArgs,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    sarif: Option<PathBuf>,
}

impl ValidateArgs {
    /// Returns the run options that these arguments set.
    pub(super) fn options(&self) -> RunOptions {
        let options = RunOptions {
            baseline: self.accepting.baseline.clone(),
            no_cause: self.no_cause,
            ..self.reading.options()
        };
        self.records
            .add_to(self.findings.add_to(self.event.add_to(options)))
    }

    /// Returns the options with which `kifu show` reads and checks a record in the same way, with a blank before each
    /// option.
    fn options_of_show(&self, options: &RunOptions) -> String {
        let lang = self.lang.map(|lang| format!("--lang={}", lang.code()));
        let arguments = options.words_of_show().into_iter().chain(lang);
        arguments
            .flat_map(|word| [" ".to_owned(), shell_word(&printable(&word)).into_owned()])
            .collect()
    }

    /// Returns the output format, and the reason why the options cannot be used together, if there is one.
    fn form_and_usage_error(&self, options: &RunOptions) -> (&'static ReportForm, Option<Message>) {
        let output = self.output.as_deref();
        let same_file_error = html::check_distinct(&[
            ("--html", self.page.path()),
            ("--sarif", self.sarif.as_deref()),
            ("--output", output),
            ("--write-baseline", self.accepting.write_baseline.as_deref()),
            ("--valid-list", self.accepting.valid_list.as_deref()),
            ("--invalid-list", self.accepting.invalid_list.as_deref()),
        ]);
        let (form, error) = match self.form() {
            Ok(form) => (form, same_file_error),
            Err(message) => (self.format, Some(message)),
        };
        let error = error.or_else(|| check_destination(form, output, self.output_dir.is_some()));
        (form, error.or_else(|| unique_usage_error(options)))
    }

    /// Opens the output. Repeated findings are folded, unless their rule was selected by name or `--all-notes` is
    /// given.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written, would replace a file that is read, or has the extension of
    /// game records. Also returns an error if the directory for shards contains files.
    fn open_output(&self, form: &'static ReportForm, job: &Job) -> io::Result<Output> {
        let (color, path) = (self.reading.terminal.color, self.output.as_deref());
        let output = match &self.output_dir {
            Some(directory) => Output::in_shards(directory, form)?,
            None => Output::open(path, form, color, self.message_language(), &job.protected)?,
        };
        if self.all_notes {
            return Ok(output);
        }
        let selected = job.effective.select.value.iter();
        Ok(output.with_folding(selected.filter_map(Selector::named).collect()))
    }

    /// Returns the output format, which is CSV for spreadsheets with `--bom`. Returns the error if `--bom` is given
    /// with a format other than CSV.
    fn form(&self) -> Result<&'static ReportForm, Message> {
        match self.format.name {
            _ if !self.bom => Ok(self.format),
            CSV => Ok(spreadsheet_csv(self.message_language())),
            _ => Err(bom_error()),
        }
    }

    /// Returns the rendering options for this output format.
    fn render_options(&self, form: &ReportForm, output: &Output, fail_on: FailOn) -> RenderOptions {
        RenderOptions {
            // Output for programs does not depend on the locale. Without `--lang`, its language is English.
            language: if form.is_for_people() || form.name == WORKBOOK || self.bom && form.name == CSV {
                self.message_language()
            } else {
                self.lang.unwrap_or_default()
            },
            paint: output.paint,
            boards: self.reading.terminal.verbose,
            all_findings: self.all_findings,
            fail_on: fail_on.0,
            columns: output.columns,
        }
    }

    /// Returns the language of messages: that of `--lang`, or else that of the locale.
    pub(super) fn message_language(&self) -> Language {
        console::message_language(self.lang)
    }
}

// Baselines, and lists of files with and without findings.

/// Maximum number of unused baseline entries that are listed, unless `--verbose` is given.
const MAX_LISTED_ENTRIES: usize = 10;

/// The options for the baseline and for the lists of valid and invalid files.
#[derive(Args, Debug)]
#[command(next_help_heading = "Baseline")]
struct BaselineArgs {
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    baseline: Option<PathBuf>,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "baseline")]
    write_baseline: Option<PathBuf>,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    valid_list: Option<PathBuf>,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    invalid_list: Option<PathBuf>,
}

/// Prints a note with the entries of a baseline that did not occur in a run that has read all inputs. Prints nothing if
/// all entries occurred.
///
/// # Errors
///
/// Returns an error if the baseline cannot be read again.
fn report_unused(baseline: &BaselineFile, run: &RunStats) -> io::Result<()> {
    let (mut count, mut listed_entries) = (0_usize, String::new());
    let max_listed = if run.console.is_verbose() {
        usize::MAX
    } else {
        MAX_LISTED_ENTRIES
    };
    baseline.unused_entries(|entry| {
        count += 1;
        if count <= max_listed {
            // Writing to a string cannot fail.
            let _ = write!(
                listed_entries,
                "\n{}",
                entry_place(entry).in_language(run.language)
            );
        }
    })?;
    if count == 0 {
        return Ok(());
    }
    let file = printable(&path_to_text(&baseline.path)).into_owned();
    let head = message!(
        "known findings that did not occur in this run: {count} in {file}; if everything was checked, --write-baseline removes them",
        "今回は見つからなかった既知の指摘: {count}件（{file}）。`--write-baseline` で作り直すと削除される",
    );
    let unlisted_count = count.saturating_sub(max_listed);
    let more = message!(
        "\n  and {unlisted_count} more; -v lists all",
        "\n  ほか{unlisted_count}件（-v ですべて表示）",
    );
    let more = if unlisted_count > 0 {
        more
    } else {
        Message::default()
    };
    let [head, more] = [&head, &more].map(|it| it.in_language(run.language));
    run.console.note(&format!("{head}{listed_entries}{more}"));
    Ok(())
}

/// Returns a line with the rule of an entry, and the place of its finding when the baseline was written.
fn entry_place(entry: &Entry<'_>) -> Message {
    let [rule, path] = [&entry.rule, &entry.path].map(|text| printable(text).into_owned());
    let record = entry.record;
    let place = message!(
        "  {rule}: {path}, record {record}",
        "  {rule}: {path}、棋譜{record}",
    );
    let ply = entry.ply.map(|ply| message!(", ply {ply}", "、{ply}手目"));
    place.followed_by(ply.unwrap_or_default())
}

// Additional outputs: the baseline, and the lists of valid and invalid files.

impl BaselineArgs {
    /// Begins the new baseline, if it was requested.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, would replace a file that is read, or has the extension of game
    /// records. Also returns an error if the path is standard output.
    fn new_baseline(&self, protected: &ProtectedFiles) -> io::Result<Option<BaselineSink<Target>>> {
        let target = open(self.write_baseline.as_deref(), protected)?;
        target.map(BaselineSink::begin).transpose()
    }

    /// Opens the lists of files that were requested.
    ///
    /// # Errors
    ///
    /// Returns an error as for [`new_baseline`](Self::new_baseline).
    fn lists(&self, fail_on: FailOn, protected: &ProtectedFiles) -> io::Result<FileLists<Target>> {
        let lists = [
            open(self.valid_list.as_deref(), protected)?,
            open(self.invalid_list.as_deref(), protected)?,
        ];
        Ok(FileLists::new(lists, fail_on))
    }
}

/// Renames the new baseline and the lists to their paths after all of them are complete, and prints a note about the baseline.
/// An interrupted run creates no files; for each file, an error is printed.
///
/// # Errors
///
/// Returns an error if a file cannot be written.
fn persist_lists(
    baseline: Option<BaselineSink<Target>>,
    lists: FileLists<Target>,
    run: &RunStats,
) -> io::Result<()> {
    let (baseline, count) = baseline.map(BaselineSink::close).unzip();
    if let Some((baseline, count)) = baseline.as_ref().zip(count).filter(|_| !run.interrupted) {
        let name = baseline.name().english();
        let name = printable(&name).into_owned();
        let note = message!(
            "findings written to the baseline {name}: {count}",
            "ベースライン{name}に書き出した指摘: {count}件",
        );
        run.console.note(&note.in_language(run.language));
    }
    let mut targets: Vec<_> = baseline.into_iter().chain(lists.close()).collect();
    if run.interrupted {
        for target in targets.iter().filter(|it| it.is_file()) {
            run.unwritten(&target.name().english());
        }
        return Ok(());
    }
    targets.iter_mut().try_for_each(Target::sync)?;
    targets.into_iter().try_for_each(Target::persist)
}

fn open(path: Option<&Path>, protected: &ProtectedFiles) -> io::Result<Option<Target>> {
    let Some(path) = path else { return Ok(None) };
    if is_stdout(path) {
        return Err(Reason::with_subject(
            &Message::untranslated(path_to_text(path)),
            &stdout_is_taken(),
        ));
    }
    file(path, Payload::Data, protected).map(Some)
}

/// Opens the additional SARIF file.
///
/// # Errors
///
/// Returns an error if the file cannot be written, would replace a file that is read, or has the extension of game
/// records. Also returns an error if `path` is standard output.
fn open_sarif(path: &Path, protected: &ProtectedFiles) -> io::Result<Output> {
    if is_stdout(path) {
        return Err(Reason::with_subject(
            &Message::untranslated(path_to_text(path)),
            &stdout_is_taken(),
        ));
    }
    Output::open(Some(path), SARIF, WhenArg::Never, Language::default(), protected)
}
