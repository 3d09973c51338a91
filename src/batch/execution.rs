//! The execution of a run: all records are processed on all threads in bounded memory, and results are passed on in order.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{io, thread};

use encoding_rs::Encoding;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::input::{Failure, Input, InputEvent, Limits, Skipped, Source};
use super::window::{Chunk, Chunks, Opened, Window};
use crate::archive::selection::SkipReason;
use crate::check::{ForcedFormat, SourceFile, UnreadRecord, is_foreign};
use crate::notation::Notation;
use crate::record::Format;
use crate::text::{PageKind, PageSummary, Text, decode};

/// Maximum number of small inputs per thread in a batch.
const MAX_BATCH_INPUTS_PER_THREAD: usize = 256;

/// Total size of small inputs and their paths at which a batch is complete (bytes). At most three batches are in memory.
const MAX_BATCH_BYTES: u64 = 8 << 20;

/// Number of threads above which the size of a batch no longer grows.
const MAX_BATCH_THREADS: usize = 16;

/// Minimum size of a large input (bytes). All threads work together on a single large input.
const LARGE_INPUT_BYTES: u64 = 1 << 20;

/// Maximum number of threads for a large file in an archive. The file is in memory, so the number of threads, which also need
/// memory, is limited.
const ARCHIVE_THREADS: usize = 4;

/// Maximum number of chunks of a large input per thread in a batch.
const BATCH_CHUNKS_PER_THREAD: usize = 8;

/// Returns the memory that an event needs (bytes): the length of its path and, for an input, the size of the input.
fn size_of_event(event: &InputEvent) -> u64 {
    match event {
        InputEvent::Input(input) => input.size.unwrap_or(0) + input.shown.len() as u64,
        InputEvent::Skipped(skipped) => skipped.shown.len() as u64,
        InputEvent::Failed(failure) => failure.shown.len() as u64,
    }
}

/// The reason why an input or the run ended early.
#[derive(Debug)]
pub(super) enum Stop {
    /// The input cannot be read. The run continues with the next input.
    Input(io::Error),
    /// The results cannot be written.
    Output(io::Error),
    /// The run ends without an error.
    Run(Halt),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Input(error)
    }
}

/// A receiver of events, which passes them to `on_result` up to the first incomplete result.
struct Receiver<'r, F> {
    on_result: F,
    cancel: &'r Cancel,
}

impl<F> Receiver<'_, F> {
    /// Passes an event on. Returns the reason as an error if the run must end after this event.
    fn deliver<O>(&mut self, event: Event<O>) -> Result<(), Stop>
    where
        F: FnMut(Event<O>) -> io::Result<ControlFlow<()>>,
    {
        let is_incomplete = matches!(&event, Event::Done(result) if result.is_incomplete);
        let stop = match (self.on_result)(event) {
            Ok(ControlFlow::Continue(())) if is_incomplete => return Err(Stop::Run(Halt::Cancelled)),
            Ok(ControlFlow::Continue(())) => return Ok(()),
            Ok(ControlFlow::Break(())) => Stop::Run(Halt::Stopped),
            Err(error) => Stop::Output(error),
        };
        // No more results are accepted, so the other threads can stop.
        self.cancel.set();
        Err(stop)
    }
}

impl Run {
    /// Processes all records of `inputs`, and passes the results to `on_result` in order until `on_result` returns
    /// `ControlFlow::Break`. Returns the reason if the run ends before all inputs are processed.
    ///
    /// # Errors
    ///
    /// Returns an error if `on_result` fails, or if no thread can be started.
    pub(crate) fn execute<W: Work>(
        &self,
        inputs: impl Iterator<Item = InputEvent> + Send,
        work: &W,
        on_result: impl FnMut(Event<W::Output>) -> io::Result<ControlFlow<()>> + Send,
    ) -> io::Result<ControlFlow<Halt>> {
        let mut receiver = Receiver {
            on_result,
            cancel: &self.cancel,
        };
        match self.on_threads(|| self.run_inputs(inputs, work, &mut receiver))? {
            Ok(()) => Ok(ControlFlow::Continue(())),
            Err(Stop::Run(halt)) => Ok(ControlFlow::Break(halt)),
            Err(Stop::Input(error) | Stop::Output(error)) => Err(error),
        }
    }

