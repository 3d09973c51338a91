//! Parts of inputs that own their text, so that records that borrow from a part outlive the run.

use std::borrow::Cow;
use std::io;
use std::path::PathBuf;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::execution::{Run, Stop};
use super::input::{Failure, Input, InputEvent, Limits};
use super::window::{Chunks, Opened, Window};
use crate::check::{SourceFile, UnreadRecord};
use crate::text::Text;

/// Approximate size of a part of a large input (bytes).
const PART_BYTES: usize = 1 << 20;

/// Total size of the texts in a batch of parts at which the batch is complete (bytes).
const MAX_BATCH_BYTES: usize = 2 << 20;

/// Maximum number of parts in a batch.
const MAX_BATCH_PARTS: usize = 256;

/// A small input, or consecutive records of a large input.
#[derive(Debug)]
pub(crate) struct Part {
    path: String,
    place: Option<PathBuf>,
    /// The path of the archive and the name in the archive; `None` for a file outside an archive.
    member: Option<(PathBuf, String)>,
    /// The number of the member among all members that are read; 0 for a file outside an archive.
    number: u64,
    window: Window<'static>,
}

impl Part {
    fn new(input: &Input, window: Window<'_>) -> Self {
        let member = input.source.member();
        Self {
            path: input.shown.clone(),
            place: input.source.place().map(Cow::into_owned),
            member: member.map(|(archive, name)| (archive.to_owned(), name.to_owned())),
            number: input.source.number(),
            window: window.into_owned(),
        }
    }

    /// Returns the text of the part.
    pub(crate) fn text(&self) -> &Text<'static> {
        self.window.text()
    }

    /// Returns whether the part is a whole input.
    pub(crate) fn is_whole(&self) -> bool {
        self.window.is_first() && !self.text().is_continued()
    }

    /// Returns the description of the file that contains the part.
    pub(crate) fn file(&self) -> SourceFile<'_> {
        SourceFile {
            path: &self.path,
            place: self.place.as_deref(),
            member: self.member.as_ref().map(|(archive, name)| (&**archive, &**name)),
            number: self.number,
            text: self.text(),
        }
    }

    /// Returns the records of the part, which are not read yet.
    pub(crate) fn records(&self) -> impl Iterator<Item = UnreadRecord<'_>> {
        Chunks::new(&self.window).flat_map(|chunk| chunk.records())
    }
}

impl Run {
    /// Reads the inputs in parts, calls `make` for each part on all threads, and passes the results to `take` in order,
    /// with the inputs that could not be read. The run ends early without an error if it is cancelled.
    ///
    /// # Errors
    ///
    /// Returns an error if `take` fails, or if no thread can be started.
    pub(crate) fn parts<T: Send>(
        &self,
        inputs: impl Iterator<Item = InputEvent> + Send,
        make: impl Fn(Part) -> T + Send + Sync,
        take: impl FnMut(Result<T, Failure>) -> io::Result<()> + Send,
    ) -> io::Result<()> {
        let limits = Limits {
            window: PART_BYTES,
            ..self.limits
        };
        let run = Self {
            limits,
            ..self.clone()
        };
        let batch = PartBatch {
            make,
            take,
            parts: Vec::new(),
            bytes: 0,
        };
        run.on_threads(|| run.read_parts(inputs, batch))?
    }

    fn read_parts<T: Send>(
        &self,
        inputs: impl Iterator<Item = InputEvent>,
        mut batch: PartBatch<impl Fn(Part) -> T + Sync, impl FnMut(Result<T, Failure>) -> io::Result<()>>,
    ) -> io::Result<()> {
        for event in inputs {
            if self.cancel.is_set() {
                return Ok(());
            }
            let failure = match event {
                InputEvent::Skipped(_) => continue,
                InputEvent::Failed(failure) => failure,
                InputEvent::Input(input) => match self.parts_of(&input, |part| batch.push(part)) {
                    Ok(()) => continue,
                    Err(Stop::Output(error)) => return Err(error),
                    Err(Stop::Input(error)) if !self.cancel.is_set() => Failure {
                        shown: input.shown,
                        error,
                    },
                    Err(Stop::Input(_) | Stop::Run(_)) => return Ok(()),
                },
            };
            batch.flush()?;
            (batch.take)(Err(failure))?;
        }
        batch.flush()
    }

    /// Passes the parts of an input to `give`. An input without records that may belong to another program has no parts.
    fn parts_of(&self, input: &Input, mut give: impl FnMut(Part) -> io::Result<()>) -> Result<(), Stop> {
        let opened = Opened::open(input, self)?;
        if input.may_be_foreign() && Self::reason_to_skip(&opened)?.is_some() {
            return Ok(());
        }
        let mut windows = opened.windows()?;
        while let Some(window) = windows.advance()? {
            give(Part::new(input, window)).map_err(Stop::Output)?;
        }
        Ok(())
    }
}

/// Parts that are processed together, and the functions that process them.
struct PartBatch<M, F> {
    make: M,
    take: F,
    parts: Vec<Part>,
    /// Total size of the texts of `parts` (bytes).
    bytes: usize,
}

impl<M, F, T: Send> PartBatch<M, F>
where
    M: Fn(Part) -> T + Sync,
    F: FnMut(Result<T, Failure>) -> io::Result<()>,
{
    /// Adds a part, and processes the batch if it is complete.
    fn push(&mut self, part: Part) -> io::Result<()> {
        self.bytes += part.text().as_str().len();
        self.parts.push(part);
        if self.parts.len() < MAX_BATCH_PARTS && self.bytes < MAX_BATCH_BYTES {
            return Ok(());
        }
        self.flush()
    }

    /// Processes all parts of the batch, and passes the results on.
    fn flush(&mut self) -> io::Result<()> {
        self.bytes = 0;
        let parts = std::mem::take(&mut self.parts).into_par_iter();
        let results: Vec<T> = parts.map(&self.make).collect();
        results.into_iter().try_for_each(|result| (self.take)(Ok(result)))
    }
}
