//! Tables of typed cells for other programs. The Python package is based on this module.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::audit::AuditRenderer;
use super::effective::Effective;
use super::error::OptionError;
use super::index::search_index;
use super::inputs::{self, request};
use super::options::RunOptions;
use super::output_needs::OutputNeeds;
use super::record_filter::RecordFilter;
use super::reference::Reference;
use super::sheets::read_sheets;
use super::sink::{CheckRun, CheckedPart, CheckedRecord, Renderer};
use super::table::{SearchOptions, TableOptions};
use super::unique::{self, FirstPass};
use crate::audit::sheet::{Completeness, Sheet};
use crate::audit::{Audit, Candidate, ComparedSheet, MAX_MEMORY_BYTES, Sheets};
use crate::batch::{Cancel, Event, Halt, Inputs, Request, Run, Work, stdin_member};
use crate::check::{Checked, Checker, FindingSummary};
use crate::finding::{Finding, Language, Reason, Severity};
use crate::output::ProtectedFiles;
use crate::record::{Outcome, Terminal};
use crate::report::{Cell, TableForm};
use crate::stats::empty_reference_error;
use crate::stats::{Answer, CellType, NameAliases, Part, Piece, Query, Table};
use crate::text::decode;

/// A table that is computed from the selected records: `findings`, `records`, a table of `kifu stats`, or the results of
/// a search.
///
/// ```
/// use kifu::run::{Dataset, ReadEvent, RunOptions, TableOptions, Value};
///
/// let mut options = RunOptions::default();
/// options.input.paths.push("fixtures/show/game.kifu".into());
/// let columns = TableOptions { columns: Some("black,plies".to_owned()), ..TableOptions::default() };
/// let dataset = Dataset::new("games", &options, &columns).unwrap();
/// let mut plies = Vec::new();
/// dataset.read(&Default::default(), |taken| {
///     if let ReadEvent::Row(mut row) = taken
///         && let Some(Value::Whole(number)) = row.nth(1)
///     {
///         plies.push(number);
///     }
///     Ok(())
/// }).unwrap();
/// assert!(plies[0] > 0);
/// ```
pub struct Dataset {
    /// The inputs to read.
    pub(super) request: Request,
    run: Run,
    pub(super) work: CheckRun<RowRenderer>,
    /// The reference of the table, if it has one.
    references: Vec<Reference>,
}

/// The renderer of the rows of a table.
#[derive(Clone)]
pub(super) struct RowRenderer(Arc<Content>);

/// The content of a table, which determines its columns and rows.
enum Content {
    /// A row for each finding.
    Findings,
    /// A row for each record, with the numbers of its findings.
    Records,
    /// A table of `kifu stats`, or the results of a search.
    Table(Box<Query>),
    /// A row for each finding between records, and between records and sheets of results.
    Audit {
        sheets: Vec<Sheet>,
        completeness: Completeness,
    },
}

/// A column of a [`Dataset`].
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The name of the column.
    pub name: &'static str,
    /// The type of the cells in the column. Any cell can be empty.
    pub kind: ColumnType,
}

/// The type of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// Text.
    Text,
    /// One word of a small fixed set.
    Word,
    /// Whole numbers.
    Whole,
    /// Floating-point numbers. A cell may also hold a whole number.
    Number,
    /// `true` or `false`.
    Truth,
    /// Lists of whole numbers.
    Wholes,
    /// Lists in which names and values alternate.
    Pairs,
}

/// An event while inputs are read.
#[derive(Debug)]
pub enum ReadEvent<'t> {
    /// The next row.
    Row(Row<'t>),
    /// The numbers of records and bytes that were read since the last `Read` event.
    Read(u64, u64),
    /// A path that could not be read or could be read only in part, and the reason.
    Failed(String, io::Error),
}

/// Reads sheets of results.
fn sheets(paths: &[PathBuf], effective: &Effective) -> Result<Vec<Sheet>, OptionError> {
    let names = NameAliases::new(&effective.names.value);
    let sheets = read_sheets(paths, &names, |path| ProtectedFiles::begin().open(path));
    Ok(sheets.map_err(|error| Reason::from_io_error(&error))?)
}

