//! The conversion of each record, as the work of a run.

use super::LossFormat;
use super::aliases::IdentifyingParts;
use super::changes::Changes;
use crate::batch::Work;
use crate::check::{Checked, Checker, SourceFile, UnreadRecord};
use crate::cli::training;
use crate::convert::{Line, MAX_SPLIT_NODES, MergeInput, StripCounts, split_lines};
use crate::finding::{Finding, Language, Severity, message};
use crate::guard::catch_panic;
use crate::notation::{self, Writer, WrittenRecord, unplayable_reason};
use crate::played::{Played, PlayedBuilder, PlayedMove};
use crate::record::gap::ArchiveGap;
use crate::record::{Outcome, Record};
use crate::report::{self, Paint, Refusal, Remark, RenderOptions, RenderedEntries, ReportEntry};
use crate::run::{ExcludedRecords, OutputNeeds, RecordFilter, RecordWorker};
use crate::stats::NameTemplate;

/// The settings for the conversion of every record.
pub(super) struct Converting {
    /// The checker of the records. The filter, the template and the reported findings require a check.
    pub(super) checker: Checker,
    pub(super) filter: RecordFilter,
    /// The template of `--name`, or `None` if files are named after the inputs.
    pub(super) template: Option<NameTemplate>,
    /// The changes to each record before it is written.
    pub(super) changes: Changes,
    pub(super) writer: Writer,
    /// `true` if records are merged.
    pub(super) merges: bool,
    /// The last ply of the records that are merged; `None` for all plies.
    pub(super) max_ply: Option<u32>,
    /// `true` if each line of a record becomes a record.
    pub(super) splits_lines: bool,
    /// Minimum severity of the findings that are reported; `None` if no findings are.
    pub(super) min_severity: Option<Severity>,
    /// The format in which findings and losses are reported.
    pub(super) loss_format: LossFormat,
    /// The language of the findings.
    pub(super) language: Language,
}

/// The results of converting consecutive records.
#[derive(Default)]
pub(super) struct ConvertedPart {
    pub(super) records: Vec<Converted>,
    pub(super) left_out: ExcludedRecords,
}

/// The result of the conversion of one record.
pub(super) struct Converted {
    /// The number of the record in its file, from 1.
    pub(super) record: u32,
    /// The folders and the file name from the template, or `None` without a template.
    pub(super) levels: Option<Vec<String>>,
    pub(super) written: Result<WrittenRecord, Refusal>,
    /// The numbers of items that were left out on request.
    pub(super) stripped: StripCounts,
    /// The parts from which a player may still be recognised, if names were replaced.
    pub(super) identifying: IdentifyingParts,
    /// The variations as records of their own, each with its path; empty unless lines are split.
    pub(super) variations: Vec<(String, Result<WrittenRecord, Refusal>)>,
    /// The parts of the record for a merge; `None` if records are not merged. `written` then has only the losses.
    pub(super) merge_input: Option<Box<MergeInput>>,
    /// `true` if the record is left out of training data. `written` then has the reason, for programs.
    pub(super) is_left_out: bool,
    /// The gap of a damaged or irregular archive, if this entry represents the archive instead of a record.
    pub(super) remark: Option<ArchiveGap>,
    /// The findings as coloured lines for people; empty if output for programs was requested.
    pub(super) lines: Vec<u8>,
    /// The findings for programs; empty if output for people was requested.
    pub(super) remarks: Vec<Remark>,
}

impl Converting {
    /// Converts a record. `outcome` is the outcome of the game by the rules, if the record was checked and the outcome
    /// is known. Returns a refusal if the format cannot hold the record, or if the conversion panics.
    fn convert(
        &self,
        builder: &mut PlayedBuilder,
        record: &Record<'_>,
        outcome: Option<Outcome>,
    ) -> Result<WrittenRecord, Refusal> {
        let writer = Writer {
            outcome,
            ..self.writer
        };
        or_refusal(|| writer.write(&builder.build(record)))
    }

