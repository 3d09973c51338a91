//! Tables as streams of batches: a thread makes them while they are read, in memory that does not grow with the archive.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};
use std::{process, thread};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use kifu::finding::Reason;
use kifu::run::{Dataset, ReadEvent};
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::batch::{self, Rows};
use crate::cells::{Batch, Column, schema};
use crate::options::Options;
use crate::record::{Record, records, target};

/// A table of records that are read from paths while its rows are taken. It implements the stream interface of Arrow, so pyarrow,
/// pandas, polars and DuckDB take it as it is; each of them reads the files anew.
#[pyclass(frozen, module = "kifu")]
pub(crate) struct Table {
    pub options: Arc<Options>,
    pub source: Arc<Dataset>,
    pub columns: Vec<Column>,
    pub progress: Option<Py<PyAny>>,
}

/// What the thread hands over.
enum Sent {
    Batch(RecordBatch),
    /// So many records were read so far.
    Read(u64),
    Failed(String, io::Error),
    /// Everything was read, or this went wrong.
    End(io::Result<()>),
}

/// Reads what the thread makes.
struct Reader {
    schema: SchemaRef,
    sent: Receiver<Sent>,
    stop: Arc<AtomicBool>,
    progress: Option<Py<PyAny>>,
    /// The process whose thread makes it. There are no threads in a process that was forked from it.
    process: u32,
    /// The first path that could not be read, and how many more.
    failed: Option<(String, u64)>,
}

/// Somebody who interrupts the program waits no longer than this.
const PATIENCE: Duration = Duration::from_millis(50);

/// What was read until then is handed over after so long.
const REPORTS: Duration = Duration::from_millis(50);

/// So many batches are ready before they are taken.
const AHEAD: usize = 4;

impl Reader {
    fn begin(table: &Table, py: Python<'_>) -> Self {
        let (sender, sent) = sync_channel(AHEAD);
        let stop = Arc::new(AtomicBool::new(false));
        let reader = Self {
            schema: schema(&table.columns),
            sent,
            stop: Arc::clone(&stop),
            progress: table.progress.as_ref().map(|it| it.clone_ref(py)),
            process: process::id(),
            failed: None,
        };
        let source = Arc::clone(&table.source);
        let columns = table.columns.clone();
        thread::spawn(move || make(&source, &columns, &stop, &sender));
        reader
    }

    /// The next batch; `None` after the last.
    fn next_batch(&mut self) -> PyResult<Option<RecordBatch>> {
        if self.process != process::id() {
            return Err(PyRuntimeError::new_err(
                "this process was forked while the table was read; read the table anew",
            ));
        }
        loop {
            match self.sent.recv_timeout(PATIENCE) {
                Ok(Sent::Batch(batch)) => return Ok(Some(batch)),
                Ok(Sent::Read(records)) => self.report(records)?,
                Ok(Sent::Failed(path, why)) => {
                    let first = || (format!("{path}: {}", Reason::from_io_error(&why).english()), 0);
                    self.failed.get_or_insert_with(first).1 += 1;
                }
                Err(RecvTimeoutError::Timeout) => attached(|py| py.check_signals())?,
                Ok(Sent::End(ended)) => return self.end(ended).map(|()| None),
                // The thread has ended without an end.
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err(
                        "a fault of kifu itself: not everything was read",
                    ));
                }
            }
        }
    }

    /// Reports how many records were read so far.
    fn report(&self, records: u64) -> PyResult<()> {
        attached(|py| {
            if let Some(progress) = &self.progress {
                progress.call1(py, (records,))?;
            }
            py.check_signals()
        })
    }

    fn end(&mut self, ended: io::Result<()>) -> PyResult<()> {
        ended.map_err(|it| PyOSError::new_err(Reason::from_io_error(&it).english().into_owned()))?;
        match self.failed.take() {
            None => Ok(()),
            Some((what, 1)) => Err(PyOSError::new_err(what)),
            Some((what, count)) => {
                let more = count - 1;
                Err(PyOSError::new_err(format!(
                    "{what} (and {more} more that cannot be read)"
                )))
            }
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let error = match self.next_batch() {
            Ok(batch) => return batch.map(Ok),
            Err(error) => error,
        };
        self.stop.store(true, Ordering::Relaxed);
        if attached(|py| interrupts(py, &error)) {
            // The library that takes the batches would make an error of its own of this. So the table ends here, and Python interrupts the
            // program as soon as that library is done.
            // SAFETY: this only sets a flag, and may be called anywhere.
            #[allow(unsafe_code)]
            unsafe {
                pyo3::ffi::PyErr_SetInterrupt();
            }
            return None;
        }
        let is_of_system = attached(|py| error.is_instance_of::<PyOSError>(py));
        Some(Err(if is_of_system {
            let words = attached(|py| error.value(py).to_string());
            ArrowError::IoError(for_c(&words), io::ErrorKind::Other.into())
        } else {
            ArrowError::ExternalError(for_c(&error.to_string()).into())
        }))
    }
}

/// Words for the interface of C, which knows no zero bytes.
fn for_c(words: &str) -> String {
    words.replace('\0', "␀")
}

