//! The execution of a run: all records of all inputs, on all threads, in order and in bounded memory.

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
use crate::text::Text;

/// Maximum number of small inputs per thread in a batch.
const MAX_BATCH_INPUTS_PER_THREAD: usize = 256;

/// Maximum total size of a batch of small inputs, including their names (bytes). Three batches are in memory at once.
const MAX_BATCH_BYTES: u64 = 8 << 20;

/// Maximum number of threads that increases the size of a batch.
const MAX_BATCH_THREADS: usize = 16;

/// Minimum size of a large input (bytes). All threads work on one large input at a time.
const LARGE_INPUT_BYTES: u64 = 1 << 20;

/// Maximum number of threads for a large file in an archive. The file is in memory, and each thread needs more
/// memory.
const ARCHIVE_THREADS: usize = 4;

/// Number of chunks per thread in a batch.
const BATCH_CHUNKS_PER_THREAD: usize = 8;

/// Returns the size of a small input and its name (bytes).
fn weight(found: &InputEvent) -> u64 {
    match found {
        InputEvent::Input(input) => input.size.unwrap_or(0) + input.shown.len() as u64,
        InputEvent::Skipped(skipped) => skipped.shown.len() as u64,
        InputEvent::Failed(failure) => failure.shown.len() as u64,
    }
}

/// The reason why an input or the run ended early.
#[derive(Debug)]
enum Stop {
    /// The input cannot be read; the run continues with the others.
    Input(io::Error),
    /// The results cannot be written.
    Output(io::Error),
    /// The run ends.
    Run(Halt),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Input(error)
    }
}

/// Passes events to `on_result`, up to the first incomplete one.
struct Receiver<'r, F> {
    on_result: F,
    cancel: &'r Cancel,
}

