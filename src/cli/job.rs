//! The job of every command that reads many records: it is set up, run and brought to its end here. A command only says what is
//! done with each record, which is its [`Work`], and what is done with the results, which is its [`Consumer`].

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use std::{env, fs, io};

use clap::{Args, ValueHint};
use encoding_rs::Encoding;

use super::choice::Choice;
use super::config::{self, Complaint};
use super::console::{self, Console, Figures, Files};
use super::unique::{self, Survey};
use super::values::{self, SelectorValue};
use super::{Signals, Status, WhenArg, usage};
use crate::batch::{
    Cancel, ChunkResult, Event, Exclude, Failure, Halt, Inputs, Limits, List, Progress, Request, Run,
    Skipped, When, Work, of_stdin,
};
use crate::check::{
    Checker, ConfigFile, FailOn, FileSettings, Layer, Level, NAME, PROFILE_FILE, Pattern, Patterns,
    SETTINGS_FILE, Selector, Settings, profile_name,
};
use crate::finding::{Language, Message, Reason, Severity, Words, both, message, say};
use crate::notation::Notation;
use crate::output::{ProtectedFiles, flows, stdin_is_terminal};
use crate::profile::Profile;
use crate::stats::Names;
use crate::text::{decode, found, spelled};

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
    pub(super) protected: ProtectedFiles,
    /// By what the records are checked.
    pub(super) settings: Settings,
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
    /// Sets up the job of this command, where there is nothing `wrong` with its own options; it breaks where there is no job
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
        let request = reading.request();
        if let Some(message) = reading.stdin_once(&request).err().or(wrong) {
            return usage::wrong::<A>(verb, &message, language).map(ControlFlow::Break);
        }
        let plan = match Plan::of(request, reading, ruling, layer, language) {
            Ok(plan) => plan,
            Err(complaint) => return Ok(ControlFlow::Break(complaint.tell(reading.color))),
        };
        Ok(ControlFlow::Continue(Self {
            job: Job {
                settings_from: plan.settings_from,
                reading,
                language,
                request: plan.request,
                signals: Signals::listen()?,
                begun,
                patterns: plan.patterns,
            },
            protected: plan.protected,
            settings: plan.settings,
            file: plan.file,
        }))
    }
}

/// What a command line asks to be read, and by what it is checked.
pub(super) struct Plan {
    pub(super) request: Request,
    pub(super) settings: Settings,
    /// What the file of settings says.
    pub(super) file: ConfigFile,
    pub(super) protected: ProtectedFiles,
    settings_from: Option<String>,
    patterns: Vec<Patterns>,
}

impl Plan {
    /// What these options ask for.
    ///
    /// # Errors
    ///
    /// What is wrong with the file of settings, or with a profile.
    pub(super) fn of(
        mut request: Request,
        reading: &Reading,
        ruling: &Ruling,
        layer: Layer,
        language: Language,
    ) -> Result<Self, Complaint> {
        let mut protected = request.protected();
        let config = reading.configuring.source.load(&mut protected, language)?;
        let profiles = ruling.profiles(config.as_ref(), &mut protected, language)?;
        request.extensions = reading.configuring.extensions(config.as_ref());
        let excluded = reading.configuring.excluded(config.as_ref());
        let mut patterns = excluded.clone();
        request.exclude = Exclude::new(move |path, member| {
            // Each of them is asked, so that it is known which fit.
            excluded.iter().filter(|it| it.fit(path, member)).count() > 0
        });
        let settings = Settings {
            notation: reading.input_format,
            encoding: reading.encoding,
            layer,
            ..Settings::default()
        };
        let settings = self::settings(settings, config.as_ref(), profiles);
        patterns.extend_from_slice(settings.file.patterns());
        Ok(Self {
            request,
            settings,
            settings_from: config.as_ref().map(|it| it.name.clone()),
            file: config.map(|it| it.file).unwrap_or_default(),
            protected,
            patterns,
        })
    }
}

/// Returns the settings with what the file of settings and the profiles add to them.
pub(super) fn settings(settings: Settings, config: Option<&Config>, profiles: Profiles) -> Settings {
    let of_file = profiles.of_file;
    let file = config.map(|it| FileSettings::new(&it.file, &it.directory, of_file));
    Settings {
        profile: profiles.given.map(Arc::new),
        file: file.unwrap_or_default(),
        ..settings
    }
}

