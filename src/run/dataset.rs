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
use crate::finding::{Language, Reason, Severity};
use crate::output::ProtectedFiles;
use crate::report::cells::{
    AUDIT_COLUMNS, CELLS, Column, FINDING_COLUMNS, RECORD_COLUMNS, Row, push_audit_finding, push_finding,
    push_record,
};
use crate::stats::empty_reference_error;
use crate::stats::{Answer, NameAliases, Part, Piece, Query, Table};
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
        query.columns()
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
    let mut row = Vec::new();
    for finding in checked.shown(severity) {
        row.clear();
        push_audit_finding(checked, record, finding, Language::English, &mut row);
        sink.write_all(&row)?;
    }
    Ok(())
}
