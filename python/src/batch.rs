//! Tables of records that come in batches of Arrow: a column `path` of texts, and a column `content` of bytes.

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::{Array, RecordBatch, RecordBatchIterator};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use kifu::cli::{Dataset, ReadEvent};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::cells::{Batch, Column, schema};
use crate::stream::capsule;

/// Rows that were made of batches in memory. It implements the stream interface of Arrow.
#[pyclass(frozen, module = "kifu")]
pub(crate) struct Rows {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

#[pymethods]
impl Rows {
    /// The rows as a stream of Arrow.
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

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }
}

/// The batches that an object hands over by the stream interface of Arrow, as a table of pyarrow or polars does.
pub(crate) fn batches(object: &Bound<'_, PyAny>) -> PyResult<Vec<RecordBatch>> {
    let capsule = object.call_method0("__arrow_c_stream__");
    let capsule = capsule.map_err(|_| {
        PyTypeError::new_err("expected a table of Arrow with the columns `path` and `content` (an object with `__arrow_c_stream__`)")
    })?;
    let capsule = capsule.cast_into::<PyCapsule>()?;
    let stream = capsule
        .pointer_checked(Some(c"arrow_array_stream"))?
        .cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule of this name holds such a stream, which is moved out of it here, as the interface has it: what is left
    // behind has no release callback.
    #[allow(unsafe_code)]
    let reader = unsafe { RecordBatchStreamReader::from_raw(stream.as_ptr()) };
    let reader = reader.map_err(|it| PyValueError::new_err(it.to_string()))?;
    reader
        .collect::<Result<_, _>>()
        .map_err(|it| PyValueError::new_err(it.to_string()))
}

/// Makes the rows of a table of the files in some batches.
pub(crate) fn rows(dataset: &Dataset, columns: &[Column], batches: &[RecordBatch]) -> PyResult<Rows> {
    let mut out = Rows {
        schema: schema(columns),
        batches: Vec::new(),
    };
    let mut made = Batch::new(columns);
    for batch in batches {
        let files = files(batch)?;
        dataset.read_bytes(&files, |event| {
            if let ReadEvent::Row(row) = event {
                made.add(row);
                if made.is_full() {
                    out.batches.push(made.finish());
                }
            }
            Ok(())
        })?;
    }
    if !made.is_empty() {
        out.batches.push(made.finish());
    }
    Ok(out)
}

/// The paths and contents of the files in a batch.
fn files(batch: &RecordBatch) -> PyResult<Vec<(&str, &[u8])>> {
    let column = |name: &str| {
        let column = batch.column_by_name(name);
        column.ok_or_else(|| {
            PyValueError::new_err(format!(
                "there is no column `{name}`; expected `path` and `content`"
            ))
        })
    };
    let (paths, contents) = (column("path")?, column("content")?);
    let wrong = |name: &str, kind: &DataType| {
        PyTypeError::new_err(format!("the column `{name}` has the type {kind}"))
    };
    let paths: Vec<Option<&str>> = match paths.data_type() {
        DataType::Utf8 => paths.as_string::<i32>().iter().collect(),
        DataType::LargeUtf8 => paths.as_string::<i64>().iter().collect(),
        DataType::Utf8View => paths.as_string_view().iter().collect(),
        other => return Err(wrong("path", other)),
    };
    let contents: Vec<Option<&[u8]>> = match contents.data_type() {
        DataType::Binary => contents.as_binary::<i32>().iter().collect(),
        DataType::LargeBinary => contents.as_binary::<i64>().iter().collect(),
        DataType::BinaryView => contents.as_binary_view().iter().collect(),
        other => return Err(wrong("content", other)),
    };
    let both = paths.into_iter().zip(contents);
    Ok(both
        .filter_map(|(path, content)| Some((path.unwrap_or_default(), content?)))
        .collect())
}
