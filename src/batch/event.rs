//! What a run hands over.

use encoding_rs::Encoding;

use super::input::{Failure, Input, Skipped, Source};
use crate::notation::Notation;
use crate::record::Format;
use crate::text::Text;

/// The file that a record stands in.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'s> {
    /// Its path as the user knows it.
    pub path: &'s str,
    /// Where it is.
    pub source: &'s Source,
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

/// What a stretch of records of one input came to; an input has one result, a large one may have many.
#[derive(Debug)]
pub struct ChunkResult<O> {
    /// The path of the input.
    pub path: String,
    /// Where the input is.
    pub source: Source,
    /// Whether this is the first result of its input.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// It was cancelled; all that was handed over is whole.
    Cancelled,
    /// Whoever takes what it came to wants no more.
    Enough,
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
