//! Converting as the work of a run.

use super::super::judging::judged_watched;
use super::args::LossFormat;
use crate::batch::{SourceFile, Work, guarded};
use crate::finding::{Language, Severity, message};
use crate::notation::{Writer, WrittenRecord};
use crate::played::Onlooker;
use crate::profile::Profile;
use crate::record::Record;
use crate::referee::Judgement;
use crate::report::{self, Paint, Refused, Remark, RenderOptions, ReportEntry, why_not};
use crate::system::Judge;

/// How every record is converted.
pub(super) struct Converting {
    /// The rules by which the findings are found.
    pub(super) profile: Profile,
    pub(super) writer: Writer,
    /// Findings that weigh so much are shown; `None` shows none.
    pub(super) least: Option<Severity>,
    /// Who is told of the findings.
    pub(super) tell: LossFormat,
    /// The language of the findings.
    pub(super) language: Language,
}

/// What a record comes to.
pub(super) struct Converted {
    /// 1-based place of the record in its file.
    pub(super) record: u32,
    pub(super) page: Result<WrittenRecord, Refused>,
    /// The findings for people, a line each, coloured.
    pub(super) lines: Vec<u8>,
    /// The findings for programs.
    pub(super) remarks: Vec<Remark>,
}

impl Converting {
    fn convert(&self, onlooker: &mut Onlooker, record: &Record<'_>) -> Result<WrittenRecord, Refused> {
        let page = guarded(|| self.writer.write(&onlooker.played(record)));
        let page = page.map_err(|panic| Refused {
            ply: None,
            why: message!(
                "the tool failed over this record, which is a fault of the tool to be reported: {panic}",
                "この棋譜の処理中にツール自体が異常を起こした。開発者に報告する: {panic}",
                panic
            ),
        })?;
        page.map_err(|refusal| Refused {
            ply: refusal.ply,
            why: why_not(&refusal.why, record),
        })
    }

    fn judge(&self, (judge, onlooker): &mut (Judge, Onlooker), record: &Record<'_>) -> Judgement {
        onlooker.begin(record);
        let Some(least) = self.least else {
            return Judgement::default();
        };
        let mut judgement = judged_watched(judge, record, |played| onlooker.see(played));
        judgement.findings.retain(|finding| finding.severity >= least);
        judgement
    }

    fn lines(&self, file: &SourceFile<'_>, record: &Record<'_>, judgement: &Judgement) -> Vec<u8> {
        let entry = ReportEntry {
            path: file.path,
            text: file.text,
            record,
            date: None,
            profile: &self.profile.name,
            judgement,
        };
        let options = RenderOptions {
            language: self.language,
            paint: Paint::colourful(),
            ..RenderOptions::default()
        };
        let mut out = Vec::new();
        report::CONCISE.add(&entry, &options, &mut out);
        out
    }
}

impl Work for Converting {
    type Worker = (Judge, Onlooker);
    type Output = Vec<Converted>;

    fn worker(&self) -> (Judge, Onlooker) {
        (Judge::by(self.profile.clone()), Onlooker::default())
    }

    fn record(
        &self,
        worker: &mut (Judge, Onlooker),
        file: &SourceFile<'_>,
        record: &Record<'_>,
        output: &mut Vec<Converted>,
    ) {
        let judgement = self.judge(worker, record);
        let (lines, remarks) = match self.tell {
            LossFormat::Text => (self.lines(file, record, &judgement), Vec::new()),
            LossFormat::Jsonl => {
                let remark = |it| Remark::of(it, file.text, self.language);
                (Vec::new(), judgement.findings.iter().map(remark).collect())
            }
        };
        output.push(Converted {
            record: record.index,
            page: self.convert(&mut worker.1, record),
            lines,
            remarks,
        });
    }
}
