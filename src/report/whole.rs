//! A whole report: what it begins with, the entries with what is between them, and what it ends with.

use std::io::{self, Write};

use super::{Explained, RenderOptions, ReportForm, RunEnd, Stretch};

/// A report that is being written to a place, by one who has the entries in their order.
///
/// ```
/// use kifu::Checker;
/// use kifu::finding::Severity;
/// use kifu::report::{FORMS, RenderOptions, Report, ReportEntry, Stretch, begun};
///
/// let form = FORMS.iter().find(|it| it.name == "json").unwrap();
/// let options = RenderOptions::default();
/// let mut report = Report::begin(Vec::new(), form).unwrap();
/// for file in Checker::default().check("a.kif", "手合割：平手\n   1 ７六歩(77)\n".as_bytes()) {
///     for game in file.records() {
///         let (mut entries, findings) = (Stretch::default(), game.shown(Severity::Note));
///         let (date, highest) = (begun(&game.record), findings.iter().map(|it| it.severity).max());
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
    /// What was shown.
    explained: Explained,
    is_empty: bool,
    end: RunEnd,
}

impl<W: Write> Report<W> {
    /// Writes what a report of this form begins with.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn begin(mut out: W, form: &'static ReportForm) -> io::Result<Self> {
        out.write_all((form.open)().as_bytes())?;
        Ok(Self {
            out,
            form,
            explained: Explained::default(),
            is_empty: true,
            end: RunEnd::default(),
        })
    }

    /// The same in which findings that repeat are folded, but those of these rules.
    #[must_use]
    pub fn folding(self, unfolded: Vec<&'static str>) -> Self {
        Self {
            explained: Explained::folding(unfolded),
            ..self
        }
    }

    /// The form in which it is written.
    pub const fn form(&self) -> &'static ReportForm {
        self.form
    }

    /// The place that it is written to.
    pub const fn get_ref(&self) -> &W {
        &self.out
    }

    /// The same, to write to it beside the report.
    pub const fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// The number of findings that were added.
    pub fn findings(&self) -> u64 {
        self.end.findings.iter().sum()
    }

    /// Adds a stretch of entries.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn add(&mut self, entries: &Stretch, options: &RenderOptions) -> io::Result<()> {
        for (sum, count) in self.end.findings.iter_mut().zip(entries.findings) {
            *sum += count;
        }
        if entries.is_empty() {
            return Ok(());
        }
        self.separate()?;
        self.out.write_all(&self.explained.whole(entries, options))
    }

    /// Adds a path that could not be read, with the reason in words.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn fail(&mut self, path: &str, why: &str) -> io::Result<()> {
        self.end.fail(path, why);
        let entry = (self.form.unread)(path, why);
        if entry.is_empty() {
            return Ok(());
        }
        self.separate()?;
        self.out.write_all(entry.as_bytes())
    }

    /// Writes what is between two entries, if there is one already.
    fn separate(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.is_empty, false) {
            return Ok(());
        }
        self.out.write_all(self.form.between.as_bytes())
    }

    /// Writes what the report ends with. `is_whole` tells whether everything was read.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn close(mut self, is_whole: bool, options: &RenderOptions) -> io::Result<W> {
        self.end.whole = is_whole;
        self.out
            .write_all((self.form.close)(&self.end, options).as_bytes())?;
        self.out
            .write_all(self.explained.folded(options.language).as_bytes())?;
        Ok(self.out)
    }
}