    /// Runs `action` in a thread pool with the number of threads of the run. If the system does not allow this number, runs
    /// `action` in the pool of the current thread or, outside a pool, with the current thread alone.
    ///
    /// # Errors
    ///
    /// Returns an error if no thread can be started.
    pub(crate) fn on_threads<T: Send>(&self, action: impl FnOnce() -> T + Send) -> io::Result<T> {
        let pool_builder = |count| rayon::ThreadPoolBuilder::new().num_threads(count);
        match pool_builder(self.jobs).build() {
            Ok(pool) => Ok(pool.install(action)),
            Err(_) if rayon::current_thread_index().is_some() => Ok(action()),
            Err(_) => {
                // The threads that were already started end soon. The pause lets them end, so that an archive can start
                // its thread.
                thread::sleep(Duration::from_millis(50));
                let pool = pool_builder(1).use_current_thread().build();
                Ok(pool.map_err(io::Error::other)?.install(action))
            }
        }
    }

    /// Returns whether an input is large and stays in memory while it is processed.
    fn is_in_memory(&self, input: &Input) -> bool {
        input.is_member() && input.size.is_some_and(|size| size > self.limits.window as u64)
    }

    /// Processes all inputs: batches of small inputs in parallel, and large inputs one after the other.
    fn run_inputs<W: Work>(
        &self,
        mut inputs: impl Iterator<Item = InputEvent> + Send,
        work: &W,
        receiver: &mut Receiver<'_, impl FnMut(Event<W::Output>) -> io::Result<ControlFlow<()>> + Send>,
    ) -> Result<(), Stop> {
        let workers = Workers::new(work);
        loop {
            let mut large = None;
            in_order(
                || self.small_inputs(&mut inputs, &mut large),
                |events: Vec<InputEvent>| {
                    let events = events.into_par_iter();
                    events
                        .map(|event| {
                            workers.with_worker(|work, worker| self.handle_event(event, work, worker))
                        })
                        .collect()
                },
                |event| receiver.deliver(event),
            )?;
            match large {
                Some(input)
                    if rayon::current_num_threads() > ARCHIVE_THREADS && self.is_in_memory(&input) =>
                {
                    let with_fewer_threads = Self {
                        jobs: ARCHIVE_THREADS,
                        ..self.clone()
                    };
                    with_fewer_threads.on_threads(|| {
                        with_fewer_threads.run_large(&input, &Workers::new(work), receiver)
                    })??;
                }
                Some(input) => self.run_large(&input, &workers, receiver)?,
                None if self.cancel.is_set() => return Err(Stop::Run(Halt::Cancelled)),
                None => return Ok(()),
            }
        }
    }

    /// Returns the next batch of small inputs. The batch ends before a large input, which is stored in `large`. If the
    /// run is cancelled, the batch is empty.
    fn small_inputs(
        &self,
        inputs: &mut impl Iterator<Item = InputEvent>,
        large: &mut Option<Input>,
    ) -> Vec<InputEvent> {
        let threads = rayon::current_num_threads().min(MAX_BATCH_THREADS);
        let min_large_bytes = LARGE_INPUT_BYTES.min(self.limits.window as u64);
        let mut events = Vec::new();
        let mut bytes = 0;
        while large.is_none()
            && events.len() < MAX_BATCH_INPUTS_PER_THREAD * threads
            && bytes < MAX_BATCH_BYTES
        {
            if self.cancel.is_set() {
                return Vec::new();
            }
            match inputs.next() {
                // The length of a pipe is unknown, so a pipe is treated as large.
                Some(InputEvent::Input(input)) if input.size.is_none_or(|size| size >= min_large_bytes) => {
                    *large = Some(input);
                }
                Some(event) => {
                    bytes += size_of_event(&event);
                    events.push(event);
                }
                None => break,
            }
        }
        events
    }

    /// Processes a small input, and returns the event with its result or failure. Any other event is returned unchanged.
    fn handle_event<W: Work>(&self, event: InputEvent, work: &W, worker: &mut W::Worker) -> Event<W::Output> {
        match event {
            InputEvent::Input(input) => self.process_small(&input, work, worker).unwrap_or_else(|error| {
                let shown = input.shown;
                Event::Failed(Failure { shown, error })
            }),
            InputEvent::Skipped(skipped) => Event::Skipped(skipped),
            InputEvent::Failed(failure) => Event::Failed(failure),
        }
    }

