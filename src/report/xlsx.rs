//! Excel workbooks: worksheets whose rows are findings, or the rows of a table.
//!
//! The threads that check records write each row as a line of JSON. [`Workbook`] converts the lines into cells, row by
//! row, so that memory does not depend on the number of rows.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use rust_xlsxwriter::{
    DocProperties, ExcelDateTime, Format, FormatAlign, Url, Workbook as Book, Worksheet, XlsxError,
};
use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use super::{BinaryFile, Cell, RenderedEntries, ReportEntry, ReportForm, TableForm, put};
use crate::check::FindingSummary;
use crate::finding::MoveInPosition;
use crate::finding::{Finding, Language, Localized, Message, Reason, Words, both, message};
use crate::record::{self, HeaderKey};
use crate::shogi::{Color, Move, Position};
use crate::temporary::{temp_file, with_temp_dir};
use crate::text::{Payload, printable};

/// The output format `xlsx`: a line of JSON for each finding. [`Workbook`] converts the lines into a file.
pub(super) static FORM: ReportForm = ReportForm {
    name: "xlsx",
    about: both(
        "For Excel: a workbook with one row per finding",
        "Excel用: 指摘ごとに1行のブック",
    ),
    content: Payload::Data,
    extension: "xlsx",
    is_binary: true,
    entry,
    table: Some(TABLE),
    ..ReportForm::PLAIN
};

/// The form of a table: each row is a line of JSON with an array of cells.
const TABLE: TableForm = TableForm {
    head: |_, _| {},
    begin: b"[",
    cell: |(at, _), value, out| {
        if at > 0 {
            out.push(b',');
        }
        // The serialization of texts and numbers cannot fail.
        let _ = serde_json::to_writer(out, &value);
    },
    end: |_, out| out.extend_from_slice(b"]\n"),
    row: None,
};

// The findings of a record.

/// The columns of the sheet of findings.
const FINDING_COLUMNS: [(Words, ColumnKind); 19] = [
    (both("Severity", "重大度"), ColumnKind::Plain),
    (both("Title", "指摘"), ColumnKind::Plain),
    (both("File", "ファイル"), ColumnKind::Path),
    (both("Record", "局"), ColumnKind::Plain),
    (both("Ply", "手数"), ColumnKind::Plain),
    (both("Side", "手番"), ColumnKind::Plain),
    (both("Move", "指し手"), ColumnKind::Plain),
    (both("Reason", "理由"), ColumnKind::Plain),
    (both("What to do", "対処"), ColumnKind::Plain),
    (both("Line", "行"), ColumnKind::Plain),
    (both("Column", "桁"), ColumnKind::Plain),
    (both("Variation", "変化"), ColumnKind::Plain),
    (both("Black", "先手"), ColumnKind::Plain),
    (both("White", "後手"), ColumnKind::Plain),
    (both("Event", "棋戦"), ColumnKind::Plain),
    (both("Date", "日付"), ColumnKind::Date),
    (both("Rule", "規則名"), ColumnKind::Plain),
    (both("Cause", "原因"), ColumnKind::Plain),
    (both("Follows from a cause", "原因による指摘"), ColumnKind::Plain),
];

/// Returns the layout of the sheet of findings, with headings in this language.
pub(crate) fn sheet_of_findings(language: Language) -> Sheet {
    let columns = FINDING_COLUMNS.iter().map(|&(heading, kind)| SheetColumn {
        heading: heading.in_language(language).to_string(),
        kind,
        translate: None,
    });
    Sheet {
        name: language.either("Findings", "指摘").to_owned(),
        columns: columns.collect(),
    }
}

fn entry(entry: &ReportEntry<'_>, options: &super::RenderOptions, out: &mut RenderedEntries) {
    for &finding in entry.findings {
        let row = row(entry, finding, options.language);
        if let Ok(line) = serde_json::to_string(&row) {
            put!(out, "{line}\n");
        }
    }
}

