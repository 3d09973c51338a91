//! Command-line options that several commands share, and their conversion to the options of a run.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use encoding_rs::Encoding;

use super::console::TerminalArgs;
use super::output::print;
use super::values::{self, SelectorValue};
use crate::check::{FailOn, Level, Pattern, Selector};
use crate::finding::{Language, Message, Severity, message};
use crate::notation::Notation;
use crate::profile::Profile;
use crate::run::{ConfigSource, InputOptions, ListOptions, RunOptions, first_unrepeatable_path};
use crate::stats::Query;
use crate::text::{Payload, path_to_text};

/// The options of commands that read many records: the inputs, their format, and the messages.
#[derive(Args, Debug)]
pub(super) struct ReadingArgs {
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    config: ConfigArgs,

    #[command(flatten)]
    files: FileArgs,

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

    #[command(flatten)]
    pub(super) terminal: TerminalArgs,
}

impl ReadingArgs {
    /// Returns run options with the inputs, the number of jobs and the `kifu.toml` of these arguments. All other
    /// options have their defaults.
    pub(super) fn options(&self) -> RunOptions {
        let list = self.files_from.clone().map(|path| ListOptions {
            path,
            null: self.null,
        });
        RunOptions {
            input: InputOptions {
                paths: self.paths.clone(),
                list,
                format: self.input_format,
                encoding: self.encoding,
                ..self.files.options()
            },
            jobs: self.jobs,
            config: self.config.source(),
            ..RunOptions::default()
        }
    }
}

/// The options that select the `kifu.toml`.
#[derive(Args, Debug, Default)]
pub(super) struct ConfigArgs {
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "isolated")]
    config: Option<PathBuf>,

    #[arg(long)]
    isolated: bool,
}

impl ConfigArgs {
    /// Returns the source of the settings: the file of `--config`, or no file with `--isolated`. Without an option, the
    /// source is the nearest `kifu.toml`.
    pub(super) fn source(&self) -> ConfigSource {
        match &self.config {
            Some(path) => ConfigSource::File(path.clone()),
            None if self.isolated => ConfigSource::None,
            None => ConfigSource::Nearest,
        }
    }
}

/// The options of commands that read single files: their format and encoding, and the settings.
#[derive(Args, Debug)]
pub(super) struct SingleFileArgs {
    #[command(flatten)]
    config: ConfigArgs,

    #[arg(long, value_name = "FORMAT", value_parser = values::notation(), help_heading = None::<&str>)]
    input_format: Option<&'static Notation>,

    #[arg(long, value_name = "LABEL", value_parser = values::encoding, help_heading = None::<&str>)]
    encoding: Option<&'static Encoding>,
}

impl SingleFileArgs {
    /// Returns run options with the values of these arguments. All other options have their defaults.
    pub(super) fn options(&self) -> RunOptions {
        RunOptions {
            input: InputOptions {
                format: self.input_format,
                encoding: self.encoding,
                ..InputOptions::default()
            },
            config: self.config.source(),
            ..RunOptions::default()
        }
    }
}

/// The options that select the files in folders and archives, by extension and by pattern.
#[derive(Args, Debug, Default)]
pub(super) struct FileArgs {
    #[arg(long, value_name = "EXT,...", value_delimiter = ',', value_parser = values::extension)]
    ext: Vec<String>,

    #[arg(long, value_name = "GLOB", allow_hyphen_values = true, value_parser = values::pattern)]
    exclude: Vec<Pattern>,
}

impl FileArgs {
    /// Returns input options with the extensions and exclude patterns of these arguments. All other options have their
    /// defaults.
    pub(super) fn options(&self) -> InputOptions {
        InputOptions {
            ext: self.ext.clone(),
            exclude: self.exclude.clone(),
            ..InputOptions::default()
        }
    }
}