    /// Processes a small input, which is a single window. An input without records that may belong to another program is
    /// skipped.
    fn process_small<W: Work>(
        &self,
        input: &Input,
        work: &W,
        worker: &mut W::Worker,
    ) -> io::Result<Event<W::Output>> {
        let is_plain = matches!(input.source, Source::File(_)) && !input.may_be_foreign();
        if is_plain && !work.needs_file(&input.shown) {
            return Ok(Event::Done(ChunkResult {
                bytes: input.size.unwrap_or_default(),
                ..ChunkResult::begin(input, &decode(b"", None), None)
            }));
        }
        let opened = Opened::open(input, self)?;
        if input.may_be_foreign()
            && let Some(reason) = Self::reason_to_skip(&opened)?
        {
            return Ok(Event::Skipped(input.skipped(reason)));
        }
        let mut windows = opened.windows()?;
        let notation = windows.notation();
        let window = windows.advance()?.ok_or(io::ErrorKind::UnexpectedEof)?;
        let mut result = ChunkResult::begin(input, window.text(), notation);
        for chunk in Chunks::new(&window) {
            self.process_chunk(&chunk, window.text(), work, worker, &mut result);
        }
        Ok(Event::Done(result))
    }

    /// Processes the records of a chunk, and adds their results to `result`. If the run is cancelled, the remaining records
    /// are left out, and `result` is marked as incomplete.
    fn process_chunk<W: Work>(
        &self,
        chunk: &Chunk<'_>,
        text: &Text<'_>,
        work: &W,
        worker: &mut W::Worker,
        result: &mut ChunkResult<W::Output>,
    ) {
        result.bytes += chunk.bytes;
        let place = result.source.place();
        let file = result.source.file_in(&result.path, place.as_deref(), text);
        for record in chunk.records() {
            if self.cancel.is_set() {
                result.is_incomplete = true;
                break;
            }
            work.record(worker, &file, &record, &mut result.output);
        }
    }

    /// Processes a large input window by window. If the input cannot be read to its end, passes on the failure.
    fn run_large<W: Work>(
        &self,
        input: &Input,
        workers: &Workers<'_, W>,
        receiver: &mut Receiver<'_, impl FnMut(Event<W::Output>) -> io::Result<ControlFlow<()>> + Send>,
    ) -> Result<(), Stop> {
        let mut has_results = false;
        let result = self.process_windows(input, workers, receiver, &mut has_results);
        result.or_else(|stop| match stop {
            Stop::Input(_) if self.cancel.is_set() => Err(Stop::Run(Halt::Cancelled)),
            Stop::Input(error) => {
                let shown = input.shown.clone();
                let failure = Failure { shown, error };
                receiver.deliver(if has_results {
                    Event::Truncated(failure)
                } else {
                    Event::Failed(failure)
                })
            }
            stop => Err(stop),
        })
    }

    /// Processes the windows of a large input. While one window is processed, the next one is read and split.
    ///
    /// Sets `has_results` once the results of a window have been passed on.
    fn process_windows<W: Work>(
        &self,
        input: &Input,
        workers: &Workers<'_, W>,
        receiver: &mut Receiver<'_, impl FnMut(Event<W::Output>) -> io::Result<ControlFlow<()>> + Send>,
        has_results: &mut bool,
    ) -> Result<(), Stop> {
        let opened = Opened::open(input, self)?;
        if input.may_be_foreign()
            && let Some(reason) = Self::reason_to_skip(&opened)?
        {
            return receiver.deliver(Event::Skipped(input.skipped(reason)));
        }
        let mut windows = opened.windows()?;
        let notation = windows.notation();
        let mut window = windows.advance()?;
        while let Some(current) = window {
            let (result, next) = rayon::join(
                || self.process_window(&current, input, notation, workers, receiver),
                || windows.advance(),
            );
            result?;
            *has_results = true;
            windows.recycle(current);
            window = next?;
        }
        Ok(())
    }

