//! The command `kifu stats`, which writes tables of statistics.

use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clap::ValueHint;
use clap::builder::ArgPredicate;

use super::Status;
use super::args::{EventArgs, ReadingArgs, RecordArgs, unique_usage_error};
use super::console::{self, RunTotals};
use super::html::{self, HtmlArgs, persist};
use super::job::{Consumer, Job};
use super::output::{ReportTarget, print, target};
use super::run_stats::RunStats;
use super::sheet::{Destination, check_destination};
use super::stop::Stop;
use super::values::{self, bom_error};
use crate::audit::sheet::Sheet;
use crate::batch::{ChunkResult, Run};
use crate::check::Checker;
use crate::finding::{Language, Message, Severity, bilingual, message};
use crate::output::Target;
use crate::page::PageSink;
#[cfg(feature = "parquet")]
use crate::report::cells::PARQUET;
use crate::report::cells::SQLITE;
use crate::report::{CSV, ReportForm, SPREADSHEET_TABLE, TableForm, WORKBOOK};
use crate::run::{
    CheckRun, CheckedPart, IndexedRecords, PartOf, RecordCounts, RecordFilter, Renderer, RunOptions, Sink,
    SinkTarget, TableOptions, TableSink, TallySink, damaged_message, request,
};
use crate::stats::{Filter, Layout, Query, Table};
use crate::text::Payload;

/// Reads and checks records, and writes a table of statistics, or the help if an option has the value `help`.
///
/// # Errors
///
/// Returns an error if the options cannot be used, or if the output cannot be written.
pub(super) fn run(args: &StatsArgs) -> Result<Status, Stop> {
    if args.help()? {
        return Ok(Status::Clean);
    }
    let (language, terminal, options) = (args.message_language(), args.reading.terminal, args.options());
    let (page, output) = (args.page.path(), args.rows.output.as_deref());
    let same_file_error = html::check_distinct(&[("--html", page), ("--output", output)]);
    let usage_error = same_file_error.or_else(|| args.usage_error(&options));
    let (mut queries, mut game_filter) = (Vec::new(), None);
    // If the options cannot be used together, their values are not read.
    for &table in args.tables.iter().filter(|_| usage_error.is_none()) {
        let form = args.rows.form();
        let (query, filter) = args
            .table_options()
            .query(table, options.filter.as_deref(), form)?;
        queries.push(query);
        game_filter = filter;
    }
    let mut job = if options.input.is_empty() && !options.sheet.is_empty() {
        // The games are those of the sheets, so there may be no records.
        Stop::if_some(usage_error)?;
        let request = request(&options.input, Vec::new(), Vec::new());
        Job::from_request(request, options, terminal, language)?
    } else {
        Job::begin(options, terminal, language, usage_error)?
    };
    if !job.options.sheet.is_empty() {
        let sheets = job.read_sheets()?;
        let games: Vec<_> = sheets.iter().flat_map(Sheet::event_games).collect();
        for query in queries.iter_mut().filter(|query| query.table.has_events()) {
            query.sheet = Some(games.clone());
        }
    }
    Ok(write(
        job,
        &args.rows,
        queries,
        game_filter,
        None,
        Some(&args.page),
    )?)
}

