//! The command `kifu convert`, which writes records in another format.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{ValueEnum, ValueHint};

use self::aliases::{AliasBuilder, CollectedNames, NameCollector, PlayerAliases, TextKind};
use self::changes::ChangeArgs;
use self::delivery::RecordDelivery;
use self::merge::MergeArgs;
use self::work::Converting;
use super::args::{EventArgs, ReadingArgs, RecordArgs, unique_usage_error};
use super::job::Job;
use super::stop::Stop;
use super::training::TrainingArgs;
use super::{Status, console, values};
use crate::check::Checker;
use crate::convert::Renaming;
use crate::finding::{CommaList, Language, Message, Severity, bilingual, message};
use crate::notation::{self, Join, Newline, Target, Writer};
use crate::output::{ProtectedFiles, is_stdout};
use crate::run::{OptionError, OutputNeeds, RecordFilter, RunOptions};
use crate::stats::{NameAliases, NameTemplate};
use crate::text::Encoding;

mod aliases;
mod changes;
mod delivery;
pub(super) mod destination;
mod merge;
mod work;

/// Converts the records that the options select, and reports the losses.
///
/// # Errors
///
/// Returns an error if the options cannot be used, if the output cannot be opened or written, or if the job cannot be run.
pub(super) fn run(args: &ConvertArgs) -> Result<Status, Stop> {
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
    let usage_error = usage_error.or_else(|| args.changes.usage_error(args.to, &options.input));
    let usage_error = usage_error.or_else(|| args.merging.usage_error(args.to));
    let mut job = Job::begin(options, terminal, language, usage_error)?;
    let filter = RecordFilter::of_games(&job.options, &job.effective)?;
    let filter = if args.to.training && args.training.is_clean() {
        filter.for_training(job.effective.fail_on.value, !args.to.holds.results.is_empty())
    } else {
        filter
    };
    let template = args.name.as_deref().map(|text| {
        let about_name = |fault| OptionError::about("--name", text, fault);
        NameTemplate::read(text).map_err(about_name)
    });
    let template = match template.transpose()? {
        Some(template) => Some(template),
        None => args.merging.template()?,
    };
    if args.merging.is_by_column() && args.output.as_deref().is_some_and(is_stdout) {
        return Err(Stop::Usage(bilingual(
            "--merge-by requires a directory with -o, not standard output",
            "`--merge-by` には標準出力ではなく、`-o` でフォルダを指定する",
        )));
    }
    if args.name.is_some() && args.output.as_deref().is_some_and(is_stdout) {
        return Err(Stop::Usage(bilingual(
            "--name requires a directory with -o, not standard output",
            "`--name` には標準出力ではなく、`-o` でフォルダを指定する",
        )));
    }
    let writer = args.writer();
    let protected = std::mem::replace(&mut job.protected, ProtectedFiles::begin());
    let mut output = destination::open(args, &writer, &mut job.request, protected)?;
    let mut changes = args.changes.changes();
    if args.changes.anonymise {
        let aliases = Arc::new(read_aliases(&mut job, language)?);
        let of_files = Arc::clone(&aliases);
        output.rename_by(Renaming(Arc::new(move |name| {
            of_files.replace(name, TextKind::Label).into_owned()
        })));
        changes = changes.with_aliases(aliases);
    }
    let console = match args.loss_format {
        LossFormat::Text => job.console(),
        LossFormat::Jsonl => job.console().terse(),
    };
    let checker = Checker::new(job.effective.settings_for(&OutputNeeds::default()));
    let filter = job.without_copies(filter, &checker, &console)?;
    let is_one_file = !args.output.as_deref().is_some_and(Path::is_dir);
    let merge = args.merging.output(writer, is_one_file, args.deny_loss);
    let work = Converting {
        checker,
        filter,
        template,
        changes,
        writer,
        merges: args.merging.merges(),
        max_ply: args.merging.max_ply(),
        splits_lines: args.merging.splits_lines(),
        min_severity: args.min_severity(),
        loss_format: args.loss_format,
        language,
    };
    Ok(job.run(console, &work, RecordDelivery::new(output, merge, args))?)
}

/// Reads the names of the players in all inputs, and returns their aliases.
///
/// # Errors
///
/// Returns an error if an input that can be read only once cannot be copied, or if the job cannot be run.
fn read_aliases(job: &mut Job, language: Language) -> Result<PlayerAliases, Stop> {
    let spellings = NameAliases::new(&job.effective.names.value);
    let mut builder = AliasBuilder::new(language, spellings);
    let take = |collected: CollectedNames| collected.names.iter().for_each(|name| builder.add(name));
    job.read_ahead(&NameCollector, |collected| collected.records, take)?;
    Ok(builder.finish()?)
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

/// The options of `kifu convert`: one field for each option or group of options.
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

    #[command(flatten)]
    changes: ChangeArgs,

    #[command(flatten)]
    merging: MergeArgs,

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
