//! Tables from records in Arrow batches with the columns `path` (text) and `content` (bytes).

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arrow_array::builder::{BinaryBuilder, Int64Builder, ListBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use kifu::Checker;
use kifu::notation::Target;
use kifu::run::{Dataset, ReadEvent};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::cells::{Batch, Column, schema};
use crate::record::converted as converted_record;
use crate::stream::{capsule, dictionaries};

/// The rows of a table about files in memory. It implements the stream interface of Arrow.
#[pyclass(frozen, module = "kifu")]
pub(crate) struct Rows {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

#[pymethods]
impl Rows {
    /// Returns the rows as an Arrow stream.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches: Vec<Result<_, ArrowError>> = self.batches.iter().cloned().map(Ok).collect();
        capsule(py, RecordBatchIterator::new(batches, self.schema.clone()))
    }

    /// Iterates over the rows, each a dictionary.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        dictionaries(slf)
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __repr__(&self) -> String {
        let names: Vec<_> = self.schema.fields().iter().map(|it| &**it.name()).collect();
        format!("<kifu.Rows: {} rows of {}>", self.__len__(), names.join(", "))
    }
}

/// Returns the batches of an object with the Arrow stream interface, such as a table of pyarrow or polars.
pub(crate) fn batches(object: &Bound<'_, PyAny>) -> PyResult<RecordBatchStreamReader> {
    let capsule = object.call_method0("__arrow_c_stream__");
    let capsule = capsule.map_err(|_| {
        PyTypeError::new_err("expected a table of Arrow with the columns `path` and `content` (an object with `__arrow_c_stream__`)")
    })?;
    let capsule = capsule.cast_into::<PyCapsule>()?;
    let stream = capsule
        .pointer_checked(Some(c"arrow_array_stream"))?
        .cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule with this name holds such a stream. The stream is moved out, and the release callback left
    // behind is null, as the interface requires.
    #[allow(unsafe_code)]
    let reader = unsafe { RecordBatchStreamReader::from_raw(stream.as_ptr()) };
    reader.map_err(|error| PyValueError::new_err(error.to_string()))
}

type Batches<'b> = &'b mut dyn Iterator<Item = Result<RecordBatch, ArrowError>>;

fn batch(read: Result<RecordBatch, ArrowError>) -> PyResult<RecordBatch> {
    read.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Returns the rows of a table about the files in some batches.
pub(crate) fn rows(
    dataset: &Dataset,
    columns: &[Column],
    stop: &AtomicBool,
    batches: Batches<'_>,
) -> PyResult<Rows> {
    build(columns, |take| {
        let mut table = dataset.builder(stop, take)?;
        for read in batches {
            table.read(&files(&batch(read)?)?)?;
        }
        Ok(table.finish()?)
    })
}

/// Returns the rows of a table from its pieces, which are sorted by their keys.
pub(crate) fn merged(
    dataset: &Dataset,
    columns: &[Column],
    stop: &AtomicBool,
    batches: Batches<'_>,
) -> PyResult<Rows> {
    build(columns, |take| {
        let mut table = dataset.builder(stop, take)?;
        for read in batches {
            let read = batch(read)?;
            for (key, piece) in bytes(&read, "key")?.into_iter().zip(bytes(&read, "piece")?) {
                table.merge(key.unwrap_or_default(), piece.unwrap_or_default())?;
            }
        }
        Ok(table.finish()?)
    })
}

/// Collects the rows of a table in batches.
fn build(
    columns: &[Column],
    work: impl FnOnce(&mut (dyn FnMut(ReadEvent<'_>) -> io::Result<()> + Send)) -> PyResult<()>,
) -> PyResult<Rows> {
    let mut made = Batch::new(columns);
    let mut batches = Vec::new();
    work(&mut |event| {
        if let ReadEvent::Row(row) = event {
            made.add(row);
            if made.is_full() {
                batches.push(made.finish());
            }
        }
        Ok(())
    })?;
    if !made.is_empty() {
        batches.push(made.finish());
    }
    Ok(Rows {
        schema: schema(columns),
        batches,
    })
}

/// Returns the pieces of a table about many records, for the files in some batches: `shard`, `key` and `piece`.
pub(crate) fn pieces(dataset: &Dataset, stop: &AtomicBool, batches: Batches<'_>) -> PyResult<Rows> {
    let schema = fields(&[
        ("shard", DataType::Int64),
        ("key", DataType::Binary),
        ("piece", DataType::Binary),
    ]);
    arrays(schema, batches, |batch| {
        let mut shards = Int64Builder::new();
        let (mut keys, mut pieces) = (BinaryBuilder::new(), BinaryBuilder::new());
        dataset.pieces(stop, &files(batch)?, |(shard, key, piece)| {
            shards.append_value(shard);
            keys.append_value(key);
            pieces.append_value(piece);
            Ok(())
        })?;
        Ok(vec![
            Arc::new(shards.finish()),
            Arc::new(keys.finish()),
            Arc::new(pieces.finish()),
        ])
    })
}

/// Converts the records in some batches: `path`, `record`, `format`, `content`, `losses`, and `error`.
///
/// A record without content has the reason in `error`.
pub(crate) fn converted(
    checker: &Checker,
    target: &'static Target,
    stop: &AtomicBool,
    batches: Batches<'_>,
) -> PyResult<Rows> {
    let losses = DataType::List(Arc::new(Field::new_list_field(DataType::Utf8, true)));
    let schema = fields(&[
        ("path", DataType::Utf8),
        ("record", DataType::Int64),
        ("format", DataType::Utf8),
        ("content", DataType::Binary),
        ("losses", losses),
        ("error", DataType::Utf8),
    ]);
    arrays(schema, batches, |batch| {
        let mut paths = StringBuilder::new();
        let mut records = Int64Builder::new();
        let mut formats = StringBuilder::new();
        let mut contents = BinaryBuilder::new();
        let mut losses = ListBuilder::new(StringBuilder::new());
        let mut errors = StringBuilder::new();
        for (path, bytes) in files(batch)? {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            for file in checker.check(path, bytes) {
                for game in file.records() {
                    paths.append_value(game.path);
                    records.append_value(game.record.index.into());
                    formats.append_value(game.record.format.name());
                    match converted_record(&game, target) {
                        Ok((content, lost)) => {
                            contents.append_value(content);
                            losses.append_value(lost.into_iter().map(Some));
                            errors.append_null();
                        }
                        Err(refusal) => {
                            contents.append_null();
                            losses.append_null();
                            errors.append_value(refusal);
                        }
                    }
                }
            }
        }
        Ok(vec![
            Arc::new(paths.finish()),
            Arc::new(records.finish()),
            Arc::new(formats.finish()),
            Arc::new(contents.finish()),
            Arc::new(losses.finish()),
            Arc::new(errors.finish()),
        ])
    })
}

fn fields(columns: &[(&str, DataType)]) -> SchemaRef {
    let fields = columns
        .iter()
        .map(|(name, kind)| Field::new(*name, kind.clone(), true));
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

/// Returns the rows as record batches, which `make` fills from each input batch.
fn arrays(
    schema: SchemaRef,
    batches: Batches<'_>,
    make: impl Fn(&RecordBatch) -> PyResult<Vec<ArrayRef>>,
) -> PyResult<Rows> {
    let made = batches.map(|read| {
        let arrays = make(&batch(read)?)?;
        Ok(RecordBatch::try_new(Arc::clone(&schema), arrays).expect("all arrays have the same length"))
    });
    let batches = made.collect::<PyResult<_>>()?;
    Ok(Rows { schema, batches })
}

/// Returns the paths and contents of the files in a batch.
fn files(batch: &RecordBatch) -> PyResult<Vec<(&str, &[u8])>> {
    let paths = column(batch, "path")?;
    let paths: Vec<Option<&str>> = match paths.data_type() {
        DataType::Utf8 => paths.as_string::<i32>().iter().collect(),
        DataType::LargeUtf8 => paths.as_string::<i64>().iter().collect(),
        DataType::Utf8View => paths.as_string_view().iter().collect(),
        other => return Err(wrong("path", "texts", other)),
    };
    let contents = bytes(batch, "content")?;
    let files = paths.into_iter().zip(contents).map(|(path, content)| {
        let path = path.unwrap_or_default();
        let content =
            content.ok_or_else(|| PyValueError::new_err(format!("the `content` of `{path}` is null")));
        Ok((path, content?))
    });
    files.collect()
}

/// Returns the cells of a binary column.
fn bytes<'b>(batch: &'b RecordBatch, name: &str) -> PyResult<Vec<Option<&'b [u8]>>> {
    let cells = column(batch, name)?;
    Ok(match cells.data_type() {
        DataType::Binary => cells.as_binary::<i32>().iter().collect(),
        DataType::LargeBinary => cells.as_binary::<i64>().iter().collect(),
        DataType::BinaryView => cells.as_binary_view().iter().collect(),
        other => return Err(wrong(name, "bytes", other)),
    })
}

fn column<'b>(batch: &'b RecordBatch, name: &str) -> PyResult<&'b ArrayRef> {
    let column = batch.column_by_name(name);
    column.ok_or_else(|| PyValueError::new_err(format!("there is no column `{name}`")))
}

fn wrong(name: &str, expected: &str, kind: &DataType) -> PyErr {
    PyTypeError::new_err(format!(
        "the column `{name}` has the type {kind}; expected {expected}"
    ))
}
