//! Where converted records come in, in their order.

use std::io;
use std::time::Duration;

use super::super::Status;
use super::super::console::Console;
use super::super::summary::{Files, Sums};
use super::work::Converted;
use super::{Args, LossFormat};
use crate::batch::{ChunkResult, Event, Source};
use crate::convert::{Sink, Undelivered};
use crate::finding::{Language, Words, both};
use crate::notation::Losses;
use crate::report::{Conversion, Fate};

/// What to think of findings, and where to read on.
const FAULTS: Words = both(
    "What is named in [brackets] is in the records and was not corrected; `kifu rules NAME` explains it.\n",
    "[ ]に名前を示したものは棋譜そのものにあり、直していない。`kifu rules NAME` で説明を見られる。\n",
);

/// The run as it goes on.
pub(super) struct Session {
    console: Console,
    sink: Sink,
    to: &'static str,
    deny_loss: bool,
    loss_format: LossFormat,
    quiet: bool,
    files: Files,
    sums: Sums,
    /// Whether people were shown findings.
    faults: bool,
    /// The language of the findings.
    language: Language,
    input: Option<Current>,
}

/// The input whose records come in.
struct Current {
    path: String,
    /// Its first record, until it is known whether there is another.
    held: Option<Converted>,
    several: bool,
    /// It is a file that this run has written.
    own: bool,
}

impl Session {
    pub(super) fn new(console: Console, sink: Sink, args: &Args) -> Self {
        Self {
            console,
            sink,
            to: args.to.name,
            deny_loss: args.deny_loss,
            loss_format: args.loss_format,
            quiet: args.reading.quiet,
            files: Files::default(),
            sums: Sums::default(),
            faults: false,
            language: args.language(),
            input: None,
        }
    }

    /// Takes in what the run hands over.
    ///
    /// # Errors
    ///
    /// When the output as a whole is broken.
    pub(super) fn receive(&mut self, event: Event<Vec<Converted>>) -> io::Result<()> {
        match event {
            Event::Skipped(skipped) => {
                self.end_input()?;
                self.files.skip(&skipped);
                self.console.skipped(&skipped);
            }
            Event::Failed(failure) => {
                self.end_input()?;
                self.files.failed += 1;
                self.console.failure(&failure);
            }
            Event::BrokenOff(failure) => {
                self.give_up_input()?;
                self.files.failed += 1;
                self.console.failure(&failure);
            }
            Event::Done(share) => {
                if share.first {
                    self.end_input()?;
                    self.begin_input(&share);
                }
                self.console.advance(share.bytes, share.output.len() as u64);
                for converted in share.output {
                    self.take(converted)?;
                }
            }
        }
        Ok(())
    }

    fn begin_input(&mut self, share: &ChunkResult<Vec<Converted>>) {
        let path = match &share.source {
            Source::Stdin => None,
            Source::File(path) => Some(path.as_path()),
        };
        let own = path.is_some_and(|path| self.sink.has_written(path));
        if !own {
            self.files.read += 1;
            let (format, encoding) = (share.format.name(), share.encoding.name());
            self.console
                .detail(&share.path, &format_args!("{format}, {encoding}"));
            self.sink.begin(path);
        }
        self.input = Some(Current {
            path: share.path.clone(),
            held: None,
            several: false,
            own,
        });
    }

    fn take(&mut self, converted: Converted) -> io::Result<()> {
        let Some(input) = self.input.as_mut().filter(|input| !input.own) else {
            return Ok(());
        };
        match input.held.take() {
            None if !input.several => {
                input.held = Some(converted);
                return Ok(());
            }
            None => {}
            Some(first) => {
                input.several = true;
                self.settle(&first)?;
            }
        }
        self.settle(&converted)
    }

    fn end_input(&mut self) -> io::Result<()> {
        let held = self.input.as_mut().and_then(|input| input.held.take());
        if let Some(only) = held {
            self.settle(&only)?;
        }
        if self.input.is_some() {
            let ended = self.sink.end();
            self.delivered(ended)?;
        }
        self.input = None;
        Ok(())
    }

