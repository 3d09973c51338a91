//! A sheet of results as rows of cells, from text or from a workbook.

use std::io;

use csv::ReaderBuilder;

use crate::finding::{Message, Reason, bilingual, message};
use crate::text::{Text, decode};

/// Maximum size of a sheet, unpacked (bytes).
pub(super) const MAX_BYTES: usize = 64 << 20;

/// Maximum number of rows of a sheet.
const MAX_ROWS: usize = 1_000_000;

/// Maximum number of columns of a sheet.
const MAX_COLUMNS: usize = 1_000;

/// A sheet as rows of cells.
#[derive(Debug)]
pub(super) struct Grid {
    /// The text of the sheet, in which the findings are shown. The rows of a workbook are lines with tabs.
    pub text: Text<'static>,
    pub rows: Vec<Row>,
}

/// A row that is not empty.
#[derive(Debug)]
pub(super) struct Row {
    /// The number of the line in the text, from 1.
    pub line: u64,
    /// The trimmed texts of the cells.
    pub cells: Vec<String>,
}

/// Reads a sheet from the bytes of its file.
///
/// # Errors
///
/// Returns an error if the file is too large, or is a workbook that cannot be read.
pub(super) fn read(name: &str, bytes: Vec<u8>) -> io::Result<Grid> {
    if bytes.len() > MAX_BYTES {
        return Err(error(message!(
            "the sheet has more than {limit} MiB",
            "表が{limit} MiBより大きい",
            limit = MAX_BYTES >> 20
        )));
    }
    let extension = name.rsplit('.').next().unwrap_or_default().to_lowercase();
    if bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        return Err(error(bilingual(
            "the workbook has a password or is in an old format; save it as xlsx without a password, or as CSV",
            "ブックにパスワードがあるか、古い形式である。パスワードなしのxlsxかCSV形式で保存する",
        )));
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return workbook(&extension, bytes);
    }
    Ok(delimited(decode(&bytes, None).into_owned()))
}

/// Returns an error about the content of a sheet.
pub(super) fn error(message: Message) -> io::Error {
    Reason::error(io::ErrorKind::InvalidData, message)
}

/// Reads text with the separator that its first lines have most often: a comma, a tab or a semicolon.
fn delimited(text: Text<'static>) -> Grid {
    let head: Vec<&str> = text.as_str().lines().take(20).collect();
    let count = |separator: char| {
        head.iter()
            .map(|line| line.matches(separator).count())
            .sum::<usize>()
    };
    let separators = [',', '\t', ';'];
    let separator = separators
        .into_iter()
        .max_by_key(|&separator| count(separator))
        .unwrap_or(',');
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator as u8)
        .from_reader(text.as_str().as_bytes());
    let mut rows = Vec::new();
    for record in reader.records().take(MAX_ROWS) {
        // The text is valid UTF-8, and rows may have any number of cells, so there are no errors.
        let Ok(record) = record else { continue };
        let line = record.position().map_or(0, csv::Position::line);
        let cells: Vec<String> = record
            .iter()
            .take(MAX_COLUMNS)
            .map(|cell| cell.trim().to_owned())
            .collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            rows.push(Row { line, cells });
        }
    }
    Grid { text, rows }
}

/// Reads the first sheet of a workbook that has cells.
#[cfg(feature = "sheets")]
fn workbook(extension: &str, bytes: Vec<u8>) -> io::Result<Grid> {
    use std::fmt::Display;
    use std::io::Cursor;

    use calamine::{Data, Ods, Range, Reader, Xlsx};

    let cursor = Cursor::new(bytes);
    let unreadable = |reason: &dyn Display| {
        error(message!(
            "the workbook cannot be read: {reason}; save it as CSV",
            "ブックを読めない（{reason}）。CSV形式で保存する",
        ))
    };
    let first = |sheets: Vec<(String, Range<Data>)>| {
        let mut ranges = sheets.into_iter().map(|(_, range)| range);
        ranges.find(|range| !range.is_empty())
    };
    let range = if extension == "ods" {
        first(
            Ods::new(cursor)
                .map_err(|reason| unreadable(&reason))?
                .worksheets(),
        )
    } else {
        first(
            Xlsx::new(cursor)
                .map_err(|reason| unreadable(&reason))?
                .worksheets(),
        )
    };
    let range = range.ok_or_else(|| unreadable(&"no cells"))?;
    let first_row = range.start().map_or(0, |(row, _)| row as usize);
    let mut lines = "\n".repeat(first_row.min(MAX_ROWS));
    let mut rows = Vec::new();
    for (at, row) in range.rows().take(MAX_ROWS).enumerate() {
        let text = |cell: &Data| match cell {
            Data::DateTime(date) if date.is_datetime() => {
                let (year, month, day, hour, minute, ..) = date.to_ymd_hms_milli();
                let date = format!("{year}/{month:02}/{day:02}");
                if (hour, minute) == (0, 0) {
                    date
                } else {
                    format!("{date} {hour:02}:{minute:02}")
                }
            }
            _ => cell.to_string(),
        };
        let cells: Vec<String> = row
            .iter()
            .take(MAX_COLUMNS)
            .map(|cell| text(cell).replace(['\n', '\t'], " ").trim().to_owned())
            .collect();
        lines.push_str(&cells.join("\t"));
        lines.push('\n');
        if cells.iter().any(|cell| !cell.is_empty()) {
            rows.push(Row {
                line: (first_row + at) as u64 + 1,
                cells,
            });
        }
    }
    Ok(Grid {
        text: decode(lines.as_bytes(), None).into_owned(),
        rows,
    })
}

/// Refuses a workbook, because this build does not read workbooks.
#[cfg(not(feature = "sheets"))]
fn workbook(_: &str, _: Vec<u8>) -> io::Result<Grid> {
    Err(error(bilingual(
        "this build does not read workbooks; save the sheet as CSV",
        "このビルドはブックを読めない。CSV形式で保存する",
    )))
}
