//! Rows as lines of CSV or of JSON.

use csv::WriterBuilder;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::cell::Cell;
use super::column::Column;

/// A form that tables are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableForm {
    /// Comma-separated values, the names of the columns first.
    Csv,
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

/// How many bytes of CSV are put together before they are handed on.
const BUFFER: usize = 2048;

impl Layout {
    /// What the output begins with.
    pub fn head(&self) -> Vec<u8> {
        let mut out = Vec::new();
        if self.form == TableForm::Csv {
            let names: Vec<_> = self.columns.iter().map(|(_, name)| name).collect();
            csv_line(&mut out, &names);
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
            TableForm::Csv => csv_line(out, &cells.map(|(_, cell)| cell).collect::<Vec<_>>()),
            TableForm::JsonLines => {
                // Neither writing to memory nor words and numbers can fail.
                let _ = serde_json::to_writer(&mut *out, &Object(cells.collect()));
                out.push(b'\n');
            }
        }
    }
}

fn csv_line(out: &mut Vec<u8>, fields: &[impl Serialize]) {
    let mut writer = WriterBuilder::new()
        .has_headers(false)
        .buffer_capacity(BUFFER)
        .from_writer(out);
    // Writing into memory cannot fail, and a line of its own is as long as it is.
    let _ = writer.serialize(fields);
    let _ = writer.flush();
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
