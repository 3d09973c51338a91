//! `kifu stats`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clap::{ValueEnum, ValueHint};

use super::html::{self, Html, Stretch, Wanted, land};
use super::journal::Journal;
use super::judging::judge_before;
use super::output::{is_same_place, print, spare, target};
use super::reading::Reading;
use super::ruling::Ruling;
use super::{Status, locale, usage, values};
use crate::batch::{Cancel, Event, Halt, Inputs, SourceFile, Work};
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
    let begin = Instant::now();
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
    let request = args.reading.request();
    if let Err(message) = args.reading.stdin_once(&request) {
        return usage::wrong("stats", &message, spoken);
    }
    if let (Some(page), Some(output)) = (&args.html, &args.output)
        && is_same_place(page, output)
    {
        return usage::wrong("stats", &html::same_file(), spoken);
    }
    let mut kept = request.kept();
    let Some(profile) = args.ruling.profile(&mut kept, args.reading.color, spoken) else {
        return Ok(Status::Trouble);
    };
    let cancel = Cancel::on_signals()?;
    let mut target = target(
        args.output.as_deref(),
        args.format.extension(),
        args.format.content(),
        &kept,
    )?;
    let page = match &args.html {
        Some(path) => Some(Html::open(path, spoken, &request, &profile, &kept)?),
        None => None,
    };
    let mut session = Session {
        journal: Journal::begin(&args.reading, &request, spoken),
        html: page,
        answer: Answer::begin(&query, &mut target)?,
    };
    let counting = Counting {
        profile,
        query: &query,
        page: args.html.is_some().then(|| Wanted::new(spoken)),
    };
    let result = args
        .reading
        .run(cancel.clone())
        .execute(Inputs::new(request), &counting, |event| {
            session.receive(event, counting.page.as_ref())
        });
    let Session {
        journal,
        answer,
        html,
    } = session;
    journal.console.clear();
    let full = answer.is_full();
    let interrupted = match result {
        Ok(()) => false,
        Err(Halt::Cancelled) => true,
        Err(Halt::Output(_)) if full => false,
        Err(Halt::Output(error)) => return Err(error),
    };
    if !interrupted {
        answer.finish()?;
    } else if !answer.break_off()? && !target.is_file() {
        // Of a file, that is said of any.
        let name = target.name().in_language(spoken);
        journal.console.error(&name, &html::interrupted());
    }
    target.settle()?;
    land(target, html, &journal, interrupted, spoken)?;
    let all_done = journal.end(interrupted, begin.elapsed());
    Ok(if interrupted {
        Status::Interrupted(cancel.status())
    } else if !all_done {
        Status::Trouble
    } else {
        Status::Clean
    })
}

/// Where the results of the run come in, in their order.
struct Session<'q> {
    journal: Journal,
    answer: Answer<'q, &'q mut Target>,
    html: Option<Html>,
}

impl Session<'_> {
    fn receive(&mut self, event: Event<Counted>, page: Option<&Wanted>) -> io::Result<()> {
        let Some(share) = self.journal.note(event) else {
            return Ok(());
        };
        if share.first {
            spare(self.answer.get_ref(), &share.source)?;
            self.html
                .as_ref()
                .map_or(Ok(()), |html| html.spare(&share.source))?;
        }
        self.journal.count(share.bytes, share.output.tally);
        self.answer.take(share.output.part)?;
        if let (Some(html), Some(wanted)) = (&mut self.html, page) {
            html.add(share.output.page, wanted)?;
        }
        if self.answer.is_full() && self.html.is_none() {
            // Nothing that is still to be read makes a difference.
            return Err(io::ErrorKind::WriteZero.into());
        }
        Ok(())
    }
}

/// Counting as the work of a run.
struct Counting<'q> {
    profile: Profile,
    query: &'q Query,
    /// The page, if one is made.
    page: Option<Wanted>,
}

/// What a stretch of records comes to.
#[derive(Default)]
struct Counted {
    part: Part,
    tally: Tally,
    page: Stretch,
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
