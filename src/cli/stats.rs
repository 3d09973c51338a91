//! `kifu stats`.

use std::collections::HashMap;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueHint;

use super::Status;
use super::choice::{Choice, ChoosingRecords, LeftOut};
use super::config::Complaint;
use super::console::{self, Figures};
use super::html::{self, Html, PageBuilder, PagePart, land};
use super::job::{Consumer, Reading, Ruling, RunStats, Setup};
use super::output::{Place, print, protect, target};
use super::sheet::{Destination, wrong_place};
use super::values::{self, not_for_spreadsheets};
use crate::batch::{ChunkResult, Work};
use crate::check::{Checker, ConfigFile, Layer, Session, SourceFile};
use crate::finding::{Language, Message, Severity, message, say};
use crate::record::Record;
#[cfg(feature = "xlsx")]
use crate::report::WORKBOOK;
use crate::report::{CSV, ReportForm, SPREADSHEET_TABLE, TableForm, Tally};
use crate::stats::position_index::damaged_words;
use crate::stats::{self, Answer, Filter, FromIndex, GameCollector, Layout, Names, Part, Query, Table};
use crate::text::Payload;

/// Reads, judges and counts.
///
/// # Errors
///
/// When the output cannot be written.
pub(super) fn run(args: &StatsArgs) -> io::Result<Status> {
    if args.help()? {
        return Ok(Status::Clean);
    }
    let asked = match args.asked() {
        Ok(asked) => asked,
        Err(complaint) => return Ok(complaint.tell(args.reading.color)),
    };
    let (page, output) = (args.html.as_deref(), args.rows.output.as_deref());
    let same = html::same_file(&[("--html", page), ("--output", output)]);
    let wrong = same.or_else(|| args.wrong());
    write::<StatsArgs>(
        "stats",
        (&args.reading, &args.ruling),
        &args.rows,
        asked,
        page,
        wrong,
    )
}

/// Reads records and writes a table of them, if there is nothing `wrong` with the options of the command.
///
/// # Errors
///
/// When the output cannot be written.
pub(super) fn write<A: clap::Args>(
    verb: &'static str,
    (reading, ruling): (&Reading, &Ruling),
    rows: &TableArgs,
    (query, filter): (Query, Option<Filter>),
    page: Option<&Path>,
    wrong: Option<Message>,
) -> io::Result<Status> {
    let Setup {
        mut job,
        mut protected,
        settings,
        file,
    } = match Setup::of::<A>(verb, reading, ruling, Layer::default(), rows.spoken(), wrong)? {
        ControlFlow::Continue(setup) => setup,
        ControlFlow::Break(status) => return Ok(status),
    };
    rows.records.protect(&mut protected);
    let checker = Checker::new(settings);
    let target = target(rows.output.as_deref(), rows.format.0.content, &protected)?;
    let target = match rows.format.0.name {
        #[cfg(feature = "xlsx")]
        WORKBOOK => Destination::workbook(target, rows.output.as_deref(), query.sheet(rows.spoken()))?,
        _ => Destination::plain(target),
    };
    let html = Html::open(page, &job, checker.profile(), &protected)?;
    let rules = checker.profile_names();
    let names = Names::of(&file.names);
    let console = job.console();
    let mut choice = rows.choice(&query, filter, &file);
    job.find_copies(&mut choice, &checker, &names, &console)?;
    let counting = Counting {
        checker,
        names,
        choice,
        query: &query,
        page: html.builder(),
    };
    let outputs = Outputs {
        answer: Answer::begin(&query, target)?,
        html,
        tally: Tally::default(),
        rules,
        left_out: LeftOut::default(),
        indexed: query.only.as_ref(),
        seen: HashMap::new(),
        is_full: false,
    };
    job.run(console, &counting, outputs)
}

/// Where the figures go.
struct Outputs<'q> {
    answer: Answer<'q, Destination>,
    html: Html,
    tally: Tally,
    /// The rules that judge, by their names.
    rules: String,
    left_out: LeftOut,
    /// The statements of an index about the files.
    indexed: Option<&'q FromIndex>,
    /// The number of records in each file, if there is an index.
    seen: HashMap<String, u64>,
    /// Whether the rest was not read, because there were enough rows.
    is_full: bool,
}

impl Outputs<'_> {
    /// The index whose statements about the files differ from what was read.
    fn damaged_index(&self, run: &RunStats) -> Option<&str> {
        let is_complete = !run.interrupted && !self.is_full && run.has_read_all();
        let indexed = self.indexed.filter(|it| is_complete && it.files != self.seen)?;
        Some(&indexed.name)
    }
}

