//! The command line: arguments, and one small file for every command.

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Once};
use std::{io, panic};

use anstream::ColorChoice;
use clap::{Command, CommandFactory, Parser, Subcommand, ValueEnum};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::batch::Cancel;
use crate::finding::Language;
use crate::guard::note_panic;
use crate::output::{colours_of_stderr, colours_of_stdout, columns, outlive_limit};

mod args;
mod config;
mod console;
mod convert;
mod dictionary;
mod find;
mod help;
mod html;
mod index;
mod job;
mod output;
mod reference;
mod sheet;
mod show;
mod stats;
mod training;
mod usage;
mod validate;
mod values;

pub use dictionary::{OptionValue, dataset, index};

/// The columns of the help where the terminal has more or there is none, as clap has it.
const WIDEST: usize = 100;

/// The definition of the command line, without its [help].
#[derive(Debug, Parser)]
#[command(name = "kifu", version)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Validate(validate::ValidateArgs),
    Convert(convert::ConvertArgs),
    Stats(stats::StatsArgs),
    Find(find::FindArgs),
    Index(index::IndexArgs),
    Show(show::ShowArgs),
    Rules(reference::RulesArgs),
    Formats(reference::FormatsArgs),
    Config(config::ShowConfigArgs),
    Completions(reference::Completions),
    Man(reference::Man),
}

impl Verb {
    /// The language of what is said on standard error.
    fn language(&self) -> Language {
        match self {
            Self::Validate(args) => args.spoken(),
            Self::Convert(args) => args.language(),
            Self::Stats(args) => args.spoken(),
            Self::Find(args) => args.spoken(),
            Self::Index(args) => args.spoken(),
            Self::Show(args) => args.language(),
            Self::Rules(args) => args.lang.language(),
            Self::Formats(args) => args.lang.language(),
            Self::Config(args) => args.lang.language(),
            Self::Completions(_) => console::spoken(None),
            Self::Man(args) => args.lang.language(),
        }
    }

    fn run(self) -> io::Result<Status> {
        match self {
            Self::Validate(args) => validate::run(&args),
            Self::Convert(args) => convert::run(&args),
            Self::Stats(args) => stats::run(&args),
            Self::Find(args) => find::run(&args),
            Self::Index(args) => index::run(&args),
            Self::Show(args) => show::run(&args),
            Self::Rules(args) => reference::run_rules(&args),
            Self::Formats(args) => reference::run_formats(&args),
            Self::Config(args) => config::run(&args),
            Self::Completions(args) => reference::completions(&args, &mut command(Language::English)),
            Self::Man(args) => reference::man(&args, Cli::command()),
        }
    }
}

/// Does what the arguments say, the name of the program first. What goes wrong is told on standard error, in the
/// language that was asked for or else in that of the locale, and makes the status [`Status::Trouble`].
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Status {
    let mut arguments: Vec<_> = arguments.into_iter().collect();
    let language = usage::language(&arguments);
    usage::leave_to_help(&mut arguments);
    quieten();
    let begun = outlive_limit();
    let (language, result) = match Cli::try_parse_from(&arguments) {
        Ok(Cli { verb }) => (verb.language(), begun.and_then(|()| verb.run())),
        Err(error) => {
            let error = usage::printable(error, command(language), &arguments);
            (
                language,
                begun.and_then(|()| usage::describe(error, &Cli::command(), language)),
            )
        }
    };
    result.unwrap_or_else(|error| {
        // Whoever read the output has seen enough: `kifu validate games | head`.
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Status::Clean;
        }
        console::error(&error, language);
        Status::Trouble
    })
}

/// The definition of the command line, in the language of the user.
fn command(language: Language) -> Command {
    let columns = columns().map_or(WIDEST, |it| it.min(WIDEST));
    help::worded(Cli::command(), language, columns)
}

// How a job ended.

/// How a job ended, as the process that started it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There was nothing to say.
    Clean,
    /// There is a finding that weighs as much as `--fail-on`.
    Findings,
    /// Something could not be done, whatever became of the rest.
    Trouble,
    /// A signal asked the process to end; this is the status that shells give for it, 130 for Ctrl-C.
    Interrupted(u8),
}

impl Status {
    /// The number that the process ends with.
    pub const fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Findings => 1,
            Self::Trouble => 2,
            Self::Interrupted(status) => status,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}

// What a panic says.

/// Keeps panics over single records silent, since a finding tells of them; all others are printed as ever.
fn quieten() {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !note_panic(panic) {
                usual(panic);
            }
        }));
    });
}

// Ctrl-C, and the other signals that ask a process to end.

/// What asks a process to end: Ctrl-C, `kill`, and a terminal that is closed.
#[cfg(unix)]
fn signals() -> Vec<i32> {
    use signal_hook::consts::SIGHUP;
    let mut signals = vec![SIGINT, SIGTERM];
    signals.extend((!is_ignored(SIGHUP)).then_some(SIGHUP));
    signals
}

/// What asks a process to end: Ctrl-C, and a terminal that is closed.
#[cfg(not(unix))]
fn signals() -> Vec<i32> {
    vec![SIGINT, SIGTERM]
}

/// The signals that ask a process to end, and whether one came.
#[derive(Debug, Default)]
struct Signals {
    asked: Arc<AtomicBool>,
    /// The signal that asked, 0 if none did.
    signal: Arc<AtomicUsize>,
}

impl Signals {
    /// Listens for them. A second one ends the process at once, for whoever waits for something that does not come. A
    /// terminal that is closed is nothing to a process that was told not to mind, as `nohup` does.
    ///
    /// # Errors
    ///
    /// When the system does not let them be caught.
    fn listen() -> io::Result<Self> {
        let listening = Self::default();
        for signal in signals() {
            // In this order: the first signal must not find the flag set by itself.
            flag::register_conditional_shutdown(signal, exit_status(signal), Arc::clone(&listening.asked))?;
            // Who finds it set asks which signal it was.
            flag::register_usize(
                signal,
                Arc::clone(&listening.signal),
                signal.unsigned_abs() as usize,
            )?;
            flag::register(signal, Arc::clone(&listening.asked))?;
        }
        Ok(listening)
    }

    /// The flag that they set.
    fn cancel(&self) -> Cancel {
        Arc::clone(&self.asked).into()
    }

    /// What the process ends with, as a shell would say it of one that the signal has killed: 130 after Ctrl-C.
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

/// Whether the process was started with this signal ignored, where the system tells.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|it| u64::from_str_radix(it.trim(), 16).ok());
    mask.is_some_and(|it| it >> (signal - 1) & 1 == 1)
}

// Whether something is done: always, never, or as the streams are.

/// `auto`, `always` or `never`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum WhenArg {
    Auto,
    Always,
    Never,
}

impl WhenArg {
    /// Whether standard output is coloured.
    fn on_stdout(self) -> ColorChoice {
        self.or(colours_of_stdout)
    }

    /// Whether standard error is coloured.
    fn on_stderr(self) -> ColorChoice {
        self.or(colours_of_stderr)
    }

    /// This choice, or the one that fits the stream.
    fn or(self, fitting: fn() -> ColorChoice) -> ColorChoice {
        match self {
            Self::Auto => fitting(),
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        }
    }
}

#[cfg(test)]
mod tests;
