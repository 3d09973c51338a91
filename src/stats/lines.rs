//! Rows as lines of CSV or of JSON.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::cell::Cell;
use super::column::Column;
use crate::text::{BYTE_ORDER_MARK, harmless};

/// A form that tables are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableForm {
    /// Comma-separated values, the names of the columns first.
    Csv,
    /// The same as a spreadsheet shows it as it is: it begins with a byte order mark, and no cell is a formula.
    Spreadsheet,
    /// An object a line.
    JsonLines,
}

/// How the rows of a table are written.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The form.
    pub form: TableForm,
    /// The columns by their places in the table, and their names.
    pub columns: Vec<(usize, &'static str)>,
}

impl Layout {
    /// What the output begins with.
    pub fn head(&self) -> Vec<u8> {
        let mut out = Vec::new();
        if self.form == TableForm::Spreadsheet {
            out.extend_from_slice(BYTE_ORDER_MARK.as_bytes());
        }
        if self.form != TableForm::JsonLines {
            csv_line(self.columns.iter().map(|&(_, name)| Cell::text(name)), &mut out);
        }
        out
    }

    /// Writes a row.
    pub fn row<R>(&self, columns: &'static [Column<R>], row: &R, out: &mut Vec<u8>) {
        let cells = self
            .columns
            .iter()
            .map(|&(at, name)| (name, (columns[at].cell)(row)));
        match self.form {
            TableForm::Csv => csv_line(cells.map(|(_, cell)| cell), out),
            TableForm::Spreadsheet => csv_line(cells.map(|(_, cell)| no_formula(cell)), out),
            TableForm::JsonLines => {
                // Neither writing to memory nor words and numbers can fail.
                let _ = serde_json::to_writer(&mut *out, &Object(cells.collect()));
                out.push(b'\n');
            }
        }
    }
}

/// The cell, which is no formula if it has words.
fn no_formula(cell: Cell<'_>) -> Cell<'_> {
    match cell {
        Cell::Text(text) => Cell::text(match harmless(&text) {
            Cow::Owned(harmless) => Cow::Owned(harmless),
            Cow::Borrowed(_) => text,
        }),
        other => other,
    }
}

/// Adds a line of CSV. There may be a row for every move of an archive, for which the writer of `csv` takes too long.
fn csv_line<'r>(cells: impl Iterator<Item = Cell<'r>>, out: &mut Vec<u8>) {
    let start = out.len();
    for (at, cell) in cells.enumerate() {
        if at > 0 {
            out.push(b',');
        }
        csv_cell(&cell, out);
    }
    if out.len() == start {
        // An empty line would be no row.
        out.extend(b"\"\"");
    }
    out.push(b'\n');
}

fn csv_cell(cell: &Cell<'_>, out: &mut Vec<u8>) {
    match cell {
        Cell::Empty => {}
        Cell::Text(text) => csv_text(text.as_bytes(), out),
        Cell::Whole(number) => out.extend_from_slice(itoa::Buffer::new().format(*number).as_bytes()),
        Cell::Real(number) => {
            let mut text = String::new();
            // Writing to memory cannot fail.
            let _ = write!(text, "{number:?}");
            out.extend_from_slice(text.as_bytes());
        }
        Cell::Truth(truth) => out.extend_from_slice(if *truth { b"true" } else { b"false" }),
    }
}

/// A text, in quotes where a reader would otherwise take its end for another.
fn csv_text(text: &[u8], out: &mut Vec<u8>) {
    if !text
        .iter()
        .any(|byte| matches!(byte, b',' | b'"' | b'\r' | b'\n'))
    {
        return out.extend_from_slice(text);
    }
    out.push(b'"');
    for &byte in text {
        out.push(byte);
        if byte == b'"' {
            out.push(byte);
        }
    }
    out.push(b'"');
}

/// A row as an object of JSON.
struct Object<'r>(Vec<(&'static str, Cell<'r>)>);

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, cell) in &self.0 {
            map.serialize_entry(name, cell)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_cell() -> impl Strategy<Value = Cell<'static>> {
        prop_oneof![
            Just(Cell::Empty),
            "[a,\"\r\n歩 ;']{0,4}".prop_map(Cell::text),
            any::<i64>().prop_map(Cell::Whole),
            (-1_000_000_i32..1_000_000, 0..5)
                .prop_map(|(number, digits)| Cell::Real(f64::from(number) / 10_f64.powi(digits))),
            any::<bool>().prop_map(Cell::Truth),
        ]
    }

    proptest! {
        #[test]
        fn lines_are_those_of_the_csv_crate(cells in prop::collection::vec(any_cell(), 1..5)) {
            let mut ours = Vec::new();
            csv_line(cells.iter().cloned(), &mut ours);
            let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
            writer.serialize(&cells).unwrap();
            prop_assert_eq!(
                String::from_utf8(ours).unwrap(),
                String::from_utf8(writer.into_inner().unwrap()).unwrap()
            );
        }
    }
}