impl Dataset {
    /// Creates the table with this name: `findings`, `records`, or a table of `kifu stats`.
    ///
    /// `columns` selects the columns and rows of a table of `kifu stats`; it has no effect on `findings` and `records`.
    ///
    /// # Errors
    ///
    /// Returns an error if the table does not exist, if an option has a wrong value, or if a file of the options
    /// cannot be used.
    pub fn new(table: &str, options: &RunOptions, columns: &TableOptions) -> Result<Self, OptionError> {
        let mut protected = ProtectedFiles::begin();
        let mut effective = Effective::load(options, |path| protected.open(path))?;
        let content = match table {
            "findings" => Content::Findings,
            "records" => Content::Records,
            "audit" => Content::Audit {
                sheets: sheets(&effective.sheet.value, &effective)?,
                completeness: Completeness::new(
                    effective.complete.value,
                    options.filter.is_some() || options.clean,
                ),
            },
            name => {
                let table = Table::named(name);
                let table = table.ok_or_else(|| OptionError::no_table(name))?;
                columns.check(std::iter::once(table))?;
                let (mut query, filter) = columns.query(table, options.filter.as_deref(), &CELLS)?;
                if !options.sheet.is_empty() {
                    let sheets = sheets(&options.sheet, &effective)?;
                    query.sheet = Some(sheets.iter().flat_map(Sheet::event_games).collect());
                }
                let choice = RecordFilter::new(options, &effective, filter);
                let references = Reference::of_query(&query, options, &effective)
                    .map_err(|error| Reason::from_io_error(&error))?;
                return Ok(Self {
                    references,
                    ..Self::of_table(options, &effective, query, choice)
                });
            }
        };
        let baseline = effective.read_baseline(options, &mut protected);
        baseline.map_err(|error| Reason::from_io_error(&error))?;
        let choice = RecordFilter::of_games(options, &effective)?;
        Ok(Self::with(options, &effective, content, choice))
    }

    /// Creates a table of the positions that a search finds or, with the option `next`, of the moves that were played
    /// from them.
    ///
    /// # Errors
    ///
    /// Returns an error if an option has a wrong value, or if the index or another file that the options refer to
    /// cannot be used.
    pub fn search(
        options: &RunOptions,
        columns: &TableOptions,
        search: &SearchOptions,
    ) -> Result<Self, OptionError> {
        let (query, filter) = search.query(columns, options.filter.as_deref(), &CELLS)?;
        search.check(options, query.search.as_deref())?;
        let Some(index) = &search.index else {
            let effective = Effective::load(options, |path| ProtectedFiles::begin().open(path))?;
            let choice = RecordFilter::new(options, &effective, filter);
            return Ok(Self::of_table(options, &effective, query, choice));
        };
        let search_result = search_index(index, &query.keys(), options.unique)
            .map_err(|error| Reason::from_io_error(&error))?;
        let (input, request, indexed) = search_result;
        let options = RunOptions {
            input,
            ..options.clone()
        };
        let effective = Effective::load(&options, |path| ProtectedFiles::begin().open(path))?;
        let choice = RecordFilter::new(&options, &effective, filter).restricted_to(Some(Arc::new(indexed)));
        Ok(Self {
            request,
            ..Self::of_table(&options, &effective, query, choice)
        })
    }

    fn of_table(options: &RunOptions, effective: &Effective, query: Query, choice: RecordFilter) -> Self {
        let query = effective.complete_query(query);
        Self::with(options, effective, Content::Table(Box::new(query)), choice)
    }

    fn with(options: &RunOptions, effective: &Effective, content: Content, choice: RecordFilter) -> Self {
        let excluded = effective.excluded(options);
        let renderer = RowRenderer(Arc::new(content));
        let mut request = request(&options.input, effective.ext.value.clone(), excluded);
        for path in &mut request.paths {
            // Unlike the command line, a dataset does not read standard input: `-` is an ordinary file name.
            if stdin_member(path).is_some() {
                *path = Path::new(".").join(&*path);
            }
        }
        Self {
            request,
            run: inputs::run_settings(options, Cancel::default()),
            work: CheckRun {
                checker: Checker::new(effective.settings_for(&renderer.needs())),
                filter: choice,
                severity: effective.severity.value,
                renderer,
            },
            references: Vec::new(),
        }
    }