    /// Processes all records of a window, several chunks at a time.
    fn process_window<W: Work>(
        &self,
        window: &Window<'_>,
        input: &Input,
        notation: Option<&'static Notation>,
        workers: &Workers<'_, W>,
        receiver: &mut Receiver<'_, impl FnMut(Event<W::Output>) -> io::Result<ControlFlow<()>> + Send>,
    ) -> Result<(), Stop> {
        let mut chunks = Chunks::new(window);
        let draw_chunks = || {
            let is_running = !self.cancel.is_set();
            let max_chunks = BATCH_CHUNKS_PER_THREAD * rayon::current_num_threads().min(MAX_BATCH_THREADS);
            chunks
                .by_ref()
                .take(if is_running { max_chunks } else { 0 })
                .collect()
        };
        let process = |chunk: Chunk<'_>| {
            let mut result = ChunkResult::begin(input, window.text(), notation);
            result.first = chunk.first;
            workers.with_worker(|work, worker| {
                self.process_chunk(&chunk, window.text(), work, worker, &mut result);
            });
            Event::Done(result)
        };
        in_order(
            draw_chunks,
            |chunks: Vec<Chunk<'_>>| chunks.into_par_iter().map(process).collect(),
            |event| receiver.deliver(event),
        )
    }

    /// Returns the reason to skip a file that contains no record, so that it probably belongs to another program; `None` for a file
    /// with a record.
    pub(super) fn reason_to_skip(opened: &Opened<'_>) -> io::Result<Option<SkipReason>> {
        let mut windows = opened.windows()?;
        let mut reason = SkipReason::NoRecord;
        while let Some(window) = windows.advance()? {
            let mut chunks = Chunks::new(&window);
            if !chunks.all(|chunk| chunk.records().all(|record| is_foreign(&record.read()))) {
                return Ok(None);
            }
            let page = window.text().page();
            if let Some(unread) = page.and_then(|page| page.summary.unread.first()) {
                reason = SkipReason::UnreadRecord(unread.line);
            }
        }
        Ok(Some(reason))
    }
}

/// The processing of the records of a run.
pub(crate) trait Work: Sync {
    /// The state that a thread keeps from one record to the next.
    type Worker: Send;
    /// The result of consecutive records.
    type Output: Default + Send;

    /// Creates the state for a thread.
    fn worker(&self) -> Self::Worker;

    /// Returns whether the records of a file with this path are processed. If not, a small file is counted, but not read.
    fn needs_file(&self, _shown: &str) -> bool {
        true
    }

    /// Processes one record and adds its result to `output`.
    fn record(
        &self,
        worker: &mut Self::Worker,
        file: &SourceFile<'_>,
        record: &UnreadRecord<'_>,
        output: &mut Self::Output,
    );
}

/// The settings of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Run {
    /// The format and the encoding that the user set for all files.
    pub read_as: ForcedFormat,
    /// Number of threads; 0 means one thread for each core.
    pub jobs: usize,
    /// Limits on the number of bytes of an input in memory.
    pub limits: Limits,
    /// The flag by which the run can be cancelled.
    pub cancel: Cancel,
}

/// An event of a run. The events are in the order of the inputs.
#[derive(Debug)]
pub(crate) enum Event<O> {
    /// A file or directory that is skipped.
    Skipped(Skipped),
    /// An input that cannot be read.
    Failed(Failure),
    /// An input that could not be read further after some of its results were passed on.
    Truncated(Failure),
    /// The result of consecutive records of one input.
    Done(ChunkResult<O>),
}

/// The result of consecutive records of one input. A large input can have several results.
#[derive(Debug)]
pub(crate) struct ChunkResult<O> {
    /// The path of the input for output, as in [`Input::shown`].
    pub path: String,
    /// The location of the bytes of the input.
    pub source: Source,
    /// `true` if this is the first result of its input.
    pub first: bool,
    /// `true` if the run was cancelled before all of these records were processed.
    pub is_incomplete: bool,
    /// Approximate number of bytes of these records in the input.
    pub bytes: u64,
    /// The format of the input; [`Format::UNKNOWN`] if no format was detected.
    pub format: Format,
    /// The kind and the summary of the input if it is a page with records in it; `None` for other inputs.
    pub page: Option<(PageKind, Arc<PageSummary>)>,
    /// The encoding from which the text was decoded.
    pub encoding: &'static Encoding,
    /// The output of the [`Work`] for these records.
    pub output: O,
}