impl Consumer<Counted> for Outputs<'_> {
    fn take(&mut self, result: ChunkResult<Counted>, run: &mut RunStats) -> io::Result<ControlFlow<()>> {
        if result.first {
            run.begin_input(&result);
            protect(self.answer.get_ref().target(), &result.source)?;
            self.html.protect(&result.source)?;
        }
        let counted = result.output;
        if self.indexed.is_some() {
            *self.seen.entry(result.path).or_default() += counted.read;
        }
        run.console.advance(result.bytes, counted.tally.records);
        self.tally.merge(counted.tally);
        self.left_out.merge(counted.left_out);
        self.answer.take(counted.part)?;
        self.html.add(counted.page)?;
        Ok(if self.answer.is_full() && !self.html.is_wanted() {
            self.is_full = true;
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }

    fn close(self, run: &RunStats) -> io::Result<(Figures, Status)> {
        let figures = Figures::Judged {
            tally: self.tally.clone(),
            rules: self.rules.clone(),
            left_out: self.left_out,
        };
        if let Some(name) = self.damaged_index(run) {
            run.console.error(name, &damaged_words());
            return Ok((figures, Status::Trouble));
        }
        let mut target = if run.interrupted {
            let (target, is_true) = self.answer.break_off()?;
            if !is_true && !target.target().is_file() {
                // Of a file, that is said of any.
                let name = target.target().name().in_language(run.language);
                run.unwritten(&name);
            }
            target
        } else {
            self.answer.finish()?
        };
        target.settle()?;
        land([Place::Target(target)], self.html, run)?;
        Ok((figures, Status::Clean))
    }
}

// The options of `kifu stats`.

#[derive(clap::Args, Debug)]
pub(super) struct StatsArgs {
    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    ruling: Ruling,

    #[arg(long, value_name = "TABLE", default_value = "games", value_parser = values::table(), help_heading = "Output")]
    table: &'static Table,

    #[arg(long, value_name = "EXPR", help_heading = "Output")]
    having: Option<String>,

    #[arg(long, value_name = "N", value_parser = values::number(0..=100_000), help_heading = "Output")]
    depth: Option<u32>,

    #[command(flatten)]
    rows: TableArgs,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    html: Option<PathBuf>,
}

impl StatsArgs {
    /// What to read, and by what it is checked.
    pub(super) fn basis(&self) -> (&Reading, &Ruling, Layer) {
        (&self.reading, &self.ruling, Layer::default())
    }

    /// The language of what people are told.
    pub(super) fn spoken(&self) -> Language {
        self.rows.spoken()
    }

    /// The games that are taken, given what is [asked](Self::asked).
    pub(super) fn choice(&self, query: &Query, filter: Option<Filter>, file: &ConfigFile) -> Choice {
        self.rows.choice(query, filter, file)
    }

    /// What is wrong about options that are seen together.
    fn wrong(&self) -> Option<Message> {
        if let Some(wrong) = self.rows.wrong(&self.reading) {
            return Some(wrong);
        }
        let table = self.table.name;
        if self.having.is_some() && !self.table.is_about_many() {
            return Some(message!(
                "--having is for tables about many games; for `{table}` use --where",
                "`--having` は多くの対局をまとめた表に使う。`{table}` には `--where` を使う",
            ));
        }
        (self.depth.is_some() && !self.table.is_about_positions()).then(|| {
            message!(
                "--depth is for the tables `positions` and `next-moves`, not for `{table}`",
                "`--depth` は表 `positions` と `next-moves` に使う。`{table}` には使えない",
            )
        })
    }

    /// What is asked, and of which games.
    ///
    /// # Errors
    ///
    /// What is wrong with an option.
    pub(super) fn asked(&self) -> Result<(Query, Option<Filter>), Complaint> {
        let having = self.having.as_deref().map(|text| {
            let wrong = |fault| Complaint::about("--having", text, fault, self.spoken());
            self.table.filter(text).map_err(wrong)
        });
        let (query, filter) = self.rows.asked(self.table)?;
        let query = Query {
            having: having.transpose()?.or(query.having),
            depth: self.depth.unwrap_or(query.depth),
            ..query
        };
        Ok((query, filter))
    }

    /// Prints the help that is asked for in the place of a value.
    fn help(&self) -> io::Result<bool> {
        if self.having.as_deref() == Some("help") {
            let help = self.table.filter_help(self.spoken());
            return print(help.as_bytes(), Payload::Data).map(|()| true);
        }
        self.rows.help(self.table)
    }
}

/// The options of all commands that write a table.
#[derive(clap::Args, Debug)]
pub(super) struct TableArgs {
    #[arg(long, value_name = "FORMAT", default_value = "csv", value_parser = values::table_form(), help_heading = "Output")]
    format: (&'static ReportForm, &'static TableForm),

    #[arg(long, help_heading = "Output")]
    bom: bool,

    #[command(flatten)]
    pub(super) records: ChoosingRecords,

    #[arg(long, value_name = "COLUMN,...", help_heading = "Output")]
    columns: Option<String>,

    #[arg(
        long,
        value_name = "COLUMN,...",
        allow_hyphen_values = true,
        help_heading = "Output"
    )]
    sort: Option<String>,

    #[arg(long, value_name = "N", value_parser = values::limit, help_heading = "Output")]
    limit: Option<u64>,

    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(super) output: Option<PathBuf>,

    #[arg(
        long, value_name = "LANG", value_parser = values::language(), hide_possible_values = true,
        help_heading = "Output"
    )]
    lang: Option<Language>,
}

