//! What a run hands over.

use std::io;

use encoding_rs::Encoding;

use super::cancel::Cancel;
use super::input::{Failure, Input, Skipped, Source};
use crate::notation::Notation;
use crate::record::Format;
use crate::text::Text;

/// The file that a record stands in.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'s> {
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
    /// An input of which something was handed over and the rest cannot be read.
    BrokenOff(Failure),
    /// What a stretch of records of one input came to.
    Done(ChunkResult<O>),
}

/// What a stretch of records of one input came to; an input has one share, a large one may have many.
#[derive(Debug)]
pub struct ChunkResult<O> {
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

impl<O: Default> ChunkResult<O> {
    pub(super) fn begin(input: &Input, text: &Text<'_>, notation: Option<&'static Notation>) -> Self {
        Self {
            path: input.shown.clone(),
            source: input.source.clone(),
            first: true,
            cut_short: false,
            bytes: 0,
            format: notation.map_or(Format::UNKNOWN, |it| it.format),
            encoding: text.encoding(),
            output: O::default(),
        }
    }
}

/// Hands events over until the first that is not whole.
pub(super) struct Sink<'r, F> {
    pub(super) hand_over: F,
    pub(super) cancel: &'r Cancel,
}

impl<F> Sink<'_, F> {
    pub(super) fn take<O>(&mut self, event: Event<O>) -> Result<(), Halt>
    where
        F: FnMut(Event<O>) -> io::Result<()>,
    {
        let last = matches!(&event, Event::Done(share) if share.cut_short);
        // Where nothing more can be taken, the other threads need not go on.
        (self.hand_over)(event).inspect_err(|_| self.cancel.set())?;
        if last { Err(Halt::Cancelled) } else { Ok(()) }
    }
}