/// The reason why a run ended before all inputs were processed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The run was cancelled. All results that were passed on before the last one are complete.
    Cancelled,
    /// The receiver of the results needs no more.
    Stopped,
}

impl<O: Default> ChunkResult<O> {
    /// Creates an empty result for records of `input`.
    pub(super) fn begin(input: &Input, text: &Text<'_>, notation: Option<&'static Notation>) -> Self {
        Self {
            path: input.shown.clone(),
            source: input.source.clone(),
            first: true,
            is_incomplete: false,
            bytes: 0,
            format: notation.map_or(Format::UNKNOWN, |notation| notation.format),
            page: text.page().map(|page| (page.kind, Arc::clone(&page.summary))),
            encoding: text.encoding(),
            output: O::default(),
        }
    }
}

/// Draws batches of items with `draw`, processes each batch with `work`, and passes the results to `on_result` in order.
///
/// An empty batch means that there are no more items. While one batch is processed, the results of the previous batch are
/// passed on and the next batch is drawn. At most three batches are in memory.
///
/// # Errors
///
/// Returns the first error of `on_result`, after which `on_result` is not called again.
pub(super) fn in_order<T: Send, R: Send, E: Send>(
    mut draw: impl FnMut() -> Vec<T> + Send,
    work: impl Fn(Vec<T>) -> Vec<R> + Sync,
    mut on_result: impl FnMut(R) -> Result<(), E> + Send,
) -> Result<(), E> {
    let mut batch = draw();
    let mut previous_results = Vec::new();
    while !(batch.is_empty() && previous_results.is_empty()) {
        let (results, next) = rayon::join(
            || work(batch),
            || {
                previous_results.into_iter().try_for_each(&mut on_result)?;
                Ok(draw())
            },
        );
        previous_results = results;
        batch = next?;
    }
    Ok(())
}

/// The workers of a run, one for each thread of the current pool. A worker is created on first use and keeps its
/// buffers until the end of the run.
pub(super) struct Workers<'w, W: Work> {
    work: &'w W,
    by_thread: Vec<Mutex<Option<W::Worker>>>,
}

impl<'w, W: Work> Workers<'w, W> {
    pub(super) fn new(work: &'w W) -> Self {
        let threads = 0..rayon::current_num_threads();
        Self {
            work,
            by_thread: threads.map(|_| Mutex::new(None)).collect(),
        }
    }

    /// Runs a task with the worker of the current thread. A task within another task gets a new worker.
    pub(super) fn with_worker<R>(&self, task: impl FnOnce(&W, &mut W::Worker) -> R) -> R {
        let worker_slot = rayon::current_thread_index().and_then(|index| self.by_thread.get(index));
        // The lock is free unless the thread is already within another task. The inner task then needs a new worker.
        match worker_slot.and_then(|slot| slot.try_lock().ok()) {
            Some(mut worker) => task(self.work, worker.get_or_insert_with(|| self.work.worker())),
            None => task(self.work, &mut self.work.worker()),
        }
    }
}

/// A flag that ends a run after the records that are being processed. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Returns whether the end of the run was requested.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Requests the end of the run.
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl From<Arc<AtomicBool>> for Cancel {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the squares that `in_order` passes on for these batches. The square 49 is an error.
    fn squares(batches: &mut dyn Iterator<Item = Vec<u32>>) -> Vec<u32> {
        let mut batches = batches.collect::<Vec<_>>().into_iter();
        let mut results = Vec::new();
        let work = |batch: Vec<u32>| batch.into_iter().map(|number| number * number).collect();
        let draw = || batches.next().unwrap_or_default();
        let result: Result<(), u32> = in_order(draw, work, |number| {
            results.push(number);
            if number == 49 { Err(number) } else { Ok(()) }
        });
        assert_eq!(result.is_err(), results.last() == Some(&49));
        results
    }

    #[test]
    fn results_keep_the_order_of_the_items() {
        assert_eq!(
            squares(&mut [vec![1, 2, 3], vec![4], vec![5, 6]].into_iter()),
            [1, 4, 9, 16, 25, 36]
        );
        assert!(squares(&mut std::iter::empty()).is_empty());
    }

    #[test]
    fn no_result_is_passed_on_after_an_error() {
        assert_eq!(squares(&mut [vec![6, 7], vec![8], vec![9]].into_iter()), [36, 49]);
    }
}
