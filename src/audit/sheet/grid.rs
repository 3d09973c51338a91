//! A sheet of results as rows of cells, from text or from a workbook.

use std::io;

use csv::ReaderBuilder;
use encoding_rs::WINDOWS_1252;

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
    let encoding = is_western(&bytes).then_some(WINDOWS_1252);
    let text = decode(&bytes, encoding).into_owned();
    if text.looks_binary() {
        return Err(error(bilingual(
            "the file is neither a workbook nor text; save the sheet as xlsx, ods or CSV",
            "ファイルがブックでもテキストでもない。表をxlsx、ods、CSVのいずれかの形式で保存する",
        )));
    }
    delimited(text)
}

/// Returns an error about the content of a sheet.
pub(super) fn error(message: Message) -> io::Error {
    Reason::error(io::ErrorKind::InvalidData, message)
}

/// Returns whether bytes are text in ISO 8859-1. Such text has no bytes with which most characters of `Shift_JIS` begin, and its
/// other letters are not in pairs, as in EUC-JP.
fn is_western(bytes: &[u8]) -> bool {
    let is_high = |at: usize| bytes.get(at).is_some_and(|byte| *byte >= 0x80);
    let mut high = (0..bytes.len()).filter(|&at| is_high(at));
    str::from_utf8(bytes).is_err()
        && !bytes
            .iter()
            .any(|byte| *byte == 0 || (0x80..=0x9f).contains(byte))
        && high.any(|at| !is_high(at + 1) && (at == 0 || !is_high(at - 1)))
}

/// Reads text with the separator that its first lines have most often: a comma, a tab or a semicolon.
///
/// # Errors
///
/// Returns an error if a quote is not closed, or if there are too many rows or columns.
fn delimited(text: Text<'static>) -> io::Result<Grid> {
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
    for record in reader.records() {
        // The text is valid UTF-8, and rows may have any number of cells, so there are no errors.
        let Ok(record) = record else { continue };
        let line = record.position().map_or(0, csv::Position::line);
        if rows.len() >= MAX_ROWS || record.len() > MAX_COLUMNS {
            return Err(error(message!(
                "line {line} is beyond the limit of {MAX_ROWS} rows and {MAX_COLUMNS} columns",
                "{line}行目が上限（{MAX_ROWS}行、{MAX_COLUMNS}列）を超えている",
            )));
        }
        let cells: Vec<String> = record.iter().map(|cell| cell.trim().to_owned()).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            rows.push(Row { line, cells });
        }
    }
    if !text.as_str().matches('"').count().is_multiple_of(2) {
        let line = rows.last().map_or(1, |row| row.line);
        return Err(error(message!(
            "a quote in the row that begins in line {line} is not closed",
            "{line}行目から始まる行の引用符が閉じていない",
        )));
    }
    Ok(Grid { text, rows })
}

/// Refuses a workbook, because this build does not read workbooks.
#[cfg(not(feature = "sheets"))]
fn workbook(_: Vec<u8>) -> io::Result<Grid> {
    Err(error(bilingual(
        "this build does not read workbooks; save the sheet as CSV",
        "このビルドはブックを読めない。CSV形式で保存する",
    )))
}
