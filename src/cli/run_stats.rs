//! The statistics of a run: the inputs that were read, skipped and failed.

use std::io;
use std::time::Instant;

use super::console::{self, Console, FileCounts, RunTotals};
use crate::batch::{ChunkResult, Failure, SkipReason, Skipped};
use crate::finding::{Count, Language, Message, Words, both, message};
use crate::run::{CheckedPart, PartOf, RecordCounts, Sink};
use crate::text::UnreadPart;

/// The statistics of a run, and the console.
pub(super) struct RunStats {
    pub(super) console: Console,
    pub(super) language: Language,
    pub(super) files: FileCounts,
    /// `true` if a signal ended the run before all inputs were processed.
    pub(super) interrupted: bool,
    /// `true` if no path was given and standard input is empty, which has been reported.
    pub(super) lacks_input: bool,
    /// `true` if there is no file to read because the index contains no file.
    has_no_files: bool,
    start_time: Instant,
}

impl RunStats {
    pub(super) fn new(console: Console, language: Language, start_time: Instant, has_no_files: bool) -> Self {
        Self {
            console,
            language,
            files: FileCounts::default(),
            interrupted: false,
            lacks_input: false,
            has_no_files,
            start_time,
        }
    }

    /// Returns whether all requested inputs were read.
    pub(super) const fn is_complete(&self) -> bool {
        !self.interrupted && !self.lacks_input && self.files.failed == 0
    }

    /// Counts a file or directory that is skipped. With `--verbose`, prints its name and the reason for skipping it.
    pub(super) fn skip(&mut self, skipped: &Skipped) {
        self.files.skip(skipped);
        self.console.print_skipped(skipped);
    }

    /// Counts an input that could not be read, and prints its name and the reason.
    pub(super) fn fail(&mut self, failure: &Failure) {
        self.files.failed += 1;
        self.console.failure(failure);
    }

    /// Prints the error that an output was not written because of an interruption. A partial file would look complete.
    pub(super) fn unwritten(&self, name: &str) {
        const WHY: Words = both(
            "not written because the run was interrupted",
            "中断されたため、書き出していない",
        );
        self.console.error(name, &WHY.into());
    }

    /// Counts an input that begins with `result`. With `--verbose`, prints its format and encoding, and the parts of a page that
    /// seem to be records and are not read. The files to which a page refers are counted as skipped.
    pub(super) fn begin_input<O>(&mut self, result: &ChunkResult<O>) {
        self.files.read += 1;
        let encoding = result.encoding.name();
        let format = self.format_name(result);
        self.console
            .detail(&result.path, &format_args!("{format}, {encoding}"));
        let unread = result.page.iter().flat_map(|(_, summary)| &summary.unread);
        for record in unread {
            let place = format!("{}:{}", result.path, record.line);
            self.console
                .detail(&place, &unread_part(&record.part).in_language(self.language));
        }
        let references = result.page.iter().flat_map(|(_, summary)| &summary.references);
        for reference in references {
            self.skip(&Skipped {
                shown: format!("{}: {reference}", result.path),
                why: SkipReason::Reference,
            });
        }
    }

    /// Returns the name of the format of an input: `kif`, or `KIF in HTML` for records in a page.
    fn format_name<O>(&self, result: &ChunkResult<O>) -> String {
        let Some((kind, summary)) = &result.page else {
            return result.format.name().to_owned();
        };
        let formats = summary.formats.iter().map(|format| format.to_uppercase());
        let formats = formats.collect::<Vec<_>>().join(self.language.either(", ", "、"));
        let kind = kind.name();
        if formats.is_empty() {
            return kind.to_owned();
        }
        message!("{formats} in {kind}", "{kind}内の{formats}")
            .in_language(self.language)
            .into_owned()
    }

    /// Adds the results for the next records of an input to the sinks. Returns the numbers of these records.
    ///
    /// # Errors
    ///
    /// Returns an error if an output would replace the input, or cannot be written.
    pub(super) fn take<S: Sink>(
        &mut self,
        sinks: &mut S,
        result: ChunkResult<CheckedPart<PartOf<S>>>,
    ) -> io::Result<RecordCounts> {
        if result.first {
            self.begin_input(&result);
            sinks.begin(&result.path, result.source.file())?;
        }
        let CheckedPart { counts, part } = result.output;
        self.console.advance(result.bytes, counts.checked);
        sinks.add(part, &counts)?;
        Ok(counts)
    }

    /// Prints the summary, after an error if there was nothing to read. Returns whether there was something to read, no
    /// input was unreadable, and all output on the console was written. If `lacks_input` is set, the reason has already
    /// been printed, so only `false` is returned.
    pub(super) fn end(&self, totals: &RunTotals) -> bool {
        if self.lacks_input {
            return false;
        }
        let has_nothing = !self.interrupted && self.files.is_nothing() && !self.has_no_files;
        if has_nothing {
            self.console.nothing_to_read(self.files);
        }
        let time = self.start_time.elapsed();
        let (head, line) = console::summary_line(totals, self.language, self.files, self.interrupted, time);
        self.console.summary(head, &line);
        self.console.is_output_complete() && self.files.failed == 0 && !has_nothing
    }
}

/// Returns the message that a part of a page is not read.
fn unread_part(part: &UnreadPart) -> Message {
    match part {
        UnreadPart::Lines { count, format } => {
            let format = format.to_uppercase();
            message!(
                "not read: {lines} of {format} outside of the elements that are read, or in an element that is not certainly a record",
                "読んでいない: {format}の行が{lines}行ある。読む要素の外にあるか、確かに棋譜といえない要素である",
                lines = Count(*count, "line"),
                format
            )
        }
        UnreadPart::Script => message!(
            "not read: a script passes a record to Kifu for JS",
            "読んでいない: スクリプトがKifu for JSに棋譜を渡している"
        ),
    }
}
