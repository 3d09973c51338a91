//! Parquet files, whose types are those of the Arrow tables of the Python package.

use std::io::{self, Write};

use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;

use super::BinaryFile;
use super::arrow::{BatchBuilder, schema};
use super::cells::{Column, Row};
use crate::finding::{Reason, message};

/// Maximum number of rows in a row group.
const MAX_GROUP_ROWS: usize = 65_536;

/// Maximum size of a row group (bytes). A row group is in memory until it is complete.
const MAX_GROUP_BYTES: usize = 64 << 20;

/// A Parquet file that is being written. Memory does not depend on the number of rows, except that the end of the file lists the
/// row groups.
pub(crate) struct ParquetFile {
    columns: usize,
    batch: BatchBuilder,
    /// The writer. Its bytes are taken from it after each batch.
    writer: ArrowWriter<Vec<u8>>,
}

impl ParquetFile {
    /// Begins a file with these columns.
    ///
    /// # Errors
    ///
    /// Returns an error if Parquet does not have a type of a column.
    pub(crate) fn begin(columns: &[Column]) -> io::Result<Self> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_max_row_group_row_count(Some(MAX_GROUP_ROWS))
            .set_max_row_group_bytes(Some(MAX_GROUP_BYTES))
            .build();
        let writer = ArrowWriter::try_new(Vec::new(), schema(columns), Some(properties));
        Ok(Self {
            columns: columns.len(),
            batch: BatchBuilder::new(columns),
            writer: writer.map_err(|error| file_error(&error))?,
        })
    }

    /// Encodes the rows of the batch, and writes the row groups that are complete.
    fn write_batch(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let batch = self.batch.finish()?;
        self.writer.write(&batch).map_err(|error| file_error(&error))?;
        self.pass_on(out)
    }

    /// Passes the bytes of the writer on.
    fn pass_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.writer.sync()?;
        // The writer counts its bytes itself, so the offsets in the file stay right.
        out.write_all(&std::mem::take(self.writer.inner_mut()))
    }
}

impl BinaryFile for ParquetFile {
    fn write_rows(&mut self, _: usize, rows: &[u8], out: &mut dyn Write) -> io::Result<()> {
        for row in Row::split(rows, self.columns) {
            self.batch.add(row);
            if self.batch.is_full() {
                self.write_batch(out)?;
            }
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !self.batch.is_empty() {
            self.write_batch(out)?;
        }
        self.writer.finish().map_err(|error| file_error(&error))?;
        self.pass_on(out)
    }
}

/// Returns the error for a file that cannot be written.
fn file_error(error: &ParquetError) -> io::Error {
    let why = message!(
        "the Parquet file cannot be written: {why}",
        "Parquetのファイルを書き出せない: {why}",
        why = error.to_string()
    );
    Reason::error(io::ErrorKind::Other, why)
}
