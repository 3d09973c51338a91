//! Tables as streams of batches. A thread creates the batches, and the memory use does not depend on the number of records.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{process, thread};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use kifu::finding::Reason;
use kifu::report::arrow::{BatchBuilder, schema};
use kifu::run::{Column, Dataset, ReadEvent};
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};

use crate::batch::{self, Rows};
use crate::options::Options;
use crate::record::{Record, records, records_of_part, target};

/// A table about the records in files, folders and archives. The files are read while the rows are requested.
///
/// The class implements the stream interface of Arrow, so pyarrow, pandas, polars and DuckDB read a table directly. Whenever
/// a table is read, its files are read again.
#[pyclass(frozen, module = "kifu")]
pub(crate) struct Table {
    pub options: Arc<Options>,
    pub source: Arc<Dataset>,
    pub columns: Vec<Column>,
    pub progress: Option<Py<PyAny>>,
}

/// A message of the reading thread, with batches of the type `B`.
enum Message<B> {
    Batch(B),
    /// The number of records read so far.
    Read(u64),
    /// An unreadable path, with the error.
    Failed(String, io::Error),
    /// The end of the input, or an error.
    End(io::Result<()>),
}

/// The receiving side of a stream of Arrow batches.
struct Reader {
    schema: SchemaRef,
    messages: Messages<RecordBatch>,
}

/// The receiving side of the messages of a reading thread.
struct Messages<B> {
    receiver: Receiver<Message<B>>,
    stop: Arc<AtomicBool>,
    progress: Option<Py<PyAny>>,
    /// The identifier of the process that started the thread. A process forked from this process does not have the thread.
    process: u32,
    /// The message about the first unreadable path, and the number of unreadable paths; `None` if all paths so far were read.
    failed: Option<(String, u64)>,
}

/// Maximum delay before an interrupt is noticed.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(50);

/// Minimum time between progress reports.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

/// Maximum number of messages in the channel, most of which are batches.
const MAX_QUEUED_BATCHES: usize = 4;

impl Reader {
    fn begin(table: &Table, py: Python<'_>) -> Self {
        let columns = table.columns.clone();
        Self {
            schema: schema(&table.columns),
            messages: Messages::begin(table, py, move |source, stop, sender| {
                send_batches(source, &columns, stop, sender);
            }),
        }
    }
}

impl<B: Send + 'static> Messages<B> {
    /// Starts a thread that reads the inputs of a table by `send`.
    fn begin(
        table: &Table,
        py: Python<'_>,
        send: impl FnOnce(&Dataset, &Arc<AtomicBool>, &SyncSender<Message<B>>) + Send + 'static,
    ) -> Self {
        let (sender, receiver) = sync_channel(MAX_QUEUED_BATCHES);
        let stop = Arc::new(AtomicBool::new(false));
        let messages = Self {
            receiver,
            stop: Arc::clone(&stop),
            progress: table.progress.as_ref().map(|it| it.clone_ref(py)),
            process: process::id(),
            failed: None,
        };
        let source = Arc::clone(&table.source);
        thread::spawn(move || send(&source, &stop, &sender));
        messages
    }

    /// Returns the next batch; `None` after the last one.
    fn next_batch(&mut self) -> PyResult<Option<B>> {
        if self.process != process::id() {
            return Err(PyRuntimeError::new_err(
                "this process was forked while the table was read; read the table anew",
            ));
        }
        loop {
            match self.receiver.recv_timeout(INTERRUPT_INTERVAL) {
                Ok(Message::Batch(batch)) => return Ok(Some(batch)),
                Ok(Message::Read(records)) => self.report_progress(records)?,
                Ok(Message::Failed(path, why)) => {
                    let new_failure = || (format!("{path}: {}", Reason::from_io_error(&why).english()), 0);
                    self.failed.get_or_insert_with(new_failure).1 += 1;
                }
                Err(RecvTimeoutError::Timeout) => attached(|py| py.check_signals())?,
                Ok(Message::End(result)) => return self.finish(result).map(|()| None),
                // The thread has ended without sending an end, so it panicked.
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err(
                        "a fault of kifu itself: not everything was read",
                    ));
                }
            }
        }
    }

    /// Calls the progress function, if there is one, with the number of records read so far. Returns its exception, or a
    /// pending interrupt of Python, as an error.
    fn report_progress(&self, records: u64) -> PyResult<()> {
        attached(|py| {
            if let Some(progress) = &self.progress {
                progress.call1(py, (records,))?;
            }
            py.check_signals()
        })
    }

    /// Returns the error of the thread, or else an error if there were unreadable paths.
    fn finish(&mut self, result: io::Result<()>) -> PyResult<()> {
        result.map_err(|error| PyOSError::new_err(Reason::from_io_error(&error).english().into_owned()))?;
        match self.failed.take() {
            None => Ok(()),
            Some((message, 1)) => Err(PyOSError::new_err(message)),
            Some((message, count)) => {
                let more = count - 1;
                Err(PyOSError::new_err(format!(
                    "{message} (and {more} more that cannot be read)"
                )))
            }
        }
    }
}