fn row<'e>(
    entry: &'e ReportEntry<'_>,
    finding: &'e Finding,
    language: Language,
) -> [Cell<'e>; FINDING_COLUMNS.len()] {
    let summary = FindingSummary::new(finding, entry.game, language);
    let variation: Vec<_> = summary.variation.iter().map(u32::to_string).collect();
    let header = |key| Cell::from_non_empty(entry.header(key));
    let number = |number: Option<u64>| number.map_or(Cell::Empty, Cell::count);
    let is_sheet = entry.game.record.format == record::Format::SHEET;
    let words = |words: Words| Cell::text(words.in_language(language).to_string());
    [
        words(finding.severity.words()),
        Cell::text(language.either(finding.rule.english, finding.rule.japanese)),
        Cell::text(entry.game.path),
        // A sheet of results has no records.
        number(Some(entry.game.record.index).filter(|_| !is_sheet).map(u64::from)),
        number(summary.ply.map(u64::from)),
        finding.seat.map_or(Cell::Empty, |seat| words(*seat.words)),
        Cell::from_option(move_text(finding, language)),
        Cell::text(summary.message),
        Cell::text(finding.rule.page().remedy.in_language(language).replace('`', "")),
        number(summary.line),
        number(summary.column),
        Cell::from_non_empty(variation.join(".")),
        header(HeaderKey::Black),
        header(HeaderKey::White),
        header(HeaderKey::Event),
        Cell::from_option(entry.date),
        Cell::text(summary.rule),
        Cell::from_option(summary.cause_in_words),
        Cell::from_option(finding.consequence.then(|| language.either("yes", "はい"))),
    ]
}

/// Returns the move of a finding, if it concerns a move.
///
/// In Japanese, a move in USI is converted to book notation (`▲７六歩`), if the position is known and a piece is on the
/// origin. All other moves are written as in the other output formats.
fn move_text(finding: &Finding, language: Language) -> Option<String> {
    let original = finding.moved.as_deref()?;
    let to_book_notation = || {
        let position: Position = finding.position.as_deref()?.parse().ok()?;
        let mv: Move = original.parse().ok()?;
        let has_piece = match mv {
            Move::Board { from, .. } => position.piece_at(from).is_some(),
            Move::Drop { .. } => true,
        };
        let mark = match position.side_to_move() {
            Color::Black => "▲",
            Color::White => "△",
        };
        has_piece.then(|| {
            format!(
                "{mark}{}",
                Localized(&MoveInPosition::new(&position, mv), language)
            )
        })
    };
    let book_notation = (language == Language::Japanese).then(to_book_notation).flatten();
    Some(book_notation.unwrap_or_else(|| original.to_owned()))
}

// The workbook.

/// Maximum number of rows of a worksheet, including the heading.
const MAX_ROWS: u32 = 1_048_576;

/// Maximum number of links in a workbook. The links are held in memory until the workbook is complete.
///
/// Excel accepts 65,530 links in a worksheet.
const MAX_LINKS: u32 = 30_000;

/// Maximum length of the text of a cell (UTF-16 code units).
const MAX_TEXT_CHARACTERS: usize = 32_767;

/// Minimum and maximum width of a column (half-width characters).
const COLUMN_WIDTH_RANGE: [usize; 2] = [6, 60];

/// The layout of a sheet of a workbook.
#[derive(Debug)]
pub(crate) struct Sheet {
    /// The name of the first worksheet. A number follows in the names of further worksheets.
    pub name: String,
    /// The columns of the sheet.
    pub columns: Vec<SheetColumn>,
}

/// A function that returns the translation of a word in a cell, if there is one.
pub(crate) type Translation = fn(&str) -> Option<Cow<'static, str>>;

/// The layout of a column of a sheet.
#[derive(Debug)]
pub(crate) struct SheetColumn {
    /// The text of the heading.
    pub heading: String,
    /// The presentation of the cells.
    pub kind: ColumnKind,
    /// A function that translates words such as the ends of games; `None` if the words in the cells are not translated.
    pub translate: Option<Translation>,
}

/// The presentation of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnKind {
    /// Texts, numbers and Booleans.
    Plain,
    /// Dates. A date that is incomplete, before 1901 or not in ISO 8601 is a text. A time zone is left out.
    Date,
    /// Paths. The first [`MAX_LINKS`] paths in a workbook are links to their files.
    Path,
    /// Shares from 0 to 1, which are shown as percentages.
    Share,
}

