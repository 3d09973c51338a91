//! Judging as the work of a run.

use std::sync::Arc;

use super::super::html::{PageBuilder, PagePart};
use super::super::judging::Judges;
use super::super::output::Piece;
use crate::batch::{SourceFile, Work};
use crate::control::Settings;
use crate::control::baseline::{Baseline, write_entries};
use crate::finding::{Message, Severity, message};
use crate::notation::header;
use crate::record::{Date, HeaderKey, Record};
use crate::report::{RenderOptions, ReportEntry, ReportForm, Tally};
use crate::stats::{GameCollector, Names};

/// How every record is judged.
pub(super) struct Judging {
    pub(super) settings: Arc<Settings>,
    pub(super) form: &'static ReportForm,
    pub(super) options: RenderOptions,
    /// Those that count are shown if they weigh so much.
    pub(super) severity: Severity,
    /// What is known, if anything.
    pub(super) baseline: Option<Arc<Baseline>>,
    /// Whether what is shown is written down as known.
    pub(super) accepts: bool,
    /// The page, if one is made.
    pub(super) page: Option<PageBuilder>,
    /// So many records stay together in the output.
    pub(super) piece: u64,
    /// Whose names are written otherwise, too.
    pub(super) names: Arc<Names>,
}

/// What a stretch of records comes to.
#[derive(Default)]
pub(super) struct Judged {
    pub(super) pieces: Vec<Piece>,
    pub(super) tally: Tally,
    /// What is written down as known.
    pub(super) accepted: Vec<u8>,
    /// How many findings that are.
    pub(super) accepted_findings: usize,
    /// What is to be said of their marks.
    pub(super) notes: Vec<Message>,
    pub(super) page: PagePart,
}

impl Judging {
    /// The piece of the output that the next record belongs to.
    fn piece<'p>(&self, pieces: &'p mut Vec<Piece>) -> &'p mut Piece {
        if pieces.last().is_none_or(|it| it.records >= self.piece) {
            pieces.push(Piece::default());
        }
        let last = pieces.len() - 1;
        &mut pieces[last]
    }
}

impl Work for Judging {
    /// The collector is there where a page is made.
    type Worker = (Judges, Option<GameCollector>);
    type Output = Judged;

    fn worker(&self) -> Self::Worker {
        let collector = self
            .page
            .is_some()
            .then(|| GameCollector::new(false).calling(&self.names));
        (
            Judges::of(&self.settings).knowing(self.baseline.as_ref()),
            collector,
        )
    }

    fn record(
        &self,
        (judges, collector): &mut Self::Worker,
        file: &SourceFile<'_>,
        record: &Record<'_>,
        output: &mut Judged,
    ) {
        let mut judgement = match collector {
            Some(collector) => {
                collector.begin(record);
                judges.judge_watched(file, record, |played| collector.see(played))
            }
            None => judges.judge(file, record),
        };
        output.tally.add(&judgement);
        let unknown = judges.left_out.unknown.iter();
        output
            .notes
            .extend(unknown.map(|(word, help)| no_rule((file.path, record.index), word, help.as_ref())));
        output.tally.add_known(&judges.left_out.known);
        output.tally.add_marked(&judges.left_out.marked);
        let gravest = judgement.findings.iter().map(|it| it.severity).max();
        judgement
            .findings
            .retain(|finding| finding.severity >= self.severity);
        if self.accepts {
            let place = (record, file.text);
            write_entries(file.path, place, &judgement.findings, &mut output.accepted);
            output.accepted_findings += judgement.findings.len();
        }
        let date = begun(record);
        let entry = ReportEntry {
            path: file.path,
            text: file.text,
            record,
            date: date.as_deref(),
            profile: &judges.profile().name,
            judgement: &judgement,
            gravest,
        };
        let piece = self.piece(&mut output.pieces);
        self.form.add(&entry, &self.options, &mut piece.entries);
        piece.records += 1;
        for finding in &judgement.findings {
            piece.findings[finding.severity as usize] += 1;
        }
        if let (Some(page), Some(collector)) = (&self.page, collector) {
            let (path, encoding) = (Arc::from(file.path), file.text.encoding().name());
            let game = collector.game(&path, encoding, record, &judgement);
            page.add(file, record, &judgement, &game, &mut output.page);
        }
    }
}

/// What is said of a word in a mark that is no rule.
fn no_rule((path, number): (&str, u32), word: &str, help: Option<&Message>) -> Message {
    let said = message!(
        "{path}, record {number}: unknown rule `{word}` in the ignore mark",
        "{path}、棋譜{number}: 無視の指定に未知の規則 `{word}` がある",
        path,
        number,
        word
    );
    match help {
        Some(help) => message!("{said} ({help})", "{said}（{help}）", said, help),
        None => said,
    }
}

/// The day on which a record says that it began, or the month or the year where no more is known.
fn begun(record: &Record<'_>) -> Option<String> {
    let date = Date::read(header::value(record, HeaderKey::Start)?).ok()?;
    Some(date.without_time().to_string())
}
