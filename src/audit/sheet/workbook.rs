//! Workbooks as rows of cells: xlsx and ods.
//!
//! `calamine` reads the cells. Before, the unpacked size of the file and the cells that an ods file repeats are counted, so that a
//! small file cannot take much memory.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Cursor, Read};

use calamine::{Data, Ods, Reader, Xlsx};
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;

use super::grid::{Grid, MAX_BYTES, MAX_COLUMNS, MAX_ROWS, Row, error};
use crate::finding::{bilingual, message};
use crate::text::decode;

/// Maximum number of cells of an ods file, up to the last row and column with content.
const MAX_CELLS: u64 = 5_000_000;

/// The member of an ods file with the cells.
const ODS_CONTENT: &str = "content.xml";

/// The rows of a sheet by their index from 0: the cells by theirs.
type Cells = BTreeMap<usize, BTreeMap<usize, String>>;

/// Reads the first sheet of a workbook that has cells.
///
/// # Errors
///
/// Returns an error if the workbook cannot be read or is too large.
pub(super) fn read(bytes: Vec<u8>) -> io::Result<Grid> {
    let cells = match check(&bytes)? {
        Kind::Ods => ods(bytes)?,
        Kind::Xlsx => xlsx(bytes)?,
    };
    Ok(grid(cells))
}

fn unreadable(reason: &dyn Display) -> io::Error {
    error(message!(
        "the workbook cannot be read: {reason}; save it as CSV",
        "ブックを読めない（{reason}）。CSV形式で保存する",
    ))
}

fn too_large() -> io::Error {
    error(bilingual(
        "the workbook is too large when it is unpacked; save the sheet as CSV",
        "ブックを展開すると大きすぎる。表をCSV形式で保存する",
    ))
}

/// The kind of a workbook.
enum Kind {
    Xlsx,
    Ods,
}

/// Returns the kind of a workbook.
///
/// # Errors
///
/// Returns an error if the file cannot be unpacked or is too large.
fn check(bytes: &[u8]) -> io::Result<Kind> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|reason| unreadable(&reason))?;
    let (mut kind, mut rest) = (Kind::Xlsx, MAX_BYTES as u64);
    for at in 0..archive.len() {
        let member = archive.by_index(at).map_err(|reason| unreadable(&reason))?;
        let is_content = member.name().is_ok_and(|name| name == ODS_CONTENT);
        let mut content = Vec::new();
        let length = if is_content {
            member
                .take(rest + 1)
                .read_to_end(&mut content)
                .map(|length| length as u64)
        } else {
            io::copy(&mut member.take(rest + 1), &mut io::sink())
        };
        let length = length.map_err(|reason| unreadable(&reason))?;
        rest = rest.checked_sub(length).ok_or_else(too_large)?;
        if is_content {
            kind = Kind::Ods;
            if ods_cells(&content)? > MAX_CELLS {
                return Err(too_large());
            }
        }
    }
    Ok(kind)
}

/// Returns the number of cells of the largest table of an ods file, up to the last row and column with content.
fn ods_cells(content: &[u8]) -> io::Result<u64> {
    let mut reader = quick_xml::Reader::from_reader(content);
    let (mut most, mut rows, mut row_repeats) = (0, 0_u64, 1);
    let (mut columns, mut width, mut widest) = (0_u64, 0, 0);
    let repeats = |element: &BytesStart<'_>, name: &str| {
        let attribute = element.try_get_attribute(name).ok().flatten();
        let number = attribute.and_then(|it| it.value.parse().ok());
        number.unwrap_or(1_u64)
    };
    loop {
        let event = reader.read_event().map_err(|reason| unreadable(&reason))?;
        match &event {
            Event::Eof => return Ok(most),
            Event::Start(element) | Event::Empty(element) => match element.name().as_ref() {
                "table:table" => (rows, widest) = (0, 0),
                "table:table-row" => {
                    row_repeats = repeats(element, "table:number-rows-repeated");
                    (columns, width) = (0, 0);
                }
                "table:table-cell" | "table:covered-table-cell" => {
                    columns = columns.saturating_add(repeats(element, "table:number-columns-repeated"));
                    let has_value = element
                        .try_get_attribute("office:value-type")
                        .ok()
                        .flatten()
                        .is_some();
                    if has_value || matches!(event, Event::Start(_)) {
                        width = columns;
                    }
                }
                _ => {}
            },
            Event::End(element) if element.name().as_ref() == "table:table-row" => {
                rows = rows.saturating_add(row_repeats);
                if width > 0 {
                    widest = widest.max(width);
                    most = most.max(rows.saturating_mul(widest));
                }
            }
            _ => {}
        }
    }
}