/// A workbook that is being written. Each of its sheets receives the lines of [`FORM`] or of its table form.
pub(crate) struct Workbook {
    book: Book,
    sheets: Vec<OpenSheet>,
    formats: Formats,
    /// The folder to which links are relative.
    folder: PathBuf,
    /// The maximum number of rows of a worksheet, including the heading.
    max_rows: u32,
    /// The number of links in the workbook.
    links: u32,
}

/// A sheet that is being written: its last worksheet, and the lines that it receives.
struct OpenSheet {
    layout: Sheet,
    /// The width that the widest cell of each column requires (half-width characters).
    widths: Vec<usize>,
    /// The number of worksheets of this sheet.
    worksheets: usize,
    /// The index of the last worksheet in the workbook.
    index: usize,
    /// The number of rows of the last worksheet, including the heading.
    rows: u32,
    /// The start of a line whose end has not been received yet.
    partial_line: Vec<u8>,
}

struct Formats {
    head: Format,
    date: Format,
    time: Format,
    share: Format,
}

impl Workbook {
    /// Creates a workbook with these sheets, for a file in this folder, to which the links are relative.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be created.
    pub(crate) fn begin(sheets: Vec<Sheet>, folder: &Path) -> io::Result<Self> {
        let mut book = Book::new();
        // Equal rows must produce equal bytes, so the time of creation is fixed.
        let created = ExcelDateTime::from_ymd(2000, 1, 1).map_err(|error| workbook_error(&error))?;
        book.set_properties(
            &DocProperties::new()
                .set_author("kifu")
                .set_creation_datetime(&created),
        );
        let open_sheet = |layout: Sheet| OpenSheet {
            widths: vec![COLUMN_WIDTH_RANGE[0]; layout.columns.len()],
            layout,
            worksheets: 0,
            index: 0,
            rows: 0,
            partial_line: Vec::new(),
        };
        let mut workbook = Self {
            book,
            sheets: sheets.into_iter().map(open_sheet).collect(),
            formats: Formats {
                head: Format::new().set_bold().set_align(FormatAlign::Top),
                date: Format::new().set_num_format("yyyy-mm-dd"),
                time: Format::new().set_num_format("yyyy-mm-dd hh:mm:ss"),
                share: Format::new().set_num_format("0.0%"),
            },
            folder: folder.to_owned(),
            max_rows: MAX_ROWS,
            links: 0,
        };
        for at in 0..workbook.sheets.len() {
            workbook
                .begin_worksheet(at)
                .map_err(|error| workbook_error(&error))?;
        }
        Ok(workbook)
    }

    /// Begins the first or the next worksheet of a sheet, with its name, its headings, and the layout of its pages.
    fn begin_worksheet(&mut self, at: usize) -> Result<(), XlsxError> {
        /// The paper size A4.
        const A4: u8 = 9;
        let index = self.book.worksheets().len();
        let open = &mut self.sheets[at];
        let worksheet = self.book.add_worksheet_with_constant_memory()?;
        let name = &open.layout.name;
        open.worksheets += 1;
        worksheet.set_name(match open.worksheets {
            1 => name.clone(),
            number => format!("{name} ({number})"),
        })?;
        for (at, column) in open.layout.columns.iter().enumerate() {
            worksheet.write_string_with_format(0, at as u16, &column.heading, &self.formats.head)?;
            open.widths[at] = open.widths[at].max(column.heading.width() + 3);
        }
        worksheet.set_freeze_panes(1, 0)?;
        worksheet.set_repeat_rows(0, 0)?;
        // The columns fit on the width of a page, and the rows take as many pages as needed.
        worksheet
            .set_paper_size(A4)
            .set_landscape()
            .set_print_fit_to_pages(1, 0);
        open.index = index;
        open.rows = 1;
        Ok(())
    }

    /// Ends the last worksheet of a sheet: adds the filter of the headings and sets the widths of the columns.
    fn end_worksheet(&mut self, at: usize) -> Result<(), XlsxError> {
        let open = &self.sheets[at];
        let columns = open.layout.columns.len();
        let worksheet = self.book.worksheet_from_index(open.index)?;
        if columns > 0 {
            worksheet.autofilter(0, 0, open.rows - 1, columns as u16 - 1)?;
        }
        for (at, &width) in open.widths.iter().enumerate() {
            let width = u32::try_from(width.min(COLUMN_WIDTH_RANGE[1])).unwrap_or_default();
            worksheet.set_column_width(at as u16, width)?;
        }
        Ok(())
    }

