//! How a run is executed: every record of every input, on all threads, in order, in bounded memory.

use std::io;
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::cancel::Cancel;
use super::chunk::{Chunk, Chunks};
use super::event::{ChunkResult, Event, Halt, SourceFile};
use super::input::{Failure, Found, Input, Why};
use super::order::in_order;
use super::run::{Run, Work};
use super::window::{Opened, Window};
use super::workers::Workers;
use crate::notation::{Notation, jkf};
use crate::record::{GapKind, Record};
use crate::text::Text;

/// So many small inputs per thread are drawn at once,
const INPUTS: usize = 256;

/// or fewer, where they have so many bytes: three batches are in memory at once.
const BYTES: u64 = 8 << 20;

/// More threads than so many make no difference to what is drawn.
const THREADS: usize = 16;

/// An input of this length or more is worked on alone, all threads in it together.
const LARGE: u64 = 1 << 20;

/// So many threads work on a large file in an archive, which takes memory already. Each takes more.
const FEW: usize = 4;

/// So many chunks per thread are drawn at once.
const CHUNKS: usize = 8;

/// Why an input, or the run, was not gone through to its end.
#[derive(Debug)]
enum Stop {
    /// The input cannot be read; the run goes on with the others.
    Input(io::Error),
    /// What the run came to cannot be written.
    Output(io::Error),
    /// The run ends.
    Run(Halt),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Input(error)
    }
}

/// Hands events over until the first that is not whole.
struct Receiver<'r, F> {
    hand_over: F,
    cancel: &'r Cancel,
}

impl<F> Receiver<'_, F> {
    fn take<O>(&mut self, event: Event<O>) -> Result<(), Stop>
    where
        F: FnMut(Event<O>) -> io::Result<ControlFlow<()>>,
    {
        let last = matches!(&event, Event::Done(result) if result.cut_short);
        let stop = match (self.hand_over)(event) {
            Ok(ControlFlow::Continue(())) if last => return Err(Stop::Run(Halt::Cancelled)),
            Ok(ControlFlow::Continue(())) => return Ok(()),
            Ok(ControlFlow::Break(())) => Stop::Run(Halt::Enough),
            Err(error) => Stop::Output(error),
        };
        // Where nothing more is taken, the other threads need not go on.
        self.cancel.set();
        Err(stop)
    }
}

impl Run {
    /// Does `work` with every record of `inputs` and hands over what it comes to, in their order, until `hand_over`
    /// breaks.
    ///
    /// # Errors
    ///
    /// When `hand_over` fails, and when there can be no threads.
    pub fn execute<W: Work>(
        &self,
        inputs: impl Iterator<Item = Found> + Send,
        work: &W,
        hand_over: impl FnMut(Event<W::Output>) -> io::Result<ControlFlow<()>> + Send,
    ) -> io::Result<ControlFlow<Halt>> {
        let mut receiver = Receiver {
            hand_over,
            cancel: &self.cancel,
        };
        match self.on_threads(|| self.through(inputs, work, &mut receiver))? {
            Ok(()) => Ok(ControlFlow::Continue(())),
            Err(Stop::Run(halt)) => Ok(ControlFlow::Break(halt)),
            Err(Stop::Input(error) | Stop::Output(error)) => Err(error),
        }
    }

    /// Does something on the threads of the run. If the system does not allow so many, one has to do.
    ///
    /// # Errors
    ///
    /// When there can be no threads.
    pub fn on_threads<T: Send>(&self, action: impl FnOnce() -> T + Send) -> io::Result<T> {
        let threads = |number| rayon::ThreadPoolBuilder::new().num_threads(number);
        match threads(self.jobs).build() {
            Ok(pool) => Ok(pool.install(action)),
            Err(_) if rayon::current_thread_index().is_some() => Ok(action()),
            Err(_) => {
                // The threads that were started end soon; then archives can have one.
                thread::sleep(Duration::from_millis(50));
                let pool = threads(1).use_current_thread().build();
                Ok(pool.map_err(io::Error::other)?.install(action))
            }
        }
    }

    /// Whether an input is in memory as long as it is worked on, and large.
    fn takes_memory(&self, input: &Input) -> bool {
        input.is_member() && input.size.is_some_and(|it| it > self.limits.window as u64)
    }