impl<B> Drop for Messages<B> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let error = match self.messages.next_batch() {
            Ok(batch) => return batch.map(Ok),
            Err(error) => error,
        };
        self.messages.stop.store(true, Ordering::Relaxed);
        if attached(|py| is_interrupt(py, &error)) {
            // The consumer would convert this error to an error of another type. Therefore the stream ends here, and Python
            // raises the interrupt after the consumer returns.
            // SAFETY: this only sets a flag and may be called anywhere.
            #[allow(unsafe_code)]
            unsafe {
                pyo3::ffi::PyErr_SetInterrupt();
            }
            return None;
        }
        let is_os_error = attached(|py| error.is_instance_of::<PyOSError>(py));
        Some(Err(if is_os_error {
            let words = attached(|py| error.value(py).to_string());
            ArrowError::IoError(without_nul(&words), io::ErrorKind::Other.into())
        } else {
            ArrowError::ExternalError(without_nul(&error.to_string()).into())
        }))
    }
}

/// Replaces NUL bytes in a message, because they would end a string of the C interface.
fn without_nul(words: &str) -> String {
    words.replace('\0', "␀")
}

/// Calls `work` attached to Python, even inside another call that is attached but has released the GIL.
///
/// Calls are nested in this way if a progress function reads a table.
fn attached<T>(work: impl FnOnce(Python<'_>) -> T) -> T {
    // PyO3 considers the thread attached if an outer call is attached. The state is therefore requested from Python itself.
    // SAFETY: the state is released on the same thread, after all uses of Python.
    #[allow(unsafe_code)]
    let state = unsafe { pyo3::ffi::PyGILState_Ensure() };
    let result = Python::attach(work);
    #[allow(unsafe_code)]
    unsafe {
        pyo3::ffi::PyGILState_Release(state);
    }
    result
}

/// Returns `true` if the error is an interrupt from the default signal handler of Python.
fn is_interrupt(py: Python<'_>, error: &PyErr) -> bool {
    let has_default_handler = || -> PyResult<bool> {
        let signal = py.import("signal")?;
        let handler = signal.call_method1("getsignal", (signal.getattr("SIGINT")?,))?;
        Ok(handler.is(&signal.getattr("default_int_handler")?))
    };
    error.is_instance_of::<PyKeyboardInterrupt>(py) && has_default_handler().unwrap_or(false)
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// Reads all inputs of a table and sends its batches.
fn send_batches(
    source: &Dataset,
    columns: &[Column],
    stop: &Arc<AtomicBool>,
    sender: &SyncSender<Message<RecordBatch>>,
) {
    let mut batch = BatchBuilder::new(columns);
    let send = |message| {
        sender
            .send(message)
            .map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    };
    // Progress is sent at intervals, because waking the receiver for every file takes more time than reading the file.
    let (mut read_count, mut last_report) = (0, Instant::now());
    let result = source.read(stop, |event| match event {
        ReadEvent::Row(row) => {
            batch.add(row);
            if batch.is_full() {
                send(Message::Batch(batch.finish()?))
            } else {
                Ok(())
            }
        }
        ReadEvent::Read(records, _) => {
            read_count += records;
            if last_report.elapsed() < PROGRESS_INTERVAL {
                return Ok(());
            }
            last_report = Instant::now();
            // The batch is sent before it is full, because a consumer that waits for rows can stop only when a batch arrives.
            if !batch.is_empty() {
                send(Message::Batch(batch.finish()?))?;
            }
            send(Message::Read(read_count))
        }
        ReadEvent::Failed(path, why) => send(Message::Failed(path, why)),
    });
    let result = result.and_then(|()| {
        if batch.is_empty() {
            return Ok(());
        }
        send(Message::Batch(batch.finish()?))
    });
    // Sending fails if the consumer has gone, which needs no handling.
    let _ = send(Message::Read(read_count)).and_then(|()| send(Message::End(result)));
}

/// Reads all inputs of a table and sends its records, those of a part of a file in one batch.
fn send_records(
    source: &Dataset,
    options: &Arc<Options>,
    stop: &Arc<AtomicBool>,
    sender: &SyncSender<Message<Vec<Record>>>,
) {
    let send = |message| {
        sender
            .send(message)
            .map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    };
    let mut read_count = 0;
    let result = source.parts(
        stop,
        |part| records_of_part(part, options),
        |result| match result {
            Ok(records) => {
                read_count += records.len() as u64;
                send(Message::Batch(records))?;
                send(Message::Read(read_count))
            }
            Err((path, why)) => send(Message::Failed(path, why)),
        },
    );
    // Sending fails if the consumer has gone, which needs no handling.
    let _ = send(Message::End(result));
}

/// An iterator over the records of a table. The files are read while the records are requested.
#[pyclass(module = "kifu")]
pub(crate) struct Records {
    messages: Mutex<Messages<Vec<Record>>>,
    batch: std::vec::IntoIter<Record>,
}

#[pymethods]
impl Records {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Record>> {
        loop {
            if let Some(record) = self.batch.next() {
                return Ok(Some(record));
            }
            let messages = self.messages.get_mut();
            let messages = messages.map_err(|_| PyRuntimeError::new_err("a fault of kifu itself"))?;
            match py.detach(|| messages.next_batch())? {
                Some(batch) => self.batch = batch.into_iter(),
                None => return Ok(None),
            }
        }
    }
}

/// Runs `work` on another thread, without holding the GIL. If Python is interrupted before `work` ends, sets the flag that
/// `work` receives, waits for its end, and returns the interrupt as an error.
pub(crate) fn until_interrupted<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> PyResult<T> + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, finished) = channel();
            let stop = &stop;
            let worker = scope.spawn(move || {
                let result = work(stop);
                drop(sender);
                result
            });
            while let Err(RecvTimeoutError::Timeout) =
                finished.recv_timeout(INTERRUPT_INTERVAL) as Result<(), _>
            {
                if let Err(interrupt) = attached(|py| py.check_signals()) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(interrupt);
                }
            }
            let panic_error = |_| Err(PyRuntimeError::new_err("a fault of kifu itself"));
            worker.join().unwrap_or_else(panic_error)
        })
    })
}

