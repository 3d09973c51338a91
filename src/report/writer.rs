//! A whole report: its start, the entries with the text between them, and its end.

use std::io::{self, Write};

use super::{RenderOptions, RenderState, RenderedEntries, ReportForm, RunEnd};

/// A report that is being written. Entries are written in the order in which they are added.
///
/// ```
/// use kifu::Checker;
/// use kifu::finding::Severity;
/// use kifu::report::{FORMS, RenderOptions, RenderedEntries, Report, ReportEntry, start_date};
///
/// let form = FORMS.iter().find(|it| it.name == "json").unwrap();
/// let options = RenderOptions::default();
/// let mut report = Report::begin(Vec::new(), form).unwrap();
/// for file in Checker::default().check("a.kif", "手合割：平手\n   1 ７六歩(77)\n".as_bytes()) {
///     for game in file.records() {
///         let (mut entries, findings) = (RenderedEntries::default(), game.shown(Severity::Note));
///         let (date, highest) = (start_date(&game.record), findings.iter().map(|it| it.severity).max());
///         let entry = ReportEntry { game: &game, findings: &findings, date: date.as_deref(), highest, show: None };
///         form.add(&entry, &options, &mut entries);
///         report.add(&entries, &options).unwrap();
///     }
/// }
/// let json = String::from_utf8(report.close(true, &options).unwrap()).unwrap();
/// assert!(json.starts_with("[") && json.ends_with("]\n"));
/// ```
#[derive(Debug)]
pub struct Report<W> {
    out: W,
    form: &'static ReportForm,
    /// The rules that were already explained, and the numbers of foldable findings so far.
    state: RenderState,
    /// `true` until the first entry is added.
    is_empty: bool,
    end: RunEnd,
}

impl<W: Write> Report<W> {
    /// Writes the start of a report in an output format.
    ///
    /// # Errors
    ///
    /// Returns an error if the report cannot be written.
    pub fn begin(mut out: W, form: &'static ReportForm) -> io::Result<Self> {
        out.write_all((form.open)().as_bytes())?;
        Ok(Self {
            out,
            form,
            state: RenderState::default(),
            is_empty: true,
            end: RunEnd::default(),
        })
    }

    /// Returns the report with omission of findings that are repeated too often, except those of the `unfolded` rules.
    #[must_use]
    pub fn with_folding(self, unfolded: Vec<&'static str>) -> Self {
        Self {
            state: RenderState::with_folding(unfolded),
            ..self
        }
    }

    /// Returns the output format of the report.
    pub const fn form(&self) -> &'static ReportForm {
        self.form
    }

    /// Returns the writer of the report.
    pub const fn get_ref(&self) -> &W {
        &self.out
    }

    /// Returns the writer of the report, for additional output.
    pub const fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Returns the number of findings that were added, including those that are omitted because they are repeated.
    pub fn findings(&self) -> u64 {
        self.end.findings.iter().sum()
    }

    /// Adds rendered entries, after a separator unless they are the first. The reason and the remedy of a rule are
    /// inserted at its first finding. With folding, findings that are repeated too often are omitted.
    ///
    /// # Errors
    ///
    /// Returns an error if the report cannot be written.
    pub fn add(&mut self, entries: &RenderedEntries, options: &RenderOptions) -> io::Result<()> {
        for (sum, count) in self.end.findings.iter_mut().zip(entries.findings) {
            *sum += count;
        }
        if entries.is_empty() {
            return Ok(());
        }
        self.separate()?;
        self.out.write_all(&self.state.render(entries, options))
    }

    /// Adds a path that could not be read, with the reason in words. The path is counted, and becomes an entry if the
    /// format has entries for unreadable paths.
    ///
    /// # Errors
    ///
    /// Returns an error if the report cannot be written.
    pub fn add_unreadable(&mut self, path: &str, why: &str) -> io::Result<()> {
        self.end.add_unreadable(path, why);
        let entry = (self.form.unreadable)(path, why);
        if entry.is_empty() {
            return Ok(());
        }
        self.separate()?;
        self.out.write_all(entry.as_bytes())
    }

    /// Writes the text between two entries, unless this is the first entry.
    fn separate(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.is_empty, false) {
            return Ok(());
        }
        self.out.write_all(self.form.between.as_bytes())
    }

    /// Writes the end of the report and a line about the omitted findings, and returns the writer. `is_complete` is
    /// `true` if all inputs were read.
    ///
    /// # Errors
    ///
    /// Returns an error if the report cannot be written.
    pub fn close(mut self, is_complete: bool, options: &RenderOptions) -> io::Result<W> {
        self.end.is_complete = is_complete;
        self.out
            .write_all((self.form.close)(&self.end, options).as_bytes())?;
        self.out
            .write_all(self.state.hidden_summary(options.language).as_bytes())?;
        Ok(self.out)
    }
}