impl Job<'_> {
    /// How it reads its inputs. The run ends when a signal arrives.
    pub(super) fn how(&self) -> Run {
        self.reading.run(self.signals.cancel())
    }

    /// Returns the exit status if a signal has arrived.
    pub(super) fn interrupted(&self) -> Option<Status> {
        self.signals.cancel().is_set().then(|| self.signals.status())
    }

    /// What is said while it runs.
    pub(super) fn console(&self) -> Console {
        let console = Console::start(self.reading, &self.request, self.language);
        if let Some(name) = &self.settings_from {
            let holds = both("these settings apply", "この設定を適用");
            console.detail(name, holds.in_language(self.language));
        }
        console
    }

    /// Finds the records that `choice` leaves out because there are others of the same game, if it takes each game once. They are
    /// listed. For that, everything is read beforehand.
    ///
    /// # Errors
    ///
    /// When there is no room for temporary files.
    pub(super) fn find_copies(
        &mut self,
        choice: &mut Choice,
        checker: &Checker,
        names: &Arc<Names>,
        console: &Console,
    ) -> io::Result<()> {
        if !choice.unique {
            return Ok(());
        }
        if self.request.list.is_some() {
            self.request = std::mem::take(&mut self.request).read_in()?;
        }
        let mut progress = Progress::start(self.reading.progress(), &self.request, self.language);
        let cancel = self.signals.cancel();
        let inputs = Inputs::new(self.request.clone()).until(cancel.clone());
        let survey = Survey {
            checker,
            choice,
            names,
        };
        let mut listed = 0;
        let mut unlisted = 0_u64;
        let copies = unique::find(
            &self.reading.run(cancel),
            inputs,
            &survey,
            |bytes, records| progress.advance(bytes, records),
            |copy| {
                if console.lists(listed) {
                    listed += 1;
                    console.note(&copy.in_language(self.language));
                } else {
                    unlisted += 1;
                }
            },
        );
        progress.finish();
        if unlisted > 0 {
            let rest = message!(
                "records left out by --unique that are not listed: {unlisted}; -v lists all",
                "`--unique` により除く棋譜はほかに{unlisted}件（-v ですべて表示）",
            );
            console.note(&rest.in_language(self.language));
        }
        choice.copies = copies?;
        Ok(())
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
        run.has_no_files = self.reading.has_no_files;
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
        Event::Failed(failure) if failure.is_no_path() => {
            run.lacks_input = true;
            run.console.error_of_run(&Reason::of(&failure.error));
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

// Options of every command that reads records.

/// What to read, and how.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
pub(super) struct Reading {
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(super) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) configuring: Configuring,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files_from: Option<PathBuf>,

    #[arg(long, requires = "files_from")]
    null: bool,

    #[arg(long, value_name = "FORMAT", value_parser = values::notation())]
    input_format: Option<&'static Notation>,

    #[arg(long, value_name = "LABEL", value_parser = values::encoding)]
    encoding: Option<&'static Encoding>,

    #[arg(short, long, value_name = "N", value_parser = values::number(1..=1024))]
    jobs: Option<u32>,

    #[arg(long, value_name = "WHEN", default_value = "auto")]
    progress: WhenArg,

    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(super) color: WhenArg,

    #[arg(short, long, conflicts_with = "verbose")]
    pub(super) quiet: bool,

    #[arg(short, long)]
    pub(super) verbose: bool,

    /// Whether there is no file to read because an index has none.
    #[arg(skip)]
    pub(super) has_no_files: bool,
}

impl Reading {
    /// What to read: standard input where nothing else is named.
    pub(super) fn request(&self) -> Request {
        let list = self.files_from.clone().map(|path| List {
            path,
            null: self.null,
        });
        let mut paths: Vec<_> = self.paths.iter().cloned().map(found).collect();
        if paths.is_empty() && list.is_none() && !self.has_no_files {
            paths.push("-".into());
        }
        Request {
            lacks_paths: self.is_empty() && !paths.is_empty(),
            paths,
            list,
            ..Request::default()
        }
    }

    /// Checks that standard input is asked for once at most, and that there is something in it: without a path,
    /// a terminal would only be waited for.
    ///
    /// # Errors
    ///
    /// Says what is wrong.
    pub(super) fn stdin_once(&self, request: &Request) -> Result<(), Message> {
        let listed = request.list.as_ref().is_some_and(List::is_stdin);
        let named = request
            .paths
            .iter()
            .filter(|path| of_stdin(path).is_some())
            .count();
        if named + usize::from(listed) > 1 {
            return Err(say(
                "standard input can be read only once",
                "標準入力は1回しか読めない",
            ));
        }
        if self.paths.is_empty() && named > 0 && stdin_is_terminal() {
            return Err(say(
                "specify a file or a directory to read, or `-` for standard input",
                "読み込むファイルかフォルダ、または標準入力を表す `-` を指定する",
            ));
        }
        Ok(())
    }

    /// Whether it is not said what to read.
    pub(super) fn is_empty(&self) -> bool {
        self.paths.is_empty() && self.files_from.is_none()
    }

    /// Returns whether neither files nor how to read them are specified, except for a file of settings.
    pub(super) fn is_usual(&self) -> bool {
        let usual = 1 + usize::from(self.configuring.source.config.is_some());
        self.is_empty() && self.words(&Request::default()).len() == usual
    }

    /// Reads what another command read, in the same way.
    pub(super) fn read_like(&mut self, other: Self) {
        *self = Self {
            jobs: self.jobs,
            progress: self.progress,
            color: self.color,
            quiet: self.quiet,
            verbose: self.verbose,
            ..other
        };
    }

    /// What is read and how, as words of a command line; `request` has the paths of a list, too.
    pub(super) fn words(&self, request: &Request) -> Vec<String> {
        let Configuring { ext, exclude, .. } = &self.configuring;
        let mut words = self.configuring.source.words();
        words.extend(ext.iter().map(|it| format!("--ext={it}")));
        words.extend(exclude.iter().map(|it| format!("--exclude={}", it.text)));
        words.extend(self.words_of_format());
        words.push("--".to_owned());
        words.extend(request.paths.iter().map(|it| spelled(it)));
        words
    }

    /// The options with which `kifu show` reads a file in the same way.
    pub(super) fn options_of_show(&self) -> Vec<String> {
        let mut words = self.configuring.source.words();
        words.extend(self.words_of_format());
        words
    }

    /// The format and the encoding that are given.
    fn words_of_format(&self) -> impl Iterator<Item = String> {
        let format = self
            .input_format
            .map(|it| format!("--input-format={}", it.format.name()));
        let encoding = self.encoding.map(|it| format!("--encoding={}", it.name()));
        format.into_iter().chain(encoding)
    }

    /// The first path that can be read only once, such as standard input.
    pub(super) fn read_once(&self) -> Option<PathBuf> {
        let flows = |path: &PathBuf| {
            of_stdin(path).is_some() || fs::metadata(path).is_ok_and(|it| flows(it.file_type()))
        };
        self.request().paths.into_iter().find(flows)
    }

    /// How to read it.
    pub(super) fn run(&self, cancel: Cancel) -> Run {
        Run {
            notation: self.input_format,
            encoding: self.encoding,
            jobs: self.jobs.map_or(0, |it| it as usize),
            limits: Limits::USUAL,
            cancel,
        }
    }

    /// When progress is shown: somebody who wants quiet does not want a bar either.
    pub(super) fn progress(&self) -> When {
        match self.progress {
            WhenArg::Auto if self.quiet => When::Never,
            WhenArg::Auto => When::Auto,
            WhenArg::Always => When::Always,
            WhenArg::Never => When::Never,
        }
    }
}

// Options of every command that judges records: by which rules.

/// The rules that judge.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Rules of the event")]
pub(super) struct Ruling {
    #[arg(long, value_name = "NAME", value_parser = values::profile(), conflicts_with = "rules")]
    pub(super) profile: Option<&'static Profile>,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) rules: Option<PathBuf>,
}

/// The profiles of a command.
#[derive(Default)]
pub(super) struct Profiles {
    /// The one that the command line names, or that is in the file that it names.
    pub(super) given: Option<Profile>,
    /// The one in the file that the `kifu.toml` names.
    of_file: Option<Profile>,
}

impl Ruling {
    /// The profiles; files with them are protected. What the command line does not say is said by the file of settings.
    ///
    /// # Errors
    ///
    /// When a file with a profile has a fault.
    pub(super) fn profiles(
        &self,
        config: Option<&Config>,
        protected: &mut ProtectedFiles,
        language: Language,
    ) -> Result<Profiles, Complaint> {
        let mut profiles = Profiles::default();
        let mut read = |path: &Path| read(path, protected, language);
        if let Some(path) = &self.rules {
            profiles.given = Some(read(path)?);
        } else if let Some(named) = self.profile {
            profiles.given = Some(named.clone());
        } else if let Some((config, path)) = config.and_then(|it| Some((it, it.file.rules_file.as_deref()?)))
        {
            profiles.of_file = Some(read(&config.directory.join(path))?);
        }
        Ok(profiles)
    }

    /// The words of the command line that give the profile.
    pub(super) fn words(&self) -> Vec<String> {
        let profile = self.profile.map(|it| format!("--profile={}", it.name));
        let rules = self.rules.as_deref().map(|it| format!("--rules={}", spelled(it)));
        profile.into_iter().chain(rules).collect()
    }

    /// Whether the command line says by which rules is judged.
    pub(super) const fn is_given(&self) -> bool {
        self.profile.is_some() || self.rules.is_some()
    }
}

/// The profile in a file.
///
/// # Errors
///
/// When it cannot be read or has a fault.
pub(super) fn read(
    path: &Path,
    protected: &mut ProtectedFiles,
    language: Language,
) -> Result<Profile, Complaint> {
    let parse = |text: &str| Profile::read(text, &profile_name(path));
    config::read(path, &spelled(path), &PROFILE_FILE, protected, language, parse)
}

// Options that choose what is told: which rules, how much they weigh, and what makes a run fail.

/// What is told.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Choosing findings")]
pub(super) struct Choosing {
    #[arg(
        long, value_name = "RULES,...", value_delimiter = ',', hide_possible_values = true,
        value_parser = SelectorValue::new()
    )]
    pub(super) select: Vec<Selector>,

    #[arg(
        long, value_name = "RULES,...", value_delimiter = ',', hide_possible_values = true,
        value_parser = SelectorValue::new()
    )]
    pub(super) ignore: Vec<Selector>,

    #[arg(long, value_name = "RULES=LEVEL,...", value_delimiter = ',', value_parser = values::level_of)]
    pub(super) set: Vec<(Selector, Level)>,

    #[arg(long, value_name = "LEVEL", value_parser = values::severity())]
    pub(super) severity: Option<Severity>,

    #[arg(long, value_name = "LEVEL", value_parser = values::fail_on())]
    pub(super) fail_on: Option<FailOn>,
}

