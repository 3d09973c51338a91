//! The run: every record of every input, on all threads, in order, in bounded memory.

use std::io;

use encoding_rs::Encoding;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::batch::{Batch, Batches, Pieces};
use super::cancel::Cancel;
use super::input::{Failure, Found, Input, Skipped, Source, Why};
use super::load::{LIMIT, load, out_of_memory, too_large};
use super::order::in_order;
use crate::notation::rules::unreadable_record;
use crate::notation::{self, Notation, Slips, jkf, slips};
use crate::record::{Format, Record};
use crate::text::{Text, try_decode};

/// So many inputs per thread make a window.
const WINDOW: usize = 256;

/// So many bytes per thread end a window.
const WINDOW_BYTES: u64 = 4 << 20;

/// An input of this length or more is worked on alone, all threads in it together.
const LARGE: u64 = 1 << 20;

/// So many batches per thread make a window.
const BATCHES: usize = 8;

/// What is done with every record of a run.
pub trait Work: Sync {
    /// What one thread keeps from a record to the next.
    type Desk;
    /// What a stretch of records comes to.
    type Output: Default + Send;

    /// A desk for one more thread.
    fn desk(&self) -> Self::Desk;

    /// Deals with one record and adds what it comes to to `output`.
    fn record(
        &self,
        desk: &mut Self::Desk,
        sheet: &Sheet<'_>,
        record: &Record<'_>,
        output: &mut Self::Output,
    );
}

/// The file that a record stands in.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'s> {
    /// Its path as the user knows it.
    pub path: &'s str,
    /// Its text.
    pub text: &'s Text<'s>,
}

/// What the run hands over, in the order of the inputs.
#[derive(Debug)]
pub enum Event<O> {
    /// Something in a directory that is none of ours.
    Skipped(Skipped),
    /// An input that cannot be read.
    Failed(Failure),
    /// What a stretch of records of one input came to.
    Share(Share<O>),
}

/// What a stretch of records of one input came to; an input has one share, a large one may have many.
#[derive(Debug)]
pub struct Share<O> {
    /// The path of the input.
    pub path: String,
    /// Where the input is.
    pub source: Source,
    /// Whether this is the first share of its input.
    pub first: bool,
    /// Whether the run was cancelled before the end of the stretch.
    pub cut_short: bool,
    /// How many bytes of the input it stands for.
    pub bytes: u64,
    /// The notation of its records.
    pub format: Format,
    /// What its text was decoded from.
    pub encoding: &'static Encoding,
    /// What the records came to.
    pub output: O,
}

/// Why a run ended before its inputs did.
#[derive(Debug)]
pub enum Halt {
    /// It was cancelled; all that was handed over is whole.
    Cancelled,
    /// What it came to could not be taken.
    Output(io::Error),
}

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// How inputs are read, and by how many threads.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Read everything in this notation; otherwise it is found for each file.
    pub notation: Option<&'static Notation>,
    /// Read everything in this encoding; otherwise it is found for each file.
    pub encoding: Option<&'static Encoding>,
    /// Number of threads; 0 is one for each core.
    pub jobs: usize,
    /// Ends the run when it is set.
    pub cancel: Cancel,
}

