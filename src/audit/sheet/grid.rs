//! A sheet of results as rows of cells, from text or from a workbook.

use std::io;

use csv::ReaderBuilder;

#[cfg(feature = "sheets")]
use super::workbook::read as workbook;
use crate::finding::{Message, Reason, bilingual, message};
use crate::text::{Text, decode};

/// Maximum size of a sheet, unpacked (bytes).
pub(super) const MAX_BYTES: usize = 64 << 20;

/// Maximum number of rows of a sheet.
pub(super) const MAX_ROWS: usize = 1_000_000;

/// Maximum number of columns of a sheet.
pub(super) const MAX_COLUMNS: usize = 1_000;

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
pub(super) fn read(bytes: Vec<u8>) -> io::Result<Grid> {
    if bytes.len() > MAX_BYTES {
        return Err(error(message!(
            "the sheet has more than {limit} MiB",
            "表が{limit} MiBより大きい",
            limit = MAX_BYTES >> 20
        )));
    }
    if bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        return Err(error(bilingual(
            "the workbook has a password or is in an old format; save it as xlsx without a password, or as CSV",
            "ブックにパスワードがあるか、古い形式である。パスワードなしのxlsxかCSV形式で保存する",
        )));
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return workbook(bytes);
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

/// Refuses a workbook, because this build does not read workbooks.
#[cfg(not(feature = "sheets"))]
fn workbook(_: Vec<u8>) -> io::Result<Grid> {
    Err(error(bilingual(
        "this build does not read workbooks; save the sheet as CSV",
        "このビルドはブックを読めない。CSV形式で保存する",
    )))
}
