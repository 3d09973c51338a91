//! The command line: arguments, and one small file for every verb.

mod choosing;
mod config;
mod configuring;
mod console;
mod convert;
mod formats;
mod generate;
mod help;
mod html;
mod job;
mod judging;
mod kind;
mod locale;
mod output;
mod panics;
mod reading;
mod rules;
mod ruling;
mod run_stats;
mod shards;
mod show;
mod signals;
mod stats;
mod status;
mod summary;
mod toml_file;
mod usage;
mod validate;
mod values;
mod when_arg;

use std::ffi::OsString;
use std::io;

use clap::{Command, CommandFactory, Parser, Subcommand};

pub use rules::catalogue;
pub use status::Status;

use crate::finding::Language;
use crate::output::{columns, outlive_limit};
// Tests stand at the disk and make it fail.
#[doc(hidden)]
pub use crate::output::{Step, Watch, watch};

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
    Validate(validate::Args),
    Convert(convert::Args),
    Stats(stats::Args),
    Show(show::Args),
    Rules(rules::Args),
    Formats(formats::Args),
    Config(config::Args),
    Completions(generate::Completions),
    Man(generate::Man),
}

impl Verb {
    /// The language of what is said on standard error.
    fn language(&self) -> Language {
        match self {
            Self::Validate(args) => args.spoken(),
            Self::Convert(args) => args.language(),
            Self::Stats(args) => args.spoken(),
            Self::Show(args) => args.language(),
            Self::Rules(args) => args.language(),
            Self::Formats(args) => args.language(),
            Self::Config(args) => args.language(),
            Self::Completions(_) => locale::spoken(None),
            Self::Man(args) => args.language(),
        }
    }

    fn run(self) -> io::Result<Status> {
        match self {
            Self::Validate(args) => validate::run(&args),
            Self::Convert(args) => convert::run(&args),
            Self::Stats(args) => stats::run(&args),
            Self::Show(args) => show::run(&args),
            Self::Rules(args) => rules::run(&args),
            Self::Formats(args) => formats::run(&args),
            Self::Config(args) => config::run(&args),
            Self::Completions(args) => generate::completions(&args, &mut command(Language::English)),
            Self::Man(args) => generate::man(&args, Cli::command()),
        }
    }
}

/// Does what the arguments say, the name of the program first. What goes wrong is told on standard error, in the
/// language that was asked for or else in that of the locale, and makes the status [`Status::Trouble`].
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Status {
    let mut arguments: Vec<_> = arguments.into_iter().collect();
    let language = usage::language(&arguments);
    usage::leave_to_help(&mut arguments);
    panics::quieten();
    let begun = outlive_limit();
    let (language, result) = match Cli::try_parse_from(&arguments) {
        Ok(Cli { verb }) => (verb.language(), begun.and_then(|()| verb.run())),
        Err(error) => {
            let error = usage::printable(error, command(language), &arguments);
            (
                language,
                begun.and_then(|()| usage::told(error, &Cli::command(), language)),
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

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_holds_together() {
        Cli::command().debug_assert();
    }
}
