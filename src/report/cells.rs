//! Rows of typed cells: tables for other programs, and for binary formats such as Parquet.
//!
//! The threads that check records serialize each row as bytes, so that rows can be sorted and stored like lines of text. [`Row`]
//! reads them.

use std::io::Write as _;

use super::{Cell, RenderOptions, RenderedEntries, ReportEntry, ReportForm, TableForm};
use crate::check::{Checked, FindingSummary};
use crate::finding::{Finding, Language, Severity, both};
use crate::record::{Format, Outcome, Terminal};
use crate::text::Payload;

/// A column of a table.
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
    /// Days. The cells are texts that begin with a date in ISO 8601; any other text has no day.
    Day,
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

const fn column(name: &'static str, kind: ColumnType) -> Column {
    Column { name, kind }
}

/// The columns of the table `findings`.
pub(crate) const FINDING_COLUMNS: &[Column] = &[
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
pub(crate) const RECORD_COLUMNS: &[Column] = &[
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

/// The columns of the table `audit`.
pub(crate) const AUDIT_COLUMNS: &[Column] = &[
    column("path", ColumnType::Text),
    column("record", ColumnType::Whole),
    column("rule", ColumnType::Word),
    column("severity", ColumnType::Word),
    column("line", ColumnType::Whole),
    column("column", ColumnType::Whole),
    column("message", ColumnType::Text),
    column("related", ColumnType::Text),
];

/// Writes the first cells of a row, which are the same in the tables `findings` and `records`.
fn push_head(game: &Checked<'_>, out: &mut Vec<u8>) {
    push(&Cell::text(game.path), out);
    push(&Cell::count(game.record.index), out);
    push(&Cell::text(game.record.format.name()), out);
    push(&Cell::text(game.record.game.name), out);
    push(&Cell::text(&*game.profile.name), out);
}

/// Appends the row of a finding in the table `findings`.
pub(crate) fn push_finding(game: &Checked<'_>, finding: &FindingSummary<'_>, out: &mut Vec<u8>) {
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

/// Appends the row of a record in the table `records`.
pub(crate) fn push_record(game: &Checked<'_>, findings: &[&Finding], out: &mut Vec<u8>) {
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

/// Appends the row of a finding in the table `audit`. A finding in a sheet has no number of a record, but a place.
pub(crate) fn push_audit_finding(
    checked: &Checked<'_>,
    record: Option<u32>,
    finding: &Finding,
    language: Language,
    out: &mut Vec<u8>,
) {
    let place = finding.place(checked.text).filter(|_| record.is_none());
    let number = |number: Option<u64>| number.map_or(Cell::Empty, Cell::count);
    let related: Vec<_> = finding.related.iter().map(ToString::to_string).collect();
    push(&Cell::text(checked.path), out);
    push(&number(record.map(u64::from)), out);
    push(&Cell::text(finding.rule.name), out);
    push(&Cell::text(finding.severity.name()), out);
    push(&number(place.map(|(line, _)| line)), out);
    push(&number(place.map(|(_, column)| column)), out);
    push(&Cell::text(finding.message.in_language(language)), out);
    push(&Cell::from_non_empty(related.join(" ")), out);
}

// The binary formats. Their reports and tables are serialized rows, from which the files are built.

/// Name of the output format Parquet.
pub(crate) const PARQUET: &str = "parquet";

/// Name of the output format for SQLite databases.
pub(crate) const SQLITE: &str = "sqlite";

/// The output format `parquet`: a row for each finding.
pub(super) static PARQUET_FORM: ReportForm = ReportForm {
    name: PARQUET,
    about: both(
        "For DuckDB, Polars and pandas: one row per finding",
        "DuckDB、Polars、pandas用: 指摘ごとに1行",
    ),
    extension: "parquet",
    ..ROWS
};

/// The output format `sqlite`: a table with a row for each finding.
pub(super) static SQLITE_FORM: ReportForm = ReportForm {
    name: SQLITE,
    about: both(
        "For SQL: a table of a SQLite database, one row per finding",
        "SQL用: SQLiteのデータベースの表。指摘ごとに1行",
    ),
    extension: "sqlite",
    ..ROWS
};

/// The forms of `kifu audit`, which has a table of its own.
static AUDIT_PARQUET_FORM: ReportForm = ReportForm {
    entry: audit_entry,
    ..PARQUET_FORM
};

static AUDIT_SQLITE_FORM: ReportForm = ReportForm {
    entry: audit_entry,
    ..SQLITE_FORM
};

/// The basis of the forms: serialized rows.
const ROWS: ReportForm = ReportForm {
    content: Payload::Data,
    is_binary: true,
    entry,
    table: Some(CELLS),
    ..ReportForm::PLAIN
};

/// Returns the name and the columns of the table of a report in one of these forms.
#[cfg(any(feature = "parquet", feature = "sqlite"))]
pub(crate) fn table_of_report(form: &'static ReportForm) -> (&'static str, &'static [Column]) {
    let is_audit = [&AUDIT_PARQUET_FORM, &AUDIT_SQLITE_FORM]
        .into_iter()
        .any(|audit_form| std::ptr::eq(form, audit_form));
    if is_audit {
        ("audit", AUDIT_COLUMNS)
    } else {
        ("findings", FINDING_COLUMNS)
    }
}

/// Returns the form for `kifu audit` that corresponds to a form for `kifu validate`; the same form if its rows are not typed
/// cells.
pub(crate) fn cells_for_audit(form: &'static ReportForm) -> &'static ReportForm {
    match form.name {
        PARQUET => &AUDIT_PARQUET_FORM,
        SQLITE => &AUDIT_SQLITE_FORM,
        _ => form,
    }
}

fn entry(entry: &ReportEntry<'_>, options: &RenderOptions, out: &mut RenderedEntries) {
    add_rows(entry, out, |finding, row| {
        let finding = FindingSummary::new(finding, entry.game, options.language);
        push_finding(entry.game, &finding, row);
    });
}

fn audit_entry(entry: &ReportEntry<'_>, options: &RenderOptions, out: &mut RenderedEntries) {
    let record = &entry.game.record;
    // A sheet of results has no records.
    let number = (record.format != Format::SHEET).then_some(record.index);
    add_rows(entry, out, |finding, row| {
        push_audit_finding(entry.game, number, finding, options.language, row);
    });
}

/// Adds the row of each finding, which `push` serializes.
fn add_rows(entry: &ReportEntry<'_>, out: &mut RenderedEntries, push: impl Fn(&Finding, &mut Vec<u8>)) {
    let mut rows = Vec::new();
    for &finding in entry.findings {
        push(finding, &mut rows);
    }
    // Writing to memory cannot fail.
    let _ = out.write_all(&rows);
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
pub(crate) const CELLS: TableForm = TableForm {
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
pub struct Row<'r>(pub(crate) &'r [u8]);

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

    /// Returns the rows in serialized rows of this number of columns.
    #[cfg(any(feature = "parquet", feature = "sqlite"))]
    pub(crate) fn split(mut rows: &'r [u8], columns: usize) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            let mut rest = Self(rows);
            for _ in 0..columns {
                if let Value::List(length) = rest.next()? {
                    (0..length).try_for_each(|_| rest.next().map(drop))?;
                }
            }
            let (row, other_rows) = rows.split_at(rows.len() - rest.0.len());
            rows = other_rows;
            (!row.is_empty()).then_some(Self(row))
        })
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
