//! The delivery of converted records, in order.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;

use super::aliases::IdentifyingParts;
use super::merge::{MergeOutput, UnwrittenMerge};
use super::work::{Converted, ConvertedPart};
use super::{ConvertArgs, LossFormat};
use crate::batch::ChunkResult;
use crate::cli::console::{Console, ConversionTotals, RunTotals};
use crate::cli::job::Consumer;
use crate::cli::run_stats::RunStats;
use crate::cli::{Status, training};
use crate::convert::{RecordOutput, StripCounts, WriteError};
use crate::finding::{Message, Words, both, message};
use crate::notation::{Loss, Losses, Lost, Target, WrittenRecord};
use crate::record::gap::ArchiveGap;
use crate::report::{Conversion, ConversionOutcome, Refusal};

/// The note that follows findings, with a reference to the documentation of the rules.
const FINDINGS_NOTE: Words = both(
    "The findings with a rule in [brackets] are about the records and were not corrected; `kifu rules NAME` explains a rule.\n",
    "[ ]に規則名を示した指摘は棋譜自体についてのもので、変換時に修正していない。規則の説明は `kifu rules NAME` で表示する。\n",
);

/// The advice for a run with records that could not be converted.
const REFUSALS_NOTE: Words = both(
    "Use `kifu validate` to see the problems of records that were not converted, or try another format.\n",
    "変換できない棋譜の問題点は `kifu validate` で確認できる。別の形式なら変換できる場合もある。\n",
);

/// The consumer that passes converted records to the output, and reports their losses and findings.
pub(super) struct RecordDelivery {
    output: Box<dyn RecordOutput>,
    to: &'static Target,
    deny_loss: bool,
    loss_format: LossFormat,
    quiet: bool,
    totals: ConversionTotals,
    /// `true` if findings were shown to the user.
    has_shown_findings: bool,
    listed: ListedLosses,
    /// The parts of the written records from which a player may still be recognised; `None` if names are kept.
    identifying: Option<IdentifyingParts>,
    /// The output of merged records; `None` if records are not merged.
    merge: Option<MergeOutput>,
    input: Option<CurrentInput>,
}

/// The numbers of records with losses that were listed or not. Without `--verbose`, only the first records with a loss
/// of each kind are listed.
#[derive(Default)]
struct ListedLosses {
    /// Number of listed records with each kind of loss.
    listed: BTreeMap<Loss, u64>,
    /// Number of records with losses that were not listed.
    unlisted: u64,
}

impl ListedLosses {
    /// Counts a record with these losses, and returns whether it is listed: if one of its kinds of loss has not been
    /// listed often enough, or with `--verbose`.
    fn count(&mut self, losses: &Losses, console: &Console) -> bool {
        let listed_counts = &mut self.listed;
        let printed_count = |lost: &Lost| listed_counts.get(&lost.loss).copied().unwrap_or_default();
        let is_listed = losses.iter().any(|loss| console.should_list(printed_count(loss)));
        if is_listed {
            losses
                .iter()
                .for_each(|loss| *listed_counts.entry(loss.loss).or_default() += 1);
        } else {
            self.unlisted += 1;
        }
        is_listed
    }
}

/// The input whose records are being delivered.
struct CurrentInput {
    path: String,
    /// The first record of the input, until the second record or the end of the input arrives.
    held: Option<Converted>,
    several: bool,
    /// `true` if this run has written the input, whose records are therefore ignored.
    is_own_output: bool,
}