    /// Adds a row to a sheet from a line of JSON. If the last worksheet of the sheet is full, begins the next one. A line
    /// that is not an array is ignored.
    fn add_row(&mut self, at: usize, line: &[u8]) -> Result<(), XlsxError> {
        let Ok(Value::Array(cells)) = serde_json::from_slice(line) else {
            return Ok(());
        };
        if self.sheets[at].rows == self.max_rows {
            self.end_worksheet(at)?;
            self.begin_worksheet(at)?;
        }
        let open = &mut self.sheets[at];
        let worksheet = self.book.worksheet_from_index(open.index)?;
        for (at, cell) in cells.iter().enumerate() {
            let Some(column) = open.layout.columns.get(at) else {
                break;
            };
            let place = (open.rows, at as u16);
            let width = match cell {
                Value::Bool(truth) => {
                    worksheet.write_boolean(place.0, place.1, *truth)?;
                    COLUMN_WIDTH_RANGE[0]
                }
                Value::Number(number) => {
                    let number = number.as_f64().unwrap_or_default();
                    match column.kind {
                        ColumnKind::Share => worksheet.write_number_with_format(
                            place.0,
                            place.1,
                            number,
                            &self.formats.share,
                        )?,
                        _ => worksheet.write_number(place.0, place.1, number)?,
                    };
                    COLUMN_WIDTH_RANGE[0]
                }
                Value::String(text) => {
                    let translation = column.translate.and_then(|translate| translate(text));
                    let text = translation.as_deref().unwrap_or(text);
                    let is_path = column.kind == ColumnKind::Path && self.links < MAX_LINKS;
                    let target = is_path.then(|| link(text, &self.folder)).flatten();
                    self.links += u32::from(target.is_some());
                    write_text(worksheet, place, text, (column.kind, target), &self.formats)?;
                    text.width()
                }
                _ => continue,
            };
            open.widths[at] = open.widths[at].max(width + 1);
        }
        open.rows += 1;
        Ok(())
    }
}

impl BinaryFile for Workbook {
    /// Adds bytes of the lines of a sheet, by its index. A line may arrive in several parts.
    fn write_rows(&mut self, at: usize, bytes: &[u8], _: &mut dyn Write) -> io::Result<()> {
        let mut line = std::mem::take(&mut self.sheets[at].partial_line);
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            line.extend_from_slice(part);
            if line.ends_with(b"\n") {
                self.add_row(at, &line).map_err(|error| workbook_error(&error))?;
                line.clear();
            }
        }
        self.sheets[at].partial_line = line;
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        for at in 0..self.sheets.len() {
            self.end_worksheet(at).map_err(|error| workbook_error(&error))?;
        }
        let mut file = temp_file()?;
        let result = self.book.save_to_writer(&mut file);
        result.map_err(|error| workbook_error(&error))?;
        io::Seek::rewind(&mut file)?;
        io::copy(&mut file, out).map(drop)
    }
}

/// Writes a text in the presentation of its column, or as a link if there is one. A text that is too long is truncated.
fn write_text(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    text: &str,
    (kind, link): (ColumnKind, Option<String>),
    formats: &Formats,
) -> Result<(), XlsxError> {
    let text = &*truncate_cell(text);
    if let Some(link) = link {
        return sheet
            .write_url_with_text(row, column, Url::new(link), text)
            .map(drop);
    }
    match date(text).filter(|_| kind == ColumnKind::Date) {
        Some((date, true)) => sheet.write_datetime_with_format(row, column, &date, &formats.time),
        Some((date, false)) => sheet.write_datetime_with_format(row, column, &date, &formats.date),
        None => sheet.write_string(row, column, text),
    }
    .map(drop)
}

