//! The comparison of records with each other and with sheets of results.

use std::sync::Arc;

use serde_json::{Value, json};

use super::run::{Checking, Event, Run};
use crate::audit::sheet::Sheet;
use crate::audit::{Audit, Candidate, ComparedSheet, Sheets};
use crate::check::Checked;
use crate::finding::{Finding, Language, Message, Reason};
use crate::page::cards::finding_object;
use crate::page::sanitize::sanitize_path;
use crate::run::OutputNeeds;
use crate::stats::Needs;
use crate::text::decode;

/// The extensions of sheets of results that are opened as such.
pub(in crate::page) const SHEET_EXTENSIONS: [&str; 4] = ["csv", "tsv", "xlsx", "ods"];

/// A comparison of records that has been begun.
#[derive(Debug)]
pub(super) struct Comparison {
    checking: Checking,
    sheets: Vec<Sheet>,
    /// The records so far; `None` before the first file with records, because the sheets come first.
    audit: Option<Audit>,
}

impl Comparison {
    /// Begins a comparison with the settings of a run.
    pub(super) fn begin(run: &Run) -> Self {
        Self {
            checking: run.checking(&OutputNeeds::data(Needs::MOVES | Needs::HEADERS)),
            sheets: Vec::new(),
            audit: None,
        }
    }

    /// Adds a sheet of results. All sheets must be added before the first records.
    ///
    /// # Errors
    ///
    /// Returns an error if the sheet cannot be read, or if its players or results cannot be found.
    pub(super) fn add_sheet(&mut self, run: &Run, path: &str, bytes: &[u8]) -> Result<(), Message> {
        let sheet = Sheet::read(path, bytes.to_vec(), &run.names());
        self.sheets
            .push(sheet.map_err(|error| Reason::from_io_error(&error))?);
        Ok(())
    }

    /// Adds the records of a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the records cannot be stored.
    pub(super) fn add(&mut self, run: &Run, path: &str, bytes: &Arc<Vec<u8>>) -> Result<(), Message> {
        let (sheets, completeness) = (std::mem::take(&mut self.sheets), run.completeness());
        let audit = self
            .audit
            .get_or_insert_with(|| Audit::new(Sheets::new(sheets, completeness), usize::MAX));
        let mut result = Ok(());
        run.check(&mut self.checking, path, bytes, (None, None), |event| {
            let Event::Record(place, record) = event else {
                return;
            };
            if let Some(candidate) = Candidate::from_record(record.data.as_ref()) {
                let added = audit.push(candidate, place.0 as u64);
                result = std::mem::replace(&mut result, Ok(())).and(added);
            }
        });
        result.map_err(|error| Reason::from_io_error(&error))
    }

    /// Compares the records. Returns the findings on records and those in sheets as JSON.
    ///
    /// # Errors
    ///
    /// Returns an error if the stored records cannot be read.
    pub(super) fn end(self, run: &Run, language: Language) -> Result<Value, Message> {
        let Some(audit) = self.audit else {
            return Ok(json!({ "found": [], "sheets": [] }));
        };
        let (findings, sheets) = audit.finish().map_err(|error| Reason::from_io_error(&error))?;
        let nothing = decode(b"", None);
        let of_records = findings
            .into_records()
            .filter_map(|((path, member, record), found)| {
                let found = found.into_iter().map(|finding| finding.in_text(None)).collect();
                let found = objects(run, &run.checker.check_findings(&path, &nothing, found), language)?;
                Some(json!({ "path": sanitize_path(&path), "at": [member, record], "found": found }))
            });
        let of_sheets = sheets
            .into_iter()
            .filter_map(|ComparedSheet { sheet, findings }| {
                let checked = run.checker.check_findings(&sheet.path, &sheet.text, findings);
                let found = objects(run, &checked, language)?;
                Some(json!({ "path": sanitize_path(&sheet.path), "found": found }))
            });
        Ok(json!({
            "found": of_records.collect::<Vec<_>>(),
            "sheets": of_sheets.collect::<Vec<_>>(),
        }))
    }
}

/// Returns the findings that are shown as JSON; `None` if there are none.
fn objects(run: &Run, checked: &Checked<'_>, language: Language) -> Option<Value> {
    let shown = checked.shown(run.severity);
    let object = |finding: &&Finding| finding_object(finding, (&checked.record, checked.text), 0, language);
    (!shown.is_empty()).then(|| json!(shown.iter().map(object).collect::<Vec<_>>()))
}
