//! The command line: its definition, and one small module for every command.

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Once};
use std::{io, panic};

use anstream::ColorChoice;
use clap::{ArgMatches, Command, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use self::stop::Stop;
use crate::batch::Cancel;
use crate::finding::Language;
use crate::guard::note_panic;
use crate::output::{colours_of_stderr, colours_of_stdout, columns, handle_file_size_signal};

mod app;
mod args;
mod audit;
mod book;
mod config;
mod console;
mod convert;
mod dictionary;
mod diff;
mod find;
mod fix;
mod help;
mod html;
mod index;
mod job;
mod output;
mod questions;
mod reference;
mod run_stats;
mod sheet;
mod show;
mod stats;
mod stop;
mod training;
mod usage;
mod validate;
mod values;

pub use dictionary::{OptionValue, dataset, job};

/// Maximum width of the help, which is also the width without a terminal (columns). Clap has the same default.
const MAX_HELP_COLUMNS: usize = 100;

/// The definition of the command line, without its [help].
#[derive(Debug, Parser)]
#[command(name = "kifu", version)]
struct Cli {
    #[command(subcommand)]
    verb: CommandArgs,
}

#[derive(Debug, Subcommand)]
enum CommandArgs {
    Validate(validate::ValidateArgs),
    Audit(audit::AuditArgs),
    Fix(fix::FixArgs),
    Convert(convert::ConvertArgs),
    Stats(stats::StatsArgs),
    Find(find::FindArgs),
    Index(index::IndexArgs),
    Book(book::BookArgs),
    Show(show::ShowArgs),
    Diff(diff::DiffArgs),
    App(app::AppArgs),
    Rules(reference::RulesArgs),
    Formats(reference::FormatsArgs),
    Config(config::ShowConfigArgs),
    Completions(reference::Completions),
    Man(reference::Man),
}

impl CommandArgs {
    /// Returns the language of messages on standard error.
    fn language(&self) -> Language {
        match self {
            Self::Validate(args) => args.message_language(),
            Self::Audit(args) => args.message_language(),
            Self::Fix(args) => args.message_language(),
            Self::Convert(args) => args.language(),
            Self::Stats(args) => args.message_language(),
            Self::Find(args) => args.message_language(),
            Self::Index(args) => args.message_language(),
            Self::Book(args) => args.message_language(),
            Self::Show(args) => args.language(),
            Self::Diff(args) => args.language(),
            Self::App(args) => args.lang.language(),
            Self::Rules(args) => args.lang.language(),
            Self::Formats(args) => args.lang.language(),
            Self::Config(args) => args.lang.language(),
            Self::Completions(_) => console::message_language(None),
            Self::Man(args) => args.lang.language(),
        }
    }

    fn run(self) -> Result<Status, Stop> {
        match self {
            Self::Validate(args) => validate::run(&args),
            Self::Audit(args) => audit::run(&args),
            Self::Fix(args) => fix::run(&args),
            Self::Convert(args) => convert::run(&args),
            Self::Stats(args) => stats::run(&args),
            Self::Find(args) => find::run(&args),
            Self::Index(args) => index::run(&args),
            Self::Book(args) => book::run(&args),
            Self::Show(args) => show::run(&args),
            Self::Diff(args) => diff::run(&args),
            Self::App(args) => app::run(&args),
            Self::Rules(args) => reference::run_rules(&args),
            Self::Formats(args) => reference::run_formats(&args),
            Self::Config(args) => config::run(&args),
            Self::Completions(args) => reference::completions(&args, &mut command(Language::English)),
            Self::Man(args) => reference::man(&args, Cli::command()),
        }
    }
}

/// Runs the command line and returns its status. The first argument is the name of the program.
///
/// An error is printed to standard error, in the language of `--lang` or else of the locale, and the status is
/// [`Status::Failed`]. A closed pipe is not an error.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Status {
    let mut arguments: Vec<_> = arguments.into_iter().collect();
    let language = usage::language(&arguments);
    usage::remove_lang_from_help(&mut arguments);
    silence_guarded_panics();
    let setup_result = handle_file_size_signal();
    let matches = Cli::command().try_get_matches_from(&arguments);
    let parsed = matches.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (language, matches, result) = match parsed {
        Ok((Cli { verb }, matches)) => {
            let language = verb.language();
            let result = setup_result.map_err(Stop::from).and_then(|()| verb.run());
            (language, matches, result)
        }
        Err(error) => {
            let error = usage::printable(error, command(language), &arguments);
            let printed = setup_result.and_then(|()| usage::describe(error, &Cli::command(), language));
            (language, ArgMatches::default(), printed.map_err(Stop::from))
        }
    };
    result.unwrap_or_else(|stop| {
        let (name, options) = matches.subcommand().unzip();
        let color = options.and_then(|options| options.try_get_one("color").ok()?);
        stop.print(
            name.unwrap_or_default(),
            color.copied().unwrap_or(WhenArg::Auto),
            language,
        )
    })
}

