//! Converting as the work of a run.

use std::sync::Arc;

use super::super::judging::Judges;
use super::args::LossFormat;
use crate::batch::{SourceFile, Work, guarded};
use crate::control::Settings;
use crate::finding::{Language, Severity, message};
use crate::notation::{Writer, WrittenRecord};
use crate::played::Onlooker;
use crate::profile::Profile;
use crate::record::Record;
use crate::record::gap::ArchiveGap;
use crate::referee::Judgement;
use crate::report::{self, Paint, Refused, Remark, RenderOptions, ReportEntry, Stretch, why_not};

/// How every record is converted.
pub(super) struct Converting {
    /// By what the findings are found, and which count.
    pub(super) settings: Arc<Settings>,
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
    /// The remark about an archive that it is, instead of a record.
    pub(super) remark: Option<ArchiveGap>,
    /// The findings for people, a line each, coloured.
    pub(super) lines: Vec<u8>,
    /// The findings for programs.
    pub(super) remarks: Vec<Remark>,
}

impl Converting {
    fn convert(&self, onlooker: &mut Onlooker, record: &Record<'_>) -> Result<WrittenRecord, Refused> {
        let page = guarded(|| self.writer.write(&onlooker.played(record)));
        let page = page.map_err(|panic| Refused {
            why: message!(
                "internal error while processing this record; please report it: {panic}",
                "この棋譜の処理中に内部エラーが発生した。開発者への報告を求める: {panic}",
                panic
            ),
        })?;
        page.map_err(|refusal| Refused {
            why: why_not(&refusal.why, refusal.ply, record),
        })
    }

    fn judge(
        &self,
        (judges, onlooker): &mut Worker,
        file: &SourceFile<'_>,
        record: &Record<'_>,
    ) -> Judgement {
        onlooker.begin(record);
        let Some(least) = self.least else {
            return Judgement::default();
        };
        let mut judgement = judges.judge_watched(file, record, |played| onlooker.see(played));
        judgement.findings.retain(|finding| finding.severity >= least);
        judgement
    }

    fn lines(
        &self,
        profile: &Profile,
        file: &SourceFile<'_>,
        record: &Record<'_>,
        judgement: &Judgement,
    ) -> Vec<u8> {
        let entry = ReportEntry {
            path: file.path,
            text: file.text,
            record,
            date: None,
            profile: &profile.name,
            judgement,
            gravest: None,
        };
        let options = RenderOptions {
            language: self.language,
            paint: Paint::colourful(),
            ..RenderOptions::default()
        };
        let mut lines = Stretch::default();
        report::CONCISE.add(&entry, &options, &mut lines);
        lines.alone(&options)
    }
}

/// Who judges, and who sees what is played.
type Worker = (Judges, Onlooker);

impl Work for Converting {
    type Worker = Worker;
    type Output = Vec<Converted>;

    fn worker(&self) -> Worker {
        (Judges::of(&self.settings), Onlooker::default())
    }

    fn record(
        &self,
        worker: &mut Worker,
        file: &SourceFile<'_>,
        record: &Record<'_>,
        output: &mut Vec<Converted>,
    ) {
        let judgement = self.judge(worker, file, record);
        let (lines, remarks) = match self.tell {
            LossFormat::Text => {
                let lines = self.lines(worker.0.profile(), file, record, &judgement);
                (lines, Vec::new())
            }
            LossFormat::Jsonl => {
                let remark = |it| Remark::of(it, file.text, self.language);
                (Vec::new(), judgement.findings.iter().map(remark).collect())
            }
        };
        output.push(Converted {
            record: record.index,
            page: self.convert(&mut worker.1, record),
            remark: record.gaps.iter().find_map(|it| it.kind.remark()).cloned(),
            lines,
            remarks,
        });
    }
}
