//! Tables for other programs: asked for in the words of the command line, and made of typed cells instead of text. The Python package
//! stands on this.

use std::ffi::OsString;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::{CommandFactory, Parser};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::config::Complaint;
use super::job::Plan;
use super::{Cli, Verb, usage};
use crate::batch::{Cancel, Event, Inputs, Request, Run, Work};
use crate::check::{Checked, Checker, Session, SourceFile};
use crate::finding::{Finding, Language, Severity};
use crate::record::{Outcome, Record, Terminal};
use crate::report::{Cell, TableForm};
use crate::stats::{Answer, GameCollector, Kind, Layout, Names, Part, Query};

/// A table of the records that a command line names: `findings`, `records`, or a table of `kifu stats`.
///
/// ```
/// use kifu::cli::{Dataset, Taken, Value};
///
/// let dataset = Dataset::of("games", ["--columns", "black,plies", "fixtures/show/game.kifu"]).unwrap();
/// let mut plies = Vec::new();
/// dataset.read(&Default::default(), |taken| {
///     if let Taken::Row(mut row) = taken
///         && let Some(Value::Whole(number)) = row.nth(1)
///     {
///         plies.push(number);
///     }
///     Ok(())
/// }).unwrap();
/// assert!(plies[0] > 0);
/// ```
pub struct Dataset {
    request: Request,
    run: Run,
    making: Making,
}

/// How the rows of a table are made.
struct Making {
    checker: Checker,
    names: Arc<Names>,
    content: Content,
}

/// What the rows of a table are made of.
enum Content {
    /// A row for each finding.
    Findings,
    /// A row for each record.
    Records,
    /// A table of `kifu stats`.
    Table(Box<Query>),
}

/// A column of a [`Dataset`].
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What its cells hold, where they hold anything.
    pub holds: Holds,
}

/// What the cells of a column hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Text.
    Text,
    /// One of a few words.
    Word,
    /// Whole numbers.
    Whole,
    /// Fractions; a whole number stands for one, too.
    Number,
    /// `true` or `false`.
    Truth,
    /// Lists of whole numbers.
    Wholes,
    /// Lists in which a name and a value follow each other.
    Pairs,
}

/// What comes of reading.
#[derive(Debug)]
pub enum Taken<'t> {
    /// The next row.
    Row(Row<'t>),
    /// So many more records were read, in so many bytes.
    Read(u64, u64),
    /// A path that could not be read, and why.
    Failed(String, io::Error),
}