/// Does something with Python, also if a library has let go of Python below something else that is done with it, as a progress function
/// that reads a table does.
fn attached<T>(work: impl FnOnce(Python<'_>) -> T) -> T {
    // PyO3 takes a thread for attached as long as it is so further up. This asks Python itself.
    // SAFETY: the state is given back on the same thread, after all that was done with Python.
    #[allow(unsafe_code)]
    let state = unsafe { pyo3::ffi::PyGILState_Ensure() };
    let done = Python::attach(work);
    #[allow(unsafe_code)]
    unsafe {
        pyo3::ffi::PyGILState_Release(state);
    }
    done
}

/// Whether Python interrupts the program as often as it is asked to.
fn interrupts(py: Python<'_>, error: &PyErr) -> bool {
    let is_usual = || -> PyResult<bool> {
        let signal = py.import("signal")?;
        let handler = signal.call_method1("getsignal", (signal.getattr("SIGINT")?,))?;
        Ok(handler.is(&signal.getattr("default_int_handler")?))
    };
    error.is_instance_of::<PyKeyboardInterrupt>(py) && is_usual().unwrap_or(false)
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// Reads everything that a table is made of.
fn make(source: &Dataset, columns: &[Column], stop: &Arc<AtomicBool>, sender: &SyncSender<Sent>) {
    let mut batch = Batch::new(columns);
    let send = |sent| {
        sender
            .send(sent)
            .map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    };
    // What was read is reported now and then: waking the reader for every file costs more than reading it.
    let (mut read, mut reported) = (0, Instant::now());
    let done = source.read(stop, |event| match event {
        ReadEvent::Row(row) => {
            batch.add(row);
            if batch.is_full() {
                send(Sent::Batch(batch.finish()))
            } else {
                Ok(())
            }
        }
        ReadEvent::Read(records, _) => {
            read += records;
            if reported.elapsed() < REPORTS {
                return Ok(());
            }
            reported = Instant::now();
            // Somebody who waits for rows can stop only when there are some.
            if !batch.is_empty() {
                send(Sent::Batch(batch.finish()))?;
            }
            send(Sent::Read(read))
        }
        ReadEvent::Failed(path, why) => send(Sent::Failed(path, why)),
    });
    let rest = (!batch.is_empty() && done.is_ok()).then(|| Sent::Batch(batch.finish()));
    // Nobody takes it where this fails.
    let _ = rest
        .map_or(Ok(()), send)
        .and_then(|()| send(Sent::Read(read)))
        .and_then(|()| send(Sent::End(done)));
}

/// Works until it is done, or somebody interrupts the program, without keeping Python busy.
pub(crate) fn until_interrupted<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> PyResult<T> + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, done) = channel();
            let stop = &stop;
            let worker = scope.spawn(move || {
                let made = work(stop);
                drop(sender);
                made
            });
            while let Err(RecvTimeoutError::Timeout) = done.recv_timeout(PATIENCE) as Result<(), _> {
                if let Err(interrupted) = attached(|py| py.check_signals()) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(interrupted);
                }
            }
            let fault = |_| Err(PyRuntimeError::new_err("a fault of kifu itself"));
            worker.join().unwrap_or_else(fault)
        })
    })
}

/// Returns an iterator over the rows of a table, each a dictionary.
pub(crate) fn dictionaries<'py>(table: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    table.py().import("kifu")?.call_method1("_dictionaries", (table,))
}

/// A capsule in which a stream goes from one library to another.
pub(crate) fn capsule<'py>(
    py: Python<'py>,
    reader: impl RecordBatchReader + Send + 'static,
) -> PyResult<Bound<'py, PyCapsule>> {
    let stream = FFI_ArrowArrayStream::new(Box::new(reader));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

#[pymethods]
impl Table {
    /// The table as a stream of Arrow.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A consumer casts what it wants otherwise.
        drop(requested_schema);
        capsule(py, Reader::begin(self, py))
    }

    /// The same table of the files in batches of Arrow.
    fn rows(&self, py: Python<'_>, batches: &Bound<'_, PyAny>) -> PyResult<Rows> {
        let mut batches = batch::batches(batches)?;
        until_interrupted(py, |stop| {
            batch::rows(&self.source, &self.columns, stop, &mut batches)
        })
    }

    /// The records of a file or an archive, read and checked.
    fn read(&self, py: Python<'_>, path: &str, bytes: Vec<u8>) -> PyResult<Vec<Record>> {
        /// A file of this size is read at once.
        const SMALL: usize = 1 << 20;
        let checker = self.source.checker();
        if bytes.len() < SMALL {
            let stop = AtomicBool::new(false);
            return Ok(py.detach(|| records(checker, path, bytes, &self.options, &stop)));
        }
        until_interrupted(py, |stop| Ok(records(checker, path, bytes, &self.options, stop)))
    }

    /// Whether a row is about many records, so that none is known before all were read.
    #[getter]
    fn is_about_many(&self) -> bool {
        self.source.is_about_many()
    }

    /// What the files in batches of Arrow come to in a table about many records, for `merge`.
    fn pieces(&self, py: Python<'_>, batches: &Bound<'_, PyAny>) -> PyResult<Rows> {
        let mut batches = batch::batches(batches)?;
        until_interrupted(py, |stop| batch::pieces(&self.source, stop, &mut batches))
    }

    /// The rows of all pieces of some shards, which are sorted by their keys.
    fn merge(&self, py: Python<'_>, batches: &Bound<'_, PyAny>) -> PyResult<Rows> {
        let mut batches = batch::batches(batches)?;
        until_interrupted(py, |stop| {
            batch::merged(&self.source, &self.columns, stop, &mut batches)
        })
    }

    /// The records in the files in batches of Arrow, in another format.
    fn convert(&self, py: Python<'_>, batches: &Bound<'_, PyAny>, to: &str) -> PyResult<Rows> {
        let target = target(to)?;
        let mut batches = batch::batches(batches)?;
        until_interrupted(py, |stop| {
            batch::converted(self.source.checker(), target, stop, &mut batches)
        })
    }

    /// The rows as dictionaries.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        dictionaries(slf)
    }

    /// The names of its columns.
    #[getter]
    fn columns(&self) -> Vec<&'static str> {
        self.columns.iter().map(|it| it.name).collect()
    }

    fn __repr__(&self) -> String {
        format!("<kifu.Table: {}>", self.columns().join(", "))
    }
}
