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
use kifu::report::arrow::{BatchBuilder, schema};
use kifu::run::{Column, Dataset, ReadEvent};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::record::join;
use crate::stream::{capsule, dictionaries};

/// The rows of a table about files in memory. The class implements the stream interface of Arrow.
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
    // SAFETY: a capsule with this name contains an Arrow stream. `from_raw` moves the stream out of the capsule and sets the
    // release callback in the capsule to null, as the interface requires.
    #[allow(unsafe_code)]
    let reader = unsafe { RecordBatchStreamReader::from_raw(stream.as_ptr()) };
    reader.map_err(|error| PyValueError::new_err(error.to_string()))
}

type Batches<'b> = &'b mut dyn Iterator<Item = Result<RecordBatch, ArrowError>>;

/// Converts the error of an input batch to a Python exception.
fn to_py_result(batch: Result<RecordBatch, ArrowError>) -> PyResult<RecordBatch> {
    batch.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Returns the rows of a table about the files in Arrow batches.
pub(crate) fn rows(
    dataset: &Dataset,
    columns: &[Column],
    stop: &AtomicBool,
    batches: Batches<'_>,
) -> PyResult<Rows> {
    build(columns, |take| {
        let mut table = dataset.builder(stop, take)?;
        for batch in batches {
            table.read(&files(&to_py_result(batch)?)?)?;
        }
        Ok(table.finish()?)
    })
}

/// Returns the rows of a table, computed from the partial results ([`Dataset::pieces`]) in these batches. The partial
/// results must be in the order of their keys.
pub(crate) fn merge(
    dataset: &Dataset,
    columns: &[Column],
    stop: &AtomicBool,
    batches: Batches<'_>,
) -> PyResult<Rows> {
    build(columns, |take| {
        let mut table = dataset.builder(stop, take)?;
        for batch in batches {
            let batch = to_py_result(batch)?;
            let keys = binary_cells(&batch, "key")?;
            let pieces = binary_cells(&batch, "piece")?;
            for (key, piece) in keys.into_iter().zip(pieces) {
                table.merge(key.unwrap_or_default(), piece.unwrap_or_default())?;
            }
        }
        Ok(table.finish()?)
    })
}

/// Collects the rows that `work` passes to its argument.
fn build(
    columns: &[Column],
    work: impl FnOnce(&mut (dyn FnMut(ReadEvent<'_>) -> io::Result<()> + Send)) -> PyResult<()>,
) -> PyResult<Rows> {
    let mut batch = BatchBuilder::new(columns);
    let mut batches = Vec::new();
    work(&mut |event| {
        if let ReadEvent::Row(row) = event {
            batch.add(row);
            if batch.is_full() {
                batches.push(batch.finish()?);
            }
        }
        Ok(())
    })?;
    if !batch.is_empty() {
        batches.push(batch.finish()?);
    }
    Ok(Rows {
        schema: schema(columns),
        batches,
    })
}

/// Returns the pieces of a table about many records, for the files in Arrow batches.
///
/// The columns are `shard`, `key` and `piece`.
pub(crate) fn pieces(dataset: &Dataset, stop: &AtomicBool, batches: Batches<'_>) -> PyResult<Rows> {
    let schema = nullable_schema(&[
        ("shard", DataType::Int64),
        ("key", DataType::Binary),
        ("piece", DataType::Binary),
    ]);
    map_batches(schema, batches, |batch| {
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

/// Converts the records in the files of Arrow batches.
///
/// The columns are `path`, `record`, `format`, `content`, `losses` and `error`. If a record cannot be converted, `content`
/// and `losses` are null and `error` contains the reason. When `stop` is set, the remaining files are left out.
pub(crate) fn convert(
    checker: &Checker,
    target: &'static Target,
    stop: &AtomicBool,
    batches: Batches<'_>,
) -> PyResult<Rows> {
    let losses = DataType::List(Arc::new(Field::new_list_field(DataType::Utf8, true)));
    let schema = nullable_schema(&[
        ("path", DataType::Utf8),
        ("record", DataType::Int64),
        ("format", DataType::Utf8),
        ("content", DataType::Binary),
        ("losses", losses),
        ("error", DataType::Utf8),
    ]);
    map_batches(schema, batches, |batch| {
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
                    match join([&game], target) {
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

/// Returns a schema of these columns, all of which may contain null.
fn nullable_schema(columns: &[(&str, DataType)]) -> SchemaRef {
    let fields = columns
        .iter()
        .map(|(name, kind)| Field::new(*name, kind.clone(), true));
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

/// Returns rows in one batch for each input batch. `make` creates the arrays of a batch.
fn map_batches(
    schema: SchemaRef,
    batches: Batches<'_>,
    make: impl Fn(&RecordBatch) -> PyResult<Vec<ArrayRef>>,
) -> PyResult<Rows> {
    let batches = batches.map(|batch| {
        let arrays = make(&to_py_result(batch)?)?;
        Ok(RecordBatch::try_new(Arc::clone(&schema), arrays).expect("all arrays have the same length"))
    });
    let batches = batches.collect::<PyResult<_>>()?;
    Ok(Rows { schema, batches })
}

/// Returns the paths and contents of the files in a batch. A null path is read as an empty path. Null content is an
/// error.
fn files(batch: &RecordBatch) -> PyResult<Vec<(&str, &[u8])>> {
    let paths = column(batch, "path")?;
    let paths: Vec<Option<&str>> = match paths.data_type() {
        DataType::Utf8 => paths.as_string::<i32>().iter().collect(),
        DataType::LargeUtf8 => paths.as_string::<i64>().iter().collect(),
        DataType::Utf8View => paths.as_string_view().iter().collect(),
        other => return Err(type_error("path", "texts", other)),
    };
    let contents = binary_cells(batch, "content")?;
    let files = paths.into_iter().zip(contents).map(|(path, content)| {
        let path = path.unwrap_or_default();
        let content =
            content.ok_or_else(|| PyValueError::new_err(format!("the `content` of `{path}` is null")));
        Ok((path, content?))
    });
    files.collect()
}

/// Returns the cells of a binary column; `None` for null.
fn binary_cells<'b>(batch: &'b RecordBatch, name: &str) -> PyResult<Vec<Option<&'b [u8]>>> {
    let cells = column(batch, name)?;
    Ok(match cells.data_type() {
        DataType::Binary => cells.as_binary::<i32>().iter().collect(),
        DataType::LargeBinary => cells.as_binary::<i64>().iter().collect(),
        DataType::BinaryView => cells.as_binary_view().iter().collect(),
        other => return Err(type_error(name, "bytes", other)),
    })
}

fn column<'b>(batch: &'b RecordBatch, name: &str) -> PyResult<&'b ArrayRef> {
    let column = batch.column_by_name(name);
    column.ok_or_else(|| PyValueError::new_err(format!("there is no column `{name}`")))
}

fn type_error(name: &str, expected: &str, kind: &DataType) -> PyErr {
    PyTypeError::new_err(format!(
        "the column `{name}` has the type {kind}; expected {expected}"
    ))
}