impl Dataset {
    /// The table that these arguments of `kifu validate` (`findings`, `records`) or `kifu stats` (all others) ask for.
    ///
    /// # Errors
    ///
    /// What is wrong with the arguments or with the files of settings that they name, in the words of the command.
    pub fn of(table: &str, arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Result<Self, String> {
        let verb: &[&str] = match table {
            "findings" | "records" => &["kifu", "validate"],
            _ => &["kifu", "stats", "--table", table],
        };
        let mut words: Vec<OsString> = verb.iter().map(Into::into).collect();
        words.extend(arguments.into_iter().map(Into::into));
        let parsed = Cli::try_parse_from(&words);
        let Cli { verb } = parsed.map_err(|error| usage::in_words(error, &Cli::command()))?;
        let (basis, content) = match &verb {
            Verb::Stats(args) => {
                let query = args.query().map_err(Complaint::into_words)?;
                (args.basis(), Content::Table(Box::new(in_cells(query))))
            }
            Verb::Validate(args) if table == "records" => (args.basis(), Content::Records),
            Verb::Validate(args) => (args.basis(), Content::Findings),
            _ => return Err(format!("`{table}` is not a table")),
        };
        let (reading, ruling, layer) = basis;
        let plan = Plan::of(reading.request(), reading, ruling, layer, Language::English);
        let plan = plan.map_err(Complaint::into_words)?;
        Ok(Self {
            request: plan.request,
            run: reading.run(Cancel::default()),
            making: Making {
                checker: Checker::new(plan.settings),
                names: Names::of(&plan.file.names),
                content,
            },
        })
    }

    /// The checker that these arguments make.
    pub fn checker(&self) -> &Checker {
        &self.making.checker
    }

    /// Its columns, in the order of the cells of a row.
    pub fn columns(&self) -> Vec<Column> {
        let query = match &self.making.content {
            Content::Findings => return FINDINGS.to_vec(),
            Content::Records => return RECORDS.to_vec(),
            Content::Table(query) => query,
        };
        let headings = query.table.headings();
        let chosen = query.layout.columns.iter();
        chosen
            .map(|&(at, name)| {
                let holds = match headings[at].kind {
                    Kind::Text | Kind::Date => Holds::Text,
                    Kind::Word(_) => Holds::Word,
                    Kind::Whole => Holds::Whole,
                    Kind::Number => Holds::Number,
                    Kind::Truth => Holds::Truth,
                };
                Column { name, holds }
            })
            .collect()
    }

    /// Reads the paths and hands the rows over, until the flag is set or `take` fails.
    ///
    /// # Errors
    ///
    /// When `take` fails, and when there is no room for rows that have to be sorted.
    pub fn read(
        &self,
        stop: &Arc<AtomicBool>,
        take: impl FnMut(Taken<'_>) -> io::Result<()> + Send,
    ) -> io::Result<()> {
        let cancel = Cancel::from(Arc::clone(stop));
        let run = Run {
            cancel: cancel.clone(),
            ..self.run.clone()
        };
        let inputs = Inputs::new(self.request.clone()).until(cancel);
        let mut rows = Rows::begin(&self.making.content, take)?;
        let ended = run.execute(inputs, &self.making, |event| {
            match event {
                Event::Skipped(_) => {}
                Event::Failed(failure) | Event::BrokenOff(failure) => {
                    rows.other(Taken::Failed(failure.shown, failure.error))?;
                }
                Event::Done(result) => {
                    let records = result.output.records;
                    rows.add(result.output)?;
                    rows.other(Taken::Read(records, result.bytes))?;
                }
            }
            Ok(ControlFlow::Continue(()))
        });
        match ended? {
            ControlFlow::Continue(()) => rows.finish(),
            ControlFlow::Break(_) => Ok(()),
        }
    }

    /// Hands over the rows of files whose paths and bytes are in memory, on all threads, in the order of the files.
    ///
    /// # Errors
    ///
    /// When `take` fails.
    pub fn read_bytes(
        &self,
        files: &[(&str, &[u8])],
        take: impl FnMut(Taken<'_>) -> io::Result<()> + Send,
    ) -> io::Result<()> {
        let making = &self.making;
        let made: Vec<Made> = self.run.on_threads(|| {
            let made = files.par_iter().map_init(
                || making.worker(),
                |worker, &(path, bytes)| {
                    let mut made = Made::default();
                    for file in making.checker.check(path, bytes) {
                        for record in file.unchecked() {
                            making.record(worker, &file.source(), record, &mut made);
                        }
                    }
                    made
                },
            );
            made.collect()
        })?;
        let mut rows = Rows::begin(&self.making.content, take)?;
        made.into_iter().try_for_each(|it| rows.add(it))?;
        rows.finish()
    }
}

/// The same, written as typed cells.
fn in_cells(query: Query) -> Query {
    Query {
        layout: Layout {
            form: &CELLS,
            ..query.layout
        },
        ..query
    }
}

// Rows as they come together.

/// What a stretch of records comes to.
#[derive(Default)]
struct Made {
    records: u64,
    /// Rows of findings or records, and where each ends.
    cells: Vec<u8>,
    ends: Vec<usize>,
    /// What it adds to a table of `kifu stats`.
    part: Part,
}

/// Rows on their way to whoever takes them.
enum Rows<'d, F> {
    Made(Take<F>),
    Answer(Box<Answer<'d, Take<F>>>),
}

/// Takes rows one by one.
struct Take<F>(F);

impl<F: FnMut(Taken<'_>) -> io::Result<()>> Write for Take<F> {
    fn write(&mut self, row: &[u8]) -> io::Result<usize> {
        (self.0)(Taken::Row(Row(row)))?;
        Ok(row.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'d, F: FnMut(Taken<'_>) -> io::Result<()>> Rows<'d, F> {
    fn begin(content: &'d Content, take: F) -> io::Result<Self> {
        Ok(match content {
            Content::Table(query) => Self::Answer(Box::new(Answer::begin(query, Take(take))?)),
            _ => Self::Made(Take(take)),
        })
    }

    fn add(&mut self, made: Made) -> io::Result<()> {
        let take = match self {
            Self::Answer(answer) => return answer.take(made.part),
            Self::Made(take) => take,
        };
        let mut start = 0;
        for end in made.ends {
            take.write_all(&made.cells[start..end])?;
            start = end;
        }
        Ok(())
    }

    fn other(&mut self, taken: Taken<'_>) -> io::Result<()> {
        match self {
            Self::Answer(answer) => (answer.get_mut().0)(taken),
            Self::Made(take) => (take.0)(taken),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Answer(answer) => answer.finish().map(|_| ()),
            Self::Made(_) => Ok(()),
        }
    }
}

impl Work for Making {
    type Worker = (Session, Option<GameCollector>);
    type Output = Made;

    fn worker(&self) -> Self::Worker {
        let collector = match &self.content {
            Content::Table(query) => Some(query.collector(false).calling(&self.names)),
            _ => None,
        };
        (self.checker.session(), collector)
    }

    fn record(
        &self,
        (session, collector): &mut Self::Worker,
        file: &SourceFile<'_>,
        record: Record<'_>,
        made: &mut Made,
    ) {
        made.records += 1;
        if let (Content::Table(query), Some(collector)) = (&self.content, collector) {
            collector.begin(&record);
            let game = session.check_watched(file, record, |played| collector.see(played));
            let encoding = file.text.encoding().name();
            let figures = collector.game(&Arc::from(file.path), encoding, &game.record, &game.judgement);
            if query.wants(&figures) {
                query.add(figures, &mut made.part);
            }
            return;
        }
        let game = session.check(file, record);
        let mut row = |cells: &dyn Fn(&mut Vec<u8>)| {
            cells(&mut made.cells);
            made.ends.push(made.cells.len());
        };
        if matches!(self.content, Content::Records) {
            row(&|out| push_record(&game, out));
        } else {
            for finding in &game.judgement.findings {
                row(&|out| push_finding(&game, finding, out));
            }
        }
    }
}

// The tables of `kifu validate`: a row for each finding, and a row for each record.

const fn column(name: &'static str, holds: Holds) -> Column {
    Column { name, holds }
}

const FINDINGS: &[Column] = &[
    column("path", Holds::Text),
    column("record", Holds::Whole),
    column("format", Holds::Word),
    column("game", Holds::Word),
    column("profile", Holds::Word),
    column("rule", Holds::Word),
    column("severity", Holds::Word),
    column("ply", Holds::Whole),
    column("variation", Holds::Wholes),
    column("line", Holds::Whole),
    column("column", Holds::Whole),
    column("byte", Holds::Whole),
    column("side", Holds::Word),
    column("move", Holds::Text),
    column("position", Holds::Text),
    column("message", Holds::Text),
    column("after_foul", Holds::Truth),
    column("acknowledged", Holds::Truth),
];

const RECORDS: &[Column] = &[
    column("path", Holds::Text),
    column("record", Holds::Whole),
    column("format", Holds::Word),
    column("game", Holds::Word),
    column("profile", Holds::Word),
    column("encoding", Holds::Word),
    column("plies", Holds::Whole),
    column("end", Holds::Word),
    column("stated", Holds::Word),
    column("verdict", Holds::Word),
    column("findings", Holds::Whole),
    column("errors", Holds::Whole),
    column("warnings", Holds::Whole),
    column("notes", Holds::Whole),
    column("headers", Holds::Pairs),
];

/// The cells with which a row of either begins.
fn push_head(game: &Checked<'_>, out: &mut Vec<u8>) {
    push(&Cell::text(game.path), out);
    push(&Cell::count(game.record.index), out);
    push(&Cell::text(game.record.format.name()), out);
    push(&Cell::text(game.record.game.name), out);
    push(&Cell::text(&*game.profile.name), out);
}

fn push_finding(game: &Checked<'_>, finding: &Finding, out: &mut Vec<u8>) {
    push_head(game, out);
    push(&Cell::text(finding.rule.name), out);
    push(&Cell::text(finding.severity.name()), out);
    push(&finding.ply.map_or(Cell::Empty, Cell::count), out);
    let points = finding.variation.iter();
    push_list(points.flat_map(|&(ply, way)| [ply, way]).map(Cell::count), out);
    let place = finding.place(game.text);
    push(&place.map_or(Cell::Empty, |it| Cell::count(it.0)), out);
    push(&place.map_or(Cell::Empty, |it| Cell::count(it.1)), out);
    let byte = finding.span.map(|it| game.text.source_offset(it.start as usize));
    push(&byte.map_or(Cell::Empty, Cell::count), out);
    push(&Cell::known(finding.seat.map(|it| it.name)), out);
    push(&Cell::known(finding.moved.as_deref()), out);
    push(&Cell::known(finding.position.as_deref()), out);
    push(&Cell::text(finding.message.english()), out);
    push(&Cell::Truth(finding.after_foul), out);
    push(&Cell::Truth(finding.acknowledged), out);
}

fn push_record(game: &Checked<'_>, out: &mut Vec<u8>) {
    let judgement = &game.judgement;
    push_head(game, out);
    push(&Cell::text(game.text.encoding().name()), out);
    push(&Cell::count(judgement.plies), out);
    push(&Cell::known(judgement.end.map(Terminal::name)), out);
    push(&Cell::known(judgement.stated.map(Outcome::name)), out);
    push(&Cell::known(judgement.verdict.map(Outcome::name)), out);
    push(&Cell::count(judgement.findings.len()), out);
    for severity in Severity::ALL {
        let such = judgement.findings.iter().filter(|it| it.severity == severity);
        push(&Cell::count(such.count()), out);
    }
    let headers = game.record.headers.iter();
    push_list(
        headers.flat_map(|it| [Cell::text(&*it.name), Cell::text(&*it.value)]),
        out,
    );
}

// Cells as bytes, so that rows can be sorted and put aside like those of any other form of output.

const EMPTY: u8 = 0;
const TRUTH: u8 = 1;
const WHOLE: u8 = 2;
const NUMBER: u8 = 3;
const TEXT: u8 = 4;
const LIST: u8 = 5;

/// Tables of typed cells.
static CELLS: TableForm = TableForm {
    head: |_, _| {},
    begin: b"",
    cell: |_, cell, out| push(&cell, out),
    end: |_, _| {},
};

/// Adds a cell to a row.
fn push(cell: &Cell<'_>, out: &mut Vec<u8>) {
    match cell {
        Cell::Empty => out.push(EMPTY),
        Cell::Truth(truth) => out.extend([TRUTH, u8::from(*truth)]),
        Cell::Whole(number) => {
            out.push(WHOLE);
            out.extend(number.to_le_bytes());
        }
        Cell::Real(number) => {
            out.push(NUMBER);
            out.extend(number.to_le_bytes());
        }
        Cell::Text(text) => {
            out.push(TEXT);
            out.extend((text.len() as u64).to_le_bytes());
            out.extend_from_slice(text.as_bytes());
        }
    }
}

/// Adds a cell that is a list.
fn push_list<'c>(cells: impl Iterator<Item = Cell<'c>>, out: &mut Vec<u8>) {
    out.push(LIST);
    let length_at = out.len();
    out.extend([0; 8]);
    let mut length = 0_u64;
    for cell in cells {
        push(&cell, out);
        length += 1;
    }
    out[length_at..length_at + 8].copy_from_slice(&length.to_le_bytes());
}

/// A row: an iterator over its cells, in the order of the columns.
#[derive(Clone, Debug)]
pub struct Row<'r>(&'r [u8]);

/// A cell of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'r> {
    /// Nothing is known.
    Empty,
    /// `true` or `false`.
    Truth(bool),
    /// A whole number.
    Whole(i64),
    /// A fraction.
    Number(f64),
    /// Text.
    Text(&'r str),
    /// So many cells follow that are one in the row.
    List(u64),
}

impl<'r> Row<'r> {
    /// How many bytes it takes.
    pub fn size(&self) -> usize {
        self.0.len()
    }

    fn take(&mut self, length: usize) -> &'r [u8] {
        let (taken, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        taken
    }

    fn number(&mut self) -> [u8; 8] {
        self.take(8).try_into().unwrap_or_default()
    }
}

impl<'r> Iterator for Row<'r> {
    type Item = Value<'r>;

    fn next(&mut self) -> Option<Value<'r>> {
        Some(match *self.take(1).first()? {
            TRUTH => Value::Truth(self.take(1) == [1]),
            WHOLE => Value::Whole(i64::from_le_bytes(self.number())),
            NUMBER => Value::Number(f64::from_le_bytes(self.number())),
            TEXT => {
                let length = u64::from_le_bytes(self.number());
                let text = self.take(usize::try_from(length).unwrap_or(usize::MAX));
                Value::Text(std::str::from_utf8(text).unwrap_or_default())
            }
            LIST => Value::List(u64::from_le_bytes(self.number())),
            _ => Value::Empty,
        })
    }
}