    /// Leaves an input whose end cannot be read: its first record is one of several then, and a file for all of them
    /// does not come into being.
    fn give_up_input(&mut self) -> io::Result<()> {
        let held = self.input.as_mut().and_then(|input| {
            input.several = true;
            input.held.take()
        });
        if let Some(first) = held {
            self.settle(&first)?;
        }
        self.input = None;
        Ok(())
    }

    /// Decides what becomes of a record, and says so.
    fn settle(&mut self, converted: &Converted) -> io::Result<()> {
        let Some(Current { path, several, .. }) = &self.input else {
            return Ok(());
        };
        let (path, several) = (path.clone(), *several);
        self.console.lines(&converted.lines);
        self.faults |= !converted.lines.is_empty();
        self.sums.records += 1;
        let none = Losses::default();
        let losses = converted.page.as_ref().map_or(&none, |page| &page.losses);
        self.sums.lossy += u64::from(!losses.is_empty());
        let file;
        let fate = match &converted.page {
            Err(refusal) => {
                self.sums.refused += 1;
                Fate::Refused(refusal)
            }
            Ok(_) if self.deny_loss && !losses.is_empty() => {
                self.sums.denied += 1;
                Fate::Denied
            }
            Ok(page) => {
                let put = self.sink.put(&page.bytes, several.then_some(converted.record));
                match self.delivered(put)? {
                    Some(None) => Fate::Printed,
                    Some(Some(name)) => {
                        file = name;
                        Fate::Written(&file)
                    }
                    None => Fate::Unwritten,
                }
            }
        };
        let (record, to) = (converted.record, self.to);
        self.tell(&Conversion {
            path: &path,
            record,
            several,
            to,
            losses,
            findings: &converted.remarks,
            fate,
        });
        Ok(())
    }

    /// What was delivered; where it was not, it is said why.
    fn delivered<T>(&mut self, result: Result<T, Undelivered>) -> io::Result<Option<T>> {
        match result {
            Ok(delivered) => return Ok(Some(delivered)),
            Err(Undelivered::Output(error)) => return Err(error),
            Err(Undelivered::Place(words)) => {
                self.sums.broken = true;
                let path = self.input.as_ref().map_or("", |input| &input.path);
                self.console.error(path, &words);
            }
            Err(Undelivered::Again) => {}
        }
        Ok(None)
    }

    fn tell(&self, conversion: &Conversion<'_>) {
        if self.loss_format == LossFormat::Jsonl {
            self.console.data(&conversion.object(self.language));
            return;
        }
        let failed = matches!(conversion.fate, Fate::Denied | Fate::Refused(_));
        if let Some(line) = conversion.line(self.language).filter(|_| failed || !self.quiet) {
            self.console.lines(format!("{line}\n").as_bytes());
        }
    }

    /// Takes the progress bar away.
    pub(super) fn clear(&self) {
        self.console.clear();
    }

    /// Ends the run, with this status if it was interrupted: then nothing is known of the end of the last input, so that
    /// what is not written of it yet is left.
    ///
    /// # Errors
    ///
    /// When the output cannot be written.
    pub(super) fn close(mut self, interrupted: Option<u8>, time: Duration) -> io::Result<Status> {
        if interrupted.is_none() {
            self.end_input()?;
        }
        self.clear();
        let Self {
            console,
            sink,
            files,
            mut sums,
            faults,
            language,
            ..
        } = self;
        let delivered = sink.close()?;
        (sums.files, sums.unwritten) = (delivered.files, delivered.unwritten);
        if faults {
            console.lines(FAULTS.in_language(language).as_bytes());
        }
        let nothing = interrupted.is_none() && files.is_nothing();
        if nothing {
            console.nothing(files);
        }
        console.conversion(files, &sums, interrupted.is_some(), time);
        Ok(if let Some(status) = interrupted {
            Status::Interrupted(status)
        } else if !console.is_whole()
            || nothing
            || files.failed + sums.refused + sums.unwritten > 0
            || sums.broken
        {
            Status::Trouble
        } else if sums.denied > 0 {
            Status::Findings
        } else {
            Status::Clean
        })
    }
}
