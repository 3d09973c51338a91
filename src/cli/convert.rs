//! The command `kifu convert`, which writes records in another format.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::{fs, io};

use anstream::ColorChoice;
use clap::{ValueEnum, ValueHint};

use super::args::{EventArgs, ReadingArgs, RecordArgs, unique_usage_error};
use super::console::{self, Console, ConversionTotals, RunTotals};
use super::job::{Consumer, Job, RunStats};
use super::output::is_stdout;
use super::training::{self, TrainingArgs};
use super::{Status, usage, values};
use crate::batch::{ChunkResult, InputEvent, Inputs, List, Request, Work, is_archive};
use crate::check::{Checked, Checker, SourceFile, UnreadRecord};
use crate::convert::{DirectorySink, Layout, OutputGrouping, Sink, StreamSink, WriteError};
use crate::finding::{
    CommaList, Finding, Language, Message, Reason, Severity, Words, bilingual, both, message,
};
use crate::guard::catch_panic;
use crate::notation::{self, Join, Loss, Losses, Lost, Newline, Target, Writer, WrittenRecord};
use crate::output::{self, OutputDir, ProtectedFiles, is_stream};
use crate::played::{PlayedBuilder, PlayedMove};
use crate::record::gap::ArchiveGap;
use crate::record::{Outcome, Record};
use crate::report::{
    self, Conversion, ConversionOutcome, Paint, Refusal, Remark, RenderOptions, RenderedEntries, ReportEntry,
};
use crate::run::{ExcludedRecords, OptionError, OutputNeeds, RecordFilter, RecordWorker, RunOptions};
use crate::stats::NameTemplate;
use crate::text::{Encoding, Payload, path_to_text};

/// Converts the records that the options select, and reports the losses.
///
/// # Errors
///
/// Returns an error if the output cannot be opened or written, or if the job cannot be run.
pub(super) fn run(args: &ConvertArgs) -> io::Result<Status> {
    let language = args.language();
    if args.records.help(language)? {
        return Ok(Status::Clean);
    }
    let multi_record_options = [("--join", args.join), ("--split", args.split.is_some())];
    let unsupported = multi_record_options
        .into_iter()
        .find(|(_, is_given)| *is_given && args.to.join == Join::Never);
    let usage_error = unsupported.map(|(option, _)| cannot_join(args.to, option));
    let (terminal, options) = (args.reading.terminal, args.options());
    let usage_error = usage_error.or_else(|| unique_usage_error(&options));
    let usage_error = usage_error.or_else(|| args.text_option_error());
    let usage_error = usage_error.or_else(|| args.training.usage_error(args.to));
    let mut job = match Job::begin::<ConvertArgs>("convert", options, terminal, language, usage_error)? {
        ControlFlow::Continue(job) => job,
        ControlFlow::Break(status) => return Ok(status),
    };
    let filter = match RecordFilter::of_games(&job.options, &job.effective) {
        Ok(filter) => filter,
        Err(error) => return Ok(console::print_option_error(&error, terminal.color, language)),
    };
    let filter = if args.to.training && args.training.is_clean() {
        filter.for_training(job.effective.fail_on.value, !args.to.holds.results.is_empty())
    } else {
        filter
    };
    let template = args.name.as_deref().map(|text| {
        let about_name = |fault| OptionError::about("--name", text, fault);
        NameTemplate::read(text).map_err(about_name)
    });
    let template = match template.transpose() {
        Ok(template) => template,
        Err(error) => return Ok(console::print_option_error(&error, terminal.color, language)),
    };
    if args.name.is_some() && args.output.as_deref().is_some_and(is_stdout) {
        let message = bilingual(
            "--name requires a directory with -o, not standard output",
            "`--name` には標準出力ではなく、`-o` でフォルダを指定する",
        );
        return usage::print_usage_error::<ConvertArgs>("convert", &message, language);
    }
    let writer = args.writer();
    let protected = std::mem::replace(&mut job.protected, ProtectedFiles::begin());
    let sink = match sink(args, &writer, &mut job.request, protected)? {
        Ok(sink) => sink,
        Err(message) => return usage::print_usage_error::<ConvertArgs>("convert", &message, language),
    };
    let console = match args.loss_format {
        LossFormat::Text => job.console(),
        LossFormat::Jsonl => job.console().terse(),
    };
    let checker = Checker::new(job.effective.settings.clone());
    let filter = job.without_copies(filter, &checker, &console)?;
    let work = Converting {
        checker,
        filter,
        template,
        writer,
        min_severity: args.min_severity(),
        loss_format: args.loss_format,
        language,
    };
    job.run(console, &work, RecordDelivery::new(sink, args))
}

