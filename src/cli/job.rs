//! The job of every command that reads several records: its setup, its run and its end.
//!
//! A command provides only the [`Work`] on each record and the [`Consumer`] of the results.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use super::console::{Console, RunTotals, TerminalArgs};
use super::run_stats::RunStats;
use super::stop::Stop;
use super::{Signals, Status};
use crate::audit::Sheets;
use crate::audit::sheet::Sheet;
use crate::batch::{
    Cancel, ChunkResult, Event, Failure, Halt, Inputs, Progress, Request, Run, Work, stdin_member,
};
use crate::check::{Checker, Patterns};
use crate::finding::{Language, Message, Reason, bilingual, both, message};
use crate::output::{ProtectedFiles, stdin_is_terminal};
use crate::run::{
    self, AuditRenderer, CheckRun, Comparison, Effective, FirstPass, RecordFilter, Reference, RunOptions,
};
use crate::stats::{NameAliases, Part, Query};

/// A receiver of the results of a job, in order.
pub(super) trait Consumer<O> {
    /// Receives the result for the next records of an input. Returns `Break` if the remaining inputs cannot change the
    /// output.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    fn take(&mut self, result: ChunkResult<O>, run: &mut RunStats) -> io::Result<ControlFlow<()>>;

    /// Ends the current input, if there is one. `is_whole` is `false` if the input could not be read to its end. By
    /// default, nothing is done.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    fn end_input(&mut self, _is_whole: bool, _run: &RunStats) -> io::Result<()> {
        Ok(())
    }

    /// Receives an input that could not be read. By default, nothing is done.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    fn fail(&mut self, _failure: &Failure) -> io::Result<()> {
        Ok(())
    }

    /// Completes the output. Returns the totals of the job and its status. The status need not consider unreadable
    /// inputs, because the job itself considers them.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    fn close(self, run: &RunStats) -> io::Result<(RunTotals, Status)>;
}

/// A job that is ready to run.
pub(super) struct Job {
    /// The options of the command line.
    pub(super) options: RunOptions,
    /// The settings that result from the options and the `kifu.toml`.
    pub(super) effective: Effective,
    /// The paths to read, and the settings for reading them.
    pub(super) request: Request,
    /// The files that no output may replace.
    pub(super) protected: ProtectedFiles,
    pub(super) language: Language,
    terminal: TerminalArgs,
    /// The patterns of paths in the options and the `kifu.toml`. Those that match no path are reported.
    patterns: Vec<Patterns>,
    /// `true` if there is no file to read because the index contains no file.
    has_no_files: bool,
    signals: Signals,
    start_time: Instant,
}

impl Job {
    /// Sets up the job of a command. Without a path, standard input is read.
    ///
    /// `usage_error` is an error in the options of the command.
    ///
    /// # Errors
    ///
    /// Returns the usage error, or the reason why the options or the settings cannot be used. Also returns an error if
    /// signal handlers cannot be installed.
    pub(super) fn begin(
        options: RunOptions,
        terminal: TerminalArgs,
        language: Language,
        usage_error: Option<Message>,
    ) -> Result<Self, Stop> {
        let mut request = run::request(&options.input, Vec::new(), Vec::new());
        request.has_no_paths = options.input.is_empty();
        if request.has_no_paths {
            request.paths.push("-".into());
        }
        check_stdin(&request).map_err(Stop::Usage)?;
        Stop::if_some(usage_error)?;
        let mut job = Self::from_request(request, options, terminal, language)?;
        let excluded_patterns = job.effective.excluded(&job.options);
        job.patterns.splice(..0, excluded_patterns.iter().cloned());
        job.request.extensions = job.effective.ext.value.clone();
        job.request.exclude = run::exclude(excluded_patterns);
        Ok(job)
    }

    /// Sets up a job with exactly this request, for example for the files listed by an index. Extensions and exclude
    /// patterns are not added.
    ///
    /// # Errors
    ///
    /// Returns an error if the settings cannot be loaded, or if signal handlers cannot be installed.
    pub(super) fn from_request(
        request: Request,
        options: RunOptions,
        terminal: TerminalArgs,
        language: Language,
    ) -> Result<Self, Stop> {
        let start_time = Instant::now();
        let mut protected = request.protected();
        let effective = Effective::load(&options, |path| protected.open(path))?;
        Ok(Self {
            patterns: effective.settings.file.patterns().to_vec(),
            has_no_files: request.paths.is_empty() && request.list.is_none(),
            options,
            effective,
            request,
            protected,
            language,
            terminal,
            signals: Signals::listen()?,
            start_time,
        })
    }