/// Returns an iterator over the rows of a table, each a dictionary.
pub(crate) fn dictionaries<'py>(table: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    table.py().import("kifu")?.call_method1("_dictionaries", (table,))
}

/// Returns a capsule, in which a stream is passed from one library to another.
pub(crate) fn capsule<'py>(
    py: Python<'py>,
    reader: impl RecordBatchReader + Send + 'static,
) -> PyResult<Bound<'py, PyCapsule>> {
    let stream = FFI_ArrowArrayStream::new(Box::new(reader));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

#[pymethods]
impl Table {
    /// Returns the table as an Arrow stream.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A consumer casts the columns if it needs another schema.
        drop(requested_schema);
        capsule(py, Reader::begin(self, py))
    }

    /// Returns the rows of the table about the files in Arrow batches, instead of the files at its paths.
    fn rows(&self, py: Python<'_>, batches: &Bound<'_, PyAny>) -> PyResult<Rows> {
        let mut batches = batch::batches(batches)?;
        until_interrupted(py, |stop| {
            batch::rows(&self.source, &self.columns, stop, &mut batches)
        })
    }

    /// Returns an iterator over the records, in order.
    fn records(&self, py: Python<'_>) -> Records {
        let options = Arc::clone(&self.options);
        let messages = Messages::begin(self, py, move |source, stop, sender| {
            send_records(source, &options, stop, sender);
        });
        Records {
            messages: Mutex::new(messages),
            batch: Vec::new().into_iter(),
        }
    }

    /// Reads and checks the records of a file or an archive.
    fn read(&self, py: Python<'_>, path: &str, bytes: Vec<u8>) -> PyResult<Vec<Record>> {
        /// Size (bytes) below which a file is read on this thread, without checks for interrupts.
        const MAX_UNINTERRUPTED_BYTES: usize = 1 << 20;
        let checker = self.source.checker();
        if bytes.len() < MAX_UNINTERRUPTED_BYTES {
            let stop = AtomicBool::new(false);
            return Ok(py.detach(|| records(checker, path, bytes, &self.options, &stop)));
        }
        until_interrupted(py, |stop| Ok(records(checker, path, bytes, &self.options, stop)))
    }

    /// Returns the bytes of a file after its fixes, or `None` for an archive.
    fn fix<'py>(
        &self,
        py: Python<'py>,
        path: &str,
        bytes: Vec<u8>,
        with_unsafe: bool,
    ) -> Option<Bound<'py, PyBytes>> {
        let fixed = py.detach(|| {
            let mut files = self.source.checker().check(path, &bytes[..]);
            let file = files.next().filter(|file| file.path == path)?;
            Some(file.fix(with_unsafe).bytes.unwrap_or_else(|| bytes.clone()))
        });
        fixed.map(|bytes| PyBytes::new(py, &bytes))
    }

    /// `True` if a row may be about several records, so that no row is known before all records are read.
    #[getter]
    fn is_about_many(&self) -> bool {
        self.source.is_aggregate()
    }

    /// Returns the pieces of a table about many records, for the files in Arrow batches. The pieces are the input of `merge`.
    fn pieces(&self, py: Python<'_>, batches: &Bound<'_, PyAny>) -> PyResult<Rows> {
        let mut batches = batch::batches(batches)?;
        until_interrupted(py, |stop| batch::pieces(&self.source, stop, &mut batches))
    }

    /// Returns the rows of shards from all their pieces, which are in the order of their keys.
    fn merge(&self, py: Python<'_>, batches: &Bound<'_, PyAny>) -> PyResult<Rows> {
        let mut batches = batch::batches(batches)?;
        until_interrupted(py, |stop| {
            batch::merge(&self.source, &self.columns, stop, &mut batches)
        })
    }

    /// Converts the records in the files of Arrow batches to another format.
    fn convert(&self, py: Python<'_>, batches: &Bound<'_, PyAny>, to: &str) -> PyResult<Rows> {
        let target = target(to)?;
        let mut batches = batch::batches(batches)?;
        until_interrupted(py, |stop| {
            batch::convert(self.source.checker(), target, stop, &mut batches)
        })
    }

    /// Iterates over the rows, each a dictionary.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        dictionaries(slf)
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&'static str> {
        self.columns.iter().map(|it| it.name).collect()
    }

    fn __repr__(&self) -> String {
        format!("<kifu.Table: {}>", self.columns().join(", "))
    }
}
