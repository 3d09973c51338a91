//! Reports on several files: the HTML report, and the formats of `kifu validate`.

use std::io;
use std::sync::Arc;

use serde::Deserialize;

use super::run::{Event, Run};
use super::{card, unknown};
use crate::check::Checker;
use crate::finding::{Language, Message, Reason};
use crate::page::{Cards, Heading, Page, Summary, Survey};
use crate::report::{
    CSV, FORMS, RenderOptions, RenderedEntries, Report, ReportEntry, ReportForm, WORKBOOK, spreadsheet_csv,
    start_date,
};

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
    kind: Kind,
    language: Language,
    /// The number of files that could not be read.
    unread: u64,
    /// `true` if a file was read.
    has_files: bool,
    /// The checker before the report began, if the report needs another one.
    checker: Option<Checker>,
}

#[derive(Debug)]
enum Kind {
    Html {
        page: Box<Page<Vec<u8>>>,
        survey: Box<Survey>,
    },
    Form {
        form: &'static ReportForm,
        report: Box<Report<Vec<u8>>>,
        options: RenderOptions,
    },
}

impl Output {
    /// Begins a report on records that are checked with the settings of `run`.
    ///
    /// # Errors
    ///
    /// Returns an error if the format is unknown.
    pub(super) fn begin(request: OutputRequest, run: &mut Run, language: Language) -> Result<Self, Message> {
        let named = |code: &str| Language::ALL.into_iter().find(|language| language.code() == code);
        let own_language = request.language.as_deref().and_then(named);
        let mut checker = None;
        let kind = if matches!(&*request.format, "" | "html") {
            checker = Some(run.replace_checker(with_safe_fixes(&run.checker)));
            let language = own_language.unwrap_or(language);
            let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
            let heading = Heading::new(request.inputs, run.checker.profile(), language)
                .with_title_and_date(given(request.title), given(request.date));
            Kind::Html {
                page: Box::new(Page::open(Vec::new(), &heading).map_err(|error| words(&error))?),
                survey: Box::default(),
            }
        } else {
            let usual_forms = FORMS.iter().filter(|form| form.name != WORKBOOK);
            let mut form: &'static ReportForm = usual_forms
                .copied()
                .find(|form| form.name == request.format)
                .ok_or_else(|| unknown(&request.format))?;
            let is_spreadsheet = request.bom && form.name == CSV;
            let message_language = own_language.unwrap_or(language);
            if is_spreadsheet {
                form = spreadsheet_csv(message_language);
            }
            if form.has_fixes {
                checker = Some(run.replace_checker(with_safe_fixes(&run.checker)));
            }
            let options = RenderOptions {
                language: if form.is_for_people() || is_spreadsheet {
                    message_language
                } else {
                    own_language.unwrap_or_default()
                },
                all_findings: run.all_findings,
                fail_on: run.fail_on.0,
                ..RenderOptions::default()
            };
            let report = Report::begin(Vec::new(), form).map_err(|error| words(&error))?;
            Kind::Form {
                form,
                report: Box::new(report.with_folding(run.selected.clone())),
                options,
            }
        };
        Ok(Self {
            kind,
            language: own_language.unwrap_or(language),
            unread: 0,
            has_files: false,
            checker,
        })
    }

    /// Returns the usual extension of a file with the report.
    pub(super) const fn extension(&self) -> &'static str {
        match &self.kind {
            Kind::Html { .. } => "html",
            Kind::Form { form, .. } => form.extension,
        }
    }

    /// Adds the records of a file or an archive.
    ///
    /// # Errors
    ///
    /// Returns an error if the report cannot be written, which does not happen in memory.
    pub(super) fn add(&mut self, run: &mut Run, path: &str, bytes: &Arc<Vec<u8>>) -> Result<(), Message> {
        let language = self.language;
        let mut result = Ok(());
        let totals = run.check(path, bytes, (None, None), |event| {
            if result.is_ok() {
                result = self.kind.take(&event, language);
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
        match &mut self.kind {
            Kind::Html { .. } => Ok(()),
            Kind::Form { report, .. } => report.add_unreadable(path, reason),
        }
        .map_err(|error| words(&error))
    }

    /// Returns the bytes of the report so far, and removes them from the memory of the report.
    pub(super) fn take_bytes(&mut self) -> Vec<u8> {
        match &mut self.kind {
            Kind::Html { page, .. } => std::mem::take(page.get_mut()),
            Kind::Form { report, .. } => std::mem::take(report.get_mut()),
        }
    }

    /// Ends the report and returns the rest of its bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the report cannot be written, which does not happen in memory.
    pub(super) fn end(self, run: &mut Run) -> Result<Vec<u8>, Message> {
        if let Some(checker) = self.checker {
            run.replace_checker(checker);
        }
        let is_complete = self.unread == 0 && self.has_files;
        match self.kind {
            Kind::Html { page, survey } => page.close(&Summary::new(&survey, self.unread, self.language)),
            Kind::Form { report, options, .. } => report.close(is_complete, &options),
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
    fn take(&mut self, event: &Event<'_>, language: Language) -> io::Result<()> {
        match (self, event) {
            (
                Self::Html { page, survey },
                Event::Record {
                    game,
                    figures,
                    findings,
                    hidden,
                    ..
                },
            ) => {
                let mut cards = Cards::default();
                let card = card(game, figures, findings, *hidden, language);
                cards.add_replayed(&card, None, page.room());
                survey.add(figures, findings);
                page.add(&cards)
            }
            (
                Self::Form {
                    form,
                    report,
                    options,
                },
                Event::Record { game, all, .. },
            ) => {
                let highest = game.judgement.findings.iter().map(|it| it.severity).max();
                let date = start_date(&game.record);
                let entry = ReportEntry {
                    game,
                    findings: all,
                    date: date.as_deref(),
                    highest,
                    show: None,
                };
                let mut entries = RenderedEntries::default();
                form.add(&entry, options, &mut entries);
                report.add(&entries, options)
            }
            (Self::Form { report, options, .. }, Event::Unreadable(file)) => {
                let reason = Reason::from_io_error(&file.error);
                report.add_unreadable(&file.path, &reason.in_language(options.language))
            }
            _ => Ok(()),
        }
    }
}

/// Returns a checker with the same settings that also searches for safe fixes, which the report contains.
fn with_safe_fixes(checker: &Checker) -> Checker {
    let mut settings = checker.settings().clone();
    settings.fixes = true;
    Checker::new(settings)
}

/// Returns an error of writing in words.
fn words(error: &io::Error) -> Message {
    Message::untranslated(error.to_string())
}