/// The options that select the rules of the event, for every command that checks records.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Rules of the event")]
pub(super) struct EventArgs {
    #[arg(long, value_name = "NAME", value_parser = values::profile(), conflicts_with = "rules")]
    profile: Option<&'static Profile>,

    // A file with a profile, not a list of rules.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    rules: Option<PathBuf>,
}

impl EventArgs {
    /// Returns `options` with the profile and the file with rules from these arguments.
    pub(super) fn add_to(&self, options: RunOptions) -> RunOptions {
        RunOptions {
            profile: self.profile,
            rules: self.rules.clone(),
            ..options
        }
    }
}

/// The options that select the reported findings by rule and severity, and the findings that make a run fail.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Choosing findings")]
pub(super) struct FindingArgs {
    #[arg(
        long, value_name = "RULES,...", value_delimiter = ',', hide_possible_values = true,
        value_parser = SelectorValue::new()
    )]
    select: Vec<Selector>,

    #[arg(
        long, value_name = "RULES,...", value_delimiter = ',', hide_possible_values = true,
        value_parser = SelectorValue::new()
    )]
    ignore: Vec<Selector>,

    #[arg(long, value_name = "RULES=LEVEL,...", value_delimiter = ',', value_parser = values::level_of)]
    set: Vec<(Selector, Level)>,

    #[arg(long, value_name = "LEVEL", value_parser = values::severity())]
    severity: Option<Severity>,

    #[arg(long, value_name = "LEVEL", value_parser = values::fail_on())]
    fail_on: Option<FailOn>,
}

impl FindingArgs {
    /// Returns `options` with the selection of findings from these arguments.
    pub(super) fn add_to(&self, options: RunOptions) -> RunOptions {
        RunOptions {
            select: self.select.clone(),
            ignore: self.ignore.clone(),
            set: self.set.clone(),
            severity: self.severity,
            fail_on: self.fail_on,
            ..options
        }
    }
}

/// The options that select records.
#[derive(Args, Debug)]
#[command(next_help_heading = "Choosing records")]
pub(super) struct RecordArgs {
    #[arg(long = "where", value_name = "EXPR")]
    filter: Option<String>,

    #[arg(long)]
    clean: bool,

    #[arg(long)]
    unique: bool,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    openings: Option<PathBuf>,
}

impl RecordArgs {
    /// Returns `options` with the selection of records from these arguments.
    pub(super) fn add_to(&self, options: RunOptions) -> RunOptions {
        RunOptions {
            filter: self.filter.clone(),
            clean: self.clean,
            unique: self.unique,
            openings: self.openings.clone(),
            ..options
        }
    }

    /// Prints the syntax of conditions if `--where help` was given. Returns whether it was given.
    ///
    /// # Errors
    ///
    /// Returns an error if the syntax cannot be printed.
    pub(super) fn help(&self, language: Language) -> std::io::Result<bool> {
        let is_wanted = self.filter.as_deref() == Some("help");
        if is_wanted {
            print(Query::filter_help(language).as_bytes(), Payload::Data)?;
        }
        Ok(is_wanted)
    }
}

/// Returns a usage error if `--unique` is given and an input can be read only once. Returns `None` in all other cases.
pub(super) fn unique_usage_error(options: &RunOptions) -> Option<Message> {
    let path = unrepeatable_input(options).filter(|_| options.unique)?;
    Some(message!(
        "--unique reads its inputs twice, and `{path}` can be read only once; save it to a file first",
        "`--unique` は入力を2回読むが、`{path}` は1回しか読めない。ファイルに保存してから指定する",
    ))
}

/// Returns the first input that can be read only once, such as standard input, which is read if there is no path. Returns `None`
/// if all inputs can be read twice.
pub(super) fn unrepeatable_input(options: &RunOptions) -> Option<String> {
    let stdin = options.input.is_empty().then(|| PathBuf::from("-"));
    let path = stdin.or_else(|| first_unrepeatable_path(&options.input))?;
    Some(path_to_text(&path))
}
