//! Where converted records come in, in their order.

use std::io;
use std::ops::ControlFlow;

use super::super::job::Consumer;
use super::super::run_stats::RunStats;
use super::super::status::Status;
use super::super::summary::{Figures, Sums};
use super::args::{Args, LossFormat};
use super::work::Converted;
use crate::batch::ChunkResult;
use crate::convert::{Sink, Undelivered};
use crate::finding::{Words, both};
use crate::notation::Losses;
use crate::record::gap::ArchiveGap;
use crate::report::{Conversion, Fate};

/// What to think of findings, and where to read on.
const FAULTS: Words = both(
    "The findings with a rule in [brackets] are about the records and were not corrected; `kifu rules NAME` explains a rule.\n",
    "[ ]に規則名を示した指摘は棋譜自体についてのもので、変換時に修正していない。規則の説明は `kifu rules NAME` で表示する。\n",
);

/// What to do about records that were not converted.
const REFUSALS: Words = both(
    "Use `kifu validate` to see the problems of records that were not converted, or try another format.\n",
    "変換できない棋譜の問題点は `kifu validate` で確認できる。別の形式なら変換できる場合もある。\n",
);

/// What takes the converted records where they belong.
pub(super) struct Delivery {
    sink: Sink,
    to: &'static str,
    deny_loss: bool,
    loss_format: LossFormat,
    quiet: bool,
    sums: Sums,
    /// Whether people were shown findings.
    faults: bool,
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

impl Consumer<Vec<Converted>> for Delivery {
    fn take(
        &mut self,
        result: ChunkResult<Vec<Converted>>,
        run: &mut RunStats,
    ) -> io::Result<ControlFlow<()>> {
        if result.first {
            self.begin_input(&result, run);
        }
        run.console.advance(result.bytes, result.output.len() as u64);
        for converted in result.output {
            self.add(converted, run)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Of an input that broke off, the first record is one of several, and a file for all of them does not come into being.
    fn end_input(&mut self, whole: bool, run: &RunStats) -> io::Result<()> {
        let Some(input) = &mut self.input else {
            return Ok(());
        };
        input.several |= !whole;
        if let Some(first) = input.held.take() {
            self.settle(&first, run)?;
        }
        if whole {
            let ended = self.sink.end();
            self.delivered(ended, run)?;
        }
        self.input = None;
        Ok(())
    }

    /// Of an interrupted run nothing is known of the end of the last input, so that what is not written of it yet is left.
    fn close(mut self, run: &RunStats) -> io::Result<(Figures, Status)> {
        let delivered = self.sink.close()?;
        let sums = &mut self.sums;
        (sums.files, sums.unwritten) = (delivered.files, delivered.unwritten);
        if self.faults {
            let words = FAULTS.in_language(run.language);
            run.console.lines(words.as_bytes());
        }
        if sums.refused > 0 && self.loss_format == LossFormat::Text && !self.quiet {
            let words = REFUSALS.in_language(run.language);
            run.console.lines(words.as_bytes());
        }
        let status = if sums.refused + sums.unwritten > 0 || sums.broken {
            Status::Trouble
        } else if sums.denied > 0 {
            Status::Findings
        } else {
            Status::Clean
        };
        Ok((Figures::Converted(self.sums), status))
    }
}

impl Delivery {
    pub(super) fn new(sink: Sink, args: &Args) -> Self {
        Self {
            sink,
            to: args.to.name,
            deny_loss: args.deny_loss,
            loss_format: args.loss_format,
            quiet: args.reading.quiet,
            sums: Sums::default(),
            faults: false,
            input: None,
        }
    }

    fn begin_input(&mut self, result: &ChunkResult<Vec<Converted>>, run: &mut RunStats) {
        let file = result.source.file();
        let own = file.is_some_and(|path| self.sink.has_written(path));
        if !own {
            run.begin_input(result);
            self.sink.begin(result.source.place().as_deref());
        }
        self.input = Some(Current {
            path: result.path.clone(),
            held: None,
            several: false,
            own,
        });
    }

    /// One more record of the input.
    fn add(&mut self, converted: Converted, run: &RunStats) -> io::Result<()> {
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
                self.settle(&first, run)?;
            }
        }
        self.settle(&converted, run)
    }

    /// Decides what becomes of a record, and says so.
    fn settle(&mut self, converted: &Converted, run: &RunStats) -> io::Result<()> {
        let Some(Current { path, several, .. }) = &self.input else {
            return Ok(());
        };
        let (path, several) = (path.clone(), *several);
        run.console.lines(&converted.lines);
        self.faults |= !converted.lines.is_empty();
        let counted = u64::from(converted.remark.is_none());
        self.sums.records += counted;
        let none = Losses::default();
        let losses = converted.page.as_ref().map_or(&none, |page| &page.losses);
        self.sums.lossy += u64::from(!losses.is_empty());
        let file;
        let fate = match &converted.page {
            Err(refusal) => {
                self.sums.refused += counted;
                Fate::Refused(refusal)
            }
            Ok(_) if self.deny_loss && !losses.is_empty() => {
                self.sums.denied += 1;
                Fate::Denied
            }
            Ok(page) => {
                let put = self.sink.put(&page.bytes, several.then_some(converted.record));
                match self.delivered(put, run)? {
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
        let conversion = Conversion {
            path: &path,
            record,
            several,
            to,
            losses,
            findings: &converted.remarks,
            fate,
        };
        // The finding says all of what is irregular; a link is a file that is missing.
        let is_irregular = matches!(converted.remark, Some(ArchiveGap::Irregular(_)));
        if !is_irregular || self.loss_format == LossFormat::Jsonl {
            self.tell(&conversion, run);
        }
        Ok(())
    }

    /// What was delivered; where it was not, it is said why.
    fn delivered<T>(&mut self, result: Result<T, Undelivered>, run: &RunStats) -> io::Result<Option<T>> {
        match result {
            Ok(delivered) => return Ok(Some(delivered)),
            Err(Undelivered::Output(error)) => return Err(error),
            Err(Undelivered::Place(words)) => {
                self.sums.broken = true;
                let path = self.input.as_ref().map_or("", |input| &input.path);
                run.console.error(path, &words);
            }
            Err(Undelivered::Again) => {}
        }
        Ok(None)
    }

    fn tell(&self, conversion: &Conversion<'_>, run: &RunStats) {
        if self.loss_format == LossFormat::Jsonl {
            run.console.data(&conversion.object(run.language));
            return;
        }
        let failed = matches!(conversion.fate, Fate::Denied | Fate::Refused(_));
        if let Some(line) = conversion.line(run.language).filter(|_| failed || !self.quiet) {
            run.console.loss(&line);
        }
    }
}