    /// Converts each line of a record. Returns the main line, and adds the variations to `variations`. The refusal of a
    /// main line applies to the whole record.
    fn convert_lines(
        &self,
        builder: &mut PlayedBuilder,
        record: &Record<'_>,
        outcome: Option<Outcome>,
        variations: &mut Vec<(String, Result<WrittenRecord, Refusal>)>,
    ) -> Result<WrittenRecord, Refusal> {
        let played = catch_panic(|| builder.build(record)).map_err(|panic| internal_error(&panic))?;
        or_refusal(|| self.writer.check(&played))?;
        let mut lines = split_lines(&played).ok_or_else(|| Refusal {
            why: message!(
                "its lines have more than {MAX_SPLIT_NODES} moves together",
                "各手順の手数の合計が{MAX_SPLIT_NODES}手を超える",
            ),
        })?;
        let convert_line = |line: &Line<'_>, outcome| {
            let writer = Writer {
                outcome,
                ..self.writer
            };
            let mut written = or_refusal(|| writer.write(&Played::new(&line.record)))?;
            for lost in line.losses.iter() {
                written.losses.add(lost.loss);
            }
            Ok(written)
        };
        let main_line = lines.next().map_or_else(
            || Ok(WrittenRecord::default()),
            |line| convert_line(&line, outcome),
        )?;
        variations.extend(lines.map(|line| {
            let written = convert_line(&line, None);
            (line.path, written)
        }));
        Ok(main_line)
    }

    /// Takes the parts of a record for a merge. Returns only the losses as written.
    fn take_for_merge(
        &self,
        builder: &mut PlayedBuilder,
        record: &Record<'_>,
        max_ply: Option<u32>,
        taken: &mut Option<Box<MergeInput>>,
    ) -> Result<WrittenRecord, Refusal> {
        let mut input = or_refusal(|| MergeInput::new(&builder.build(record), max_ply, &self.writer))?;
        let losses = std::mem::take(&mut input.losses);
        *taken = Some(Box::new(input));
        Ok(WrittenRecord {
            losses,
            ..WrittenRecord::default()
        })
    }

    /// Makes the changes of a record that were requested, and returns the numbers of items that were left out. A record
    /// without the variation to promote is refused.
    fn change(&self, builder: &mut PlayedBuilder, record: &mut Record<'_>) -> Result<StripCounts, Refusal> {
        if self.changes.is_empty() {
            return Ok(StripCounts::default());
        }
        // The reason why a record cannot be played at all takes precedence over that for a missing variation.
        if let Some(why) = unplayable_reason(record) {
            let why = notation::Refusal { ply: None, why }.message();
            return Err(Refusal { why });
        }
        let stripped = catch_panic(|| self.changes.apply(record)).map_err(|panic| internal_error(&panic))?;
        let stripped = stripped.map_err(|error| Refusal { why: error.message() })?;
        builder.begin(record);
        Ok(stripped)
    }

    /// Returns the entry of a record that is left out of training data, for programs. `before` and `after` are the numbers of
    /// excluded records without and with this record. Returns `None` if another option excluded the record.
    fn left_out(&self, record: u32, before: ExcludedRecords, after: ExcludedRecords) -> Option<Converted> {
        let is_reported = self.loss_format == LossFormat::Jsonl;
        let why = training::left_out_reason(self.writer.target, before, after).filter(|_| is_reported)?;
        Some(Converted {
            record,
            levels: None,
            written: Err(Refusal { why }),
            stripped: self.changes.no_counts(),
            identifying: IdentifyingParts::default(),
            variations: Vec::new(),
            merge_input: None,
            is_left_out: true,
            remark: None,
            lines: Vec::new(),
            remarks: Vec::new(),
        })
    }

    /// Formats these findings of a record as coloured lines for people.
    fn lines(&self, game: &Checked<'_>, findings: &[&Finding]) -> Vec<u8> {
        let entry = ReportEntry::of_findings(game, findings);
        let options = RenderOptions {
            language: self.language,
            paint: Paint::coloured(),
            ..RenderOptions::default()
        };
        let mut lines = RenderedEntries::default();
        report::CONCISE.add(&entry, &options, &mut lines);
        lines.render_alone(&options)
    }
}

