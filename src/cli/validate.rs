//! The command `kifu validate`, which checks records and reports findings.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueHint};

use super::args::{EventArgs, FindingArgs, ReadingArgs, RecordArgs, unique_usage_error};
use super::console::{self, RunTotals};
use super::html::{self, Html, HtmlArgs, PageBuilder, PagePart, PageReplay, persist, stdout_is_taken};
use super::job::{Consumer, Job, RunStats};
use super::output::{Output, RecordGroup, file, is_stdout, protect};
use super::sheet::check_destination;
use super::values::{self, bom_error};
use super::{Status, WhenArg};
use crate::batch::{ChunkResult, Failure, Source, Work, stdin_member};
use crate::check::baseline::{self, Entry, write_entries};
use crate::check::{Checked, Checker, FailOn, Selector, SourceFile, UnreadRecord};
use crate::finding::{Finding, Language, Message, Reason, Severity, Span, in_quotes, message, shortened};
use crate::output::{ProtectedFiles, Target};
use crate::report::{
    self, CSV, FindingCounts, MAX_GITHUB_RESULTS, RenderOptions, ReportEntry, ReportForm, SARIF, WORKBOOK,
    spreadsheet_csv,
};
use crate::run::{BaselineFile, ExcludedRecords, RecordFilter, RecordWorker, RunOptions};
use crate::stats::Needs;
use crate::text::{Payload, path_to_text, printable, shell_word};

/// Maximum number of records in a [`RecordGroup`] if the output consists of shards. A group is never split between
/// shards.
const MAX_GROUP_RECORDS: u64 = 50;

/// Checks records, reports the findings, and writes the additional outputs that were requested.
///
/// # Errors
///
/// Returns an error if the baseline cannot be read, if an output cannot be written, or if the job cannot be run.
pub(super) fn run(args: &ValidateArgs) -> io::Result<Status> {
    let message_language = args.message_language();
    if args.records.help(message_language)? {
        return Ok(Status::Clean);
    }
    let options = args.options();
    let (form, usage_error) = args.form_and_usage_error(&options);
    let terminal = args.reading.terminal;
    let mut job =
        match Job::begin::<ValidateArgs>("validate", options, terminal, message_language, usage_error)? {
            ControlFlow::Continue(job) => job,
            ControlFlow::Break(status) => return Ok(status),
        };
    let filter = match RecordFilter::of_games(&job.options, &job.effective) {
        Ok(filter) => filter,
        Err(error) => {
            return Ok(console::print_option_error(
                &error,
                terminal.color,
                message_language,
            ));
        }
    };
    let baseline = job.options.baseline.as_deref();
    let baseline = baseline.map(|path| BaselineFile::read(path, &mut job.protected));
    let baseline = baseline.transpose()?;
    job.effective.settings.baseline = baseline.as_ref().map(|it| Arc::clone(&it.baseline));
    job.effective.settings.causes = !job.options.no_cause;
    job.effective.settings.fixes = form.has_fixes || args.sarif.is_some() || args.page.path().is_some();
    let fail_on = job.effective.fail_on.value;
    let checker = Checker::new(job.effective.settings.clone());
    let baseline_and_lists = SideOutputs::open(&args.accepting, fail_on, &job.protected)?;
    let output = args.open_output(form, &job)?;
    job.request.except = output.directory();
    let sarif = args
        .sarif
        .as_deref()
        .map(|path| open_sarif(path, &job.protected))
        .transpose()?;
    let html = Html::open(Some(&args.page), &job, checker.profile(), args.all_findings)?;
    let rules = checker.profile_names();
    let console = job.console();
    let filter = job.without_copies(filter, &checker, &console)?;
    let work = CheckWork {
        checker,
        filter,
        form,
        options: args.render_options(form, &output, fail_on),
        severity: job.effective.severity.value,
        show: form.is_for_people().then(|| args.options_of_show(&job.options)),
        writes_baseline: baseline_and_lists.writes_baseline(),
        page: html.builder(),
        sarif: sarif
            .as_ref()
            .map(|sarif| args.render_options(SARIF, sarif, fail_on)),
        verbose: terminal.verbose,
        max_group_records: if args.output_dir.is_some() {
            MAX_GROUP_RECORDS
        } else {
            u64::MAX
        },
    };
    let outputs = Outputs {
        output,
        options: work.options,
        sarif: sarif.zip(work.sarif),
        html,
        tally: FindingCounts::default(),
        left_out: ExcludedRecords::default(),
        rules,
        statistics: args.statistics,
        for_people: form.is_for_people(),
        fail_on,
        baseline_and_lists,
        baseline,
    };
    job.run(console, &work, outputs)
}