impl Consumer<ConvertedPart> for RecordDelivery {
    fn take(
        &mut self,
        result: ChunkResult<ConvertedPart>,
        run: &mut RunStats,
    ) -> io::Result<ControlFlow<()>> {
        if result.first {
            self.begin_input(&result, run);
        }
        run.console
            .advance(result.bytes, result.output.records.len() as u64);
        self.totals.left_out.merge(result.output.left_out);
        for converted in result.output.records {
            self.add(converted, run)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Writes the record that is still held, and completes the file for all records of the input, if there is one. If
    /// the input could not be read to its end, its first record is treated as one of several, and no file for all
    /// records is written.
    fn end_input(&mut self, is_whole: bool, run: &RunStats) -> io::Result<()> {
        let Some(input) = &mut self.input else {
            return Ok(());
        };
        input.several |= !is_whole;
        if let Some(first) = input.held.take() {
            self.write_record(&first, run)?;
        }
        if is_whole {
            let end_result = self.output.end();
            self.delivered_or_report(end_result, run)?;
        }
        self.input = None;
        Ok(())
    }

    /// Completes the output and prints the notes about the conversion. After an interruption, it is unknown whether
    /// more records follow in the last input, so a record that is still held is dropped.
    fn close(mut self, run: &RunStats) -> io::Result<(RunTotals, Status)> {
        let merges = self.merge.is_some();
        if !run.interrupted && !run.lacks_input {
            self.write_merged(run)?;
            let totals = &self.totals;
            let is_complete = run.is_complete() && totals.refused + totals.denied == 0 && !totals.broken;
            let finish_result = self.output.finish(is_complete);
            match self.delivered_or_report(finish_result, run)? {
                Some(Some(note)) => run.console.note(&note.in_language(run.language)),
                None if merges => self.totals.unwritten = self.totals.converted(),
                _ => {}
            }
        } else if merges {
            self.totals.unwritten = self.totals.converted();
        }
        let delivery = self.output.close()?;
        let unlisted_count = self.listed.unlisted;
        if unlisted_count > 0 {
            let note = message!(
                "records with losses of these kinds that are not listed: {unlisted_count}; -v lists all",
                "同じ種類のものが失われた棋譜はほかに{unlisted_count}件（-v ですべて表示）",
            );
            run.console.note(&note.in_language(run.language));
        }
        if let Some(note) = self.identifying.and_then(IdentifyingParts::note) {
            run.console.note(&note.in_language(run.language));
        }
        let totals = &mut self.totals;
        totals.files = delivery.files;
        if !merges {
            totals.unwritten = delivery.unwritten;
        }
        if self.has_shown_findings {
            let note = FINDINGS_NOTE.in_language(run.language);
            run.console.lines(note.as_bytes());
        }
        if totals.refused > 0 && self.loss_format == LossFormat::Text && !self.quiet {
            let note = REFUSALS_NOTE.in_language(run.language);
            run.console.lines(note.as_bytes());
        }
        if self.to.training && totals.items.written == 0 && !run.interrupted && !run.lacks_input {
            let reason = training::nothing_written_reason(self.to, totals.items, totals.left_out);
            if let Some(reason) = reason {
                run.console.note(&reason.in_language(run.language));
            }
        }
        let status = if totals.refused + totals.unwritten > 0 || totals.broken {
            Status::Failed
        } else if totals.denied > 0 {
            Status::Findings
        } else {
            Status::Clean
        };
        Ok((RunTotals::Converted(self.totals), status))
    }
}

impl RecordDelivery {
    pub(super) fn new(output: Box<dyn RecordOutput>, merge: Option<MergeOutput>, args: &ConvertArgs) -> Self {
        Self {
            output,
            merge,
            to: args.to,
            deny_loss: args.deny_loss,
            loss_format: args.loss_format,
            quiet: args.reading.terminal.quiet,
            totals: ConversionTotals {
                stripped: args.changes.changes().no_counts(),
                ..ConversionTotals::default()
            },
            has_shown_findings: false,
            listed: ListedLosses::default(),
            identifying: args.changes.anonymise.then(IdentifyingParts::default),
            input: None,
        }
    }

    fn begin_input(&mut self, result: &ChunkResult<ConvertedPart>, run: &mut RunStats) {
        let file = result.source.file();
        let is_own_output = file.is_some_and(|path| self.output.has_written(path));
        if !is_own_output {
            run.begin_input(result);
            if self.merge.is_none() {
                self.output.begin(result.source.place().as_deref());
            }
        }
        self.input = Some(CurrentInput {
            path: result.path.clone(),
            held: None,
            several: false,
            is_own_output,
        });
    }

    /// Adds a record of the current input, unless this run has written the input. The first record is held until it is
    /// known whether another record follows.
    fn add(&mut self, converted: Converted, run: &RunStats) -> io::Result<()> {
        let Some(input) = self.input.as_mut().filter(|input| !input.is_own_output) else {
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
                self.write_record(&first, run)?;
            }
        }
        self.write_record(&converted, run)
    }

    /// Delivers a record to the output, unless it cannot be converted or its losses are denied, and reports its losses. A
    /// record of training data of which no item was selected is excluded.
    fn write_record(&mut self, converted: &Converted, run: &RunStats) -> io::Result<()> {
        if self.input.is_none() {
            return Ok(());
        }
        run.console.lines(&converted.lines);
        self.has_shown_findings |= !converted.lines.is_empty();
        match &converted.written {
            Ok(written) if written.items.written == 0 && written.items.left_out() > 0 => {
                self.exclude(converted, written, run);
                return Ok(());
            }
            Err(refusal) if converted.is_left_out => {
                self.report_left_out(converted, &Losses::default(), refusal, run);
                return Ok(());
            }
            _ => {}
        }
        self.write_line(converted, &converted.written, "", run)?;
        for (variation, written) in &converted.variations {
            self.write_line(converted, written, variation, run)?;
        }
        Ok(())
    }

    /// Delivers a record, or a line of a record with the path of its variation, and reports its losses.
    fn write_line(
        &mut self,
        converted: &Converted,
        written: &Result<WrittenRecord, Refusal>,
        variation: &str,
        run: &RunStats,
    ) -> io::Result<()> {
        let Some(CurrentInput { path, several, .. }) = &self.input else {
            return Ok(());
        };
        let (path, several) = (path.clone(), *several);
        self.totals.records += u64::from(converted.remark.is_none());
        let no_losses = Losses::default();
        let losses = written.as_ref().map_or(&no_losses, |written| &written.losses);
        self.output.begin_line(variation);
        self.totals.lossy += u64::from(!losses.is_empty());
        let outcome = self.deliver(converted, written, several, run)?;
        let is_delivered = matches!(
            outcome,
            ConversionOutcome::Written(_) | ConversionOutcome::Printed
        );
        if is_delivered && variation.is_empty() {
            self.totals.stripped.merge(converted.stripped);
            if let Some(identifying) = &mut self.identifying {
                identifying.merge(converted.identifying);
                if self.output.is_named_after_inputs() {
                    identifying.add_file_name();
                }
            }
        }
        let conversion = Conversion {
            path: &path,
            record: converted.record,
            several,
            to: self.to.name,
            losses,
            findings: if variation.is_empty() {
                &converted.remarks
            } else {
                &[]
            },
            stripped: stripped_by_name(converted.stripped),
            outcome,
        };
        // The finding about an irregular archive has already been printed as one of `converted.lines`.
        let is_irregular = matches!(converted.remark, Some(ArchiveGap::Irregular(_)));
        if !is_irregular || self.loss_format == LossFormat::Jsonl {
            self.print_conversion(&conversion, run);
        }
        Ok(())
    }

    /// Writes a record, unless it cannot be converted or its losses are denied. Counts the outcome and returns it.
    fn deliver<'c>(
        &mut self,
        converted: &Converted,
        written: &'c Result<WrittenRecord, Refusal>,
        several: bool,
        run: &RunStats,
    ) -> io::Result<ConversionOutcome<'c>> {
        let written = match written {
            Ok(written) => written,
            Err(refusal) => {
                self.totals.refused += u64::from(converted.remark.is_none());
                return Ok(ConversionOutcome::Refused(refusal));
            }
        };
        if self.deny_loss && !written.losses.is_empty() {
            self.totals.denied += 1;
            return Ok(ConversionOutcome::Denied);
        }
        if let (Some(merge), Some(input), Some(current)) =
            (&mut self.merge, &converted.merge_input, &self.input)
        {
            merge.add(&current.path, converted, input)?;
            return Ok(ConversionOutcome::Printed);
        }
        let number = several.then_some(converted.record);
        let delivery = self
            .output
            .write_record(&written.bytes, number, converted.levels.as_deref());
        let Some(file) = self.delivered_or_report(delivery, run)? else {
            return Ok(ConversionOutcome::Unwritten);
        };
        self.totals.items.merge(written.items);
        Ok(file.map_or(ConversionOutcome::Printed, ConversionOutcome::Written))
    }

    /// Writes the merged records, if records are merged, and reports their losses.
    fn write_merged(&mut self, run: &RunStats) -> io::Result<()> {
        let Some(merge) = self.merge.take() else {
            return Ok(());
        };
        let (to, format, is_quiet) = (self.to, self.loss_format, self.quiet);
        let totals = &mut self.totals;
        merge.write(&mut *self.output, |result| {
            match result {
                Ok(file) => {
                    totals.refused += if file.is_refused() { file.games } else { 0 };
                    totals.denied += if file.is_denied() { file.games } else { 0 };
                    totals.lossy += u64::from(file.has_losses());
                    file.print(to, format, is_quiet, run);
                }
                Err(UnwrittenMerge { error, games }) => {
                    totals.unwritten += games;
                    match error {
                        WriteError::Output(error) => return Err(error),
                        WriteError::File(file, reason) => run.console.error(&file, &reason),
                        WriteError::Place(words) => run.console.error_of_run(&words),
                        WriteError::AlreadyReported => {}
                    }
                }
            }
            Ok(())
        })
    }

    /// Counts a record of which no item was selected as excluded, so that no file is empty. In output for programs, the
    /// record is reported.
    fn exclude(&mut self, converted: &Converted, written: &WrittenRecord, run: &RunStats) {
        self.totals.items.merge(written.items);
        self.totals.left_out.without_items += 1;
        let refusal = Refusal {
            why: training::record_without_items_reason(self.to, written.items),
        };
        self.report_left_out(converted, &written.losses, &refusal, run);
    }

    /// Reports a record that is left out of training data, in output for programs.
    fn report_left_out(&self, converted: &Converted, losses: &Losses, refusal: &Refusal, run: &RunStats) {
        if let (LossFormat::Jsonl, Some(input)) = (self.loss_format, &self.input) {
            let conversion = Conversion {
                path: &input.path,
                record: converted.record,
                several: input.several,
                to: self.to.name,
                losses,
                findings: &converted.remarks,
                stripped: stripped_by_name(converted.stripped),
                outcome: ConversionOutcome::Refused(refusal),
            };
            run.console.data(&conversion.object(run.language));
        }
    }

    /// Returns the value of a successful delivery. If a single file cannot be written, returns `None`, after printing
    /// the reason unless it was printed before. Returns the error if the output as a whole cannot be written.
    fn delivered_or_report<T>(
        &mut self,
        result: Result<T, WriteError>,
        run: &RunStats,
    ) -> io::Result<Option<T>> {
        match result {
            Ok(delivered) => return Ok(Some(delivered)),
            Err(WriteError::Output(error)) => return Err(error),
            Err(WriteError::File(file, reason)) => {
                self.totals.broken = true;
                match &self.input {
                    // The file has the name of the input.
                    Some(input) if input.path != file => {
                        let subject = Message::untranslated(file).followed_by(Message::untranslated(": "));
                        run.console.error(&input.path, &subject.followed_by(reason));
                    }
                    _ => run.console.error(&file, &reason),
                }
            }
            Err(WriteError::Place(words)) => {
                self.totals.broken = true;
                match &self.input {
                    Some(input) => run.console.error(&input.path, &words),
                    // Without a current input, the error is about a file with the records of the whole run.
                    None => run.console.error_of_run(&words),
                }
            }
            Err(WriteError::AlreadyReported) => {}
        }
        Ok(None)
    }

    fn print_conversion(&mut self, conversion: &Conversion<'_>, run: &RunStats) {
        if self.loss_format == LossFormat::Jsonl {
            run.console.data(&conversion.object(run.language));
            return;
        }
        let is_failure = matches!(
            conversion.outcome,
            ConversionOutcome::Denied | ConversionOutcome::Refused(_)
        );
        if !is_failure && self.quiet {
            return;
        }
        if let Some(line) = conversion.line(run.language)
            && (is_failure || self.listed.count(conversion.losses, &run.console))
        {
            run.console.loss(&line);
        }
    }
}

/// Returns the numbers of items that were left out, by the names of the parts.
fn stripped_by_name(counts: StripCounts) -> BTreeMap<&'static str, u64> {
    let named = counts.iter().map(|(part, count, _)| (part.name(), count));
    named.collect()
}