    /// Returns the checker for the records.
    pub fn checker(&self) -> &Checker {
        &self.work.checker
    }

    /// Returns the columns, in the order of the cells of a row.
    pub fn columns(&self) -> Vec<Column> {
        let query = match &*self.work.renderer.0 {
            Content::Findings => return FINDING_COLUMNS.to_vec(),
            Content::Records => return RECORD_COLUMNS.to_vec(),
            Content::Audit { .. } => return AUDIT_COLUMNS.to_vec(),
            Content::Table(query) => query,
        };
        let headings = query.table.headings();
        let columns = query.layout.columns.iter();
        columns
            .map(|&(index, name)| {
                let kind = match headings[index].kind {
                    CellType::Text | CellType::Date => ColumnType::Text,
                    CellType::Enumerated(_) => ColumnType::Word,
                    CellType::Integer => ColumnType::Whole,
                    CellType::Number => ColumnType::Number,
                    CellType::Bool => ColumnType::Truth,
                };
                Column { name, kind }
            })
            .collect()
    }

    /// Reads the inputs and passes the rows to `take`.
    ///
    /// Reading stops when the limit of rows is reached, or when the flag `stop` is set. After the flag has been set, rows that
    /// summarize several records and sorted rows are not passed on.
    ///
    /// # Errors
    ///
    /// Returns an error if `take` fails, if a temporary file for sorting cannot be written, or if no thread can be started.
    pub fn read(
        &self,
        stop: &Arc<AtomicBool>,
        take: impl FnMut(ReadEvent<'_>) -> io::Result<()> + Send,
    ) -> io::Result<()> {
        let (run, cancel) = self.run_until(stop);
        let inputs = || Inputs::new(self.request.clone()).with_cancel(cancel.clone());
        let work = self.work_without_copies(&run, inputs)?;
        let mut rows = RowWriter::begin(&self.work, take)?;
        if let (RowWriter::Answer(answer), Content::Table(query)) = (&mut rows, &*self.work.renderer.0)
            && query.table.has_reference()
        {
            for reference in &self.references {
                reference.read(query, cancel.clone(), |_, _| {}, |_, part| answer.push(part))?;
            }
            if !answer.has_reference() {
                return Err(empty_reference_error());
            }
        }
        let ended = run.execute(inputs(), &work, |event| {
            match event {
                Event::Skipped(_) => {}
                Event::Failed(failure) | Event::Truncated(failure) => {
                    rows.send_event(ReadEvent::Failed(failure.shown, failure.error))?;
                }
                Event::Done(result) => {
                    let records = result.output.counts.read;
                    rows.add(result.output.part, result.source.number())?;
                    rows.send_event(ReadEvent::Read(records, result.bytes))?;
                }
            }
            Ok(if rows.is_full() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        });
        if matches!(ended?, ControlFlow::Break(Halt::Cancelled)) {
            return Ok(());
        }
        if let RowWriter::Answer(answer) = &mut rows
            && answer.has_unfound_duplicates()
        {
            run.on_threads(|| answer.find_duplicates())??;
        }
        rows.finish()
    }

    /// Returns the run of the table, which ends early when the flag is set, and the means to end it.
    pub(super) fn run_until(&self, stop: &Arc<AtomicBool>) -> (Run, Cancel) {
        let cancel = Cancel::from(Arc::clone(stop));
        let run = Run {
            cancel: cancel.clone(),
            ..self.run.clone()
        };
        (run, cancel)
    }

    /// Returns the check of the records. With the option `unique`, the inputs are read in advance, and further records of a game
    /// are excluded.
    pub(super) fn work_without_copies(
        &self,
        run: &Run,
        inputs: impl FnOnce() -> Inputs,
    ) -> io::Result<CheckRun<RowRenderer>> {
        let mut work = self.work.clone();
        if work.filter.is_unique() {
            let reading = FirstPass {
                checker: &self.work.checker,
                choice: &self.work.filter,
            };
            let copies = unique::find(run, inputs(), &reading, |_, _| {}, |_| {})?;
            work.filter = work.filter.excluding(copies);
        }
        Ok(work)
    }

    /// Returns a builder for a table of files in memory. The builder passes the rows to `take`.
    ///
    /// When the flag `stop` is set, the remaining files are not read.
    ///
    /// # Errors
    ///
    /// Returns an error if `take` fails.
    pub fn builder<'d, F: FnMut(ReadEvent<'_>) -> io::Result<()> + Send>(
        &'d self,
        stop: &'d AtomicBool,
        take: F,
    ) -> io::Result<TableBuilder<'d, F>> {
        Ok(TableBuilder {
            dataset: self,
            stop,
            rows: RowWriter::begin(&self.work, take)?,
        })
    }