/// The outputs of a run: the report, the additional SARIF file, the HTML page, the baseline and the lists of files.
struct Outputs {
    output: Output,
    options: RenderOptions,
    /// The additional SARIF file, if there is one.
    sarif: Option<(Output, RenderOptions)>,
    html: Html,
    tally: FindingCounts,
    left_out: ExcludedRecords,
    /// The names of the profiles that were applied.
    rules: String,
    /// `true` if the table of rules was requested.
    statistics: bool,
    /// `true` if the format of the output is for people.
    for_people: bool,
    fail_on: FailOn,
    /// The new baseline and the lists of files, as far as they were requested.
    baseline_and_lists: SideOutputs,
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
        let table = self.tally.statistics(run.language, &self.output.paint);
        if self.for_people {
            return table;
        }
        run.console.table(&table);
        Vec::new()
    }
}

impl Consumer<CheckResult> for Outputs {
    fn take(&mut self, result: ChunkResult<CheckResult>, run: &mut RunStats) -> io::Result<ControlFlow<()>> {
        if result.first {
            run.begin_input(&result);
            self.output.protect(&result.source)?;
            self.html.protect(&result.source)?;
            if let Some((sarif, _)) = &self.sarif {
                sarif.protect(&result.source)?;
            }
            self.baseline_and_lists.begin(&result.path, &result.source)?;
        }
        let check_result = result.output;
        run.console.advance(result.bytes, check_result.tally.records);
        self.baseline_and_lists.add(&check_result)?;
        for note in &check_result.notes {
            run.console.note(&note.in_language(run.language));
        }
        self.tally.merge(check_result.tally);
        self.left_out.merge(check_result.left_out);
        self.html.add(check_result.page)?;
        for group in &check_result.groups {
            self.output.add_group(group, &self.options)?;
        }
        if let Some((sarif, options)) = &mut self.sarif {
            sarif.add_group(&check_result.sarif, options)?;
        }
        if run.console.is_verbose() {
            // The output is flushed, so that the message about the next file appears after the findings on this file.
            self.output.show()?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn end_input(&mut self, is_whole: bool, _: &RunStats) -> io::Result<()> {
        self.baseline_and_lists.end_file(is_whole)
    }

    fn fail(&mut self, failure: &Failure) -> io::Result<()> {
        if let Some((sarif, options)) = &mut self.sarif {
            sarif.fail(failure, options.language)?;
        }
        self.output.fail(failure, self.options.language)
    }

    fn close(self, run: &RunStats) -> io::Result<(RunTotals, Status)> {
        let table = self.table(run);
        let writes_baseline = self.baseline_and_lists.writes_baseline();
        let sarif = self.sarif.as_ref().map(|(sarif, _)| sarif);
        let sarif = sarif.or(Some(&self.output).filter(|output| output.form().name == SARIF.name));
        let excess = sarif.map_or(0, |sarif| sarif.findings().saturating_sub(MAX_GITHUB_RESULTS));
        if excess > 0 {
            let note = message!(
                "GitHub code scanning will reject this file: it has {excess} more results than the limit of {MAX_GITHUB_RESULTS} per run",
                "GitHubのコードスキャンはこのファイルを受け付けない。結果が上限の{MAX_GITHUB_RESULTS}件を{excess}件超えている",
            );
            run.console.note(&note.in_language(run.language));
        }
        let output = self.output.close(run, &self.options, &table)?;
        let sarif = self.sarif.map(|(sarif, options)| sarif.close(run, &options, &[]));
        let sarif = sarif.transpose()?;
        self.baseline_and_lists.persist(run)?;
        persist([output].into_iter().chain(sarif), self.html, run)?;
        // If records were excluded, an entry of the baseline that did not occur may belong to one of them.
        let is_complete = run.is_complete() && self.left_out.is_none();
        if let Some(baseline) = self.baseline.filter(|_| is_complete) {
            report_unused(&baseline, run)?;
        }
        let status = if !writes_baseline && self.fail_on.is_reached_by(self.tally.highest()) {
            Status::Findings
        } else {
            Status::Clean
        };
        let totals = RunTotals::Checked {
            tally: self.tally,
            rules: self.rules,
            left_out: self.left_out,
        };
        Ok((totals, status))
    }
}

// The options of `kifu validate`.

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

/// The additional output files that were requested: a new baseline, and the lists of valid and invalid files.
struct SideOutputs {
    baseline: Option<Target>,
    /// Number of findings in the new baseline.
    accepted: usize,
    /// The list of valid files, and the list of invalid files.
    lists: [Option<Target>; 2],
    fail_on: FailOn,
    /// The totals of the file that is being read, if there is one.
    current_file: Option<FileTotals>,
}

/// The totals over the records of an input file.
struct FileTotals {
    path: String,
    records: u64,
    left_out: ExcludedRecords,
    highest: Option<Severity>,
}

impl SideOutputs {
    /// Opens the requested files, and writes the header of the baseline.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be written, would replace a file that is read, or has the extension of game
    /// records. Also returns an error if a path is standard output.
    fn open(args: &BaselineArgs, fail_on: FailOn, protected: &ProtectedFiles) -> io::Result<Self> {
        let mut baseline = open(args.write_baseline.as_deref(), protected)?;
        if let Some(target) = &mut baseline {
            writeln!(target, "{}", baseline::BASELINE_HEADER)?;
        }
        Ok(Self {
            baseline,
            accepted: 0,
            lists: [
                open(args.valid_list.as_deref(), protected)?,
                open(args.invalid_list.as_deref(), protected)?,
            ],
            fail_on,
            current_file: None,
        })
    }

    /// Returns whether findings are written to a new baseline.
    const fn writes_baseline(&self) -> bool {
        self.baseline.is_some()
    }

    fn targets(&self) -> impl Iterator<Item = &Target> {
        self.baseline.iter().chain(self.lists.iter().flatten())
    }

    /// Begins an input file, and checks that no output would replace it.
    ///
    /// # Errors
    ///
    /// Returns an error if an output would replace the input file.
    fn begin(&mut self, path: &str, source: &Source) -> io::Result<()> {
        self.current_file = Some(FileTotals {
            path: path.to_owned(),
            records: 0,
            left_out: ExcludedRecords::default(),
            highest: None,
        });
        self.targets().try_for_each(|target| protect(target, source))
    }

    /// Adds the results of consecutive records of the current file.
    ///
    /// # Errors
    ///
    /// Returns an error if the baseline cannot be written.
    fn add(&mut self, check_result: &CheckResult) -> io::Result<()> {
        if let Some(file) = &mut self.current_file {
            file.records += check_result.tally.records;
            file.left_out.merge(check_result.left_out);
            file.highest = check_result.tally.highest().max(file.highest);
        }
        self.accepted += check_result.accepted_findings;
        match &mut self.baseline {
            Some(target) => target.write_all(&check_result.accepted),
            None => Ok(()),
        }
    }

    /// Ends the current file, and adds it to the list of valid or of invalid files, if this list was requested. If
    /// `is_whole` is `false`, the end of the file was not read, so the file is not listed as valid.
    ///
    /// # Errors
    ///
    /// Returns an error if a list cannot be written.
    fn end_file(&mut self, is_whole: bool) -> io::Result<()> {
        let Some(file) = self.current_file.take() else {
            return Ok(());
        };
        // A file whose records were all excluded is in no list.
        if file.records == 0 && !file.left_out.is_none() {
            return Ok(());
        }
        let is_invalid = self.fail_on.is_reached_by(file.highest);
        match &mut self.lists[usize::from(is_invalid)] {
            Some(list) if is_whole || is_invalid => writeln!(list, "{}", file.path),
            _ => Ok(()),
        }
    }

    /// Renames the files to their paths after all of them are complete, and prints a note about the baseline. An
    /// interrupted run creates no files; for each file, an error is printed.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be written.
    fn persist(self, run: &RunStats) -> io::Result<()> {
        if run.interrupted {
            for target in self.targets().filter(|it| it.is_file()) {
                run.unwritten(&target.name().english());
            }
            return Ok(());
        }
        if let Some(baseline) = &self.baseline {
            let (count, name) = (self.accepted, baseline.name().english());
            let name = printable(&name).into_owned();
            let note = message!(
                "findings written to the baseline {name}: {count}",
                "ベースライン{name}に書き出した指摘: {count}件",
            );
            run.console.note(&note.in_language(run.language));
        }
        let lists = self.lists.into_iter().flatten();
        let mut targets: Vec<_> = self.baseline.into_iter().chain(lists).collect();
        targets.iter_mut().try_for_each(Target::sync)?;
        targets.into_iter().try_for_each(Target::persist)
    }
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

// The check of records as the work of a run.

/// The settings for the check of every record and for the outputs.
struct CheckWork {
    checker: Checker,
    filter: RecordFilter,
    form: &'static ReportForm,
    options: RenderOptions,
    /// Minimum severity of the findings that are shown.
    severity: Severity,
    /// `true` if the findings that are shown are written to a baseline.
    writes_baseline: bool,
    /// The builder of parts of the HTML page, if one is written.
    page: Option<PageBuilder>,
    /// The rendering options of the SARIF file, if there is one.
    sarif: Option<RenderOptions>,
    /// `true` if notes list the lines of logs that are not part of a record.
    verbose: bool,
    /// Maximum number of records in a group of the output.
    max_group_records: u64,
    /// The options with which `kifu show` reproduces the check; `None` if the output is for programs.
    show: Option<String>,
}

/// The results of checking consecutive records.
#[derive(Default)]
struct CheckResult {
    groups: Vec<RecordGroup>,
    /// The contribution to the additional SARIF file, if there is one.
    sarif: RecordGroup,
    tally: FindingCounts,
    left_out: ExcludedRecords,
    /// The entries for the new baseline, if one is written.
    accepted: Vec<u8>,
    /// Number of findings in the entries for the new baseline.
    accepted_findings: usize,
    /// Notes on unknown rules in ignore marks and, with `--verbose`, on skipped lines of logs.
    notes: Vec<Message>,
    page: PagePart,
}

impl CheckWork {
    /// Returns the group to which the next record is added. This is a new group if the last one is full.
    fn last_group<'g>(&self, groups: &'g mut Vec<RecordGroup>) -> &'g mut RecordGroup {
        if groups
            .last()
            .is_none_or(|group| group.records >= self.max_group_records)
        {
            groups.push(RecordGroup::default());
        }
        let last = groups.len() - 1;
        &mut groups[last]
    }

    /// Adds a record and its findings to the output, to the new baseline and to the SARIF file, if these are written.
    fn render(&self, game: &Checked<'_>, findings: &[&Finding], output: &mut CheckResult) {
        if self.writes_baseline {
            let record_and_text = (&game.record, game.text);
            write_entries(game.path, record_and_text, findings, &mut output.accepted);
            output.accepted_findings += findings.len();
        }
        let date = report::start_date(&game.record);
        let entry = ReportEntry {
            game,
            findings,
            date: date.as_deref(),
            highest: game.judgement.findings.iter().map(|it| it.severity).max(),
            show: self
                .show
                .as_deref()
                .filter(|_| stdin_member(Path::new(game.path)).is_none()),
        };
        let group = self.last_group(&mut output.groups);
        add(self.form, &entry, &self.options, group);
        if let Some(options) = &self.sarif {
            add(SARIF, &entry, options, &mut output.sarif);
        }
    }
}

/// Adds a record to a group in this output format.
fn add(form: &ReportForm, entry: &ReportEntry<'_>, options: &RenderOptions, group: &mut RecordGroup) {
    form.add(entry, options, &mut group.entries);
    group.records += 1;
}

impl Work for CheckWork {
    type Worker = (RecordWorker, PageReplay);
    type Output = CheckResult;

