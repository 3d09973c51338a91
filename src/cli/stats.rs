//! `kifu stats`.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{ValueEnum, ValueHint};

use super::html::{self, GamePage, Html, PagePart, land};
use super::job::{Consumer, Setup};
use super::judging::judge_before;
use super::output::{print, spare, target};
use super::reading::Reading;
use super::ruling::Ruling;
use super::run_stats::RunStats;
use super::status::Status;
use super::summary::Figures;
use super::{locale, values};
use crate::batch::{ChunkResult, SourceFile, Work};
use crate::finding::Language;
use crate::output::{Content, Target, stderr};
use crate::profile::Profile;
use crate::record::Record;
use crate::referee::Referee;
use crate::report::{Paint, Tally, fault};
use crate::stats::{self, Answer, Fault, Form, GameCollector, Layout, Part, Query, Table};
use crate::text::decode;

const AFTER_HELP: &str = "\
Examples:
  kifu stats games/ >games.csv                       a row per record
  kifu stats --table moves --format jsonl games/     a line per move, for programs
  kifu stats --table openings games/                 how often what was played, and who won
  kifu stats --table players --sort -games --limit 20 games/
  kifu stats --where 'plies > 100 and black ~ \"羽生\"' games/
  kifu stats --columns path,plies,end,rules --sort -plies games/
  kifu stats --table duplicates games/               the same game in several files

`kifu stats --table TABLE --columns help` lists the columns of a table.

Exit status:
  0    the table is whole
  2    something could not be read or written, or the arguments are wrong
  130  Ctrl-C (143 after SIGTERM, 129 after SIGHUP); rows of games and moves that went to
       standard output end at a whole one, files are as they were";

/// Draw figures from all records: one pass, one table
///
/// Reads and judges the records under the paths and writes a table about them. The output depends on nothing but the
/// records and the options, however many threads are at work.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    ruling: Ruling,

    /// What to make a table of
    #[arg(long, value_name = "TABLE", default_value = "games", value_parser = values::table(), help_heading = "Output")]
    table: &'static Table,

    /// Form of the output
    #[arg(long, value_name = "FORM", default_value = "csv", help_heading = "Output")]
    format: FormArg,

    /// Count only games for which this holds, such as 'plies > 100 and black ~ "羽生"'
    ///
    /// An expression on the columns of the table games, whatever table is asked for; `--where help` tells how it is
    /// written.
    #[arg(long = "where", value_name = "EXPR", help_heading = "Output")]
    filter: Option<String>,

    /// These columns; `all` are all, `usual` those that are written otherwise, and `help` lists them
    #[arg(long, value_name = "COLUMN,...", help_heading = "Output")]
    columns: Option<String>,

    /// Sort by these columns; the greatest first where a `-` stands before the name
    #[arg(
        long,
        value_name = "COLUMN,...",
        allow_hyphen_values = true,
        help_heading = "Output"
    )]
    sort: Option<String>,

    /// At most so many rows
    #[arg(long, value_name = "N", help_heading = "Output")]
    limit: Option<u64>,

    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Output")]
    output: Option<PathBuf>,

    /// Write a page to look at besides: summary, charts, all games and findings, and a board to step through them
    ///
    /// One file of HTML that needs no network, about the games that --where wants.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    html: Option<PathBuf>,

    /// The language of the page: en or ja [default: that of the locale]
    #[arg(
        long, value_name = "LANG", value_parser = values::language(), hide_possible_values = true,
        help_heading = "Output"
    )]
    lang: Option<Language>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormArg {
    /// For spreadsheets: the names of the columns, then a row a line
    Csv,
    /// For programs: an object per row, each on a line of its own
    Jsonl,
}

impl FormArg {
    /// The usual extension of its files.
    const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
        }
    }

    const fn content(self) -> Content {
        match self {
            Self::Csv => Content::Rows,
            Self::Jsonl => Content::Data,
        }
    }
}

impl Args {
    /// The language of what people are told.
    pub(super) fn spoken(&self) -> Language {
        locale::spoken(self.lang)
    }

    /// What is asked, or what is wrong with an option.
    fn query(&self) -> Result<Query, Vec<u8>> {
        let wrong = |option: &str, text: &str, fault: Fault| {
            let text = decode(text.as_bytes(), None);
            fault::told(option, &text, &[fault], &Paint::colourful(), self.spoken())
        };
        let table = self.table;
        let names: Vec<_> = table.headings().iter().map(|it| it.name).collect();
        let columns = match self.columns.as_deref() {
            None => (0..table.usual).collect(),
            Some(list) => {
                stats::columns(list, &names, table.usual).map_err(|fault| wrong("--columns", list, fault))?
            }
        };
        let order = match self.sort.as_deref() {
            None => Vec::new(),
            Some(list) => stats::orders(list, &names).map_err(|fault| wrong("--sort", list, fault))?,
        };
        let filter = match self.filter.as_deref() {
            None => None,
            Some(text) => Some(Query::filter(text).map_err(|fault| wrong("--where", text, fault))?),
        };
        Ok(Query {
            table,
            layout: Layout {
                form: match self.format {
                    FormArg::Csv => Form::Csv,
                    FormArg::Jsonl => Form::JsonLines,
                },
                columns: columns.into_iter().map(|at| (at, names[at])).collect(),
            },
            filter,
            order,
            limit: self.limit,
        })
    }