/// Reads and checks the records of a job, and writes tables of the records that match the filter: one table, or several
/// in a workbook. Also writes an HTML page, if `page` requests one.
///
/// If `indexed` is given, only the records that the index lists are checked.
///
/// # Errors
///
/// Returns an error if the output cannot be written.
pub(super) fn write<const HAS_TREE: bool>(
    mut job: Job,
    rows: &TableArgs<HAS_TREE>,
    queries: Vec<Query>,
    filter: Option<Filter>,
    indexed: Option<Arc<IndexedRecords>>,
    page: Option<&HtmlArgs>,
) -> io::Result<Status> {
    let queries = queries.into_iter().map(|query| Query {
        layout: rows.layout(query.layout.clone(), query.table),
        ..job.effective.complete_query(query)
    });
    let queries = &queries.collect::<Vec<_>>()[..];
    let target = target(rows.output.as_deref(), rows.format.0.content, &job.protected)?;
    let target = match rows.format.0.name {
        #[cfg(feature = "xlsx")]
        WORKBOOK => Destination::workbook(
            target,
            rows.output.as_deref(),
            queries
                .iter()
                .map(|query| query.sheet(rows.message_language()))
                .collect(),
        )?,
        #[cfg(feature = "parquet")]
        PARQUET => {
            let columns = queries.first().map(Query::columns);
            Destination::parquet(target, &columns.unwrap_or_default())?
        }
        #[cfg(feature = "sqlite")]
        SQLITE => {
            let tables = queries.iter().map(|query| (query.table.name, query.columns()));
            Destination::database(target, tables.collect())?
        }
        _ => Destination::plain(target),
    };
    let page = page.map_or(Ok(None), |page| html::open(page, &job))?;
    let destination = Arc::new(Mutex::new(target));
    let mut tables = TableSink::begin(queries, |sheet| TableRows {
        destination: Arc::clone(&destination),
        sheet,
    })?;
    if let Some(query) = tables.query_with_reference() {
        job.read_reference(query, |file, part| tables.add_reference(file, part))?;
        tables.check_reference()?;
    }
    let sinks = (TallySink::new(), page, tables);
    let renderer = sinks.renderer();
    let checker = Checker::new(job.effective.settings_for(&renderer.needs()));
    let rules = checker.profile_names();
    let console = job.console();
    let filter = RecordFilter::new(&job.options, &job.effective, filter).restricted_to(indexed);
    let work = CheckRun {
        filter: job.without_copies(filter, &checker, &console)?,
        checker,
        severity: Severity::Note,
        renderer,
    };
    let outputs = Outputs {
        sinks,
        counts: RecordCounts::default(),
        destination,
        rules,
        indexed: work.filter.indexed(),
        read_counts: HashMap::new(),
        is_full: false,
        settings: job.run_settings(),
    };
    job.run(console, &work, outputs)
}

/// The rows of a table, which go to its sheet of the destination that all tables of the run have in common.
struct TableRows {
    destination: Arc<Mutex<Destination>>,
    sheet: usize,
}

impl Write for TableRows {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lock(&self.destination).write_rows(self.sheet, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        lock(&self.destination).flush()
    }
}

fn lock(destination: &Mutex<Destination>) -> MutexGuard<'_, Destination> {
    destination.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SinkTarget for TableRows {
    fn protect(&self, input: &Path) -> io::Result<()> {
        lock(&self.destination).target().protect(input)
    }
}

/// The sinks of the outputs: the counts, the HTML page if one was requested, and the tables.
type Sinks<'q> = (TallySink, Option<PageSink<Target>>, TableSink<'q, TableRows>);

/// The outputs of a run.
struct Outputs<'q> {
    sinks: Sinks<'q>,
    /// The numbers of records so far.
    counts: RecordCounts,
    destination: Arc<Mutex<Destination>>,
    /// The names of the profiles that were applied.
    rules: String,
    /// The records and files listed by an index, if an index is used.
    indexed: Option<&'q IndexedRecords>,
    /// The number of records that were read from each file. The map is empty without an index.
    read_counts: HashMap<String, u64>,
    /// `true` if reading stopped early because the maximum number of rows was written.
    is_full: bool,
    /// The settings of the run, which contain the number of threads that find duplicates.
    settings: Run,
}

impl Outputs<'_> {
    /// Returns the name of the index if its numbers of records in files differ from the numbers that were read. Returns
    /// `None` if the numbers are equal, if not all records were read, or without an index.
    fn damaged_index(&self, run: &RunStats) -> Option<&str> {
        let is_complete = !run.interrupted && !self.is_full && run.is_complete();
        let indexed = self
            .indexed
            .filter(|index| is_complete && index.files != self.read_counts)?;
        Some(&indexed.name)
    }
}