fn xlsx(bytes: Vec<u8>) -> io::Result<Cells> {
    let mut workbook = Xlsx::new(Cursor::new(bytes)).map_err(|reason| unreadable(&reason))?;
    for name in workbook.sheet_names() {
        let mut cells = Cells::new();
        let mut reader = workbook
            .worksheet_cells_reader(&name)
            .map_err(|reason| unreadable(&reason))?;
        while let Some(cell) = reader.next_cell().map_err(|reason| unreadable(&reason))? {
            let (row, column) = cell.get_position();
            put(
                &mut cells,
                row as usize,
                column as usize,
                &cell.get_value().clone().into(),
            )?;
        }
        if !cells.is_empty() {
            return Ok(cells);
        }
    }
    Err(no_cells())
}

fn ods(bytes: Vec<u8>) -> io::Result<Cells> {
    let mut workbook = Ods::new(Cursor::new(bytes)).map_err(|reason| unreadable(&reason))?;
    for (_, range) in workbook.worksheets() {
        let mut cells = Cells::new();
        let (first_row, first_column) = range.start().unwrap_or_default();
        for (row, column, value) in range.used_cells() {
            put(
                &mut cells,
                first_row as usize + row,
                first_column as usize + column,
                value,
            )?;
        }
        if !cells.is_empty() {
            return Ok(cells);
        }
    }
    Err(no_cells())
}

fn no_cells() -> io::Error {
    error(bilingual("the workbook has no cells", "ブックに内容がない"))
}

/// Adds the text of a cell unless it is empty.
///
/// # Errors
///
/// Returns an error if the row or the column is beyond the limits.
fn put(cells: &mut Cells, row: usize, column: usize, value: &Data) -> io::Result<()> {
    let text = text(value).replace(['\n', '\r', '\t'], " ").trim().to_owned();
    if text.is_empty() {
        return Ok(());
    }
    let number = row + 1;
    if row >= MAX_ROWS || column >= MAX_COLUMNS {
        return Err(error(message!(
            "row {number} has a cell beyond the limit of {MAX_ROWS} rows and {MAX_COLUMNS} columns",
            "{number}行目に、上限（{MAX_ROWS}行、{MAX_COLUMNS}列）を超えるセルがある",
        )));
    }
    cells.entry(row).or_default().insert(column, text);
    Ok(())
}

/// Returns the text of a cell. A formula has its value.
fn text(value: &Data) -> String {
    match value {
        Data::DateTime(date) if date.is_datetime() => {
            let (year, month, day, hour, minute, ..) = date.to_ymd_hms_milli();
            let date = format!("{year}/{month:02}/{day:02}");
            if (hour, minute) == (0, 0) {
                date
            } else {
                format!("{date} {hour:02}:{minute:02}")
            }
        }
        _ => value.to_string(),
    }
}

/// Returns the cells as a text, whose lines are the rows and have tabs between the cells.
fn grid(cells: Cells) -> Grid {
    let mut lines = String::new();
    let mut rows = Vec::new();
    let mut next = 0;
    for (row, cells) in cells {
        lines.extend(std::iter::repeat_n('\n', row - next));
        next = row + 1;
        let width = cells.last_key_value().map_or(0, |(column, _)| column + 1);
        let mut texts = vec![String::new(); width];
        for (column, text) in cells {
            texts[column] = text;
        }
        lines.push_str(&texts.join("\t"));
        lines.push('\n');
        rows.push(Row {
            line: row as u64 + 1,
            cells: texts,
        });
    }
    Grid {
        text: decode(lines.as_bytes(), None).into_owned(),
        rows,
    }
}
