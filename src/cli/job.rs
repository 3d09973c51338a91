//! The job of every verb that reads many records: it is set up, run and brought to its end here. A verb only says what is
//! done with each record, which is its [`Work`], and what is done with the results, which is its [`Consumer`].

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use super::console::Console;
use super::reading::Reading;
use super::ruling::Ruling;
use super::run_stats::RunStats;
use super::signals::Signals;
use super::status::Status;
use super::summary::Figures;
use super::usage;
use crate::batch::{ChunkResult, Event, Exclude, Failure, Halt, Inputs, Request, Work};
use crate::control::{ConfigFile, Layer, Patterns, Settings};
use crate::finding::{Language, Message, both};
use crate::output::Kept;

/// What takes the results of a job, in their order.
pub(super) trait Consumer<O> {
    /// Takes what the next records came to. It breaks where nothing that is still to be read makes a difference.
    ///
    /// # Errors
    ///
    /// When the output cannot be written.
    fn take(&mut self, result: ChunkResult<O>, run: &mut RunStats) -> io::Result<ControlFlow<()>>;

    /// The input whose results were taken, if any were, is at its end; or it broke off, and is not `whole`.
    ///
    /// # Errors
    ///
    /// When the output cannot be written.
    fn end_input(&mut self, _whole: bool, _run: &RunStats) -> io::Result<()> {
        Ok(())
    }

    /// Takes a path that could not be read.
    ///
    /// # Errors
    ///
    /// When the output cannot be written.
    fn fail(&mut self, _failure: &Failure) -> io::Result<()> {
        Ok(())
    }

    /// Writes what comes at the end: what the job came to, and how it ended as far as the records are concerned.
    ///
    /// # Errors
    ///
    /// When the output cannot be written.
    fn close(self, run: &RunStats) -> io::Result<(Figures, Status)>;
}

/// A job and what is known before its outputs are opened.
pub(super) struct Setup<'a> {
    pub(super) job: Job<'a>,
    /// The files that no output replaces.
    pub(super) kept: Kept,
    /// By what the records are judged, and which findings count.
    pub(super) settings: Arc<Settings>,
    /// What the file of settings says.
    pub(super) file: ConfigFile,
}

/// A job that can be run.
pub(super) struct Job<'a> {
    reading: &'a Reading,
    pub(super) language: Language,
    /// What is read.
    pub(super) request: Request,
    /// The file of settings that holds, as people are told it.
    settings_from: Option<String>,
    signals: Signals,
    begun: Instant,
    /// The patterns of paths that hold.
    patterns: Vec<Patterns>,
}

impl<'a> Setup<'a> {
    /// Sets up the job of this verb, where there is nothing `wrong` with its own options; it breaks where there is no job
    /// to be run, which the user has been told by then.
    ///
    /// # Errors
    ///
    /// When that could not be told, and when signals cannot be caught.
    pub(super) fn of<A: clap::Args>(
        verb: &'static str,
        reading: &'a Reading,
        ruling: &Ruling,
        layer: Layer,
        language: Language,
        wrong: Option<Message>,
    ) -> io::Result<ControlFlow<Status, Self>> {
        let begun = Instant::now();
        let mut request = reading.request();
        if let Some(message) = reading.stdin_once(&request).err().or(wrong) {
            return usage::wrong::<A>(verb, &message, language).map(ControlFlow::Break);
        }
        let mut kept = request.kept();
        let trouble = Ok(ControlFlow::Break(Status::Trouble));
        let Ok(config) = reading.configuring.load(&mut kept, reading.color, language) else {
            return trouble;
        };
        let Some(profile) = ruling.profile(config.as_ref(), &mut kept, reading.color, language) else {
            return trouble;
        };
        request.extensions = reading.configuring.extensions(config.as_ref());
        let excluded = reading.configuring.excluded(config.as_ref());
        let mut patterns = excluded.clone();
        request.exclude = Exclude::new(move |path, member| {
            // Each of them is asked, so that it is known which fit.
            excluded.iter().filter(|it| it.fit(path, member)).count() > 0
        });
        let settings = Settings::new(layer, profile, ruling.is_given());
        let mut job = Job {
            settings_from: config.as_ref().map(|it| it.name.clone()),
            reading,
            language,
            request,
            signals: Signals::listen()?,
            begun,
            patterns: Vec::new(),
        };
        let settings = Arc::new(match &config {
            Some(config) => settings.with_file(&config.file, &config.directory),
            None => settings,
        });
        patterns.extend_from_slice(settings.patterns());
        job.patterns = patterns;
        Ok(ControlFlow::Continue(Self {
            job,
            kept,
            settings,
            file: config.map(|it| it.file).unwrap_or_default(),
        }))
    }
}

impl Job<'_> {
    /// What is said while it runs.
    pub(super) fn console(&self) -> Console {
        let console = Console::start(self.reading, &self.request, self.language);
        if let Some(name) = &self.settings_from {
            let holds = both("these settings apply", "この設定を適用");
            console.detail(name, holds.in_language(self.language));
        }
        console
    }

    /// Runs it to its end.
    ///
    /// # Errors
    ///
    /// When the output cannot be written.
    pub(super) fn run<W: Work>(
        self,
        console: Console,
        work: &W,
        mut consumer: impl Consumer<W::Output> + Send,
    ) -> io::Result<Status> {
        let mut run = RunStats::new(console, self.language, self.begun);
        let how = self.reading.run(self.signals.cancel());
        let inputs = Inputs::new(self.request).until(self.signals.cancel());
        let ended = how.execute(inputs, work, |event| receive(event, &mut consumer, &mut run));
        run.console.clear();
        run.interrupted = matches!(ended?, ControlFlow::Break(Halt::Cancelled));
        if !run.interrupted {
            consumer.end_input(true, &run)?;
            let words = both(
                "this pattern does not match any path",
                "このパターンに一致するパスがない",
            );
            for unmet in self.patterns.iter().flat_map(Patterns::unmet) {
                run.console.detail(unmet, words.in_language(self.language));
            }
        }
        let (figures, status) = consumer.close(&run)?;
        let all_done = run.end(&figures);
        Ok(if run.interrupted {
            self.signals.status()
        } else if all_done {
            status
        } else {
            Status::Trouble
        })
    }
}

/// Takes in what the run hands over.
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
        Event::Failed(failure) => {
            consumer.end_input(true, run)?;
            consumer.fail(&failure)?;
            run.fail(&failure);
        }
        Event::BrokenOff(failure) => {
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