impl Choosing {
    /// What is said of the rules.
    pub(super) fn layer(&self) -> Layer {
        Layer {
            select: self.select.clone(),
            ignore: self.ignore.clone(),
            set: self.set.clone(),
        }
    }
}

// Options that say which `kifu.toml` holds, and the file itself.

/// The options that choose the `kifu.toml`.
#[derive(Args, Debug, Default)]
pub(super) struct ConfigSource {
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "isolated")]
    pub(super) config: Option<PathBuf>,

    #[arg(long)]
    isolated: bool,
}

/// What holds where the command line is silent.
#[derive(Args, Debug, Default)]
pub(super) struct Configuring {
    #[command(flatten)]
    pub(super) source: ConfigSource,

    #[arg(long, value_name = "EXT,...", value_delimiter = ',', value_parser = values::extension)]
    ext: Vec<String>,

    #[arg(long, value_name = "GLOB", allow_hyphen_values = true, value_parser = values::pattern)]
    pub(super) exclude: Vec<Pattern>,
}

/// A file of settings.
pub(super) struct Config {
    /// Its path as people are told it.
    pub(super) name: String,
    /// The directory that its paths are seen from.
    pub(super) directory: PathBuf,
    pub(super) file: ConfigFile,
    /// The lines and columns of its keys' values.
    places: Vec<(&'static str, u64, u64)>,
}

impl ConfigSource {
    /// The words of the command line that choose the file.
    fn words(&self) -> Vec<String> {
        let isolated = self.isolated.then(|| "--isolated".to_owned());
        let config = self.config.as_ref().map(|it| format!("--config={}", spelled(it)));
        isolated.into_iter().chain(config).collect()
    }