/// Returns a text truncated to the length that a cell can hold, with replacements for characters that a workbook cannot
/// contain.
fn truncate_cell(text: &str) -> String {
    let mut length = 0;
    let fits = |c: &char| {
        length += c.len_utf16();
        length < MAX_TEXT_CHARACTERS
    };
    // XML forbids most control characters. All are replaced except line breaks.
    let lines: Vec<_> = text.split('\n').map(printable).collect();
    let text = lines.join("\n");
    let mut truncated: String = text.chars().take_while(fits).collect();
    truncated = truncated.replace(['\u{FFFE}', '\u{FFFF}'], "\u{FFFD}");
    if truncated.len() < text.len() {
        truncated.push('…');
    }
    truncated
}

/// Parses a complete date in ISO 8601, with or without a time. The flag is `true` if there is a time. Returns `None`
/// for a date before 1901, or in any other form. A time is that of its zone, because a cell has no zone.
fn date(text: &str) -> Option<(ExcelDateTime, bool)> {
    /// First year of supported dates. Excel wrongly treats 1900 as a leap year.
    const FIRST_YEAR: u16 = 1901;
    let (day, time) = match text.split_once('T') {
        Some((day, time)) => (day, Some(time)),
        None => (text, None),
    };
    let parse_numbers = |text: &str, separator, lengths: &[usize]| -> Option<Vec<u16>> {
        let parts: Vec<_> = text.split(separator).collect();
        let has_form = parts.iter().map(|it| it.len()).eq(lengths.iter().copied())
            && text
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == separator as u8);
        has_form.then(|| parts.iter().filter_map(|part| part.parse::<u16>().ok()).collect())
    };
    let day = parse_numbers(day, '-', &[4, 2, 2])?;
    let date = ExcelDateTime::from_ymd(day[0], day[1] as u8, day[2] as u8).ok()?;
    if day[0] < FIRST_YEAR {
        return None;
    }
    let Some(time) = time else {
        return Some((date, false));
    };
    let (time, zone) = time.split_at(time.find(['+', '-', 'Z']).unwrap_or(time.len()));
    if !matches!(zone, "" | "Z") {
        parse_numbers(&zone[1..], ':', &[2, 2])?;
    }
    let time = parse_numbers(time, ':', &[2, 2]).or_else(|| parse_numbers(time, ':', &[2, 2, 2]))?;
    let second = time.get(2).copied().unwrap_or_default();
    let date = date.and_hms(time[0], time[1] as u8, f64::from(second)).ok()?;
    Some((date, true))
}

/// Returns the link to the file at `path` from a workbook in `folder`. The link for a member of an archive leads to the
/// archive.
///
/// Returns `None` for standard input, for an empty path or a path that is not valid Unicode, and if the link is too
/// long.
fn link(path: &str, folder: &Path) -> Option<String> {
    /// Maximum length of a link in Excel (UTF-16 code units).
    const MAX_LINK_CHARACTERS: usize = 2_000;
    const ARCHIVES: [&str; 9] = [
        ".zip", ".tar", ".gz", ".tgz", ".zst", ".tzst", ".7z", ".lzh", ".lha",
    ];
    let is_archive = |name: &str| {
        let name = name.to_ascii_lowercase();
        ARCHIVES.iter().any(|end| name.ends_with(end))
    };
    let mut prefixes = path.match_indices('!').map(|(at, _)| &path[..at]);
    let file = prefixes.find(|it| is_archive(it)).unwrap_or(path);
    if file == "-" || file.is_empty() || file.contains('\u{fffd}') {
        return None;
    }
    let file = normalized_components(&std::path::absolute(file).ok()?);
    let folder = normalized_components(&std::path::absolute(folder.join(".")).ok()?);
    let common_count = file.iter().zip(&folder).take_while(|(a, b)| a == b).count();
    let is_relative = common_count > 0;
    let ups = folder
        .iter()
        .skip(if is_relative { common_count } else { folder.len() });
    let downs = file.iter().skip(if is_relative { common_count } else { 0 });
    let parts: Vec<_> = ups.map(|_| "..").chain(downs.map(String::as_str)).collect();
    let mut link = "file:///".to_owned();
    for c in parts.join("/").chars() {
        if matches!(
            c,
            ' ' | '"' | '#' | '%' | '<' | '>' | '[' | ']' | '^' | '`' | '{' | '|' | '}' | '\\'
        ) || c.is_ascii_control()
        {
            put!(link, "%{:02X}", c as u32);
        } else {
            link.push(c);
        }
    }
    (link.encode_utf16().count() < MAX_LINK_CHARACTERS).then_some(link)
}