    fn through<W: Work>(
        &self,
        mut inputs: impl Iterator<Item = Found> + Send,
        work: &W,
        receiver: &mut Receiver<'_, impl FnMut(Event<W::Output>) -> io::Result<ControlFlow<()>> + Send>,
    ) -> Result<(), Stop> {
        let workers = Workers::new(work);
        loop {
            let mut large = None;
            in_order(
                || self.small_inputs(&mut inputs, &mut large),
                |found: Vec<Found>| {
                    let found = found.into_par_iter();
                    found
                        .map(|it| workers.lend(|work, worker| self.whole(it, work, worker)))
                        .collect()
                },
                |event| receiver.take(event),
            )?;
            match large {
                Some(input) if rayon::current_num_threads() > FEW && self.takes_memory(&input) => {
                    let few = Self {
                        jobs: FEW,
                        ..self.clone()
                    };
                    few.on_threads(|| few.piecemeal(&input, &Workers::new(work), receiver))??;
                }
                Some(input) => self.piecemeal(&input, &workers, receiver)?,
                None if self.cancel.is_set() => return Err(Stop::Run(Halt::Cancelled)),
                None => return Ok(()),
            }
        }
    }

    /// The next small inputs, up to a large one, which is put aside.
    fn small_inputs(
        &self,
        inputs: &mut impl Iterator<Item = Found>,
        large: &mut Option<Input>,
    ) -> Vec<Found> {
        let threads = rayon::current_num_threads().min(THREADS);
        let large_from = LARGE.min(self.limits.window as u64);
        let mut found = Vec::new();
        let mut bytes = 0;
        while large.is_none() && found.len() < INPUTS * threads && bytes < BYTES {
            if self.cancel.is_set() {
                return Vec::new();
            }
            match inputs.next() {
                // A pipe may bring any amount.
                Some(Found::Input(input)) if input.size.is_none_or(|size| size >= large_from) => {
                    *large = Some(input);
                }
                Some(next) => {
                    if let Found::Input(input) = &next {
                        bytes += input.size.unwrap_or(0);
                    }
                    found.push(next);
                }
                None => break,
            }
        }
        found
    }

    /// A small input from beginning to end.
    fn whole<W: Work>(&self, found: Found, work: &W, worker: &mut W::Worker) -> Event<W::Output> {
        match found {
            Found::Input(input) => self.small(&input, work, worker).unwrap_or_else(|error| {
                let shown = input.shown;
                Event::Failed(Failure { shown, error })
            }),
            Found::Skipped(skipped) => Event::Skipped(skipped),
            Found::Failed(failure) => Event::Failed(failure),
        }
    }

    /// A small input, which is one window.
    fn small<W: Work>(
        &self,
        input: &Input,
        work: &W,
        worker: &mut W::Worker,
    ) -> io::Result<Event<W::Output>> {
        let opened = Opened::of(input, self)?;
        if input.may_be_foreign() && Self::holds_none(&opened)? {
            return Ok(Event::Skipped(input.skipped(Why::NoRecord)));
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

    /// The records of a chunk.
    fn chunk<W: Work>(
        &self,
        chunk: &Chunk<'_>,
        text: &Text<'_>,
        work: &W,
        worker: &mut W::Worker,
        result: &mut ChunkResult<W::Output>,
    ) {
        result.bytes += chunk.bytes;
        for record in chunk.records() {
            if self.cancel.is_set() {
                result.cut_short = true;
                break;
            }
            let file = SourceFile {
                path: &result.path,
                source: &result.source,
                text,
            };
            work.record(worker, &file, &record.read(), &mut result.output);
        }
    }

    /// A large input, a window at a time. While one is worked on, the next is read and cut.
    fn piecemeal<W: Work>(
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
                receiver.take(if begun {
                    Event::BrokenOff(failure)
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
        let opened = Opened::of(input, self)?;
        if input.may_be_foreign() && Self::holds_none(&opened)? {
            return receiver.take(Event::Skipped(input.skipped(Why::NoRecord)));
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

    /// All records of a window, some chunks at a time.
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
            let most = CHUNKS * rayon::current_num_threads().min(THREADS);
            chunks.by_ref().take(if open { most } else { 0 }).collect()
        };
        let result = |chunk: Chunk<'_>| {
            let mut result = ChunkResult::begin(input, window.text(), notation);
            result.first = chunk.first;
            workers.lend(|work, worker| self.chunk(&chunk, window.text(), work, worker, &mut result));
            Event::Done(result)
        };
        in_order(
            draw,
            |chunks: Vec<Chunk<'_>>| chunks.into_par_iter().map(result).collect(),
            |event| receiver.take(event),
        )
    }

    /// Whether a file that stands in a directory is somebody else's: no record is in it.
    fn holds_none(opened: &Opened<'_>) -> io::Result<bool> {
        let mut windows = opened.windows()?;
        while let Some(window) = windows.advance()? {
            let mut chunks = Chunks::new(&window);
            if !chunks.all(|chunk| chunk.records().all(|it| is_none(&it.read()))) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Whether what was read as a record may be somebody else's.
fn is_none(record: &Record<'_>) -> bool {
    let mut gaps = record.gaps.iter();
    gaps.any(|gap| matches!(gap.kind, GapKind::UnreadableRecord(_))) || jkf::may_be_foreign(record)
}
