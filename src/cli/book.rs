//! The command `kifu book`, which writes an opening book.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anstream::ColorChoice;
use clap::{ValueEnum, ValueHint};

use super::Status;
use super::args::{EventArgs, ReadingArgs, RecordArgs, unique_usage_error};
use super::console::{self, BookTotals, NOT_ALL_READ, RunTotals};
use super::job::{Consumer, Job};
use super::run_stats::RunStats;
use super::stop::Stop;
use super::values;
use crate::batch::{ChunkResult, Run};
use crate::book::{BookBuilder, BookCounts, BookFormat, BookOptions, BookRecords, BookScore};
use crate::check::Checker;
use crate::finding::{Language, Message, Severity, Words, bilingual, both, message};
use crate::output::{Target, is_stdout, stdout_is_terminal};
use crate::run::{
    BookSink, CheckRun, CheckedPart, ExcludedRecords, PartOf, RecordCounts, RecordFilter, RunOptions, Sink,
};
use crate::text::{Payload, path_to_text};

/// The extension of books of `ShogiGUI`, which are not written.
const SHOGIGUI_EXTENSION: &str = "sbk";

/// Reads and checks records, and writes a book of the moves that were played in their positions.
///
/// # Errors
///
/// Returns an error if the options cannot be used, or if the output cannot be written.
pub(super) fn run(args: &BookArgs) -> Result<Status, Stop> {
    let (language, options) = (args.message_language(), args.options());
    if args.records.help(language)? {
        return Ok(Status::Clean);
    }
    let book_options = args.book_options().map_err(Stop::Usage)?;
    let usage_error = args
        .terminal_error(book_options.format)
        .or_else(|| unique_usage_error(&options));
    let mut job = Job::begin(options, args.reading.terminal, language, usage_error)?;
    let filter = RecordFilter::of_games(&job.options, &job.effective)?;
    let target = args.open(&job)?;
    let sink = BookSink {
        book: BookBuilder::new(book_options),
        target,
    };
    let renderer = sink.renderer();
    let needs = crate::run::Renderer::needs(&renderer);
    let checker = Checker::new(job.effective.settings_for(&needs));
    let console = job.console();
    let work = CheckRun {
        filter: job.without_copies(filter, &checker, &console)?,
        checker,
        severity: Severity::Note,
        renderer,
    };
    let outputs = Outputs {
        sink,
        counts: RecordCounts::default(),
        settings: job.run_settings(),
    };
    Ok(job.run(console, &work, outputs)?)
}

/// The book, and the counts of the run.
struct Outputs {
    sink: BookSink<Target>,
    /// The numbers of records so far.
    counts: RecordCounts,
    /// The settings of the run, which contain the number of threads that sort the moves.
    settings: Run,
}

impl Outputs {
    /// Writes the book, and renames its temporary file to the requested path.
    fn persist(self) -> io::Result<BookCounts> {
        let BookSink { book, mut target } = self.sink;
        let counts = self.settings.on_threads(|| book.finish(&mut target))??;
        target.persist()?;
        Ok(counts)
    }
}

impl Consumer<CheckedPart<PartOf<BookSink<Target>>>> for Outputs {
    fn take(
        &mut self,
        result: ChunkResult<CheckedPart<PartOf<BookSink<Target>>>>,
        run: &mut RunStats,
    ) -> io::Result<ControlFlow<()>> {
        let counts = run.take(&mut self.sink, result)?;
        self.counts.merge(counts);
        Ok(ControlFlow::Continue(()))
    }

    fn close(self, run: &RunStats) -> io::Result<(RunTotals, Status)> {
        let records = self.sink.book.records();
        let left_out = self.counts.excluded;
        let mut totals = BookTotals {
            records,
            left_out,
            book: BookCounts::default(),
        };
        if run.interrupted || run.files.is_nothing() {
            if run.interrupted {
                run.unwritten(&self.sink.target.name().in_language(run.language));
            }
            return Ok((RunTotals::Book(totals), Status::Failed));
        }
        if let Some(reason) = unwritten_reason(run, records, left_out) {
            let name = self.sink.target.name().in_language(run.language);
            run.console.error(&name, &reason.into());
            return Ok((RunTotals::Book(totals), Status::Failed));
        }
        totals.book = self.persist()?;
        if totals.book.positions == 0 {
            let note = bilingual(
                "the book has no position: no selected record has a move that is played often enough",
                "定跡に局面がない。対象の棋譜に、条件の回数以上指された手がない",
            );
            run.console.note(&note.in_language(run.language));
        }
        Ok((RunTotals::Book(totals), Status::Clean))
    }
}

/// Returns the reason why no book is written, so that an existing book is kept. Returns `None` if the book is written.
fn unwritten_reason(run: &RunStats, records: BookRecords, left_out: ExcludedRecords) -> Option<Words> {
    if !run.is_complete() {
        return Some(NOT_ALL_READ);
    }
    (records.games == 0 && left_out.is_none()).then_some(both(
        "not written because the inputs have no readable record of shogi",
        "入力に読める将棋の棋譜がないため、書き出していない",
    ))
}

