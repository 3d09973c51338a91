//! Converting as the work of a run.

use super::super::judging::judge;
use crate::archive::{Sheet, Work, guarded};
use crate::finding::Severity;
use crate::notation::{Form, Page, Refusal};
use crate::played::Played;
use crate::record::Record;
use crate::referee::Referee;
use crate::report::{self, Entry, Paint};

/// How every record is converted.
pub(super) struct Converting {
    pub(super) form: Form,
    /// Findings that weigh so much are shown; `None` shows none.
    pub(super) least: Option<Severity>,
}

/// What a record comes to.
pub(super) struct Converted {
    /// 1-based place of the record in its file.
    pub(super) record: u32,
    pub(super) page: Result<Page, Refusal>,
    /// The findings, a line each, coloured.
    pub(super) findings: Vec<u8>,
}

impl Converting {
    fn convert(&self, record: &Record<'_>) -> Result<Page, Refusal> {
        guarded(|| self.form.write(&Played::of(record))).unwrap_or_else(|panic| {
            Err(Refusal {
                ply: None,
                message: format!("the tool failed over this record: {panic}"),
            })
        })
    }

    fn findings(&self, referee: &mut Referee, sheet: &Sheet<'_>, record: &Record<'_>) -> Vec<u8> {
        let Some(least) = self.least else {
            return Vec::new();
        };
        let mut judgement = judge(referee, record);
        judgement.findings.retain(|finding| finding.severity >= least);
        let entry = Entry {
            path: sheet.path,
            text: sheet.text,
            record: record.index,
            format: record.format,
            judgement: &judgement,
        };
        let mut out = Vec::new();
        report::CONCISE.add(&entry, &Paint::colourful(), &mut out);
        out
    }
}

impl Work for Converting {
    type Desk = Referee;
    type Output = Vec<Converted>;

    fn desk(&self) -> Referee {
        Referee::new()
    }

    fn record(
        &self,
        referee: &mut Referee,
        sheet: &Sheet<'_>,
        record: &Record<'_>,
        output: &mut Vec<Converted>,
    ) {
        output.push(Converted {
            record: record.index,
            page: self.convert(record),
            findings: self.findings(referee, sheet, record),
        });
    }
}
