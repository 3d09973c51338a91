//! Reports on several files: the HTML report, and the formats of `kifu validate`.

use std::io;
use std::sync::Arc;

use serde::Deserialize;

use super::answer::unknown;
use super::run::{Checking, Event, Run};
use crate::finding::{Language, Message};
use crate::page::{Heading, PageSink};
use crate::report::{CSV, FORMS, RenderOptions, Report, ReportForm, spreadsheet_csv};
use crate::run::{Renderer, ReportSink, Sink};
use crate::stats::Needs;

/// The format of a report.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct OutputRequest {
    /// The name of a format of `kifu validate`; `html` or empty for the HTML report.
    pub(super) format: String,
    /// The inputs in the head of the HTML report.
    pub(super) inputs: Vec<String>,
    /// The title of the HTML report; `None` for the usual one.
    title: Option<String>,
    /// The date of the HTML report, as it is shown.
    date: Option<String>,
    /// The language code; `None` for the language of the page or, in a format for programs, English.
    language: Option<String>,
    /// `true` for CSV for spreadsheets.
    bom: bool,
}

/// A report that has been begun.
#[derive(Debug)]
pub(super) struct Output {
    sink: Kind,
    checking: Checking,
    /// The number of files that could not be read.
    unread: u64,
    /// `true` if a file was read.
    has_files: bool,
}

#[derive(Debug)]
enum Kind {
    Page(Box<PageSink<Vec<u8>>>),
    Report(Box<ReportSink<Vec<u8>>>),
}

impl Output {
    /// Begins a report on records that are checked with the settings of `run`.
    ///
    /// # Errors
    ///
    /// Returns an error if the format is unknown.
    pub(super) fn begin(request: OutputRequest, run: &Run, language: Language) -> Result<Self, Message> {
        let named = |code: &str| Language::ALL.into_iter().find(|language| language.code() == code);
        let own_language = request.language.as_deref().and_then(named);
        let words_language = own_language.unwrap_or(language);
        let sink = if matches!(&*request.format, "" | "html") {
            let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
            let heading = Heading::new(request.inputs, run.checker.profile(), words_language)
                .with_title_and_date(given(request.title), given(request.date));
            let page = PageSink::open(Vec::new(), &heading, words_language).map_err(|error| words(&error))?;
            Kind::Page(Box::new(page.with_causes(run.all_findings)))
        } else {
            let usual_forms = FORMS.iter().filter(|form| !form.is_binary);
            let mut form: &'static ReportForm = usual_forms
                .copied()
                .find(|form| form.name == request.format)
                .ok_or_else(|| unknown(&request.format))?;
            let is_spreadsheet = request.bom && form.name == CSV;
            if is_spreadsheet {
                form = spreadsheet_csv(words_language);
            }
            let options = RenderOptions {
                language: if form.is_for_people() || is_spreadsheet {
                    words_language
                } else {
                    own_language.unwrap_or_default()
                },
                all_findings: run.all_findings,
                fail_on: run.fail_on.0,
                ..RenderOptions::default()
            };
            let report = Report::begin(Vec::new(), form).map_err(|error| words(&error))?;
            Kind::Report(Box::new(ReportSink::new(
                report.with_folding(run.selected.clone()),
                options,
            )))
        };
        let mut needs = match &sink {
            Kind::Page(page) => page.renderer().needs(),
            Kind::Report(report) => report.renderer().needs(),
        };
        // The run takes a record only with its data.
        needs.data = needs.data.or(Some(Needs::OPENINGS | Needs::HEADERS));
        Ok(Self {
            sink,
            checking: run.checking(&needs),
            unread: 0,
            has_files: false,
        })
    }

    /// Returns the usual extension of a file with the report.
    pub(super) fn extension(&self) -> &'static str {
        match &self.sink {
            Kind::Page(_) => "html",
            Kind::Report(report) => report.form().extension,
        }
    }

    /// Adds the records of a file or an archive.
    ///
    /// # Errors
    ///
    /// Returns an error if the report cannot be written, which does not happen in memory.
    pub(super) fn add(&mut self, run: &Run, path: &str, bytes: &Arc<Vec<u8>>) -> Result<(), Message> {
        let mut result = Ok(());
        let sink = &mut self.sink;
        let totals = run.check(&mut self.checking, path, bytes, (None, None), |event| {
            if result.is_ok() {
                result = sink.take(event);
            }
        });
        result.map_err(|error| words(&error))?;
        self.unread += totals.unreadable.len() as u64;
        self.has_files |= totals.files > 0 || !totals.unreadable.is_empty();
        Ok(())
    }

    /// Adds a file that the page cannot read, with the reason.
    ///
    /// # Errors
    ///
    /// Returns an error if the report cannot be written, which does not happen in memory.
    pub(super) fn add_unreadable(&mut self, path: &str, reason: &str) -> Result<(), Message> {
        self.unread += 1;
        match &mut self.sink {
            Kind::Page(_) => Ok(()),
            Kind::Report(report) => report.add_unreadable(path, reason),
        }
        .map_err(|error| words(&error))
    }

    /// Returns the bytes of the report so far, and removes them from the memory of the report.
    pub(super) fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(match &mut self.sink {
            Kind::Page(page) => page.get_mut(),
            Kind::Report(report) => report.get_mut(),
        })
    }

    /// Ends the report and returns the rest of its bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the report cannot be written, which does not happen in memory.
    pub(super) fn end(self) -> Result<Vec<u8>, Message> {
        let is_complete = self.unread == 0 && self.has_files;
        match self.sink {
            Kind::Page(page) => page.close(self.unread),
            Kind::Report(report) => report.close(is_complete),
        }
        .map_err(|error| words(&error))
    }
}

impl Kind {
    /// Adds a record, or a file that cannot be read.
    ///
    /// # Errors
    ///
    /// Returns an error if the report cannot be written.
    fn take(&mut self, event: Event<'_>) -> io::Result<()> {
        match (self, event) {
            (Self::Page(page), Event::Record(_, mut record)) => page.add_record(&mut record),
            (Self::Report(report), Event::Record(_, mut record)) => report.add_record(&mut record),
            (Self::Report(report), Event::Unreadable(file)) => report.fail(&file.path, &file.error),
            _ => Ok(()),
        }
    }
}

/// Returns an error of writing in words.
fn words(error: &io::Error) -> Message {
    Message::untranslated(error.to_string())
}