/// Returns the error for `option` with a format that can hold only one record. The error lists the formats that support
/// the option.
fn cannot_join(target: &Target, option: &'static str) -> Message {
    let others = notation::targets().filter(|other| other.join != Join::Never);
    message!(
        "a {name} file can hold only one record; {option} is available for {others}",
        "{name}のファイルには棋譜が1件しか入らない。`{option}` を使えるのは{others}である",
        option,
        name = target.name,
        others = CommaList(others.map(|other| other.name).collect())
    )
}

// The options of `kifu convert`.

#[derive(clap::Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    event: EventArgs,

    #[command(flatten)]
    records: RecordArgs,

    #[command(flatten)]
    training: TrainingArgs,

    #[arg(long, value_name = "FORMAT", value_parser = values::target(), help_heading = "Output")]
    to: &'static Target,

    #[arg(long, value_name = "LABEL", value_parser = values::output_encoding, help_heading = "Output")]
    to_encoding: Option<&'static Encoding>,

    #[arg(long, value_name = "END", help_heading = "Output")]
    newline: Option<NewlineArg>,

    #[arg(long, help_heading = "Output")]
    substitute: bool,

    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::AnyPath, help_heading = "Output")]
    output: Option<PathBuf>,

    #[arg(long, help_heading = "Output")]
    join: bool,

    #[arg(
        long, value_name = "TEMPLATE", requires = "output", conflicts_with_all = ["join", "split"],
        help_heading = "Output"
    )]
    name: Option<String>,

    #[arg(
        long, value_name = "N", value_parser = values::number(1..=1_000_000_000), requires = "output",
        help_heading = "Output"
    )]
    split: Option<u32>,

    #[arg(long, help_heading = "Output")]
    force: bool,

    #[arg(long, help_heading = "Output")]
    deny_loss: bool,

    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    loss_format: LossFormat,

    #[arg(
        long, value_name = "LANG", value_parser = values::language(), hide_possible_values = true,
        help_heading = "Output"
    )]
    lang: Option<Language>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum NewlineArg {
    Lf,
    Crlf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LossFormat {
    Text,
    Jsonl,
}

impl ConvertArgs {
    /// Returns the run options that these arguments set.
    fn options(&self) -> RunOptions {
        self.records.add_to(self.event.add_to(self.reading.options()))
    }

    /// Returns the writer for the target format, with the requested encoding, line ends, substitution of characters and
    /// selection of items.
    fn writer(&self) -> Writer {
        let default_writer = Writer::new(self.to);
        Writer {
            encoding: self.to_encoding.unwrap_or(default_writer.encoding),
            newline: match self.newline {
                Some(NewlineArg::Lf) => Newline::Lf,
                Some(NewlineArg::Crlf) => Newline::CrLf,
                None => default_writer.newline,
            },
            substitute: self.substitute,
            items: self.training.items(self.to),
            ..default_writer
        }
    }

    /// Returns whether one file takes all records of an input: with `--join`, or because files of the format usually
    /// have many records.
    const fn joins(&self) -> bool {
        self.join || matches!(self.to.join, Join::Lines | Join::Items)
    }

    /// Returns the error for an option that requires text output. Returns `None` if the output is text, or if no option
    /// of this kind is given.
    fn text_option_error(&self) -> Option<Message> {
        let options = [
            ("--to-encoding", self.to_encoding.is_some()),
            ("--newline", self.newline.is_some()),
            ("--substitute", self.substitute),
        ];
        let (option, _) = options.into_iter().find(|(_, is_given)| *is_given)?;
        (self.to.join == Join::Items).then(|| {
            message!(
                "{option} does not apply to {name}, which is a binary format",
                "{name}はバイナリ形式なので、`{option}` は使えない",
                option,
                name = self.to.name
            )
        })
    }

    /// Returns the language of findings and errors: that of `--lang`, or else that of the locale. For output for
    /// programs, the default is English.
    pub(super) fn language(&self) -> Language {
        match self.loss_format {
            LossFormat::Text => console::message_language(self.lang),
            LossFormat::Jsonl => self.lang.unwrap_or_default(),
        }
    }

    /// Returns the minimum severity of reported findings, or `None` if no findings are reported.
    ///
    /// Only errors are reported, or all findings with `--verbose`. With `--quiet`, no findings are reported, except in
    /// output for programs.
    fn min_severity(&self) -> Option<Severity> {
        if self.reading.terminal.quiet && self.loss_format == LossFormat::Text {
            None
        } else if self.reading.terminal.verbose {
            Some(Severity::Note)
        } else {
            Some(Severity::Error)
        }
    }
}

// The delivery of converted records, in order.

/// The note that follows findings, with a reference to the documentation of the rules.
const FINDINGS_NOTE: Words = both(
    "The findings with a rule in [brackets] are about the records and were not corrected; `kifu rules NAME` explains a rule.\n",
    "[ ]に規則名を示した指摘は棋譜自体についてのもので、変換時に修正していない。規則の説明は `kifu rules NAME` で表示する。\n",
);

/// The advice for a run with records that could not be converted.
const REFUSALS_NOTE: Words = both(
    "Use `kifu validate` to see the problems of records that were not converted, or try another format.\n",
    "変換できない棋譜の問題点は `kifu validate` で確認できる。別の形式なら変換できる場合もある。\n",
);

/// The consumer that passes converted records to the sink, and reports their losses and findings.
struct RecordDelivery {
    sink: Box<dyn Sink>,
    to: &'static Target,
    deny_loss: bool,
    loss_format: LossFormat,
    quiet: bool,
    totals: ConversionTotals,
    /// `true` if findings were shown to the user.
    has_shown_findings: bool,
    listed: ListedLosses,
    input: Option<CurrentInput>,
}

/// The numbers of records with losses that were listed or not. Without `--verbose`, only the first records with a loss
/// of each kind are listed.
#[derive(Default)]
struct ListedLosses {
    /// Number of listed records with each kind of loss.
    listed: BTreeMap<Loss, u64>,
    /// Number of records with losses that were not listed.
    unlisted: u64,
}

impl ListedLosses {
    /// Counts a record with these losses, and returns whether it is listed: if one of its kinds of loss has not been
    /// listed often enough, or with `--verbose`.
    fn count(&mut self, losses: &Losses, console: &Console) -> bool {
        let listed_counts = &mut self.listed;
        let printed_count = |lost: &Lost| listed_counts.get(&lost.loss).copied().unwrap_or_default();
        let is_listed = losses.iter().any(|loss| console.should_list(printed_count(loss)));
        if is_listed {
            losses
                .iter()
                .for_each(|loss| *listed_counts.entry(loss.loss).or_default() += 1);
        } else {
            self.unlisted += 1;
        }
        is_listed
    }
}

/// The input whose records are being delivered.
struct CurrentInput {
    path: String,
    /// The first record of the input, until the second record or the end of the input arrives.
    held: Option<Converted>,
    several: bool,
    /// `true` if this run has written the input, whose records are therefore ignored.
    is_own_output: bool,
}

impl Consumer<ConvertedPart> for RecordDelivery {
    fn take(
        &mut self,
        result: ChunkResult<ConvertedPart>,
        run: &mut RunStats,
    ) -> io::Result<ControlFlow<()>> {
        if result.first {
            self.begin_input(&result, run);
        }
        run.console
            .advance(result.bytes, result.output.records.len() as u64);
        self.totals.left_out.merge(result.output.left_out);
        for converted in result.output.records {
            self.add(converted, run)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Writes the record that is still held, and completes the file for all records of the input, if there is one. If
    /// the input could not be read to its end, its first record is treated as one of several, and no file for all
    /// records is written.
    fn end_input(&mut self, is_whole: bool, run: &RunStats) -> io::Result<()> {
        let Some(input) = &mut self.input else {
            return Ok(());
        };
        input.several |= !is_whole;
        if let Some(first) = input.held.take() {
            self.write_record(&first, run)?;
        }
        if is_whole {
            let end_result = self.sink.end();
            self.delivered_or_report(end_result, run)?;
        }
        self.input = None;
        Ok(())
    }

    /// Completes the output and prints the notes about the conversion. After an interruption, it is unknown whether
    /// more records follow in the last input, so a record that is still held is dropped.
    fn close(mut self, run: &RunStats) -> io::Result<(RunTotals, Status)> {
        if !run.interrupted && !run.lacks_input {
            let totals = &self.totals;
            let is_complete = run.is_complete() && totals.refused + totals.denied == 0 && !totals.broken;
            let finish_result = self.sink.finish(is_complete);
            if let Some(Some(note)) = self.delivered_or_report(finish_result, run)? {
                run.console.note(&note.in_language(run.language));
            }
        }
        let delivery = self.sink.close()?;
        let unlisted_count = self.listed.unlisted;
        if unlisted_count > 0 {
            let note = message!(
                "records with losses of these kinds that are not listed: {unlisted_count}; -v lists all",
                "同じ種類のものが失われた棋譜はほかに{unlisted_count}件（-v ですべて表示）",
            );
            run.console.note(&note.in_language(run.language));
        }
        let totals = &mut self.totals;
        (totals.files, totals.unwritten) = (delivery.files, delivery.unwritten);
        if self.has_shown_findings {
            let note = FINDINGS_NOTE.in_language(run.language);
            run.console.lines(note.as_bytes());
        }
        if totals.refused > 0 && self.loss_format == LossFormat::Text && !self.quiet {
            let note = REFUSALS_NOTE.in_language(run.language);
            run.console.lines(note.as_bytes());
        }
        if self.to.training && totals.items.written == 0 && !run.interrupted && !run.lacks_input {
            let reason = training::nothing_written_reason(self.to, totals.items, totals.left_out);
            if let Some(reason) = reason {
                run.console.note(&reason.in_language(run.language));
            }
        }
        let status = if totals.refused + totals.unwritten > 0 || totals.broken {
            Status::Failed
        } else if totals.denied > 0 {
            Status::Findings
        } else {
            Status::Clean
        };
        Ok((RunTotals::Converted(self.totals), status))
    }
}

impl RecordDelivery {
    fn new(sink: Box<dyn Sink>, args: &ConvertArgs) -> Self {
        Self {
            sink,
            to: args.to,
            deny_loss: args.deny_loss,
            loss_format: args.loss_format,
            quiet: args.reading.terminal.quiet,
            totals: ConversionTotals::default(),
            has_shown_findings: false,
            listed: ListedLosses::default(),
            input: None,
        }
    }

    fn begin_input(&mut self, result: &ChunkResult<ConvertedPart>, run: &mut RunStats) {
        let file = result.source.file();
        let is_own_output = file.is_some_and(|path| self.sink.has_written(path));
        if !is_own_output {
            run.begin_input(result);
            self.sink.begin(result.source.place().as_deref());
        }
        self.input = Some(CurrentInput {
            path: result.path.clone(),
            held: None,
            several: false,
            is_own_output,
        });
    }

    /// Adds a record of the current input, unless this run has written the input. The first record is held until it is
    /// known whether another record follows.
    fn add(&mut self, converted: Converted, run: &RunStats) -> io::Result<()> {
        let Some(input) = self.input.as_mut().filter(|input| !input.is_own_output) else {
            return Ok(());
        };
        match input.held.take() {
            None if !input.several => {
                input.held = Some(converted);
                return Ok(());
            }
            None => {}
            Some(first) => {
                input.several = true;
                self.write_record(&first, run)?;
            }
        }
        self.write_record(&converted, run)
    }

    /// Delivers a record to the sink, unless it cannot be converted or its losses are denied, and reports its losses. A
    /// record of training data of which no item was selected is excluded.
    fn write_record(&mut self, converted: &Converted, run: &RunStats) -> io::Result<()> {
        let Some(CurrentInput { path, several, .. }) = &self.input else {
            return Ok(());
        };
        let (path, several) = (path.clone(), *several);
        run.console.lines(&converted.lines);
        self.has_shown_findings |= !converted.lines.is_empty();
        match &converted.written {
            Ok(written) if written.items.written == 0 && written.items.left_out() > 0 => {
                self.exclude(converted, written, run);
                return Ok(());
            }
            Err(refusal) if converted.is_left_out => {
                self.report_left_out(converted, &Losses::default(), refusal, run);
                return Ok(());
            }
            _ => {}
        }
        let record_count = u64::from(converted.remark.is_none());
        self.totals.records += record_count;
        let no_losses = Losses::default();
        let losses = converted
            .written
            .as_ref()
            .map_or(&no_losses, |written| &written.losses);
        self.totals.lossy += u64::from(!losses.is_empty());
        let file;
        let outcome = match &converted.written {
            Err(refusal) => {
                self.totals.refused += record_count;
                ConversionOutcome::Refused(refusal)
            }
            Ok(_) if self.deny_loss && !losses.is_empty() => {
                self.totals.denied += 1;
                ConversionOutcome::Denied
            }
            Ok(written) => {
                let delivery = self.sink.write_record(
                    &written.bytes,
                    several.then_some(converted.record),
                    converted.levels.as_deref(),
                );
                let delivery = self.delivered_or_report(delivery, run)?;
                if delivery.is_some() {
                    self.totals.items.merge(written.items);
                }
                match delivery {
                    Some(None) => ConversionOutcome::Printed,
                    Some(Some(name)) => {
                        file = name;
                        ConversionOutcome::Written(&file)
                    }
                    None => ConversionOutcome::Unwritten,
                }
            }
        };
        let (record, to) = (converted.record, self.to.name);
        let conversion = Conversion {
            path: &path,
            record,
            several,
            to,
            losses,
            findings: &converted.remarks,
            outcome,
        };
        // The finding about an irregular archive has already been printed as one of `converted.lines`.
        let is_irregular = matches!(converted.remark, Some(ArchiveGap::Irregular(_)));
        if !is_irregular || self.loss_format == LossFormat::Jsonl {
            self.print_conversion(&conversion, run);
        }
        Ok(())
    }

    /// Counts a record of which no item was selected as excluded, so that no file is empty. In output for programs, the
    /// record is reported.
    fn exclude(&mut self, converted: &Converted, written: &WrittenRecord, run: &RunStats) {
        self.totals.items.merge(written.items);
        self.totals.left_out.without_items += 1;
        let refusal = Refusal {
            why: training::record_without_items_reason(self.to, written.items),
        };
        self.report_left_out(converted, &written.losses, &refusal, run);
    }

    /// Reports a record that is left out of training data, in output for programs.
    fn report_left_out(&self, converted: &Converted, losses: &Losses, refusal: &Refusal, run: &RunStats) {
        if let (LossFormat::Jsonl, Some(input)) = (self.loss_format, &self.input) {
            let conversion = Conversion {
                path: &input.path,
                record: converted.record,
                several: input.several,
                to: self.to.name,
                losses,
                findings: &converted.remarks,
                outcome: ConversionOutcome::Refused(refusal),
            };
            run.console.data(&conversion.object(run.language));
        }
    }

    /// Returns the value of a successful delivery. If a single file cannot be written, returns `None`, after printing
    /// the reason unless it was printed before. Returns the error if the output as a whole cannot be written.
    fn delivered_or_report<T>(
        &mut self,
        result: Result<T, WriteError>,
        run: &RunStats,
    ) -> io::Result<Option<T>> {
        match result {
            Ok(delivered) => return Ok(Some(delivered)),
            Err(WriteError::Output(error)) => return Err(error),
            Err(WriteError::Place(words)) => {
                self.totals.broken = true;
                match &self.input {
                    Some(input) => run.console.error(&input.path, &words),
                    // Without a current input, the error is about a file with the records of the whole run.
                    None => run.console.error_of_run(&words),
                }
            }
            Err(WriteError::AlreadyReported) => {}
        }
        Ok(None)
    }

    fn print_conversion(&mut self, conversion: &Conversion<'_>, run: &RunStats) {
        if self.loss_format == LossFormat::Jsonl {
            run.console.data(&conversion.object(run.language));
            return;
        }
        let is_failure = matches!(
            conversion.outcome,
            ConversionOutcome::Denied | ConversionOutcome::Refused(_)
        );
        if !is_failure && self.quiet {
            return;
        }
        if let Some(line) = conversion.line(run.language)
            && (is_failure || self.listed.count(conversion.losses, &run.console))
        {
            run.console.loss(&line);
        }
    }
}

// The destination of the output of `kifu convert`.

/// Opens the destination of the converted records, or returns the message that the arguments cannot be combined.
///
/// The output directory is excluded from the inputs.
///
/// # Errors
///
/// Returns an error if the output cannot be opened or must not be replaced.
fn sink(
    args: &ConvertArgs,
    writer: &Writer,
    request: &mut Request,
    mut protected: ProtectedFiles,
) -> io::Result<Result<Box<dyn Sink>, Message>> {
    let content = Payload::Encoded(writer.encoding);
    let Some(output) = args.output.as_deref().filter(|output| !is_stdout(output)) else {
        if args.to.join == Join::Items && output::stdout_is_terminal() {
            return Ok(Err(terminal_error(args.to)));
        }
        let stdout = output::Target::stdout(content, ColorChoice::Never, &protected)?;
        return Ok(Ok(Box::new(StreamSink::new(stdout, writer))));
    };
    // A path with a slash at its end does not refer to a file, so the slash is removed.
    let trimmed: PathBuf = output.components().collect();
    if is_stream(&trimmed) {
        let device = output::Target::open(output, content, &protected)?;
        return Ok(Ok(Box::new(StreamSink::new(device, writer))));
    }
    let metadata = fs::metadata(trimmed).ok();
    let is_file = metadata.as_ref().map(|it| !it.is_dir());
    let is_directory = match is_directory_output(output, is_file, args, request, &protected) {
        Ok(is_directory) => is_directory,
        Err(wrong) => return Ok(Err(wrong)),
    };
    let (directory, layout) = match output.file_name() {
        _ if is_directory && args.split.is_some() => (output, Layout::File("records".into())),
        Some(file) if !is_directory => (
            output.parent().unwrap_or(Path::new("")),
            Layout::File(file.to_owned()),
        ),
        _ => (output, layout_for(request)),
    };
    // The records of a single input file are grouped by input, so that the output is not written if the input cannot be
    // read to its end.
    let grouping = match args.joins() {
        _ if args.split.is_some() => OutputGrouping::Run,
        _ if args.name.is_some() => OutputGrouping::Nothing,
        true if !is_directory && (why_several_inputs(request).is_some() || reads_only_stdin(request)) => {
            OutputGrouping::Run
        }
        true => OutputGrouping::Input,
        false => OutputGrouping::Nothing,
    };
    let directory_name = path_to_text(directory);
    if args.force || metadata.is_some() {
        // The output of an earlier run is not an input.
        request.except = fs::canonicalize(directory).ok().filter(|_| is_directory);
        protect_found(&mut protected, request, args.force)?;
    }
    let store = OutputDir::open(directory, args.force, protected)
        .map_err(|error| Reason::with_subject(&cannot_be_made(&directory_name), &error))?;
    if let Layout::File(file) = &layout
        && grouping == OutputGrouping::Run
        && args.split.is_none()
    {
        // The error is reported before any input is read. Without this check, it would appear only after all inputs
        // have been read.
        let may_write = store.may_write(Path::new(file));
        may_write
            .map_err(|error| Reason::with_subject(&Message::untranslated(path_to_text(output)), &error))?;
    }
    request.except = is_directory.then(|| store.root().to_owned());
    let files = DirectorySink::new(store, directory_name, layout, writer, grouping);
    Ok(Ok(Box::new(match args.split {
        Some(max_records) => files.split(max_records.into())?,
        None if args.name.is_some() => files.by_games(),
        None => files,
    })))
}

/// Returns the error for binary output to a terminal.
fn terminal_error(target: &Target) -> Message {
    message!(
        "{name} is a binary format and is not written to a terminal; specify a file with -o",
        "{name}はバイナリ形式なので、端末には書き出さない。`-o` でファイルを指定する",
        name = target.name
    )
}

/// Returns whether the output is a directory, or the error if this path cannot be the output.
///
/// `is_file` is `None` if the path does not exist, `Some(false)` for a directory, and `Some(true)` for another
/// file.
fn is_directory_output(
    output: &Path,
    is_file: Option<bool>,
    args: &ConvertArgs,
    request: &Request,
    protected: &ProtectedFiles,
) -> Result<bool, Message> {
    let to = args.to;
    let output_name = path_to_text(output);
    let directory_reason = args
        .name
        .is_some()
        .then_some(both(
            "--name names the files in it",
            "`--name` で中のファイルに名前を付ける",
        ))
        .or_else(|| needs_directory(output, args.join || args.split.is_some(), request));
    if let Some(reason) = directory_reason
        && is_file == Some(true)
    {
        return Err(message!(
            "-o requires a directory because {reason}; {output_name} is a file",
            "{reason}ので、`-o` にはフォルダを指定する。「{output_name}」はファイルである",
            reason,
            output_name
        ));
    }
    let is_directory = match is_file {
        Some(is_file) => !is_file,
        None => directory_reason.is_some() || output.extension().is_none(),
    };
    // If the output is also an input, a more exact error is reported later.
    match other_format(output, to) {
        Some(other) if !is_directory && !protected.holds(output) => Err(message!(
            "{output_name} has the extension of {other}, but the output is {to}; choose another name",
            "「{output_name}」の拡張子は{other}のものだが、出力は{to}である。別の名前を指定する",
            output_name,
            other,
            to = to.name
        )),
        _ => Ok(is_directory),
    }
}

/// Returns the name of another format that uses the extension of the output. Returns `None` if the extension fits the
/// target format, or if no format uses it.
fn other_format(output: &Path, to: &Target) -> Option<&'static str> {
    const OTHER_FORMATS: [(&str, &str); 4] = [
        ("xlsx", "Excel (kifu stats --format xlsx)"),
        ("parquet", "Parquet (Python)"),
        ("db", "SQLite"),
        ("sqlite", "SQLite"),
    ];
    let extension = output.extension()?.to_str()?;
    let format = OTHER_FORMATS
        .iter()
        .find(|format| extension.eq_ignore_ascii_case(format.0));
    if let Some((_, name)) = format {
        return Some(name);
    }
    let notation = notation::by_extension(extension)?;
    let is_target_extension = notation.extensions.contains(&to.extension);
    (!is_target_extension).then(|| notation.format.name())
}

/// Returns the reason why the output must be a directory, or `None` if it can be a file. `join` is `true` if one file
/// can take the records of several inputs.
fn needs_directory(output: &Path, join: bool, request: &Request) -> Option<Words> {
    if output.to_string_lossy().ends_with(std::path::is_separator) {
        return Some(both("its path ends with a slash", "末尾が区切り文字である"));
    }
    why_several_inputs(request).filter(|_| !join)
}

/// Returns the reason why there may be several inputs, or `None` for a single file and for standard input alone.
fn why_several_inputs(request: &Request) -> Option<Words> {
    match only_path(request) {
        Some(path) if path.is_dir() => Some(both("the input is a directory", "入力がフォルダである")),
        Some(path) => is_archive(path).then_some(both("the input is an archive", "入力がアーカイブである")),
        None => (!reads_only_stdin(request)).then_some(both("there are several inputs", "入力が複数ある")),
    }
}

fn cannot_be_made(name: &str) -> Message {
    let name = if name.is_empty() { "." } else { name };
    message!(
        "cannot create the directory {name}",
        "フォルダ「{name}」を作成できない",
    )
}

/// Returns the layout of the files of a directory of output.
pub(super) fn layout_for(request: &Request) -> Layout {
    match only_path(request) {
        Some(path) if path.is_dir() => Layout::Below(path.to_owned()),
        Some(path) => Layout::Below(path.parent().unwrap_or(Path::new("")).to_owned()),
        None if reads_only_stdin(request) => Layout::Below("-".into()),
        None => Layout::AsTyped,
    }
}

/// Returns the path if the request contains only one path, which is not standard input, and no list.
fn only_path(request: &Request) -> Option<&Path> {
    match &request.paths[..] {
        [path] if request.list.is_none() && !request.reads_stdin() => Some(path),
        _ => None,
    }
}

fn reads_only_stdin(request: &Request) -> bool {
    request.paths.len() == 1 && request.list.is_none() && request.reads_stdin()
}

/// Protects all input files, including those in directories and lists, from being replaced by the output.
///
/// A list from a pipe can be read only once, so it is read into the request. Without `force`, no file is replaced, so
/// the pipe is not read here and no file is protected.
fn protect_found(protected: &mut ProtectedFiles, request: &mut Request, force: bool) -> io::Result<()> {
    if request.list.as_ref().is_some_and(List::is_stream) {
        if !force {
            return Ok(());
        }
        *request = std::mem::take(request).with_list_read()?;
    }
    for event in Inputs::files(request.clone()) {
        if let InputEvent::Input(input) = &event
            && let Some(path) = input.source.file()
        {
            protected.protect(path);
        }
    }
    Ok(())
}

// The conversion of records as the work of a run.

/// The settings for the conversion of every record.
struct Converting {
    /// The checker of the records. The filter, the template and the reported findings require a check.
    checker: Checker,
    filter: RecordFilter,
    /// The template of `--name`, or `None` if files are named after the inputs.
    template: Option<NameTemplate>,
    writer: Writer,
    /// Minimum severity of the findings that are reported; `None` if no findings are.
    min_severity: Option<Severity>,
    /// The format in which findings and losses are reported.
    loss_format: LossFormat,
    /// The language of the findings.
    language: Language,
}

/// The results of converting consecutive records.
#[derive(Default)]
struct ConvertedPart {
    records: Vec<Converted>,
    left_out: ExcludedRecords,
}

/// The result of the conversion of one record.
struct Converted {
    /// The number of the record in its file, from 1.
    record: u32,
    /// The folders and the file name from the template, or `None` without a template.
    levels: Option<Vec<String>>,
    written: Result<WrittenRecord, Refusal>,
    /// `true` if the record is left out of training data. `written` then has the reason, for programs.
    is_left_out: bool,
    /// The gap of a damaged or irregular archive, if this entry represents the archive instead of a record.
    remark: Option<ArchiveGap>,
    /// The findings as coloured lines for people; empty if output for programs was requested.
    lines: Vec<u8>,
    /// The findings for programs; empty if output for people was requested.
    remarks: Vec<Remark>,
}

impl Converting {
    /// Converts a record. `outcome` is the outcome of the game by the rules, if the record was checked and the outcome
    /// is known. Returns a refusal if the format cannot hold the record, or if the conversion panics.
    fn convert(
        &self,
        builder: &mut PlayedBuilder,
        record: &Record<'_>,
        outcome: Option<Outcome>,
    ) -> Result<WrittenRecord, Refusal> {
        let writer = Writer {
            outcome,
            ..self.writer
        };
        let result = catch_panic(|| writer.write(&builder.build(record)));
        let result = result.map_err(|panic| Refusal {
            why: message!(
                "internal error while processing this record; please report it: {panic}",
                "この棋譜の処理中に内部エラーが発生した。開発者への報告を求める: {panic}",
            ),
        })?;
        result.map_err(|refusal| Refusal {
            why: refusal.message(),
        })
    }

    /// Returns the entry of a record that is left out of training data, for programs. `before` and `after` are the numbers of
    /// excluded records without and with this record. Returns `None` if another option excluded the record.
    fn left_out(&self, record: u32, before: ExcludedRecords, after: ExcludedRecords) -> Option<Converted> {
        let is_reported = self.loss_format == LossFormat::Jsonl;
        let why = training::left_out_reason(self.writer.target, before, after).filter(|_| is_reported)?;
        Some(Converted {
            record,
            levels: None,
            written: Err(Refusal { why }),
            is_left_out: true,
            remark: None,
            lines: Vec::new(),
            remarks: Vec::new(),
        })
    }

    /// Formats these findings of a record as coloured lines for people.
    fn lines(&self, game: &Checked<'_>, findings: &[&Finding]) -> Vec<u8> {
        let entry = ReportEntry {
            game,
            findings,
            date: None,
            highest: None,
            show: None,
        };
        let options = RenderOptions {
            language: self.language,
            paint: Paint::coloured(),
            ..RenderOptions::default()
        };
        let mut lines = RenderedEntries::default();
        report::CONCISE.add(&entry, &options, &mut lines);
        lines.render_alone(&options)
    }
}

impl Work for Converting {
    type Worker = (RecordWorker, PlayedBuilder);
    type Output = ConvertedPart;

    fn worker(&self) -> Self::Worker {
        let needs = OutputNeeds {
            data: self.template.as_ref().map(NameTemplate::needs),
            ..OutputNeeds::default()
        };
        (
            self.filter.worker(&self.checker, &needs),
            PlayedBuilder::default(),
        )
    }

    fn record(
        &self,
        (worker, builder): &mut Self::Worker,
        file: &SourceFile<'_>,
        record: &UnreadRecord<'_>,
        output: &mut ConvertedPart,
    ) {
        let record = record.read();
        builder.begin(&record);
        let (mut lines, mut remarks, mut outcome) = (Vec::new(), Vec::new(), None);
        let mut levels = None;
        let record = if self.min_severity.is_some() || self.template.is_some() || !self.filter.is_all() {
            let observe = |played: &PlayedMove<'_>| builder.push(played);
            let (number, before) = (record.index, output.left_out);
            let checked = worker.take_read(file, record, &mut output.left_out, observe);
            let Some((game, figures)) = checked else {
                let left_out = self.left_out(number, before, output.left_out);
                output.records.extend(left_out);
                return;
            };
            let template_and_game = self.template.as_ref().zip(figures);
            levels =
                template_and_game.map(|(template, game)| template.name(&game, self.writer.target.extension));
            if let Some(min_severity) = self.min_severity {
                let findings = game.shown(min_severity);
                match self.loss_format {
                    LossFormat::Text => lines = self.lines(&game, &findings),
                    LossFormat::Jsonl => {
                        let findings = findings.into_iter();
                        remarks
                            .extend(findings.map(|finding| Remark::new(finding, file.text, self.language)));
                    }
                }
            }
            outcome = game.judgement.verdict.map(Outcome::to_sides);
            game.record
        } else {
            record
        };
        output.records.push(Converted {
            record: record.index,
            levels,
            written: self.convert(builder, &record, outcome),
            is_left_out: false,
            remark: record
                .gaps
                .iter()
                .find_map(|it| it.kind.as_archive_remark())
                .cloned(),
            lines,
            remarks,
        });
    }
}