impl Run {
    /// Does `work` with every record of `inputs` and hands over what it comes to, in their order.
    ///
    /// # Errors
    ///
    /// When the run is cancelled, when `hand_over` fails, and when there can be no threads.
    pub fn execute<W: Work>(
        &self,
        inputs: impl Iterator<Item = Found> + Send,
        work: &W,
        hand_over: impl FnMut(Event<W::Output>) -> io::Result<()> + Send,
    ) -> Result<(), Halt> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.jobs)
            .build()
            .map_err(io::Error::other)?;
        let mut outlet = Outlet {
            hand_over,
            cancel: &self.cancel,
        };
        pool.install(|| self.through(inputs, work, &mut outlet))
    }

    fn through<W: Work>(
        &self,
        mut inputs: impl Iterator<Item = Found> + Send,
        work: &W,
        outlet: &mut Outlet<'_, impl FnMut(Event<W::Output>) -> io::Result<()> + Send>,
    ) -> Result<(), Halt> {
        loop {
            let mut large = None;
            in_order(
                || self.window(&mut inputs, &mut large),
                |window: Vec<Found>| {
                    let desks = window
                        .into_par_iter()
                        .map_init(|| work.desk(), |desk, it| self.whole(it, work, desk));
                    desks.collect()
                },
                |event| outlet.take(event),
            )?;
            match large {
                Some(input) => self.piecemeal(&input, work, outlet)?,
                None if self.cancel.is_set() => return Err(Halt::Cancelled),
                None => return Ok(()),
            }
        }
    }

    /// The next window of small inputs; it ends before a large one, which is put aside.
    fn window(&self, inputs: &mut impl Iterator<Item = Found>, large: &mut Option<Input>) -> Vec<Found> {
        let threads = rayon::current_num_threads();
        let mut window = Vec::new();
        let mut bytes = 0;
        while large.is_none() && window.len() < WINDOW * threads && bytes < WINDOW_BYTES * threads as u64 {
            if self.cancel.is_set() {
                return Vec::new();
            }
            match inputs.next() {
                // A pipe may bring any amount.
                Some(Found::Input(input)) if input.size.is_none_or(|size| size >= LARGE) => {
                    *large = Some(input);
                }
                Some(found) => {
                    if let Found::Input(input) = &found {
                        bytes += input.size.unwrap_or(0);
                    }
                    window.push(found);
                }
                None => break,
            }
        }
        window
    }

    /// A small input from beginning to end.
    fn whole<W: Work>(&self, found: Found, work: &W, desk: &mut W::Desk) -> Event<W::Output> {
        let input = match found {
            Found::Input(input) => input,
            Found::Skipped(skipped) => return Event::Skipped(skipped),
            Found::Failed(failure) => return Event::Failed(failure),
        };
        let fail = |error| {
            Event::Failed(Failure {
                shown: input.shown.clone(),
                error,
            })
        };
        let bytes = match load(&input, &self.cancel) {
            Ok(bytes) => bytes,
            Err(error) => return fail(error),
        };
        let Ok(text) = try_decode(&bytes, self.encoding) else {
            return fail(out_of_memory());
        };
        let sheet = Sheet {
            path: &input.shown,
            text: &text,
        };
        let notation = self.notation_of(&input, &text);
        if Self::is_foreign(&input, &text, notation) {
            return Event::Skipped(input.skipped(Why::NoRecord));
        }
        let mut share = Share::begin(&input, &text, notation, bytes.len() as u64);
        for piece in Pieces::new(self.slips(&text, notation, &input), &text) {
            if self.cancel.is_set() {
                share.cut_short = true;
                break;
            }
            work.record(desk, &sheet, &piece.read(), &mut share.output);
        }
        Event::Share(share)
    }

    /// A large input, a window of its records at a time.
    fn piecemeal<W: Work>(
        &self,
        input: &Input,
        work: &W,
        outlet: &mut Outlet<'_, impl FnMut(Event<W::Output>) -> io::Result<()> + Send>,
    ) -> Result<(), Halt> {
        let fail = |error| {
            Event::Failed(Failure {
                shown: input.shown.clone(),
                error,
            })
        };
        let bytes = match load(input, &self.cancel) {
            Ok(bytes) => bytes,
            Err(_) if self.cancel.is_set() => return Err(Halt::Cancelled),
            Err(error) => return outlet.take(fail(error)),
        };
        let Ok(text) = try_decode(&bytes, self.encoding) else {
            return outlet.take(fail(out_of_memory()));
        };
        if text.as_str().len() as u64 >= LIMIT {
            return outlet.take(fail(too_large()));
        }
        let sheet = Sheet {
            path: &input.shown,
            text: &text,
        };
        let notation = self.notation_of(input, &text);
        if Self::is_foreign(input, &text, notation) {
            return outlet.take(Event::Skipped(input.skipped(Why::NoRecord)));
        }
        let mut batches = Batches::new(self.slips(&text, notation, input), &text);
        let draw = || {
            let open = !self.cancel.is_set();
            batches
                .by_ref()
                .take(if open {
                    BATCHES * rayon::current_num_threads()
                } else {
                    0
                })
                .collect()
        };
        in_order(
            draw,
            |window: Vec<Batch<'_>>| {
                let share = |desk: &mut W::Desk, batch: Batch<'_>| {
                    let mut share = Share::begin(input, &text, notation, batch.bytes);
                    share.first = batch.first;
                    for piece in &batch.pieces {
                        if self.cancel.is_set() {
                            share.cut_short = true;
                            break;
                        }
                        work.record(desk, &sheet, &piece.read(), &mut share.output);
                    }
                    Event::Share(share)
                };
                window.into_par_iter().map_init(|| work.desk(), share).collect()
            },
            |event| outlet.take(event),
        )
    }

    /// The records of an input. Where everything is read as one notation, its name does not matter.
    fn slips<'t>(
        &self,
        text: &'t Text<'t>,
        notation: Option<&'static Notation>,
        input: &'t Input,
    ) -> Slips<'t> {
        let extension = input.extension().filter(|_| self.notation.is_none());
        slips(text, notation).of_file(extension)
    }

    /// Whether a file that stands in a directory is somebody else's: no record is in it.
    fn is_foreign(input: &Input, text: &Text<'_>, notation: Option<&'static Notation>) -> bool {
        let holds_none = |record: Record<'_>| {
            let mut rules = record.findings.iter().map(|it| it.rule);
            rules.any(|it| *it == unreadable_record::RULE) || jkf::may_be_foreign(&record)
        };
        input.may_be_foreign() && Pieces::new(slips(text, notation), text).all(|it| holds_none(it.read()))
    }

    fn notation_of(&self, input: &Input, text: &Text<'_>) -> Option<&'static Notation> {
        self.notation
            .or_else(|| notation::detect(text, input.extension()))
    }
}

impl<O: Default> Share<O> {
    fn begin(input: &Input, text: &Text<'_>, notation: Option<&'static Notation>, bytes: u64) -> Self {
        Self {
            path: input.shown.clone(),
            source: input.source.clone(),
            first: true,
            cut_short: false,
            bytes,
            format: notation.map_or(Format::UNKNOWN, |it| it.format),
            encoding: text.encoding(),
            output: O::default(),
        }
    }
}

/// Hands events over until the first that is not whole.
struct Outlet<'r, F> {
    hand_over: F,
    cancel: &'r Cancel,
}

impl<F> Outlet<'_, F> {
    fn take<O>(&mut self, event: Event<O>) -> Result<(), Halt>
    where
        F: FnMut(Event<O>) -> io::Result<()>,
    {
        let last = matches!(&event, Event::Share(share) if share.cut_short);
        // Where nothing more can be taken, the other threads need not go on.
        (self.hand_over)(event).inspect_err(|_| self.cancel.set())?;
        if last { Err(Halt::Cancelled) } else { Ok(()) }
    }
}