impl TableArgs {
    /// The language of what people are told.
    pub(super) fn spoken(&self) -> Language {
        console::spoken(self.lang)
    }

    /// The games that are taken, given what is [asked](Self::asked).
    pub(super) fn choice(&self, query: &Query, filter: Option<Filter>, file: &ConfigFile) -> Choice {
        let fail_on = file.fail_on.unwrap_or_default();
        self.records.choice_by(filter, query.book, fail_on)
    }

    /// What is wrong about options that are seen together, given what is read.
    pub(super) fn wrong(&self, reading: &Reading) -> Option<Message> {
        if self.bom && self.format.0.name != CSV {
            return Some(not_for_spreadsheets());
        }
        self.wrong_output().or_else(|| self.records.wrong(reading))
    }

    /// What is wrong with the file that is written.
    pub(super) fn wrong_output(&self) -> Option<Message> {
        wrong_place(self.format.0, self.output.as_deref(), false)
    }

    /// What is asked of a table, and of which games. A condition that is not about games may be about the rows.
    ///
    /// # Errors
    ///
    /// What is wrong with an option.
    pub(super) fn asked(&self, table: &'static Table) -> Result<(Query, Option<Filter>), Complaint> {
        let wrong = |option, text, fault| Complaint::about(option, text, fault, self.spoken());
        let names: Vec<_> = table.headings().iter().map(|it| it.name).collect();
        let columns = match self.columns.as_deref() {
            None => (0..table.usual()).collect(),
            Some(list) => stats::columns(list, &names, table.usual())
                .map_err(|fault| wrong("--columns", list, fault))?,
        };
        let order = match self.sort.as_deref() {
            None => Vec::new(),
            Some(list) => stats::orders(list, &names).map_err(|fault| wrong("--sort", list, fault))?,
        };
        let layout = Layout {
            form: if self.bom {
                SPREADSHEET_TABLE
            } else {
                self.format.1
            },
            heads: self.bom.then(|| {
                let head = |&at: &usize| table.headings()[at].head(self.spoken());
                columns.iter().map(head).collect()
            }),
            columns: columns.into_iter().map(|at| (at, names[at])).collect(),
        };
        let mut query = Query {
            order,
            limit: self.limit,
            book: self.records.book(self.spoken())?,
            ..Query::new(table, layout)
        };
        let Some(text) = self.records.filter.as_deref() else {
            return Ok((query, None));
        };
        match Query::filter(text) {
            Ok(filter) => return Ok((query, Some(filter))),
            Err(mut fault) if !table.has_rows_of_records() => {
                if table.is_about_many() && table.filter(text).is_ok() {
                    fault.help = Some(say(
                        "use --having for the columns of this table",
                        "この表の列についての条件は `--having` に書く",
                    ));
                }
                return Err(wrong("--where", text, fault));
            }
            Err(_) => {}
        }
        query.having = Some(
            table
                .filter(text)
                .map_err(|fault| wrong("--where", text, fault))?,
        );
        Ok((query, None))
    }

    /// Prints the help that is asked for in the place of a value.
    ///
    /// # Errors
    ///
    /// When it cannot be printed.
    pub(super) fn help(&self, table: &Table) -> io::Result<bool> {
        let asks = |value: &Option<String>| value.as_deref() == Some("help");
        if asks(&self.columns) || asks(&self.sort) {
            let help = table.help(self.spoken());
            return print(help.as_bytes(), Payload::Data).map(|()| true);
        }
        self.records.help(self.spoken())
    }
}

// Counting as the work of a run.

/// How every record is counted.
struct Counting<'q> {
    checker: Checker,
    /// Whose names are written otherwise, too.
    names: Arc<Names>,
    /// What else a game must be like.
    choice: Choice,
    query: &'q Query,
    /// The page, if one is made.
    page: Option<PageBuilder>,
}

/// What a stretch of records comes to.
#[derive(Default)]
struct Counted {
    /// The number of records that were read.
    read: u64,
    part: Part,
    tally: Tally,
    left_out: LeftOut,
    page: PagePart,
}

impl Work for Counting<'_> {
    type Worker = (Session, Option<GameCollector>);
    type Output = Counted;

    fn worker(&self) -> Self::Worker {
        let collector = self.query.collector(self.choice.filter(), self.page.is_some());
        (self.checker.session(), Some(collector.calling(&self.names)))
    }

    fn record(
        &self,
        (session, collector): &mut Self::Worker,
        file: &SourceFile<'_>,
        record: Record<'_>,
        output: &mut Counted,
    ) {
        output.read += 1;
        if !self.query.may_want(file.path, record.index) {
            return;
        }
        let left_out = &mut output.left_out;
        let checked = self
            .choice
            .check(session, collector, file, record, left_out, |_| {});
        let Some((game, Some(figures))) = checked else {
            return;
        };
        output.tally.add(&game.judgement);
        if let Some(page) = &self.page {
            page.add(
                &game,
                &game.judgement.shown(Severity::Note),
                &figures,
                &mut output.page,
            );
        }
        self.query.add(figures, &mut output.part);
    }
}