impl<F> Receiver<'_, F> {
    fn deliver<O>(&mut self, event: Event<O>) -> Result<(), Stop>
    where
        F: FnMut(Event<O>) -> io::Result<ControlFlow<()>>,
    {
        let last = matches!(&event, Event::Done(result) if result.is_incomplete);
        let stop = match (self.on_result)(event) {
            Ok(ControlFlow::Continue(())) if last => return Err(Stop::Run(Halt::Cancelled)),
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
    /// Processes every record of `inputs` and passes the results to `on_result` in order, until it breaks.
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

    /// Runs `action` in the thread pool of the run. If the system does not allow that many threads, it uses one.
    ///
    /// # Errors
    ///
    /// Returns an error if no thread can be started.
    pub(crate) fn on_threads<T: Send>(&self, action: impl FnOnce() -> T + Send) -> io::Result<T> {
        let threads = |number| rayon::ThreadPoolBuilder::new().num_threads(number);
        match threads(self.jobs).build() {
            Ok(pool) => Ok(pool.install(action)),
            Err(_) if rayon::current_thread_index().is_some() => Ok(action()),
            Err(_) => {
                // The threads that were started end soon. After that, an archive can start one.
                thread::sleep(Duration::from_millis(50));
                let pool = threads(1).use_current_thread().build();
                Ok(pool.map_err(io::Error::other)?.install(action))
            }
        }
    }

    /// Returns whether an input is large and stays in memory while it is processed.
    fn is_in_memory(&self, input: &Input) -> bool {
        input.is_member() && input.size.is_some_and(|size| size > self.limits.window as u64)
    }

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
                |found: Vec<InputEvent>| {
                    let found = found.into_par_iter();
                    found
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
                    let few = Self {
                        jobs: ARCHIVE_THREADS,
                        ..self.clone()
                    };
                    few.on_threads(|| few.run_large(&input, &Workers::new(work), receiver))??;
                }
                Some(input) => self.run_large(&input, &workers, receiver)?,
                None if self.cancel.is_set() => return Err(Stop::Run(Halt::Cancelled)),
                None => return Ok(()),
            }
        }
    }

    /// Returns the next small inputs, up to a large one, which is stored in `large`.
    fn small_inputs(
        &self,
        inputs: &mut impl Iterator<Item = InputEvent>,
        large: &mut Option<Input>,
    ) -> Vec<InputEvent> {
        let threads = rayon::current_num_threads().min(MAX_BATCH_THREADS);
        let large_from = LARGE_INPUT_BYTES.min(self.limits.window as u64);
        let mut found = Vec::new();
        let mut bytes = 0;
        while large.is_none()
            && found.len() < MAX_BATCH_INPUTS_PER_THREAD * threads
            && bytes < MAX_BATCH_BYTES
        {
            if self.cancel.is_set() {
                return Vec::new();
            }
            match inputs.next() {
                // The length of a pipe is unknown, so it is treated as large.
                Some(InputEvent::Input(input)) if input.size.is_none_or(|size| size >= large_from) => {
                    *large = Some(input);
                }
                Some(next) => {
                    bytes += weight(&next);
                    found.push(next);
                }
                None => break,
            }
        }
        found
    }

    /// Processes a small input completely.
    fn handle_event<W: Work>(&self, found: InputEvent, work: &W, worker: &mut W::Worker) -> Event<W::Output> {
        match found {
            InputEvent::Input(input) => self.small(&input, work, worker).unwrap_or_else(|error| {
                let shown = input.shown;
                Event::Failed(Failure { shown, error })
            }),
            InputEvent::Skipped(skipped) => Event::Skipped(skipped),
            InputEvent::Failed(failure) => Event::Failed(failure),
        }
    }

    /// Processes a small input, which is a single window.
    fn small<W: Work>(
        &self,
        input: &Input,
        work: &W,
        worker: &mut W::Worker,
    ) -> io::Result<Event<W::Output>> {
        let opened = Opened::open(input, self)?;
        if input.may_be_foreign() && Self::has_no_records(&opened)? {
            return Ok(Event::Skipped(input.skipped(SkipReason::NoRecord)));
        }
        let mut windows = opened.windows()?;
        let notation = windows.notation();
        let window = windows.advance()?.ok_or(io::ErrorKind::UnexpectedEof)?;
        let mut result = ChunkResult::begin(input, window.text(), notation);
        for chunk in Chunks::new(&window) {
            self.chunk(&chunk, window.text(), work, worker, &mut result);
        }
        Ok(Event::Done(result))
    }

    /// Processes the records of a chunk.
    fn chunk<W: Work>(
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

    /// Processes a large input, window by window. The next window is read and split at the same time.
    fn run_large<W: Work>(
        &self,
        input: &Input,
        workers: &Workers<'_, W>,
        receiver: &mut Receiver<'_, impl FnMut(Event<W::Output>) -> io::Result<ControlFlow<()>> + Send>,
    ) -> Result<(), Stop> {
        let mut begun = false;
        let done = self.windows(input, workers, receiver, &mut begun);
        done.or_else(|stop| match stop {
            Stop::Input(_) if self.cancel.is_set() => Err(Stop::Run(Halt::Cancelled)),
            Stop::Input(error) => {
                let shown = input.shown.clone();
                let failure = Failure { shown, error };
                receiver.deliver(if begun {
                    Event::Truncated(failure)
                } else {
                    Event::Failed(failure)
                })
            }
            stop => Err(stop),
        })
    }

    fn windows<W: Work>(
        &self,
        input: &Input,
        workers: &Workers<'_, W>,
        receiver: &mut Receiver<'_, impl FnMut(Event<W::Output>) -> io::Result<ControlFlow<()>> + Send>,
        begun: &mut bool,
    ) -> Result<(), Stop> {
        let opened = Opened::open(input, self)?;
        if input.may_be_foreign() && Self::has_no_records(&opened)? {
            return receiver.deliver(Event::Skipped(input.skipped(SkipReason::NoRecord)));
        }
        let mut windows = opened.windows()?;
        let notation = windows.notation();
        let mut window = windows.advance()?;
        while let Some(now) = window {
            let (done, next) = rayon::join(
                || self.through_window(&now, input, notation, workers, receiver),
                || windows.advance(),
            );
            done?;
            *begun = true;
            window = next?;
        }
        Ok(())
    }

    /// Processes all records of a window, several chunks at a time.
    fn through_window<W: Work>(
        &self,
        window: &Window<'_>,
        input: &Input,
        notation: Option<&'static Notation>,
        workers: &Workers<'_, W>,
        receiver: &mut Receiver<'_, impl FnMut(Event<W::Output>) -> io::Result<ControlFlow<()>> + Send>,
    ) -> Result<(), Stop> {
        let mut chunks = Chunks::new(window);
        let draw = || {
            let open = !self.cancel.is_set();
            let most = BATCH_CHUNKS_PER_THREAD * rayon::current_num_threads().min(MAX_BATCH_THREADS);
            chunks.by_ref().take(if open { most } else { 0 }).collect()
        };
        let result = |chunk: Chunk<'_>| {
            let mut result = ChunkResult::begin(input, window.text(), notation);
            result.first = chunk.first;
            workers.with_worker(|work, worker| self.chunk(&chunk, window.text(), work, worker, &mut result));
            Event::Done(result)
        };
        in_order(
            draw,
            |chunks: Vec<Chunk<'_>>| chunks.into_par_iter().map(result).collect(),
            |event| receiver.deliver(event),
        )
    }

    /// Returns whether a file from a directory contains no record, so that it belongs to another program.
    fn has_no_records(opened: &Opened<'_>) -> io::Result<bool> {
        let mut windows = opened.windows()?;
        while let Some(window) = windows.advance()? {
            let mut chunks = Chunks::new(&window);
            if !chunks.all(|chunk| chunk.records().all(|record| is_foreign(&record.read()))) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

// The run: how inputs are read, and how their records are processed.

/// The processing of every record of a run.
pub(crate) trait Work: Sync {
    /// The state that a thread keeps from one record to the next.
    type Worker: Send;
    /// The result for consecutive records.
    type Output: Default + Send;

    /// Creates the state of one more thread.
    fn worker(&self) -> Self::Worker;

    /// Processes one record and adds its result to `output`.
    fn record(
        &self,
        worker: &mut Self::Worker,
        file: &SourceFile<'_>,
        record: &UnreadRecord<'_>,
        output: &mut Self::Output,
    );
}

/// How inputs are read, and the number of threads.
#[derive(Clone, Debug, Default)]
pub(crate) struct Run {
    /// The format and the encoding of all files, if they are not detected.
    pub read_as: ForcedFormat,
    /// Number of threads; 0 is one for each core.
    pub jobs: usize,
    /// Limits on the part of an input that is in memory.
    pub limits: Limits,
    /// Ends the run when it is set.
    pub cancel: Cancel,
}

// The results of a run.

/// A result of the run, in the order of the inputs.
#[derive(Debug)]
pub(crate) enum Event<O> {
    /// A file in a directory that is not a record.
    Skipped(Skipped),
    /// An input that cannot be read.
    Failed(Failure),
    /// An input that failed after some of its results were passed on.
    Truncated(Failure),
    /// The result for consecutive records of one input.
    Done(ChunkResult<O>),
}

/// The result for consecutive records of one input. A large input may have several.
#[derive(Debug)]
pub(crate) struct ChunkResult<O> {
    /// The path of the input.
    pub path: String,
    /// The location of the input.
    pub source: Source,
    /// `true` if this is the first result of its input.
    pub first: bool,
    /// `true` if the run was cancelled before the last of these records.
    pub is_incomplete: bool,
    /// Number of bytes of the input that this result covers.
    pub bytes: u64,
    /// The format of its records.
    pub format: Format,
    /// The encoding that its text was decoded from.
    pub encoding: &'static Encoding,
    /// The result of the records.
    pub output: O,
}

/// The reason why a run ended before its inputs did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// It was cancelled; all results that were passed on are complete.
    Cancelled,
    /// The receiver of the results needs no more.
    Stopped,
}

impl<O: Default> ChunkResult<O> {
    pub(super) fn begin(input: &Input, text: &Text<'_>, notation: Option<&'static Notation>) -> Self {
        Self {
            path: input.shown.clone(),
            source: input.source.clone(),
            first: true,
            is_incomplete: false,
            bytes: 0,
            format: notation.map_or(Format::UNKNOWN, |it| it.format),
            encoding: text.encoding(),
            output: O::default(),
        }
    }
}

// Parallel work with ordered results.

/// Draws batches of items, processes each batch on all threads of the current pool, and passes on the results in
/// order.
///
/// The first empty batch is the end. While one batch is processed, the results of the previous one are passed on and
/// the next one is drawn. At most three batches are in memory.
///
/// # Errors
///
/// The first error of `on_result`, which is not called again after it.
pub(super) fn in_order<T: Send, R: Send, E: Send>(
    mut draw: impl FnMut() -> Vec<T> + Send,
    work: impl Fn(Vec<T>) -> Vec<R> + Sync,
    mut on_result: impl FnMut(R) -> Result<(), E> + Send,
) -> Result<(), E> {
    let mut batch = draw();
    let mut done = Vec::new();
    while !(batch.is_empty() && done.is_empty()) {
        let (results, next) = rayon::join(
            || work(batch),
            || {
                done.into_iter().try_for_each(&mut on_result)?;
                Ok(draw())
            },
        );
        done = results;
        batch = next?;
    }
    Ok(())
}

// The workers of a run: one for each thread, which keeps its buffers from the first record to the last.

/// The workers of the threads in the current pool, which are created on first use.
pub(super) struct Workers<'w, W: Work> {
    work: &'w W,
    of_threads: Vec<Mutex<Option<W::Worker>>>,
}