// The options of `kifu book`.

#[derive(clap::Args, Debug)]
pub(super) struct BookArgs {
    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    event: EventArgs,

    #[command(flatten)]
    records: RecordArgs,

    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    to: Option<FormatArg>,

    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, required = true, help_heading = "Output")]
    output: PathBuf,

    #[arg(
        long, value_name = "N", default_value = "1", value_parser = values::number(1..=u32::MAX),
        help_heading = "Output"
    )]
    min_games: u32,

    #[arg(long, value_name = "N", value_parser = values::number(1..=100_000), help_heading = "Output")]
    max_ply: Option<u32>,

    #[arg(long, value_name = "SCORE", default_value = "none", help_heading = "Output")]
    score: ScoreArg,

    #[command(flatten)]
    lang: console::LangArg,
}

/// The value of `--to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    Yaneuraou,
    Ybb,
    Apery,
    // The format of ShogiGUI, which is refused.
    #[value(hide = true)]
    Sbk,
}

/// The value of `--score`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ScoreArg {
    None,
    Wins,
    Eval,
}

impl BookArgs {
    /// Returns the language of messages: that of `--lang`, or else that of the locale.
    pub(super) fn message_language(&self) -> Language {
        self.lang.language()
    }

    /// Returns the run options that these arguments set.
    fn options(&self) -> RunOptions {
        self.records.add_to(self.event.add_to(self.reading.options()))
    }

    /// Returns the options of the book.
    ///
    /// # Errors
    ///
    /// Returns an error if the format is unknown, cannot be written, or contradicts the extension of the output.
    fn book_options(&self) -> Result<BookOptions, Message> {
        Ok(BookOptions {
            format: self.format()?,
            min_games: self.min_games.into(),
            max_ply: self.max_ply,
            score: match self.score {
                ScoreArg::None => BookScore::None,
                ScoreArg::Wins => BookScore::Wins,
                ScoreArg::Eval => BookScore::Evaluation,
            },
        })
    }

    /// Returns the format of `--to`, or else that of the extension of the output.
    ///
    /// # Errors
    ///
    /// Returns an error if the format is unknown, cannot be written, or contradicts the extension of the output.
    fn format(&self) -> Result<BookFormat, Message> {
        let extension = self.output.extension().and_then(|it| it.to_str());
        let has_extension = |expected: &str| extension.is_some_and(|it| it.eq_ignore_ascii_case(expected));
        if self.to == Some(FormatArg::Sbk) || has_extension(SHOGIGUI_EXTENSION) {
            return Err(bilingual(
                "kifu does not write books of ShogiGUI (.sbk); use --to yaneuraou, which most programs read",
                "ShogiGUIの定跡（.sbk）は書き出せない。多くのソフトが読める `--to yaneuraou` を指定する",
            ));
        }
        let of_extension = BookFormat::ALL
            .into_iter()
            .find(|format| has_extension(format.extension()));
        let Some(format) = self.to.and_then(FormatArg::format) else {
            return of_extension.ok_or_else(|| {
                message!(
                    "the extension of `{name}` is not .db, .ybb or .bin; choose the format with --to",
                    "「{name}」の拡張子は .db、.ybb、.bin のどれでもない。`--to` で形式を指定する",
                    name = path_to_text(&self.output)
                )
            });
        };
        match of_extension.filter(|it| *it != format) {
            None => Ok(format),
            Some(other) => Err(message!(
                "`{name}` has the extension of `{other}`, but the format is `{format}`; use another extension, such as .{extension}",
                "「{name}」の拡張子は `{other}` のものだが、形式は `{format}` である。.{extension} などの別の拡張子にする",
                name = path_to_text(&self.output),
                other = other.name(),
                extension = format.extension(),
                format = format.name()
            )),
        }
    }

    /// Returns the error if a binary book would be written to a terminal.
    fn terminal_error(&self, format: BookFormat) -> Option<Message> {
        let is_terminal = format.is_binary() && is_stdout(&self.output) && stdout_is_terminal();
        is_terminal.then(|| {
            message!(
                "{name} is a binary format and is not written to a terminal; specify a file with -o",
                "{name}はバイナリ形式なので、ターミナルには書き出さない。`-o` でファイルを指定する",
                name = format.name()
            )
        })
    }

    /// Opens the output.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written, or would replace a file that is read.
    fn open(&self, job: &Job) -> io::Result<Target> {
        if is_stdout(&self.output) {
            return Target::stdout(Payload::Data, ColorChoice::Never, &job.protected);
        }
        let path: &Path = &self.output;
        super::output::file(path, Payload::Data, &job.protected)
    }
}

impl FormatArg {
    /// Returns the format; `None` for a format that is not written.
    const fn format(self) -> Option<BookFormat> {
        match self {
            Self::Yaneuraou => Some(BookFormat::Yaneuraou),
            Self::Ybb => Some(BookFormat::Ybb),
            Self::Apery => Some(BookFormat::Apery),
            Self::Sbk => None,
        }
    }
}