impl<'q> Consumer<CheckedPart<PartOf<Sinks<'q>>>> for Outputs<'q> {
    fn take(
        &mut self,
        result: ChunkResult<CheckedPart<PartOf<Sinks<'q>>>>,
        run: &mut RunStats,
    ) -> io::Result<ControlFlow<()>> {
        let path = self.indexed.map(|_| result.path.clone());
        let counts = run.take(&mut self.sinks, result)?;
        if let Some(path) = path {
            *self.read_counts.entry(path).or_default() += counts.read;
        }
        self.counts.merge(counts);
        let (_, page, tables) = &self.sinks;
        Ok(if page.is_none() && tables.is_full() {
            self.is_full = true;
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }

    fn close(self, run: &RunStats) -> io::Result<(RunTotals, Status)> {
        let damaged_index = self.damaged_index(run).map(str::to_owned);
        let (tally, page, tables) = self.sinks;
        let totals = RunTotals::Checked {
            tally: tally.counts,
            rules: self.rules,
            left_out: self.counts.excluded,
        };
        if let Some(name) = damaged_index {
            run.console.error(&name, &damaged_message());
            return Ok((totals, Status::Failed));
        }
        let mut is_valid = true;
        for mut answer in tables.into_answers() {
            if run.interrupted {
                is_valid &= answer.abort()?.1;
                continue;
            }
            if answer.has_unfound_duplicates() {
                self.settings.on_threads(|| answer.find_duplicates())??;
            }
            answer.finish()?;
        }
        // The answers, which were the other owners, are gone.
        let Some(destination) = Arc::into_inner(self.destination) else {
            return Err(io::ErrorKind::Other.into());
        };
        let mut target = destination.into_inner().unwrap_or_else(PoisonError::into_inner);
        if !is_valid && !target.target().is_file() {
            // If the output is a file, `persist` prints this message.
            let name = target.target().name().in_language(run.language);
            run.unwritten(&name);
        }
        target.sync()?;
        persist([ReportTarget::Target(target)], page, run)?;
        Ok((totals, Status::Clean))
    }
}

// The options of `kifu stats`.

#[derive(clap::Args, Debug)]
pub(super) struct StatsArgs {
    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    event: EventArgs,

    #[arg(
        long = "table", value_name = "TABLE", default_value = "games", value_delimiter = ',', num_args = 1,
        value_parser = values::table(), help_heading = "Output"
    )]
    tables: Vec<&'static Table>,

    #[arg(long, value_name = "EXPR", help_heading = "Output")]
    having: Option<String>,

    #[arg(long, value_name = "N", value_parser = values::number(0..=100_000), help_heading = "Output")]
    depth: Option<u32>,

    #[arg(long, value_name = "N", value_parser = values::number(1..=6000), help_heading = "Output")]
    blunder: Option<u32>,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    sheet: Vec<PathBuf>,

    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath, help_heading = "Output")]
    against: Vec<PathBuf>,

    #[command(flatten)]
    rows: TableArgs<false>,

    #[command(flatten)]
    page: HtmlArgs,
}

impl StatsArgs {
    /// Returns the run options that these arguments set.
    pub(super) fn options(&self) -> RunOptions {
        let options = self.event.add_to(self.reading.options());
        self.rows.records.add_to(RunOptions {
            sheet: self.sheet.clone(),
            ..options
        })
    }

    /// Returns the options of the table that these arguments set.
    pub(super) fn table_options(&self) -> TableOptions {
        TableOptions {
            having: self.having.clone(),
            depth: self.depth,
            blunder: self.blunder,
            against: self.against.clone(),
            ..self.rows.options()
        }
    }

    /// Returns the names of the tables that the user chose, separated by commas.
    pub(super) fn table(&self) -> String {
        let names: Vec<_> = self.tables.iter().map(|table| table.name).collect();
        names.join(",")
    }

