//! The command line: arguments, and one small file for every verb.

mod console;
mod convert;
mod formats;
mod generate;
mod html;
mod journal;
mod judging;
mod locale;
mod output;
mod reading;
mod rules;
mod ruling;
mod show;
mod stats;
mod summary;
mod validate;
mod values;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

pub use rules::catalogue;

const EXAMPLES: &str = "\
Examples:
  kifu validate games/                        judge every game below a directory
  kifu validate --format jsonl games/ >out    the same for programs, a line per game
  kifu convert --to csa -o out games/         the same tree below out/, in CSA
  kifu stats --table openings games/          what was played, and who won
  kifu show --ply 43 game.kif                 the board after ply 43, the moves, what is wrong with them
  kifu rules                                  what can be found
  kifu rules nifu                             what nifu is, with examples

`kifu help VERB` tells all about a verb.";

/// Toolkit and batch validator for shogi game records
///
/// Reads game records as they are found in archives, replays them on a board, and says what is wrong
/// with them: fouls, damage, contradictions.
#[derive(Debug, Parser)]
#[command(name = "kifu", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Validate(validate::Args),
    Convert(convert::Args),
    Stats(stats::Args),
    Show(show::Args),
    Rules(rules::Args),
    Formats(formats::Args),
    Completions(generate::Completions),
    Man(generate::Man),
}

/// How a job ended, as the process that started it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There was nothing to say.
    Clean,
    /// There is a finding that weighs as much as `--fail-on`.
    Findings,
    /// Something could not be done, whatever became of the rest.
    Trouble,
    /// Ctrl-C.
    Interrupted,
}

impl Status {
    /// The number that the process ends with.
    pub const fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Findings => 1,
            Self::Trouble => 2,
            Self::Interrupted => 130,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}

/// Does what the arguments say, the name of the program first.
///
/// # Errors
///
/// When the output cannot be written. What cannot be read is told on standard error and makes the status
/// [`Status::Trouble`].
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> io::Result<Status> {
    let verb = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli.verb,
        Err(error) => return told(&error),
    };
    match verb {
        Verb::Validate(args) => validate::run(args),
        Verb::Convert(args) => convert::run(&args),
        Verb::Stats(args) => stats::run(&args),
        Verb::Show(args) => show::run(&args),
        Verb::Rules(args) => rules::run(&args),
        Verb::Formats(args) => formats::run(&args),
        Verb::Completions(args) => generate::completions(&args),
        Verb::Man(args) => generate::man(&args),
    }
}

/// Tells what is wrong with the arguments; asking for help or the version is nothing wrong.
fn told(error: &clap::Error) -> io::Result<Status> {
    error.print()?;
    Ok(if error.use_stderr() {
        Status::Trouble
    } else {
        Status::Clean
    })
}

/// Something wrong with the arguments of a verb that only shows when they are seen together.
fn usage_error(verb: &str, message: impl std::fmt::Display) -> io::Result<Status> {
    let mut command = Cli::command();
    command.build();
    let error = match command.find_subcommand_mut(verb) {
        Some(verb) => verb.error(clap::error::ErrorKind::ValueValidation, message),
        None => command.error(clap::error::ErrorKind::ValueValidation, message),
    };
    told(&error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_holds_together() {
        Cli::command().debug_assert();
    }
}