    /// The help that somebody asks for in the place of a value.
    fn help(&self, language: Language) -> Option<String> {
        let asks = |value: &Option<String>| value.as_deref() == Some("help");
        if asks(&self.columns) || asks(&self.sort) {
            Some(self.table.help(language))
        } else if asks(&self.filter) {
            Some(Query::filter_help(language))
        } else {
            None
        }
    }
}

/// Reads, judges and counts.
///
/// # Errors
///
/// When the output cannot be written.
pub(super) fn run(args: &Args) -> io::Result<Status> {
    let spoken = args.spoken();
    if let Some(help) = args.help(spoken) {
        print(help.as_bytes(), Content::Data)?;
        return Ok(Status::Clean);
    }
    let query = match args.query() {
        Ok(query) => query,
        Err(told) => {
            stderr(Content::Words, args.reading.color.on_stderr()).write_all(&told)?;
            return Ok(Status::Trouble);
        }
    };
    let (page, output) = (args.html.as_deref(), args.output.as_deref());
    let wrong = html::same_file(page, output);
    let Setup { job, kept, profile } =
        match Setup::of::<Args>("stats", &args.reading, &args.ruling, spoken, wrong)? {
            ControlFlow::Continue(setup) => setup,
            ControlFlow::Break(status) => return Ok(status),
        };
    let target = target(output, args.format.extension(), args.format.content(), &kept)?;
    let html = Html::open(page, &job, &profile, &kept)?;
    let counting = Counting {
        profile,
        query: &query,
        page: html.games(),
    };
    let outputs = Outputs {
        answer: Answer::begin(&query, target)?,
        html,
        tally: Tally::default(),
    };
    let console = job.console();
    job.run(console, &counting, outputs)
}

/// Where the figures go.
struct Outputs<'q> {
    answer: Answer<'q, Target>,
    html: Html,
    tally: Tally,
}

impl Consumer<Counted> for Outputs<'_> {
    fn take(&mut self, result: ChunkResult<Counted>, run: &mut RunStats) -> io::Result<ControlFlow<()>> {
        if result.first {
            run.begin_input(&result);
            spare(self.answer.get_ref(), &result.source)?;
            self.html.spare(&result.source)?;
        }
        let counted = result.output;
        run.console.advance(result.bytes, counted.tally.records);
        self.tally.merge(counted.tally);
        self.answer.take(counted.part)?;
        self.html.add(counted.page)?;
        Ok(if self.answer.is_full() && !self.html.is_wanted() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }

    fn close(self, run: &RunStats) -> io::Result<(Figures, Status)> {
        let mut target = if run.interrupted {
            let (target, is_true) = self.answer.break_off()?;
            if !is_true && !target.is_file() {
                // Of a file, that is said of any.
                let name = target.name().in_language(run.language);
                run.console.error(&name, &html::interrupted());
            }
            target
        } else {
            self.answer.finish()?
        };
        target.settle()?;
        land(target, self.html, run)?;
        Ok((Figures::Judged(self.tally), Status::Clean))
    }
}

/// Counting as the work of a run.
struct Counting<'q> {
    profile: Profile,
    query: &'q Query,
    /// The page, if one is made.
    page: Option<GamePage>,
}

/// What a stretch of records comes to.
#[derive(Default)]
struct Counted {
    part: Part,
    tally: Tally,
    page: PagePart,
}

impl Work for Counting<'_> {
    type Worker = (Referee, GameCollector);
    type Output = Counted;

    fn worker(&self) -> (Referee, GameCollector) {
        (
            Referee::by(self.profile.clone()),
            GameCollector::new(self.query.wants_positions()),
        )
    }

    fn record(
        &self,
        (referee, collector): &mut (Referee, GameCollector),
        file: &SourceFile<'_>,
        record: &Record<'_>,
        output: &mut Counted,
    ) {
        collector.begin(record);
        let judgement = judge_before(collector, referee, record);
        output.tally.add(&judgement);
        let game = collector.game(
            &Arc::from(file.path),
            file.text.encoding().name(),
            record,
            &judgement,
        );
        if !self.query.wants(&game) {
            return;
        }
        if let Some(page) = &self.page {
            page.add(file, record, &judgement, &game, &mut output.page);
        }
        self.query.add(game, &mut output.part);
    }
}