    fn worker(&self) -> Self::Worker {
        let needs = self.page.as_ref().map(|_| Needs::OPENINGS);
        let replay = PageReplay::new(self.page.as_ref());
        (self.filter.worker(&self.checker, needs), replay)
    }

    fn record(
        &self,
        (worker, replay): &mut Self::Worker,
        file: &SourceFile<'_>,
        record: &UnreadRecord<'_>,
        output: &mut CheckResult,
    ) {
        let record = record.read();
        replay.begin(&record);
        let checked = worker.take_read(file, record, &mut output.left_out, |played| replay.push(played));
        let Some((game, figures)) = checked else {
            return;
        };
        output.tally.add(&game.judgement);
        let unknown_rules = game.suppressed.unknown.iter();
        let path_and_number = (game.path, game.record.index);
        let notes = unknown_rules.map(|(word, help)| unknown_rule_note(path_and_number, word, help.as_ref()));
        output.notes.extend(notes);
        if self.verbose {
            let lines = game.record.log_lines.iter();
            output.notes.extend(lines.map(|&line| log_line_note(&game, line)));
        }
        output.tally.add_baselined(&game.suppressed.known);
        output.tally.add_suppressed(&game.suppressed.marked);
        let findings = game.shown(self.severity);
        self.render(&game, &findings, output);
        if let (Some(page), Some(figures)) = (&self.page, &figures) {
            page.add((&game, figures), &findings, replay, &mut output.page);
        }
    }
}

/// Returns the note that a line in the log of a program was skipped, because the line is not a position.
fn log_line_note(game: &Checked<'_>, span: Span) -> Message {
    let (line, _) = game.text.line_column(span.start as usize);
    let text = in_quotes(&shortened(game.record.text_at(span)));
    message!(
        "{path}:{line}: skipped, because the line of the log is not a position: {text}",
        "{path}:{line}: ログの行で、局面でないため対象外: {text}",
        path = game.path,
        line,
        text
    )
}

/// Returns the note that a word in an ignore mark is not a rule, with the help if there is one.
fn unknown_rule_note((path, number): (&str, u32), word: &str, help: Option<&Message>) -> Message {
    let note = message!(
        "{path}, record {number}: unknown rule `{word}` in the ignore mark",
        "{path}、棋譜{number}: 無視の指定に未知の規則 `{word}` がある",
    );
    match help {
        Some(help) => message!("{note} ({help})", "{note}（{help}）", note, help),
        None => note,
    }
}