impl<'w, W: Work> Workers<'w, W> {
    pub(super) fn new(work: &'w W) -> Self {
        let threads = 0..rayon::current_num_threads();
        Self {
            work,
            of_threads: threads.map(|_| Mutex::new(None)).collect(),
        }
    }

    /// Runs a task with the worker of the current thread.
    pub(super) fn with_worker<R>(&self, task: impl FnOnce(&W, &mut W::Worker) -> R) -> R {
        let thread = rayon::current_thread_index().and_then(|at| self.of_threads.get(at));
        // The lock is normally free. If it is not, the task gets a new worker.
        match thread.and_then(|worker| worker.try_lock().ok()) {
            Some(mut worker) => task(self.work, worker.get_or_insert_with(|| self.work.worker())),
            None => task(self.work, &mut self.work.worker()),
        }
    }
}

// The flag that ends a run.

/// A flag that ends the run after the current record. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Returns whether the run should end.
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

    fn squares(batches: &mut dyn Iterator<Item = Vec<u32>>) -> Vec<u32> {
        let mut batches = batches.collect::<Vec<_>>().into_iter();
        let mut seen = Vec::new();
        let work = |batch: Vec<u32>| batch.into_iter().map(|number| number * number).collect();
        let drawn = || batches.next().unwrap_or_default();
        let result: Result<(), u32> = in_order(drawn, work, |number| {
            seen.push(number);
            if number == 49 { Err(number) } else { Ok(()) }
        });
        assert_eq!(result.is_err(), seen.last() == Some(&49));
        seen
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
    fn an_error_ends_the_run() {
        assert_eq!(squares(&mut [vec![6, 7], vec![8], vec![9]].into_iter()), [36, 49]);
    }
}
