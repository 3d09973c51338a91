//! The options of `kifu convert` that merge records or split them into lines, and the output of merged records.

use std::collections::BTreeMap;
use std::io;

use clap::{Args, ValueEnum};

use super::LossFormat;
use super::work::Converted;
use crate::cli::run_stats::RunStats;
use crate::cli::values;
use crate::convert::{MAX_MERGED_NODES, MainLine, Merge, MergeInput, MergedRecord, RecordOutput, WriteError};
use crate::finding::{CommaList, Message, Reason, Words, both, message};
use crate::notation::{self, Join, Losses, Target, Writer};
use crate::played::Played;
use crate::record::MAX_RECORD_MOVES;
use crate::report::{Conversion, ConversionOutcome, Refusal};
use crate::run::OptionError;
use crate::stats::NameTemplate;

/// The options that merge records, or split them into lines.
#[derive(Args, Debug)]
#[command(next_help_heading = "Variations")]
pub(super) struct MergeArgs {
    #[arg(long, conflicts_with_all = ["join", "split", "name", "split_variations", "anonymise"])]
    merge: bool,

    #[arg(
        long, value_name = "COLUMN", requires = "output",
        conflicts_with_all = ["join", "split", "name", "split_variations", "anonymise"]
    )]
    merge_by: Option<String>,

    #[arg(long, value_name = "LINE")]
    merge_main: Option<MergeMainArg>,

    #[arg(long, value_name = "N", value_parser = values::number(1..=1_000_000))]
    max_ply: Option<u32>,

    #[arg(long, conflicts_with = "variation")]
    split_variations: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MergeMainArg {
    Frequent,
    Longest,
    First,
}

impl MergeArgs {
    /// Returns whether records are merged.
    pub(super) const fn merges(&self) -> bool {
        self.merge || self.merge_by.is_some()
    }

    /// Returns whether the merged records go to one file for each value of a column.
    pub(super) const fn is_by_column(&self) -> bool {
        self.merge_by.is_some()
    }

    /// Returns whether each line of a record becomes a record.
    pub(super) const fn splits_lines(&self) -> bool {
        self.split_variations
    }

    /// Returns the last ply of the records that are merged; `None` to merge all plies.
    pub(super) const fn max_ply(&self) -> Option<u32> {
        self.max_ply
    }

    /// Returns the template of the file names for the column of `--merge-by`, if the option is given.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such column.
    pub(super) fn template(&self) -> Result<Option<NameTemplate>, OptionError> {
        let template = self.merge_by.as_deref().map(|column| {
            let to_error = |fault| OptionError::about("--merge-by", column, fault);
            NameTemplate::for_column(column).map_err(to_error)
        });
        template.transpose()
    }

    /// Returns the error if the options do not fit the target or each other, or `None`.
    pub(super) fn usage_error(&self, target: &Target) -> Option<Message> {
        let option = if self.merge_by.is_some() {
            "--merge-by"
        } else {
            "--merge"
        };
        if self.merges() && !target.holds.variations {
            let others = notation::targets().filter(|other| other.holds.variations);
            return Some(message!(
                "{name} cannot hold variations; {option} is available for {others}",
                "{name}は変化を表せない。`{option}` を使えるのは{others}である",
                option,
                name = target.name,
                others = CommaList(others.map(|other| other.name).collect())
            ));
        }
        if self.split_variations && target.training {
            return Some(message!(
                "--split-variations does not apply to {name}, which is training data",
                "{name}は教師データなので、`--split-variations` は使えない",
                name = target.name
            ));
        }
        let main_line = self.merge_main.map(|_| "--merge-main");
        let option = main_line.or_else(|| self.max_ply.map(|_| "--max-ply"));
        option.filter(|_| !self.merges()).map(|option| {
            message!(
                "{option} requires --merge or --merge-by",
                "`{option}` は `--merge` か `--merge-by` とともに使う",
            )
        })
    }

    /// Returns the output of the merged records; `None` if no records are merged. `is_one_file` is `true` if there is
    /// only one output file, and `denies_loss` if records with losses are not written.
    pub(super) fn output(&self, writer: Writer, is_one_file: bool, denies_loss: bool) -> Option<MergeOutput> {
        let main_line = match self.merge_main {
            Some(MergeMainArg::Longest) => MainLine::Longest,
            Some(MergeMainArg::First) => MainLine::First,
            Some(MergeMainArg::Frequent) | None => MainLine::Frequent,
        };
        self.merges().then(|| MergeOutput {
            merge: Merge::new(main_line, writer.target),
            holds_one: is_one_file && writer.target.join == Join::Never,
            writer,
            denies_loss,
        })
    }
}

/// The output of merged records. It takes the records of the run, and writes the merged ones at the end.
pub(super) struct MergeOutput {
    merge: Merge,
    writer: Writer,
    /// `true` if the output can hold only one record.
    holds_one: bool,
    /// `true` if merged records with losses are not written.
    denies_loss: bool,
}

/// The name of a merged record that is not in a file of its own.
const STREAM: Words = both("standard output", "標準出力");

/// A merged record that was processed.
pub(super) struct MergedFile {
    /// The path of the file, as it is shown to the user; `None` for a stream.
    file: Option<String>,
    /// The losses, or the reason why the format cannot hold the record.
    losses: Result<Losses, Refusal>,
    /// `true` if the record was not written because of its losses.
    is_denied: bool,
    /// Number of moves and ends of the record.
    nodes: usize,
    /// Number of records that were merged.
    pub(super) games: u64,
}

