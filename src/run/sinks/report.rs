//! A report on records in one of the formats of `kifu validate`.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::finding::Reason;
use crate::report::{self, RenderOptions, RenderedEntries, Report, ReportEntry, ReportForm};
use crate::run::output_needs::OutputNeeds;
use crate::run::sink::{CheckedRecord, RecordCounts, Renderer, Sink, SinkTarget};

/// A report that is being written.
#[derive(Debug)]
pub(crate) struct ReportSink<W> {
    report: Report<W>,
    renderer: ReportRenderer,
}

/// The renderer of the records of a report.
#[derive(Clone, Debug)]
pub(crate) struct ReportRenderer {
    form: &'static ReportForm,
    options: RenderOptions,
    /// `true` if records without findings that are shown are left out.
    only_with_findings: bool,
    /// `None` if the report does not mention `kifu show`.
    show: Option<ShowCommand>,
    /// Maximum number of records in a group.
    max_group_records: u64,
}

/// The way in which a report mentions `kifu show`.
#[derive(Clone, Debug)]
struct ShowCommand {
    /// The options that reproduce the check, with a blank before each option.
    options: Arc<str>,
    /// Returns whether a path can be read again.
    is_readable: fn(&str) -> bool,
}

/// The rendered entries of consecutive records, which stay together, and the number of these records.
#[derive(Debug, Default)]
pub(crate) struct RecordGroup {
    entries: RenderedEntries,
    records: u64,
}

impl<W: SinkTarget> ReportSink<W> {
    /// Creates the sink for a report that has been begun.
    pub(crate) fn new(report: Report<W>, options: RenderOptions) -> Self {
        Self {
            renderer: ReportRenderer {
                form: report.form(),
                options,
                only_with_findings: false,
                show: None,
                max_group_records: report.get_ref().max_group_records(),
            },
            report,
        }
    }

    /// Returns the sink of a report that mentions `kifu show` with these options, for paths that can be read again.
    pub(crate) fn with_show(mut self, options: &str, is_readable: fn(&str) -> bool) -> Self {
        self.renderer.show = Some(ShowCommand {
            options: options.into(),
            is_readable,
        });
        self
    }

    /// Returns the sink of a report without the records that have no findings.
    pub(crate) fn only_with_findings(mut self) -> Self {
        self.renderer.only_with_findings = true;
        self
    }

    /// Returns the output format.
    pub(crate) const fn form(&self) -> &'static ReportForm {
        self.renderer.form
    }

    /// Returns the number of findings that were written.
    pub(crate) fn findings(&self) -> u64 {
        self.report.findings()
    }

    /// Returns the target.
    pub(crate) fn get_mut(&mut self) -> &mut W {
        self.report.get_mut()
    }

    /// Adds a path that could not be read, with the reason.
    ///
    /// # Errors
    ///
    /// Returns an error if the report cannot be written.
    pub(crate) fn add_unreadable(&mut self, path: &str, reason: &str) -> io::Result<()> {
        self.report.add_unreadable(path, reason)
    }

    /// Writes the end of the report, and returns its target. `is_complete` is `true` if all inputs were read.
    ///
    /// # Errors
    ///
    /// Returns an error if the report cannot be written.
    pub(crate) fn close(self, is_complete: bool) -> io::Result<W> {
        self.report.close(is_complete, &self.renderer.options)
    }
}

impl ReportRenderer {
    /// Returns the group to which the next record is added. This is a new group if the last one is full.
    fn last_group<'g>(&self, groups: &'g mut Vec<RecordGroup>) -> &'g mut RecordGroup {
        let is_full = |group: &RecordGroup| group.records >= self.max_group_records;
        if groups.last().is_none_or(is_full) {
            groups.push(RecordGroup::default());
        }
        let last = groups.len() - 1;
        &mut groups[last]
    }
}

impl Renderer for ReportRenderer {
    type Part = Vec<RecordGroup>;

    fn needs(&self) -> OutputNeeds {
        OutputNeeds {
            causes: true,
            fixes: self.form.has_fixes,
            ..OutputNeeds::default()
        }
    }

    fn render(&self, record: &mut CheckedRecord<'_, '_>, groups: &mut Vec<RecordGroup>) {
        if self.only_with_findings && record.findings.is_empty() {
            return;
        }
        let game = record.game;
        let date = report::start_date(&game.record);
        let show = self.show.as_ref().filter(|show| (show.is_readable)(game.path));
        let entry = ReportEntry {
            game,
            findings: record.findings,
            date: date.as_deref(),
            highest: game.highest(),
            show: show.map(|show| &*show.options),
        };
        let group = self.last_group(groups);
        self.form.add(&entry, &self.options, &mut group.entries);
        group.records += 1;
    }
}

impl<W: SinkTarget> Sink for ReportSink<W> {
    type Renderer = ReportRenderer;

    fn renderer(&self) -> ReportRenderer {
        self.renderer.clone()
    }

    fn begin(&mut self, _: &str, file: Option<&Path>) -> io::Result<()> {
        file.map_or(Ok(()), |file| self.report.get_ref().protect(file))
    }

    fn add(&mut self, groups: Vec<RecordGroup>, _: &RecordCounts) -> io::Result<()> {
        for group in groups {
            let findings = group.entries.findings();
            self.report.get_mut().begin_group(group.records, findings)?;
            self.report.add(&group.entries, &self.renderer.options)?;
        }
        Ok(())
    }

    fn fail(&mut self, path: &str, error: &io::Error) -> io::Result<()> {
        let reason = Reason::from_io_error(error);
        self.add_unreadable(path, &reason.in_language(self.renderer.options.language))
    }
}