    /// The file that holds, if there is one, which is kept.
    ///
    /// # Errors
    ///
    /// When it cannot be read or has a fault.
    pub(super) fn load(
        &self,
        protected: &mut ProtectedFiles,
        language: Language,
    ) -> Result<Option<Config>, Complaint> {
        let Some((path, name)) = self.path() else {
            return Ok(None);
        };
        let config = config::read(&path, &name, &SETTINGS_FILE, protected, language, |text| {
            let file = ConfigFile::read(text)?;
            let lines = decode(text.as_bytes(), None);
            let place = |&(key, span): &(&'static str, crate::finding::Span)| {
                let (line, column) = lines.line_column(span.start as usize);
                (key, line, column)
            };
            Ok(Config {
                name: name.clone(),
                directory: folder(&path).to_owned(),
                places: file.places.iter().map(place).collect(),
                file,
            })
        });
        config.map(Some)
    }

    /// The path of the file, and how people are told it: as it was typed, or seen from the working directory.
    fn path(&self) -> Option<(PathBuf, String)> {
        if let Some(path) = &self.config {
            return Some((path.clone(), spelled(path)));
        }
        if self.isolated {
            return None;
        }
        let here = env::current_dir().ok()?;
        let path = ConfigFile::nearest(&here)?;
        let above = here.ancestors().position(|it| path.parent() == Some(it))?;
        Some((path, "../".repeat(above) + NAME))
    }
}

impl Configuring {
    /// In directories, files with these extensions are read, too.
    pub(super) fn extensions(&self, config: Option<&Config>) -> Vec<String> {
        if self.ext.is_empty() {
            return config.map(|it| it.file.ext.clone()).unwrap_or_default();
        }
        self.typed().collect()
    }