/// The error that a merged record was not written.
pub(super) struct UnwrittenMerge {
    pub(super) error: WriteError,
    /// Number of records that were merged.
    pub(super) games: u64,
}

impl MergeOutput {
    /// Adds a record.
    ///
    /// # Errors
    ///
    /// Returns an error if the moves of all records are too many.
    pub(super) fn add(&mut self, path: &str, converted: &Converted, input: &MergeInput) -> io::Result<()> {
        let is_added = self
            .merge
            .add(path, converted.record, converted.levels.as_deref(), input);
        if is_added {
            return Ok(());
        }
        let reason = message!(
            "the merged records have more than {MAX_MERGED_NODES} moves; leave moves out with --max-ply",
            "1つにまとめる棋譜の指し手が{MAX_MERGED_NODES}手を超える。`--max-ply` で手数を制限する",
        );
        Err(Reason::error(io::ErrorKind::OutOfMemory, reason))
    }

    /// Writes the merged records to `output`. Calls `report` with the result for each.
    ///
    /// # Errors
    ///
    /// Returns an error if there are several records and the output can hold only one, or if the output cannot be written.
    pub(super) fn write(
        mut self,
        output: &mut dyn RecordOutput,
        mut report: impl FnMut(Result<MergedFile, UnwrittenMerge>) -> io::Result<()>,
    ) -> io::Result<()> {
        self.merge.join_books();
        let starts = self.merge.len();
        if starts > 1 && self.holds_one {
            let name = self.writer.target.name;
            let error = WriteError::Place(message!(
                "the records have {starts} different starts, and a {name} file can hold only one record; specify a directory with -o",
                "開始局面が{starts}種類あり、{name}のファイルには棋譜が1件しか入らない。`-o` でフォルダを指定する",
                starts,
                name
            ));
            let games = self.merge.games();
            return report(Err(UnwrittenMerge { error, games }));
        }
        for (index, merged) in self.merge.into_records().enumerate() {
            let (number, games) = ((starts > 1).then_some(index as u32 + 1), merged.games);
            let result = write_merged(&self.writer, self.denies_loss, merged, number, output);
            report(result.map_err(|error| UnwrittenMerge { error, games }))?;
        }
        Ok(())
    }
}

/// Writes a merged record. If losses are denied, a record with losses is not written.
fn write_merged(
    writer: &Writer,
    denies_loss: bool,
    merged: MergedRecord,
    number: Option<u32>,
    output: &mut dyn RecordOutput,
) -> Result<MergedFile, WriteError> {
    let (nodes, games) = (merged.record.tree.len() - 1, merged.games);
    let written = writer.write(&Played::new(&merged.record));
    let levels = merged.levels;
    drop(merged.record);
    let is_denied = matches!(&written, Ok(written) if denies_loss && !written.losses.is_empty());
    let file = match &written {
        Ok(written) if !is_denied => output.write_record(&written.bytes, number, levels.as_deref())?,
        _ => levels.map(|levels| levels.join("/")),
    };
    let to_refusal = |refusal: notation::Refusal| Refusal {
        why: refusal.message(),
    };
    Ok(MergedFile {
        file,
        losses: written.map(|written| written.losses).map_err(to_refusal),
        is_denied,
        nodes,
        games,
    })
}

impl MergedFile {
    /// Returns whether the format cannot hold the record.
    pub(super) const fn is_refused(&self) -> bool {
        self.losses.is_err()
    }

    /// Returns whether the merged record has losses of its own, such as the number of its start position in a book.
    pub(super) fn has_losses(&self) -> bool {
        self.losses.as_ref().is_ok_and(|losses| !losses.is_empty())
    }

    /// Returns whether the record was not written because of its losses.
    pub(super) const fn is_denied(&self) -> bool {
        self.is_denied
    }

    /// Prints the losses of the record, or the reason why it cannot be written. A note follows if the record has more moves
    /// than a reader takes.
    pub(super) fn print(&self, target: &Target, format: LossFormat, is_quiet: bool, run: &RunStats) {
        let no_losses = Losses::default();
        let name = self
            .file
            .clone()
            .unwrap_or_else(|| STREAM.in_language(run.language).to_string());
        let conversion = Conversion {
            path: &name,
            record: 1,
            several: false,
            to: target.name,
            losses: self.losses.as_ref().unwrap_or(&no_losses),
            findings: &[],
            stripped: BTreeMap::new(),
            outcome: match &self.losses {
                Ok(_) if self.is_denied => ConversionOutcome::Denied,
                Ok(_) => self
                    .file
                    .clone()
                    .map_or(ConversionOutcome::Printed, ConversionOutcome::Written),
                Err(refusal) => ConversionOutcome::Refused(refusal),
            },
        };
        if format == LossFormat::Jsonl {
            run.console.data(&conversion.object(run.language));
        } else if let Some(line) = conversion.line(run.language)
            && (!is_quiet || self.is_refused() || self.is_denied)
        {
            run.console.loss(&line);
        }
        if self.nodes > MAX_RECORD_MOVES {
            let nodes = self.nodes;
            let note = message!(
                "{name} has {nodes} moves; kifu reads only the first {MAX_RECORD_MOVES} of a record",
                "「{name}」の指し手は{nodes}手である。kifuが読むのは1棋譜につき最初の{MAX_RECORD_MOVES}手までである",
            );
            run.console.note(&note.in_language(run.language));
        }
    }
}