    /// Returns the language of messages: that of `--lang`, or else that of the locale.
    pub(super) fn message_language(&self) -> Language {
        self.rows.message_language()
    }

    /// Returns the reason why the options cannot be used together, or `None` if they can.
    fn usage_error(&self, options: &RunOptions) -> Option<Message> {
        if let Some(error) = self.rows.usage_error(options) {
            return Some(error);
        }
        let [first, others @ ..] = &self.tables[..] else {
            return None;
        };
        if let Some(error) = self.error_of_tables(first, others) {
            return Some(error);
        }
        let table = first.name;
        if self.having.is_some() && !first.is_aggregate() {
            return Some(message!(
                "--having is for tables about many games; for `{table}` use --where",
                "`--having` は多くの対局をまとめた表に使う。`{table}` には `--where` を使う",
            ));
        }
        if let Err(error) = self.table_options().check(self.tables.iter().copied()) {
            return Some(error);
        }
        if !self.sheet.is_empty() && !self.tables.iter().any(|it| it.has_events()) {
            return Some(message!(
                "--sheet is for the tables `standings` and `cross-table`, not for `{table}`",
                "`--sheet` は表 `standings` と `cross-table` に使う。`{table}` には使えない",
            ));
        }
        if !self.sheet.is_empty() && (options.filter.is_some() || options.clean || options.unique) {
            return Some(bilingual(
                "--sheet counts the games of the sheet, so --where, --clean and --unique have no effect on them",
                "`--sheet` は表の対局を数えるので、`--where`、`--clean`、`--unique` は使えない",
            ));
        }
        if self.blunder.is_some()
            && options.filter.is_none()
            && !self.tables.iter().any(|it| it.has_blunders())
        {
            return Some(message!(
                "--blunder is for the tables `games` and `players`, not for `{table}`",
                "`--blunder` は表 `games` と `players` に使う。`{table}` には使えない",
            ));
        }
        (self.depth.is_some() && !self.tables.iter().any(|it| it.has_positions())).then(|| {
            message!(
                "--depth is for the tables `positions` and `next-moves`, not for `{table}`",
                "`--depth` は表 `positions` と `next-moves` に使う。`{table}` には使えない",
            )
        })
    }

    /// Returns the reason why these tables cannot be written together, or `None` if they can.
    fn error_of_tables(&self, first: &Table, others: &[&Table]) -> Option<Message> {
        let repeated = (0..others.len()).find(|&at| {
            let mut before = std::iter::once(first).chain(others[..at].iter().copied());
            before.any(|table| table.name == others[at].name)
        });
        if let Some(at) = repeated {
            let name = others[at].name;
            return Some(message!(
                "table `{name}` occurs twice in --table",
                "`--table` に表 `{name}` が2回書かれている",
            ));
        }
        if others.is_empty() {
            return None;
        }
        if ![WORKBOOK, SQLITE].contains(&self.rows.format.0.name) {
            return Some(bilingual(
                "several tables need a workbook or a database; use --format xlsx -o FILE.xlsx or --format sqlite -o FILE.sqlite",
                "複数の表はブックかデータベースに書き出す。`--format xlsx -o ファイル名.xlsx` か `--format sqlite -o ファイル名.sqlite` を指定する",
            ));
        }
        let options = [
            ("--columns", self.rows.columns.is_some()),
            ("--sort", self.rows.sort.is_some()),
            ("--having", self.having.is_some()),
        ];
        let (option, _) = options.into_iter().find(|(_, is_given)| *is_given)?;
        Some(message!(
            "{option} is for a single table",
            "`{option}` は表が1つのときに使う",
        ))
    }