    /// What is not read.
    pub(super) fn excluded(&self, config: Option<&Config>) -> Vec<Patterns> {
        let of_file = config.map(|it| Patterns::below(&it.file.exclude, &it.directory));
        [Patterns::anywhere(&self.exclude)]
            .into_iter()
            .chain(of_file)
            .collect()
    }

    /// The extensions that are named on the command line.
    pub(super) fn typed(&self) -> impl Iterator<Item = String> {
        self.ext.iter().cloned()
    }
}

/// The folder that a file is in.
fn folder(path: &Path) -> &Path {
    let named = path.parent().filter(|it| !it.as_os_str().is_empty());
    named.unwrap_or(Path::new("."))
}

impl Config {
    /// Where the value of a key stands: `kifu.toml:3:1`.
    pub(super) fn place(&self, key: &str) -> Option<String> {
        let (_, line, column) = self.places.iter().find(|(name, ..)| *name == key)?;
        Some(format!("{}:{line}:{column}", self.name))
    }
}

// What a run over records has met with so far.

/// The numbers of a run, and the person at the terminal who is told.
pub(super) struct RunStats {
    pub(super) console: Console,
    pub(super) language: Language,
    pub(super) files: Files,
    /// Whether a signal ended the run before its inputs did.
    pub(super) interrupted: bool,
    /// Whether no path was given and standard input is empty, which has been reported.
    pub(super) lacks_input: bool,
    /// Whether there is no file to read because an index has none.
    has_no_files: bool,
    begun: Instant,
}

impl RunStats {
    pub(super) fn new(console: Console, language: Language, begun: Instant) -> Self {
        Self {
            console,
            language,
            files: Files::default(),
            interrupted: false,
            lacks_input: false,
            has_no_files: false,
            begun,
        }
    }

    /// Whether all that was asked for was read.
    pub(super) const fn has_read_all(&self) -> bool {
        !self.interrupted && !self.lacks_input && self.files.failed == 0
    }

    /// Something in a directory that is not read.
    pub(super) fn skip(&mut self, skipped: &Skipped) {
        self.files.skip(skipped);
        self.console.skipped(skipped);
    }

    /// Something that could not be read.
    pub(super) fn fail(&mut self, failure: &Failure) {
        self.files.failed += 1;
        self.console.failure(failure);
    }

    /// Says that an output is not there: half of it would pass for the whole.
    pub(super) fn unwritten(&self, name: &str) {
        const WHY: Words = both(
            "not written because the run was interrupted",
            "中断されたため、書き出していない",
        );
        self.console.error(name, &WHY.into());
    }

    /// An input whose records begin with these.
    pub(super) fn begin_input<O>(&mut self, result: &ChunkResult<O>) {
        self.files.read += 1;
        let (format, encoding) = (result.format.name(), result.encoding.name());
        self.console
            .detail(&result.path, &format_args!("{format}, {encoding}"));
    }

    /// Says what the run came to. Whether all that was asked for could be read and told.
    pub(super) fn end(&self, figures: &Figures) -> bool {
        if self.lacks_input {
            return false;
        }
        let nothing = !self.interrupted && self.files.is_nothing() && !self.has_no_files;
        if nothing {
            self.console.nothing(self.files);
        }
        let time = self.begun.elapsed();
        let (head, line) = console::line(figures, self.language, self.files, self.interrupted, time);
        self.console.summary(head, &line);
        self.console.is_whole() && self.files.failed == 0 && !nothing
    }
}