    /// Returns whether a row summarizes several records, so that it is complete only after all records were read.
    pub fn is_aggregate(&self) -> bool {
        match &*self.work.renderer.0 {
            Content::Table(query) => query.table.is_aggregate(),
            Content::Audit { .. } => true,
            Content::Findings | Content::Records => false,
        }
    }

    /// Computes partial results of files for a table whose rows summarize several records.
    ///
    /// The partial results are passed to `give` as pieces for [`TableBuilder::merge`], so that several machines can
    /// share the work. All pieces with the same shard must go to one machine, in the order of their keys. Each machine
    /// then creates some of the rows. A table whose rows do not summarize several records has no pieces. When the flag
    /// `stop` is set, the remaining files are not read.
    ///
    /// # Errors
    ///
    /// Returns an error if `give` fails, if no thread can be started, or if the option `unique` is set, which is available
    /// only for paths.
    pub fn pieces(
        &self,
        stop: &AtomicBool,
        files: &[(&str, &[u8])],
        give: impl FnMut(Piece<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        match &*self.work.renderer.0 {
            Content::Table(query) if query.table.is_aggregate() => {
                let results = self.check(stop, files)?;
                query.emit_pieces(results.into_iter().map(|rows| rows.part), give)
            }
            Content::Audit { .. } => {
                let results = self.check(stop, files)?;
                let candidates = results.into_iter().flat_map(|rows| rows.candidates);
                emit_candidates(candidates, give)
            }
            _ => Ok(()),
        }
    }

    /// Checks files in memory on all threads, and returns the result of each file in order. Files that are checked after
    /// `stop` is set have an empty result.
    ///
    /// # Errors
    ///
    /// Returns an error if no thread can be started, or if the option `unique` is set, because files in memory are read
    /// only once.
    fn check(&self, stop: &AtomicBool, files: &[(&str, &[u8])]) -> io::Result<Vec<RowPart>> {
        let work = &self.work;
        if work.filter.is_unique() {
            let message =
                "`unique` reads its inputs twice; it is available for paths, not for records in memory";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        if !self.references.is_empty() {
            let message = "`novelties` reads the paths of `against`; it is available for paths, not for records in memory";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        self.run.on_threads(|| {
            let results = files.par_iter().map_init(
                || work.worker(),
                |worker, &(path, bytes)| {
                    let mut rows = CheckedPart::default();
                    if stop.load(Ordering::Relaxed) {
                        return rows.part;
                    }
                    for file in work.checker.check(path, bytes) {
                        for record in file.unread() {
                            if stop.load(Ordering::Relaxed) {
                                return rows.part;
                            }
                            work.record(worker, &file.source(), &record, &mut rows);
                        }
                    }
                    rows.part
                },
            );
            results.collect()
        })
    }
}

/// A builder of a table from files in memory, or from [pieces](Dataset::pieces) that other machines have computed.
pub struct TableBuilder<'d, F> {
    dataset: &'d Dataset,
    stop: &'d AtomicBool,
    rows: RowWriter<'d, F>,
}

impl<F: FnMut(ReadEvent<'_>) -> io::Result<()> + Send> TableBuilder<'_, F> {
    /// Adds the records of files with these paths and bytes.
    ///
    /// The files are checked on all threads. The rows are in the order of the files.
    ///
    /// # Errors
    ///
    /// Returns an error if rows cannot be passed on or stored, if no thread can be started, or if the option `unique` is
    /// set, which is available only for paths.
    pub fn read(&mut self, files: &[(&str, &[u8])]) -> io::Result<()> {
        let results = self.dataset.check(self.stop, files)?;
        results.into_iter().try_for_each(|rows| self.rows.add(rows, 0))
    }

    /// Adds a piece from [`Dataset::pieces`], given its key and its bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not a piece, if the table does not summarize several records, or if the
    /// piece cannot be stored.
    pub fn merge(&mut self, key: &[u8], piece: &[u8]) -> io::Result<()> {
        match &mut self.rows {
            RowWriter::Answer(answer) => answer.push_piece(key, piece),
            RowWriter::Audit(rows) => rows.audit.push(serde_json::from_slice(piece)?, 0),
            RowWriter::Direct(_) => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    /// Passes on the rows that are complete only after all records, such as sums over games and sorted rows.
    ///
    /// # Errors
    ///
    /// Returns an error if rows cannot be passed on, or if stored rows cannot be read.
    pub fn finish(self) -> io::Result<()> {
        self.rows.finish()
    }
}

/// The rows for consecutive records, or the contribution of the records to a table of `kifu stats` or of a search.
#[derive(Default)]
pub(super) struct RowPart {
    /// The serialized rows of findings or records.
    cells: Vec<u8>,
    /// The offset in `cells` at which each row ends.
    ends: Vec<usize>,
    /// The contribution to a table of `kifu stats` or of a search; empty for `findings` and `records`.
    part: Part,
    /// The records that an audit compares; empty for all other tables.
    candidates: Vec<Candidate>,
}

/// The way in which the rows of a table are passed on.
enum RowWriter<'d, F> {
    /// Rows that are passed on immediately.
    Direct(RowSink<F>),
    /// Rows of a table of `kifu stats` or of a search, which may have to be summed up or sorted first.
    Answer(Box<Answer<'d, RowSink<F>>>),
    /// Rows of an audit, which are known only after all records have been read.
    Audit(Box<AuditRows<'d, F>>),
}

/// The findings of an audit as rows.
struct AuditRows<'d, F> {
    audit: Audit,
    /// The work whose levels of rules apply.
    work: &'d CheckRun<RowRenderer>,
    sink: RowSink<F>,
}

/// A writer that passes each row to a callback as an event.
struct RowSink<F>(F);

impl<F: FnMut(ReadEvent<'_>) -> io::Result<()>> Write for RowSink<F> {
    fn write(&mut self, row: &[u8]) -> io::Result<usize> {
        (self.0)(ReadEvent::Row(Row(row)))?;
        Ok(row.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'d, F: FnMut(ReadEvent<'_>) -> io::Result<()>> RowWriter<'d, F> {
    fn begin(work: &'d CheckRun<RowRenderer>, take: F) -> io::Result<Self> {
        Ok(match &*work.renderer.0 {
            Content::Audit { sheets, completeness } => Self::Audit(Box::new(AuditRows {
                audit: Audit::new(Sheets::new(sheets.clone(), *completeness), MAX_MEMORY_BYTES),
                work,
                sink: RowSink(take),
            })),
            Content::Table(query) => Self::Answer(Box::new(Answer::begin(query, RowSink(take))?)),
            _ => Self::Direct(RowSink(take)),
        })
    }

    /// Adds the rows of a file. `member` is its number in an archive; 0 outside an archive.
    fn add(&mut self, rows: RowPart, member: u64) -> io::Result<()> {
        let sink = match self {
            Self::Answer(answer) => return answer.push(rows.part),
            Self::Audit(audit) => {
                let mut candidates = rows.candidates.into_iter();
                return candidates.try_for_each(|candidate| audit.audit.push(candidate, member));
            }
            Self::Direct(sink) => sink,
        };
        let mut start = 0;
        for end in rows.ends {
            sink.write_all(&rows.cells[start..end])?;
            start = end;
        }
        Ok(())
    }

    /// Returns whether no more rows are needed, because the limit of the table is reached.
    fn is_full(&self) -> bool {
        matches!(self, Self::Answer(answer) if answer.is_full())
    }

    fn send_event(&mut self, event: ReadEvent<'_>) -> io::Result<()> {
        match self {
            Self::Answer(answer) => (answer.get_mut().0)(event),
            Self::Audit(rows) => (rows.sink.0)(event),
            Self::Direct(take) => (take.0)(event),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Answer(answer) => answer.finish().map(|_| ()),
            Self::Audit(rows) => rows.finish(),
            Self::Direct(_) => Ok(()),
        }
    }
}

impl Renderer for RowRenderer {
    type Part = RowPart;

    fn needs(&self) -> OutputNeeds {
        match &*self.0 {
            Content::Table(query) => OutputNeeds::query(query),
            Content::Records => OutputNeeds::default(),
            Content::Audit { .. } => AuditRenderer.needs(),
            Content::Findings => OutputNeeds {
                causes: true,
                fixes: true,
                ..OutputNeeds::default()
            },
        }
    }

    fn render(&self, record: &mut CheckedRecord<'_, '_>, rows: &mut RowPart) {
        match &*self.0 {
            Content::Table(query) => {
                if let Some(data) = record.data.take() {
                    query.add(data, &mut rows.part);
                }
            }
            Content::Audit { .. } => rows
                .candidates
                .extend(Candidate::from_record(record.data.as_ref())),
            Content::Records => {
                push_record(record.game, record.findings, &mut rows.cells);
                rows.ends.push(rows.cells.len());
            }
            Content::Findings => {
                for &finding in record.findings {
                    let finding = FindingSummary::new(finding, record.game, Language::English);
                    push_finding(record.game, &finding, &mut rows.cells);
                    rows.ends.push(rows.cells.len());
                }
            }
        }
    }
}

/// Passes the records of an audit as pieces to `give`. All have one shard, because every record is compared with all others.
fn emit_candidates(
    mut candidates: impl Iterator<Item = Candidate>,
    mut give: impl FnMut(Piece<'_>) -> io::Result<()>,
) -> io::Result<()> {
    candidates.try_for_each(|candidate| {
        let (path, record) = candidate.place();
        let mut key = [path.as_bytes(), &[0]].concat();
        key.extend(record.to_be_bytes());
        give((0, &key, &serde_json::to_vec(&candidate)?))
    })
}

impl<F: FnMut(ReadEvent<'_>) -> io::Result<()>> AuditRows<'_, F> {
    /// Compares the records, and passes on the findings on records in their order, then those of the sheets.
    fn finish(self) -> io::Result<()> {
        let Self {
            audit,
            work,
            mut sink,
        } = self;
        let (findings, sheets) = audit.finish()?;
        let nothing = decode(b"", None);
        for ((path, _, record), found) in findings.into_records() {
            let found = found.into_iter().map(|finding| finding.in_text(None)).collect();
            let checked = work.checker.check_findings(&path, &nothing, found);
            write_audit_rows(&checked, Some(record), work.severity, &mut sink)?;
        }
        for ComparedSheet { sheet, findings } in sheets {
            let checked = work.checker.check_findings(&sheet.path, &sheet.text, findings);
            write_audit_rows(&checked, None, work.severity, &mut sink)?;
        }
        Ok(())
    }
}

/// Writes the rows of the findings on a record, or in a sheet if there is no number of a record.
fn write_audit_rows(
    checked: &Checked<'_>,
    record: Option<u32>,
    severity: Severity,
    sink: &mut impl Write,
) -> io::Result<()> {
    for finding in checked.shown(severity) {
        let place = finding.place(checked.text).filter(|_| record.is_none());
        let number = |number: Option<u64>| number.map_or(Cell::Empty, Cell::count);
        let related: Vec<_> = finding.related.iter().map(ToString::to_string).collect();
        let mut row = Vec::new();
        push(&Cell::text(checked.path), &mut row);
        push(&number(record.map(u64::from)), &mut row);
        push(&Cell::text(finding.rule.name), &mut row);
        push(&Cell::text(finding.severity.name()), &mut row);
        push(&number(place.map(|(line, _)| line)), &mut row);
        push(&number(place.map(|(_, column)| column)), &mut row);
        push(&Cell::text(finding.message.english()), &mut row);
        push(&Cell::from_non_empty(related.join(" ")), &mut row);
        sink.write_all(&row)?;
    }
    Ok(())
}

/// The columns of the table `audit`.
const AUDIT_COLUMNS: &[Column] = &[
    column("path", ColumnType::Text),
    column("record", ColumnType::Whole),
    column("rule", ColumnType::Word),
    column("severity", ColumnType::Word),
    column("line", ColumnType::Whole),
    column("column", ColumnType::Whole),
    column("message", ColumnType::Text),
    column("related", ColumnType::Text),
];

// The tables `findings` and `records`, with the columns that `kifu validate` writes.

const fn column(name: &'static str, kind: ColumnType) -> Column {
    Column { name, kind }
}

/// The columns of the table `findings`.
const FINDING_COLUMNS: &[Column] = &[
    column("path", ColumnType::Text),
    column("record", ColumnType::Whole),
    column("format", ColumnType::Word),
    column("game", ColumnType::Word),
    column("profile", ColumnType::Word),
    column("rule", ColumnType::Word),
    column("severity", ColumnType::Word),
    column("ply", ColumnType::Whole),
    column("variation", ColumnType::Wholes),
    column("line", ColumnType::Whole),
    column("column", ColumnType::Whole),
    column("byte", ColumnType::Whole),
    column("side", ColumnType::Word),
    column("move", ColumnType::Text),
    column("sfen", ColumnType::Text),
    column("position", ColumnType::Text),
    column("message", ColumnType::Text),
    column("after_foul", ColumnType::Truth),
    column("acknowledged", ColumnType::Truth),
    column("cause", ColumnType::Text),
    column("consequence", ColumnType::Truth),
];

/// The columns of the table `records`.
const RECORD_COLUMNS: &[Column] = &[
    column("path", ColumnType::Text),
    column("record", ColumnType::Whole),
    column("format", ColumnType::Word),
    column("game", ColumnType::Word),
    column("profile", ColumnType::Word),
    column("encoding", ColumnType::Text),
    column("plies", ColumnType::Whole),
    column("end", ColumnType::Word),
    column("stated", ColumnType::Word),
    column("verdict", ColumnType::Word),
    column("findings", ColumnType::Whole),
    column("errors", ColumnType::Whole),
    column("warnings", ColumnType::Whole),
    column("notes", ColumnType::Whole),
    column("headers", ColumnType::Pairs),
];

/// Writes the first cells of a row, which are the same in the tables `findings` and `records`.
fn push_head(game: &Checked<'_>, out: &mut Vec<u8>) {
    push(&Cell::text(game.path), out);
    push(&Cell::count(game.record.index), out);
    push(&Cell::text(game.record.format.name()), out);
    push(&Cell::text(game.record.game.name), out);
    push(&Cell::text(&*game.profile.name), out);
}

fn push_finding(game: &Checked<'_>, finding: &FindingSummary<'_>, out: &mut Vec<u8>) {
    push_head(game, out);
    push(&Cell::text(finding.rule), out);
    push(&Cell::text(finding.severity), out);
    push(&finding.ply.map_or(Cell::Empty, Cell::count), out);
    push_list(
        finding
            .variation
            .iter()
            .map(|&alternative| Cell::count(alternative)),
        out,
    );
    for number in [finding.line, finding.column, finding.byte] {
        push(&number.map_or(Cell::Empty, Cell::count), out);
    }
    for text in [finding.side, finding.moved, finding.sfen, finding.position] {
        push(&Cell::from_option(text), out);
    }
    push(&Cell::text(&*finding.message), out);
    push(&Cell::Bool(finding.after_foul), out);
    push(&Cell::Bool(finding.acknowledged), out);
    push(&Cell::from_option(finding.cause_in_words.as_deref()), out);
    push(&Cell::Bool(finding.consequence), out);
}

fn push_record(game: &Checked<'_>, findings: &[&Finding], out: &mut Vec<u8>) {
    let judgement = &game.judgement;
    push_head(game, out);
    push(&Cell::text(game.text.encoding().name()), out);
    push(&Cell::count(judgement.plies), out);
    push(&Cell::from_option(judgement.end.map(Terminal::name)), out);
    push(&Cell::from_option(judgement.stated.map(Outcome::name)), out);
    push(&Cell::from_option(judgement.verdict.map(Outcome::name)), out);
    push(&Cell::count(findings.len()), out);
    for severity in Severity::ALL {
        let findings_of_severity = findings.iter().filter(|finding| finding.severity == severity);
        push(&Cell::count(findings_of_severity.count()), out);
    }
    let headers = game.record.headers.iter();
    push_list(
        headers.flat_map(|header| [Cell::text(&*header.name), Cell::text(&*header.value)]),
        out,
    );
}

// Rows are serialized, so that they can be sorted and stored like the rows of text output. The first byte of a cell is its
// type.

const EMPTY: u8 = 0;
const BOOLEAN: u8 = 1;
const WHOLE: u8 = 2;
const NUMBER: u8 = 3;
const TEXT: u8 = 4;
const LIST: u8 = 5;

/// The output format for tables of typed cells: serialized cells without headings and separators.
static CELLS: TableForm = TableForm {
    head: |_, _| {},
    begin: b"",
    cell: |_, cell, out| push(&cell, out),
    end: |_, _| {},
    row: None,
};

/// Appends a cell to a serialized row.
fn push(cell: &Cell<'_>, out: &mut Vec<u8>) {
    match cell {
        Cell::Empty => out.push(EMPTY),
        Cell::Bool(truth) => out.extend([BOOLEAN, u8::from(*truth)]),
        Cell::Integer(number) => {
            out.push(WHOLE);
            out.extend(number.to_le_bytes());
        }
        Cell::Float(number) => {
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

/// Appends a list to a serialized row, as one cell with its elements.
fn push_list<'c>(cells: impl Iterator<Item = Cell<'c>>, out: &mut Vec<u8>) {
    out.push(LIST);
    let length_start = out.len();
    out.extend([0; 8]);
    let mut length = 0_u64;
    for cell in cells {
        push(&cell, out);
        length += 1;
    }
    out[length_start..length_start + 8].copy_from_slice(&length.to_le_bytes());
}

/// A row: an iterator over its cells, in the order of the columns.
///
/// A list is returned as [`Value::List`], followed by its elements.
#[derive(Clone, Debug)]
pub struct Row<'r>(&'r [u8]);

/// A cell of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'r> {
    /// An empty cell.
    Empty,
    /// `true` or `false`.
    Truth(bool),
    /// A whole number.
    Whole(i64),
    /// A floating-point number.
    Number(f64),
    /// Text.
    Text(&'r str),
    /// A list with this number of elements, which are the next values.
    List(u64),
}

impl<'r> Row<'r> {
    /// Returns the size of the serialized row (bytes).
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// Removes and returns the next `length` bytes of the row; all remaining bytes if there are fewer.
    fn take(&mut self, length: usize) -> &'r [u8] {
        let (taken, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        taken
    }

    fn take_eight(&mut self) -> [u8; 8] {
        self.take(8).try_into().unwrap_or_default()
    }
}

impl<'r> Iterator for Row<'r> {
    type Item = Value<'r>;

    fn next(&mut self) -> Option<Value<'r>> {
        Some(match *self.take(1).first()? {
            BOOLEAN => Value::Truth(self.take(1) == [1]),
            WHOLE => Value::Whole(i64::from_le_bytes(self.take_eight())),
            NUMBER => Value::Number(f64::from_le_bytes(self.take_eight())),
            TEXT => {
                let length = u64::from_le_bytes(self.take_eight());
                let text = self.take(usize::try_from(length).unwrap_or(usize::MAX));
                Value::Text(std::str::from_utf8(text).unwrap_or_default())
            }
            LIST => Value::List(u64::from_le_bytes(self.take_eight())),
            _ => Value::Empty,
        })
    }
}