/// Returns the components of an absolute path with `.` and `..` resolved. The first component is the root, or the drive
/// on Windows.
fn normalized_components(path: &Path) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for component in path.components() {
        match component {
            Component::ParentDir if names.len() > 1 => {
                names.pop();
            }
            Component::ParentDir | Component::CurDir => {}
            Component::RootDir if !names.is_empty() => {}
            other => names.push(other.as_os_str().to_string_lossy().into_owned()),
        }
    }
    names
}

/// Returns the error for a workbook that cannot be written.
fn workbook_error(error: &XlsxError) -> io::Error {
    match error {
        XlsxError::IoError(error) | XlsxError::TempFileError(_, error) => with_temp_dir(error),
        other => {
            let why: Message = message!(
                "the workbook cannot be written: {why}",
                "ブックを書き出せない: {why}",
                why = other.to_string()
            );
            Reason::error(io::ErrorKind::Other, why)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet_of_paths() -> Sheet {
        Sheet {
            name: "games".to_owned(),
            columns: vec![SheetColumn {
                heading: "path".to_owned(),
                kind: ColumnKind::Path,
                translate: None,
            }],
        }
    }

    #[test]
    fn a_full_worksheet_is_followed_by_another() {
        for (row_count, sheet_count) in [(0, 1), (2, 1), (3, 2), (4, 2), (5, 3)] {
            let second_sheet = Sheet {
                name: "second".to_owned(),
                ..sheet_of_paths()
            };
            let mut workbook = Workbook::begin(vec![sheet_of_paths(), second_sheet], Path::new("")).unwrap();
            workbook.max_rows = 3;
            for number in 0..row_count {
                // Each line arrives in two parts, between which the other sheet gets a line.
                let beginning = format!("[\"{number}");
                workbook
                    .write_rows(0, beginning.as_bytes(), &mut io::sink())
                    .unwrap();
                workbook.write_rows(1, b"[\"x\"]\n", &mut io::sink()).unwrap();
                workbook.write_rows(0, b".kif\"]\n", &mut io::sink()).unwrap();
            }
            assert_eq!(workbook.book.worksheets().len(), 2 * sheet_count, "{row_count}");
            let mut bytes = Vec::new();
            workbook.finish(&mut bytes).unwrap();
            assert!(bytes.starts_with(b"PK"));
        }
    }

    #[test]
    fn complete_dates_are_dates() {
        let is_date = |text: &str| date(text).map(|it| it.1);
        assert_eq!(is_date("2024-05-05"), Some(false));
        assert_eq!(is_date("2024-05-05T10:30"), Some(true));
        assert_eq!(is_date("2024-05-05T10:30:59"), Some(true));
        assert_eq!(is_date("2024-05-05T10:30:59+09:00"), Some(true));
        assert_eq!(is_date("2024-05-05T10:30Z"), Some(true));
        for text in [
            "2024-05",
            "2024",
            "1899-12-31",
            "2023-02-29",
            "昨日",
            "2024-05-05T10:30 JST",
            "2024-05-05T10:30+9",
            "2024-05-05+09:00",
            "",
        ] {
            assert_eq!(is_date(text), None, "{text}");
        }
    }

    #[test]
    fn links_point_to_files_and_archives() {
        for (path, folder, expected) in [
            ("a/b c.kif", "", Some("file:///a/b%20c.kif")),
            ("a/b.kif", "a", Some("file:///b.kif")),
            ("../x.kif", "a/b", Some("file:///../../../x.kif")),
            ("g.zip!d/e.kif", "", Some("file:///g.zip")),
            ("wow!.kif", "", Some("file:///wow!.kif")),
            ("-", "", None),
        ] {
            assert_eq!(link(path, Path::new(folder)).as_deref(), expected, "{path}");
        }
    }

    #[test]
    fn long_texts_are_truncated() {
        assert_eq!(truncate_cell("短い\n文"), "短い\n文");
        let long = truncate_cell(&"𠮷".repeat(20_000));
        assert!(long.ends_with('…') && long.encode_utf16().count() <= MAX_TEXT_CHARACTERS);
    }
}