    /// Returns the settings of the run. A run with these settings ends when a signal arrives.
    pub(super) fn run_settings(&self) -> Run {
        run::run_settings(&self.options, self.signals.cancel())
    }

    /// Returns the flag that a signal sets, which ends the run.
    fn cancel(&self) -> Cancel {
        self.signals.cancel()
    }

    /// Opens the console for messages during the run. With `--verbose`, prints the name of the `kifu.toml` that
    /// applies.
    pub(super) fn console(&self) -> Console {
        let console = Console::start(self.terminal, &self.request, self.language);
        if let Some(name) = self.effective.config_name() {
            let label = both("these settings apply", "この設定を適用");
            console.detail(name, label.in_language(self.language));
        }
        console
    }

    /// Returns `filter`. With `--unique`, the returned filter also excludes repeated records of a game.
    ///
    /// With `--unique`, all inputs are read in advance to find the repeated records. Notes list the first of these
    /// records, or all of them with `--verbose`.
    ///
    /// # Errors
    ///
    /// Returns an error if temporary files cannot be written or read, or if the list of files cannot be read.
    pub(super) fn without_copies(
        &mut self,
        filter: RecordFilter,
        checker: &Checker,
        console: &Console,
    ) -> io::Result<RecordFilter> {
        if !filter.is_unique() {
            return Ok(filter);
        }
        let (inputs, mut progress) = self.first_pass()?;
        let first_pass = FirstPass {
            checker,
            choice: &filter,
        };
        let mut listed_count = 0;
        let mut unlisted_count = 0_u64;
        let copies = run::find_copies(
            &self.run_settings(),
            inputs,
            &first_pass,
            |bytes, records| progress.advance(bytes, records),
            |copy| {
                if console.should_list(listed_count) {
                    listed_count += 1;
                    console.note(&copy.in_language(self.language));
                } else {
                    unlisted_count += 1;
                }
            },
        );
        progress.finish();
        if unlisted_count > 0 {
            let note = message!(
                "records left out by --unique that are not listed: {unlisted_count}; -v lists all",
                "`--unique` により除く棋譜はほかに{unlisted_count}件（-v ですべて表示）",
            );
            console.note(&note.in_language(self.language));
        }
        Ok(filter.excluding(copies?))
    }

    /// Returns whether `--verbose` is given.
    pub(super) const fn is_verbose(&self) -> bool {
        self.terminal.verbose
    }

    /// Reads the sheets of results that apply. No output may replace them from then on.
    ///
    /// # Errors
    ///
    /// Returns an error if a sheet cannot be read, or if its players or results cannot be found.
    pub(super) fn read_sheets(&mut self) -> io::Result<Vec<Sheet>> {
        let names = NameAliases::new(&self.effective.names.value);
        run::read_sheets(&self.effective.sheet.value, &names, |path| {
            self.protected.open(path)
        })
    }

    /// Reads all records in advance, and compares them with each other and with the sheets.
    ///
    /// # Errors
    ///
    /// Returns an error if temporary files cannot be written or read, or if the list of files cannot be read.
    pub(super) fn compare(
        &mut self,
        check: &CheckRun<AuditRenderer>,
        sheets: Sheets,
    ) -> io::Result<Comparison> {
        let (inputs, mut progress) = self.first_pass()?;
        let comparison =
            run::compare_records(&self.run_settings(), inputs, check, sheets, |bytes, records| {
                progress.advance(bytes, records);
            });
        progress.finish();
        comparison
    }

    /// Reads all inputs in advance, and passes the outputs of `work` to `take` in the order of the inputs. Standard input is
    /// copied to a temporary file. `records` returns the number of records of an output.
    ///
    /// # Errors
    ///
    /// Returns an error if the list of files or standard input cannot be read, or if a temporary file cannot be written.
    pub(super) fn read_ahead<W: Work>(
        &mut self,
        work: &W,
        records: impl Fn(&W::Output) -> u64 + Send + Sync,
        mut take: impl FnMut(W::Output) + Send,
    ) -> io::Result<()> {
        self.request = std::mem::take(&mut self.request).with_stdin_stored(self.cancel())?;
        let (inputs, mut progress) = self.first_pass()?;
        let outcome = self.run_settings().execute(inputs, work, |event| {
            // Files that cannot be read are reported later.
            if let Event::Done(result) = event {
                progress.advance(result.bytes, records(&result.output));
                take(result.output);
            }
            Ok(ControlFlow::Continue(()))
        });
        progress.finish();
        outcome.map(|_| ())
    }

