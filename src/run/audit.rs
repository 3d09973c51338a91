//! The first pass of an audit, which reads all records and compares them.

use std::io;
use std::ops::ControlFlow;

use super::output_needs::OutputNeeds;
use super::record_filter::ExcludedRecords;
use super::sink::{CheckRun, CheckedRecord, Renderer};
use crate::audit::{Audit, Candidate, ComparedSheet, MAX_MEMORY_BYTES, Sheets};
use crate::batch::{Event, Inputs, Run};
use crate::check::ArchiveFindings;
use crate::stats::Needs;

/// The renderer of the facts of records for an audit.
#[derive(Clone, Copy)]
pub(crate) struct AuditRenderer;

/// The facts of consecutive records.
#[derive(Default)]
pub(crate) struct AuditPart {
    candidates: Vec<Candidate>,
    /// The number of records that could not be recognized, and of damaged archives, which have nothing to compare.
    unread: u64,
}

impl Renderer for AuditRenderer {
    type Part = AuditPart;

    fn needs(&self) -> OutputNeeds {
        OutputNeeds::data(Needs::MOVES | Needs::HEADERS)
    }

    fn render(&self, record: &mut CheckedRecord<'_, '_>, part: &mut AuditPart) {
        match Candidate::from_record(record.data.as_ref()) {
            Some(candidate) => part.candidates.push(candidate),
            None => part.unread += 1,
        }
    }
}

/// The result of comparing the records of a run.
pub(crate) struct Comparison {
    pub findings: ArchiveFindings,
    pub sheets: Vec<ComparedSheet>,
    pub totals: Totals,
    /// The paths of files that could not be read, or not to their ends.
    pub failed: Vec<String>,
}

/// The numbers of compared records.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Totals {
    /// Records that were compared.
    pub records: u64,
    /// Plies of these records.
    pub plies: u64,
    /// Records that could not be read, and damaged archives.
    pub unread: u64,
    /// Records that were excluded, by reason.
    pub excluded: ExcludedRecords,
}

/// Reads all records and compares them with each other and with the sheets.
///
/// `advance` receives the numbers of bytes and records that were read.
///
/// # Errors
///
/// Returns an error if temporary files cannot be written or read, or if no thread can be started.
pub(crate) fn compare_records(
    run: &Run,
    inputs: Inputs,
    check: &CheckRun<AuditRenderer>,
    sheets: Sheets,
    mut advance: impl FnMut(u64, u64) + Send,
) -> io::Result<Comparison> {
    let mut audit = Audit::new(sheets, MAX_MEMORY_BYTES);
    let mut totals = Totals::default();
    let mut failed = Vec::new();
    let _ = run.execute(inputs, check, |event| {
        // Files that cannot be read are reported in the second pass.
        if let Event::Failed(failure) | Event::Truncated(failure) = event {
            failed.push(failure.shown);
        } else if let Event::Done(result) = event {
            advance(result.bytes, result.output.counts.checked);
            totals.records += result.output.counts.checked;
            totals.excluded.merge(result.output.counts.excluded);
            totals.unread += result.output.part.unread;
            for candidate in result.output.part.candidates {
                totals.plies += candidate.plies();
                audit.push(candidate, result.source.number())?;
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let (findings, sheets) = run.on_threads(|| audit.finish())??;
    Ok(Comparison {
        findings,
        sheets,
        totals,
        failed,
    })
}