    /// Prints the help if the value of `--having`, `--columns`, `--sort` or `--where` is `help`. Returns whether help
    /// was printed.
    fn help(&self) -> io::Result<bool> {
        let Some(table) = self.tables.first() else {
            return Ok(false);
        };
        if self.having.as_deref() == Some("help") {
            let help = table.filter_help(self.message_language());
            return print(help.as_bytes(), Payload::Data).map(|()| true);
        }
        self.rows.help(table)
    }
}

/// The options of all commands that write a table, or a tree if `HAS_TREE` is set.
#[derive(clap::Args, Debug)]
pub(super) struct TableArgs<const HAS_TREE: bool> {
    #[arg(
        long, value_name = "FORMAT", default_value = "csv", default_value_ifs = default_formats(HAS_TREE),
        value_parser = if HAS_TREE { values::form_of_table_or_tree() } else { values::table_form() },
        help_heading = "Output"
    )]
    format: (&'static ReportForm, &'static TableForm),

    #[arg(long, help_heading = "Output")]
    bom: bool,

    #[command(flatten)]
    pub(super) records: RecordArgs,

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

/// Returns the default values of `--format` that depend on other options: `text` for a tree.
fn default_formats(has_tree: bool) -> Option<(&'static str, ArgPredicate, Option<&'static str>)> {
    has_tree.then_some(("tree", ArgPredicate::IsPresent, Some("text")))
}

impl<const HAS_TREE: bool> TableArgs<HAS_TREE> {
    /// Returns whether the output format is JSON.
    pub(super) fn is_json(&self) -> bool {
        self.format.0.name == "json"
    }

    /// Returns whether the output format is one for trees.
    pub(super) const fn is_form_of_tree(&self) -> bool {
        self.format.0.table.is_none()
    }

    /// Returns the language of messages: that of `--lang`, or else that of the locale.
    pub(super) fn message_language(&self) -> Language {
        console::message_language(self.lang)
    }

    /// Returns the options of the table that these arguments set.
    pub(super) fn options(&self) -> TableOptions {
        TableOptions {
            columns: self.columns.clone(),
            sort: self.sort.clone(),
            limit: self.limit,
            ..TableOptions::default()
        }
    }

    /// Returns the form of the rows: CSV for spreadsheets with `--bom`, or the form of `--format` without it.
    pub(super) const fn form(&self) -> &'static TableForm {
        if self.bom {
            SPREADSHEET_TABLE
        } else {
            self.format.1
        }
    }

    /// Returns the layout with the headings of this table. With `--bom`, which is for spreadsheets, the headings are in
    /// the language of the user; without it, they are the names of the columns.
    fn layout(&self, layout: Layout, table: &Table) -> Layout {
        let headings = table.headings();
        let head = |&(at, _): &(usize, &str)| headings[at].head(self.message_language());
        Layout {
            headings: self.bom.then(|| layout.columns.iter().map(head).collect()),
            ..layout
        }
    }

    /// Returns the reason why these options cannot be used, alone or with the options of the run, or `None` if they
    /// can.
    pub(super) fn usage_error(&self, options: &RunOptions) -> Option<Message> {
        if self.bom && self.format.0.name != CSV {
            return Some(bom_error());
        }
        self.output_usage_error().or_else(|| unique_usage_error(options))
    }

    /// Returns the reason why the output format does not fit the output file, or `None` if it fits.
    pub(super) fn output_usage_error(&self) -> Option<Message> {
        check_destination(self.format.0, self.output.as_deref(), false)
    }

    /// Prints the help if the value of `--columns`, `--sort` or `--where` is `help`. Returns whether help was printed.
    ///
    /// # Errors
    ///
    /// Returns an error if the help cannot be printed.
    pub(super) fn help(&self, table: &Table) -> io::Result<bool> {
        let is_help = |value: &Option<String>| value.as_deref() == Some("help");
        if is_help(&self.columns) || is_help(&self.sort) {
            let help = table.help(self.message_language());
            return print(help.as_bytes(), Payload::Data).map(|()| true);
        }
        self.records.help(self.message_language())
    }
}