    /// Reads the reference of a table. `take` receives the entries of its games, and the file on disk that they come from. No
    /// output may replace the files of the reference.
    ///
    /// # Errors
    ///
    /// Returns an error if the reference cannot be read completely, or if a temporary file cannot be written.
    pub(super) fn read_reference(
        &self,
        query: &Query,
        mut take: impl FnMut(Option<&Path>, Part) -> io::Result<()> + Send,
    ) -> io::Result<()> {
        for reference in Reference::of_query(query, &self.options, &self.effective)? {
            let mut progress = Progress::start(self.terminal.progress(), &reference.request, self.language);
            let advance = |bytes, records| progress.advance(bytes, records);
            let result = reference.read(query, self.cancel(), advance, &mut take);
            progress.finish();
            result?;
        }
        Ok(())
    }

    /// Begins to read all inputs in advance. Returns them with their progress.
    ///
    /// # Errors
    ///
    /// Returns an error if the list of files cannot be read.
    fn first_pass(&mut self) -> io::Result<(Inputs, Progress)> {
        if self.request.list.is_some() {
            self.request = std::mem::take(&mut self.request).with_list_read()?;
        }
        let progress = Progress::start(self.terminal.progress(), &self.request, self.language);
        let inputs = Inputs::new(self.request.clone()).with_cancel(self.cancel());
        Ok((inputs, progress))
    }

    /// Runs the job until all inputs are processed, the consumer stops the job, or a signal interrupts it. Returns the
    /// status of the job: that of the signal, `Failed` if an input or output failed, or that of the consumer.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written, or if no thread can be started.
    pub(super) fn run<W: Work>(
        self,
        console: Console,
        work: &W,
        mut consumer: impl Consumer<W::Output> + Send,
    ) -> io::Result<Status> {
        let mut run = RunStats::new(console, self.language, self.start_time, self.has_no_files);
        let settings = self.run_settings();
        let inputs = Inputs::new(self.request).with_cancel(self.signals.cancel());
        let outcome = settings.execute(inputs, work, |event| receive(event, &mut consumer, &mut run));
        run.console.clear();
        run.interrupted = matches!(outcome?, ControlFlow::Break(Halt::Cancelled));
        if !run.interrupted {
            consumer.end_input(true, &run)?;
            let message = both(
                "this pattern does not match any path",
                "このパターンに一致するパスがない",
            );
            for unmatched in self.patterns.iter().flat_map(Patterns::unmatched) {
                run.console.detail(unmatched, message.in_language(self.language));
            }
        }
        let (totals, status) = consumer.close(&run)?;
        let is_done = run.end(&totals);
        Ok(if run.interrupted {
            self.signals.status()
        } else if is_done {
            status
        } else {
            Status::Failed
        })
    }
}

/// Checks that standard input is used at most once, and that it is not a terminal if no path is given.
///
/// # Errors
///
/// Returns an error if one of these conditions is not met.
fn check_stdin(request: &Request) -> Result<(), Message> {
    let is_list_stdin = request.list.as_ref().is_some_and(crate::batch::List::is_stdin);
    let stdin_paths = request
        .paths
        .iter()
        .filter(|path| stdin_member(path).is_some())
        .count();
    if stdin_paths + usize::from(is_list_stdin) > 1 {
        return Err(bilingual(
            "standard input can be read only once",
            "標準入力は1回しか読めない",
        ));
    }
    if request.has_no_paths && stdin_is_terminal() {
        return Err(bilingual(
            "specify a file or a directory to read, or `-` for standard input",
            "読み込むファイルかフォルダ、または標準入力を表す `-` を指定する",
        ));
    }
    Ok(())
}

/// Passes an event of the run to the consumer. Counts skipped and unreadable inputs, and prints errors. Returns the
/// decision of the consumer to continue or to stop.
fn receive<O>(
    event: Event<O>,
    consumer: &mut impl Consumer<O>,
    run: &mut RunStats,
) -> io::Result<ControlFlow<()>> {
    match event {
        Event::Skipped(skipped) => {
            consumer.end_input(true, run)?;
            run.skip(&skipped);
        }
        Event::Failed(failure) if failure.is_no_path() => {
            run.lacks_input = true;
            run.console.error_of_run(&Reason::from_io_error(&failure.error));
        }
        Event::Failed(failure) => {
            consumer.end_input(true, run)?;
            consumer.fail(&failure)?;
            run.fail(&failure);
        }
        Event::Truncated(failure) => {
            consumer.end_input(false, run)?;
            consumer.fail(&failure)?;
            run.fail(&failure);
        }
        Event::Done(result) => {
            if result.first {
                consumer.end_input(true, run)?;
            }
            return consumer.take(result, run);
        }
    }
    Ok(ControlFlow::Continue(()))
}
