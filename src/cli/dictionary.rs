//! Options as a dictionary of names and values, for the Python package.
//!
//! The names and values are those of the command line, but with underscores in names. Clap parses the dictionary as a
//! command line, so the error messages are those of the command.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::error::{Error, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, CommandFactory, FromArgMatches};

use super::{Cli, CommandArgs, Status, usage};
use crate::run::{Dataset, OptionError, TableOptions};

/// A value of a dictionary of options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// `true` sets an option without a value; `false` is the default. For `config`, `false` sets `--isolated`, and
    /// `true` is the default.
    Truth(bool),
    /// The text of a value.
    Text(OsString),
    /// Several values of one option.
    List(Vec<OsString>),
}

/// Options that affect only the output of a command and do not apply to a table.
pub(super) const OUTPUT_OPTIONS: &[&str] = &[
    "all",
    "all_findings",
    "all_notes",
    "board",
    "bom",
    "color",
    "date",
    "format",
    "html",
    "invalid_list",
    "lang",
    "min_tree_games",
    "notation",
    "output",
    "output_dir",
    "progress",
    "proof",
    "quiet",
    "sarif",
    "statistics",
    "title",
    "tree",
    "valid_list",
    "verbose",
    "write_baseline",
];

/// Options for which the values of a list are joined with commas. For all other options, a list repeats the option.
const COMMA_SEPARATED: [&str; 2] = ["columns", "sort"];

/// Returns a table of the records in these paths. The name `table` is `findings`, `records`, `audit`, `find`, or that of a
/// table of `kifu stats`.
///
/// The tables `findings` and `records` accept the options of `kifu validate`, `audit` those of `kifu audit`, `find` those of
/// `kifu find`, and all other tables those of `kifu stats`. Options about the output of the command are errors.
///
/// ```
/// use kifu::cli::{OptionValue, dataset};
///
/// let columns = ("columns".to_owned(), OptionValue::Text("black,plies".into()));
/// let table = dataset("games", vec!["fixtures/show".into()], &[columns]).unwrap();
/// assert_eq!(table.columns()[1].name, "plies");
/// let wrong = [("colour".to_owned(), OptionValue::Text("red".into()))];
/// let message = dataset("games", Vec::new(), &wrong).err().unwrap();
/// assert!(message.starts_with("unexpected argument '--colour' found"));
/// ```
///
/// # Errors
///
/// Returns an error if a name or a value is wrong, or if a file that the options refer to cannot be used. The error
/// is the message of the command in English.
pub fn dataset(
    table: &str,
    paths: Vec<PathBuf>,
    options: &[(String, OptionValue)],
) -> Result<Dataset, String> {
    let command_words: &[&str] = match table {
        "findings" | "records" => &["validate"],
        "find" => &["find"],
        "audit" => &["audit"],
        _ => &["stats", "--table", table],
    };
    let args = command_line(command_words, options, paths);
    let mut command = Cli::command();
    let parsed = command.try_get_matches_from_mut(&args).and_then(|matches| {
        refuse_output_options(&mut command, &matches)?;
        Cli::from_arg_matches(&matches)
    });
    let Cli { verb } = parsed.map_err(|error| usage::short_message(error, &command))?;
    let dataset = match &verb {
        CommandArgs::Validate(args) => Dataset::new(table, &args.options(), &TableOptions::default()),
        CommandArgs::Audit(args) => Dataset::new(table, &args.run_options(), &TableOptions::default()),
        CommandArgs::Stats(args) => Dataset::new(&args.table(), &args.options(), &args.table_options()),
        CommandArgs::Find(args) => {
            Dataset::search(&args.options(), &args.table_options(), &args.search_options())
        }
        _ => Err(OptionError::no_table(table)),
    };
    dataset.map_err(|error| error.words())
}

/// Runs `kifu diff`, `kifu index --quiet`, `kifu book --quiet` or `kifu convert --quiet --loss-format jsonl` for these paths and
/// options, and returns its status. Errors are written to standard error, without colours.
pub fn job(command: &str, paths: Vec<PathBuf>, options: &[(String, OptionValue)]) -> Status {
    let mut command_words = vec![command];
    if command != "diff" {
        command_words.extend(["--quiet", "--color=never"]);
    }
    command_words.extend((command == "convert").then_some("--loss-format=jsonl"));
    super::run(command_line(&command_words, options, paths))
}

/// Returns the command line: `kifu`, the words of the command, the options and the paths.
fn command_line(
    command_words: &[&str],
    options: &[(String, OptionValue)],
    paths: Vec<PathBuf>,
) -> Vec<OsString> {
    let mut args: Vec<OsString> = ["kifu"].iter().chain(command_words).map(Into::into).collect();
    for (name, value) in options {
        add_words(name, value, &mut args);
    }
    args.push("--".into());
    args.extend(paths.into_iter().map(PathBuf::into_os_string));
    args
}

/// Adds the arguments for an option. `false`, and `true` for `config`, are the defaults, which need no argument.
fn add_words(name: &str, value: &OptionValue, args: &mut Vec<OsString>) {
    let option = format!("--{}", name.replace('_', "-"));
    let with_value = |value: &OsStr| {
        let mut word = OsString::from(format!("{option}="));
        word.push(value);
        word
    };
    match value {
        OptionValue::Truth(truth) if name == "config" => {
            args.extend((!truth).then(|| "--isolated".into()));
        }
        OptionValue::Text(path) if name == "config" => args.extend([option.into(), path.clone()]),
        OptionValue::Truth(truth) => args.extend(truth.then(|| option.into())),
        OptionValue::Text(text) => args.push(with_value(text)),
        OptionValue::List(list) if COMMA_SEPARATED.contains(&name) => {
            args.push(with_value(&list.join(OsStr::new(","))));
        }
        OptionValue::List(list) => args.extend(list.iter().map(|it| with_value(it))),
    }
}

/// Returns an error if one of the [`OUTPUT_OPTIONS`] is given, because the option would have no effect on a table.
fn refuse_output_options(command: &mut Command, matches: &ArgMatches) -> Result<(), Error> {
    let Some((name, matches)) = matches.subcommand() else {
        return Ok(());
    };
    let Some(command) = command.find_subcommand_mut(name) else {
        return Ok(());
    };
    let has_no_effect = |arg: &&Arg| {
        let id = arg.get_id().as_str();
        matches.value_source(id) == Some(ValueSource::CommandLine) && OUTPUT_OPTIONS.contains(&id)
    };
    let option = command
        .get_arguments()
        .find(has_no_effect)
        .and_then(Arg::get_long);
    match option.map(str::to_owned) {
        Some(option) => Err(command.error(
            ErrorKind::ArgumentConflict,
            format!("`--{option}` is about the output of the command, and tables have none"),
        )),
        None => Ok(()),
    }
}