/// Returns the definition of the command line with the help in `language`, wrapped to the width of the terminal.
fn command(language: Language) -> Command {
    let columns = columns().map_or(MAX_HELP_COLUMNS, |it| it.min(MAX_HELP_COLUMNS));
    help::with_help(Cli::command(), language, columns)
}

// The status of a job.

/// The status of a job, which becomes the exit status of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The job was done, and no finding or loss caused the status `Findings`.
    Clean,
    /// The job was done, but at least one finding reached `--fail-on`, or a record was not written because of
    /// `--deny-loss`.
    Findings,
    /// An input, an output or an option caused an error, even if the rest of the job was done.
    Failed,
    /// A signal interrupted the job. The value is the exit status that shells use for the signal, such as 130 for
    /// Ctrl-C.
    Interrupted(u8),
}

impl Status {
    /// Returns the exit status of the process.
    pub const fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Findings => 1,
            Self::Failed => 2,
            Self::Interrupted(status) => status,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}

// Messages of panics.

/// Suppresses the message of a panic while a single record is processed, because this panic is reported for the record.
/// The messages of all other panics are printed.
fn silence_guarded_panics() {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let previous_hook = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !note_panic(panic) {
                previous_hook(panic);
            }
        }));
    });
}

// Ctrl-C, and the other signals that request the end of a process.

/// Returns the signals that request the end of a process: Ctrl-C, `kill`, and a closed terminal, unless the process
/// ignores this last signal.
#[cfg(unix)]
fn signals() -> Vec<i32> {
    use signal_hook::consts::SIGHUP;
    let mut signals = vec![SIGINT, SIGTERM];
    signals.extend((!is_ignored(SIGHUP)).then_some(SIGHUP));
    signals
}

/// Returns the signals that request the end of a process: `SIGINT` (Ctrl-C) and `SIGTERM`.
#[cfg(not(unix))]
fn signals() -> Vec<i32> {
    vec![SIGINT, SIGTERM]
}

/// The state of the signals that request the end of a process.
#[derive(Debug, Default)]
struct Signals {
    has_arrived: Arc<AtomicBool>,
    /// The number of the signal that arrived last, or 0 if no signal has arrived.
    signal: Arc<AtomicUsize>,
}

impl Signals {
    /// Installs the signal handlers.
    ///
    /// A second signal ends the process immediately, in case the run is blocked. `SIGHUP` is not handled if the process
    /// was started with this signal ignored, for example by `nohup`.
    ///
    /// # Errors
    ///
    /// Returns an error if the system does not allow the handlers.
    fn listen() -> io::Result<Self> {
        let signals_state = Self::default();
        for signal in signals() {
            // This handler must be the first. After the handler that sets the flag, it would end the process at the
            // first signal.
            flag::register_conditional_shutdown(
                signal,
                exit_status(signal),
                Arc::clone(&signals_state.has_arrived),
            )?;
            // The number is stored before the flag is set, because it is read when the flag is found set.
            flag::register_usize(
                signal,
                Arc::clone(&signals_state.signal),
                signal.unsigned_abs() as usize,
            )?;
            flag::register(signal, Arc::clone(&signals_state.has_arrived))?;
        }
        Ok(signals_state)
    }

    /// Returns the flag that a signal sets.
    fn cancel(&self) -> Cancel {
        Arc::clone(&self.has_arrived).into()
    }

    /// Returns the status for the signal that arrived. If its number is unknown, the status is that of Ctrl-C.
    fn status(&self) -> Status {
        let signal = match self.signal.load(Ordering::Relaxed) {
            0 => SIGINT.unsigned_abs() as usize,
            signal => signal,
        };
        Status::Interrupted(u8::try_from(128 + signal).unwrap_or(u8::MAX))
    }
}

const fn exit_status(signal: i32) -> i32 {
    128 + signal
}

/// Returns whether the process was started with this signal ignored. Returns `false` if the system does not provide
/// this information.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

// Options with the values `auto`, `always` and `never`.

/// The value of an option such as `--color`: `auto`, `always` or `never`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum WhenArg {
    Auto,
    Always,
    Never,
}

impl WhenArg {
    /// Returns the colour choice for standard output.
    fn on_stdout(self) -> ColorChoice {
        self.resolve(colours_of_stdout)
    }

    /// Returns the colour choice for standard error.
    fn on_stderr(self) -> ColorChoice {
        self.resolve(colours_of_stderr)
    }

    /// Returns the colour choice. For `auto`, the choice is that of `detect`, which considers the capabilities of the
    /// stream.
    fn resolve(self, detect: fn() -> ColorChoice) -> ColorChoice {
        match self {
            Self::Auto => detect(),
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        }
    }
}

#[cfg(test)]
mod tests;