/// Returns the result of an action, or the refusal if the action fails or panics.
fn or_refusal<T>(action: impl FnOnce() -> Result<T, notation::Refusal>) -> Result<T, Refusal> {
    let result = catch_panic(action).map_err(|panic| internal_error(&panic))?;
    result.map_err(|refusal| Refusal {
        why: refusal.message(),
    })
}

/// Returns the refusal of a record whose conversion panicked.
fn internal_error(panic: &str) -> Refusal {
    Refusal {
        why: message!(
            "internal error while processing this record; please report it: {panic}",
            "この棋譜の処理中に内部エラーが発生した。開発者への報告を求める: {panic}",
        ),
    }
}

impl Work for Converting {
    type Worker = (RecordWorker, PlayedBuilder);
    type Output = ConvertedPart;

    fn worker(&self) -> Self::Worker {
        let needs = OutputNeeds {
            data: self.template.as_ref().map(NameTemplate::needs),
            ..OutputNeeds::default()
        };
        (
            self.filter.worker(&self.checker, &needs),
            PlayedBuilder::default(),
        )
    }

    fn record(
        &self,
        (worker, builder): &mut Self::Worker,
        file: &SourceFile<'_>,
        record: &UnreadRecord<'_>,
        output: &mut ConvertedPart,
    ) {
        let record = record.read();
        builder.begin(&record);
        let (mut lines, mut remarks, mut outcome) = (Vec::new(), Vec::new(), None);
        let mut levels = None;
        let mut record = if self.min_severity.is_some() || self.template.is_some() || !self.filter.is_all() {
            let observe = |played: &PlayedMove<'_>| builder.push(played);
            let (number, before) = (record.index, output.left_out);
            let checked = worker.take_read(file, record, &mut output.left_out, observe);
            let Some((game, figures)) = checked else {
                let left_out = self.left_out(number, before, output.left_out);
                output.records.extend(left_out);
                return;
            };
            let template_and_game = self.template.as_ref().zip(figures);
            levels =
                template_and_game.map(|(template, game)| template.name(&game, self.writer.target.extension));
            if let Some(levels) = &mut levels {
                self.changes.rename(levels);
            }
            if let Some(min_severity) = self.min_severity {
                let findings = game.shown(min_severity);
                match self.loss_format {
                    LossFormat::Text => lines = self.lines(&game, &findings),
                    LossFormat::Jsonl => {
                        let findings = findings.into_iter();
                        remarks
                            .extend(findings.map(|finding| Remark::new(finding, file.text, self.language)));
                    }
                }
            }
            outcome = game.judgement.verdict.map(Outcome::to_sides);
            game.record
        } else {
            record
        };
        let (mut variations, mut merge_input) = (Vec::new(), None);
        let (stripped, written) = match self.change(builder, &mut record) {
            Ok(stripped) => {
                let outcome = outcome.filter(|_| !self.changes.promotes());
                let written = if self.merges {
                    self.take_for_merge(builder, &record, self.max_ply, &mut merge_input)
                } else if self.splits_lines {
                    self.convert_lines(builder, &record, outcome, &mut variations)
                } else {
                    self.convert(builder, &record, outcome)
                };
                (stripped, written)
            }
            Err(refusal) => (self.changes.no_counts(), Err(refusal)),
        };
        output.records.push(Converted {
            record: record.index,
            levels,
            written,
            stripped,
            identifying: self.changes.identifying(&record, &self.writer.target.holds),
            variations,
            merge_input,
            is_left_out: false,
            remark: record
                .gaps
                .iter()
                .find_map(|it| it.kind.as_archive_remark())
                .cloned(),
            lines,
            remarks,
        });
    }
}
