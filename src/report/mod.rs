//! What is said about records, in the forms that people and programs read: one file for each.

use std::borrow::Cow;

use anstyle::{AnsiColor, Style};

use crate::check::Checked;
use crate::finding::{Finding, Language, Severity, Words, both, message, say};
use crate::notation::header;
use crate::record::{Date, HeaderKey, Record};
use crate::text::{Payload, printable};

mod boards;
mod catalogue;
mod columns;
mod concise;
mod csv;
mod diagram;
pub mod fault;
pub(crate) mod formats;
mod github;
pub(crate) mod json;
mod junit;
mod losses;
pub(crate) mod page;
pub(crate) mod profiles;
mod sarif;
pub mod show;
mod svg;
mod table;
mod tally;
mod text;
mod whole;
#[cfg(feature = "xlsx")]
pub(crate) mod xlsx;

pub(crate) use boards::boards;
#[cfg(test)]
pub(crate) use catalogue::row as catalogue_row;
pub(crate) use catalogue::{catalogue, catalogue_json};
pub(crate) use columns::{folded, may_part};
pub(crate) use diagram::Mark;
pub(crate) use losses::{Conversion, ConversionOutcome, Refused, Remark};
pub(crate) use sarif::GITHUB_RESULTS;
pub(crate) use svg::{bare_board, corner_drawing, lone_piece};
pub use svg::{drawn_svg, svg};
pub(crate) use table::Cell;
pub use table::TableForm;
pub(crate) use tally::Tally;
pub use text::{Explained, Stretch};
pub use whole::Report;

/// A finding a line, for where other things are said too.
pub(crate) static CONCISE: &ReportForm = &concise::FORM;

/// All forms, the usual one first.
pub static FORMS: &[&ReportForm] = &[
    &text::FORM,
    &concise::FORM,
    &json::ARRAY,
    &json::LINES,
    &csv::FORM,
    &sarif::FORM,
    &github::FORM,
    &junit::FORM,
    #[cfg(feature = "xlsx")]
    &xlsx::FORM,
];

/// SARIF.
pub(crate) static SARIF: &ReportForm = &sarif::FORM;

/// The name of CSV, which has a form for spreadsheets.
pub(crate) const CSV: &str = "csv";

/// The name of the form whose output is a workbook of Excel.
pub(crate) const WORKBOOK: &str = "xlsx";

/// CSV for spreadsheets, which take another encoding for granted and words for formulas, in a language.
pub(crate) fn spreadsheet(language: Language) -> &'static ReportForm {
    match language {
        Language::English => &csv::SPREADSHEET,
        Language::Japanese => &csv::JAPANESE_SPREADSHEET,
    }
}

/// The same of tables.
pub(crate) static SPREADSHEET_TABLE: &TableForm = &csv::SPREADSHEET_TABLE;

#[cfg(test)]
pub(crate) mod sample {
    //! An entry to try the reports on.

    use std::sync::Arc;

    use super::{RenderOptions, ReportEntry, ReportForm, Stretch};
    use crate::check::{Checked, Suppressed};
    use crate::finding::Severity;
    use crate::finding::{Finding, Span, say};
    use crate::notation::header::header;
    use crate::record::{Format, Outcome, Record, Terminal};
    use crate::referee::Judgement;
    use crate::referee::rules::reading;
    use crate::shogi::Color;
    use crate::text::Text;

    /// What a form makes of a record with these findings.
    pub(crate) fn rendered(form: &ReportForm, text: &Text<'_>, findings: Vec<Finding>) -> String {
        rendered_in(&RenderOptions::default(), form, text, findings)
    }

    /// The same for a reader who has asked for something.
    pub(crate) fn rendered_in(
        options: &RenderOptions,
        form: &ReportForm,
        text: &Text<'_>,
        findings: Vec<Finding>,
    ) -> String {
        let mut stretch = Stretch::default();
        entered(options, form, text, findings, &mut stretch);
        String::from_utf8(stretch.alone(options)).unwrap()
    }

    /// Adds that to a stretch.
    pub(crate) fn entered(
        options: &RenderOptions,
        form: &ReportForm,
        text: &Text<'_>,
        findings: Vec<Finding>,
        stretch: &mut Stretch,
    ) {
        let judgement = Judgement {
            findings,
            plies: 2,
            end: Some(Terminal::Resign),
            stated: Some(Outcome::Win(Color::White.into())),
            verdict: Some(Outcome::Win(Color::White.into())),
            because: Vec::new(),
            occurrences: 1,
        };
        let mut record = Record::new(Format::named("kif"));
        for (key, value) in [("先手", "甲"), ("後手", "乙, 六段"), ("棋戦", "例会")] {
            record.headers.push(header(key, value, Span::default()));
        }
        let highest = judgement.findings.iter().map(|it| it.severity).max();
        let game = &Checked {
            judgement,
            suppressed: Suppressed::default(),
            profile: Arc::default(),
            path: "a/b.kif",
            text,
            record,
        };
        let entry = ReportEntry {
            game,
            findings: &game.shown(Severity::Note),
            date: Some("2024-05-05"),
            highest,
            show: None,
        };
        form.add(&entry, options, stretch);
    }

    /// A finding about the first place of `token` in the text.
    pub(crate) fn about(text: &Text<'_>, token: &str) -> Finding {
        let start = text.as_str().find(token).unwrap();
        let mut finding = Finding::new(
            &reading::UNREADABLE_LINE,
            Span::new(start, start + token.len()),
            say("cannot be read", "読み取れない"),
        )
        .at_ply(2);
        finding.seat = Some(Color::White.into());
        finding
    }
}

// A form of output, and what it is given.

/// A checked record, as the reports see it.
#[derive(Clone, Copy, Debug)]
pub struct ReportEntry<'e> {
    /// The record.
    pub game: &'e Checked<'e>,
    /// Those of its findings that are shown.
    pub findings: &'e [&'e Finding],
    /// When it says that it began, as far as that can be read.
    pub date: Option<&'e str>,
    /// The severity of the gravest finding, shown or not.
    pub highest: Option<Severity>,
    /// The options with which `kifu show` shows the record as it was checked, each after a blank; `None` if that command cannot
    /// read it again.
    pub show: Option<&'e str>,
}

/// Returns the day on which a record says that it began, or the month or the year where no more is known: the
/// [`date`](ReportEntry::date) of its entry.
pub fn begun(record: &Record<'_>) -> Option<String> {
    let date = Date::read(header::value(record, HeaderKey::Start)?).ok()?;
    Some(date.without_time().to_string())
}

impl ReportEntry<'_> {
    /// The value of a header; empty if the record has none.
    fn header(&self, key: HeaderKey) -> &str {
        header::value(&self.game.record, key).unwrap_or_default()
    }

    /// Line and column of a finding, and those after its end, for programs. They count from 1, columns in characters,
    /// whatever the encoding.
    fn region(&self, finding: &Finding) -> Option<[(u64, u64); 2]> {
        let span = finding.span?;
        Some([span.start, span.end].map(|at| self.game.text.line_column(at as usize)))
    }
}

/// What a run came to, as far as the end of its output is about it.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunEnd {
    /// The number of findings written, by severity in the order of their weight.
    pub findings: [u64; 3],
    /// The first paths that could not be read, each with the reason.
    pub unread: Vec<(String, String)>,
    /// The number of paths that could not be read.
    pub failures: u64,
    /// Whether everything was read.
    pub whole: bool,
}

/// The number of unreadable paths that are kept for the end of an output.
const MAX_FAILURES: usize = 1_000;

impl RunEnd {
    /// Adds a path that could not be read.
    pub(crate) fn fail(&mut self, path: &str, why: &str) {
        self.failures += 1;
        if self.unread.len() < MAX_FAILURES {
            self.unread.push((path.to_owned(), why.to_owned()));
        }
    }
}

/// A form of output. The output of a run is `open`, the entries with `between` them, `close`; an entry of
/// which there is nothing to say leaves no trace.
#[derive(Debug)]
pub struct ReportForm {
    /// The name that `--format` knows.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: Words,
    /// What it holds.
    pub(crate) content: Payload,
    /// The usual extension of its files.
    pub extension: &'static str,
    /// What the output begins with.
    pub(crate) open: fn() -> Cow<'static, str>,
    /// What stands between two entries.
    pub(crate) between: &'static str,
    /// What the output ends with.
    pub(crate) close: fn(&RunEnd, &RenderOptions) -> Cow<'static, str>,
    /// The entry for a path that could not be read, and why; empty where the form has none.
    pub(crate) unread: fn(&str, &str) -> String,
    /// Writes an entry.
    pub(crate) entry: fn(&ReportEntry<'_>, &RenderOptions, &mut Stretch),
    /// How tables are written, if the form can hold them.
    pub(crate) table: Option<TableForm>,
}

impl ReportForm {
    /// A form whose output is its entries and nothing else.
    const PLAIN: Self = Self {
        name: "",
        about: both("", ""),
        content: Payload::Data,
        extension: "txt",
        open: || "".into(),
        between: "",
        close: |_, _| "".into(),
        unread: |_, _| String::new(),
        entry: |_, _, _| {},
        table: None,
    };

    /// Whether people read it, on a terminal and in colour, rather than programs.
    pub(crate) fn is_for_people(&self) -> bool {
        self.content == Payload::Words
    }

    /// Adds an entry to a stretch of output that begins or ends anywhere between two entries.
    pub fn add(&self, entry: &ReportEntry<'_>, options: &RenderOptions, stretch: &mut Stretch) {
        let before = stretch.len();
        if before > 0 {
            put!(stretch, "{}", self.between);
        }
        let start = stretch.len();
        for finding in entry.findings {
            stretch.findings[finding.severity as usize] += 1;
        }
        (self.entry)(entry, options, stretch);
        if stretch.len() == start {
            stretch.truncate(before);
        }
    }
}

// How a report speaks.

/// What the reader of a report has asked for, beside its form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RenderOptions {
    /// The language that messages are worded in; for people, everything else too.
    pub language: Language,
    /// The colours.
    pub paint: Paint,
    /// Whether people see the board before the move beside each finding.
    pub boards: bool,
    /// From which weight on a finding makes a record fail, where that is told; none does without it.
    pub fail_on: Option<Severity>,
    /// The columns of the terminal, into which long sentences are folded; elsewhere each is a line.
    pub columns: Option<usize>,
}

// Where in a game a finding is, in words.

/// The record, the way into a variation, the ply and the side.
fn place(record: u32, finding: &Finding, language: Language) -> String {
    let mut parts = vec![message!("record {record}", "棋譜{record}")];
    parts.extend(finding.variation.iter().map(|&(ply, alternative)| {
        message!(
            "variation {alternative} at ply {ply}",
            "{ply}手目からの変化{alternative}",
        )
    }));
    parts.extend(finding.ply.map(|ply| {
        if ply == 0 {
            say("before the first ply", "初手より前")
        } else {
            message!("ply {ply}", "{ply}手目")
        }
    }));
    let mut parts: Vec<_> = parts.iter().map(|it| it.in_language(language)).collect();
    parts.extend(
        finding
            .seat
            .map(|seat| Cow::Borrowed(*seat.words.in_language(language))),
    );
    parts.join(language.either(", ", "、"))
}

// Writing into memory.

/// Writing into memory cannot fail, so that nothing is lost where the result is dropped.
macro_rules! put {
    ($out:expr, $($words:tt)*) => {{
        #[allow(unused_imports, reason = "one is for strings, the other for bytes")]
        use std::{fmt::Write as _, io::Write as _};
        let _ = write!($out, $($words)*);
    }};
}
pub(super) use put;

// Text that may stand in XML and HTML.

/// Words that anyone may have written, as text of an element or a value of an attribute. Characters that XML forbids
/// are shown as signs for themselves.
pub(crate) fn escaped(words: &str) -> String {
    let words = printable(words);
    let mut out = String::with_capacity(words.len());
    for character in words.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{FFFE}' | '\u{FFFF}' => out.push('\u{FFFD}'),
            other => out.push(other),
        }
    }
    out
}

// Colours for people.

/// The styles of the words of a report; all plain where no colour is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    error: Style,
    warning: Style,
    note: Style,
    /// Messages and headings.
    pub strong: Style,
    /// Line numbers, arrows and whatever else only guides the eye.
    pub frame: Style,
}

impl Paint {
    /// No colours.
    pub(crate) fn plain() -> Self {
        Self::default()
    }

    /// Colours for a terminal.
    pub fn colourful() -> Self {
        let bold = |colour: AnsiColor| colour.on_default().bold();
        Self {
            error: bold(AnsiColor::Red),
            warning: bold(AnsiColor::Yellow),
            note: bold(AnsiColor::Cyan),
            strong: Style::new().bold(),
            frame: bold(AnsiColor::Blue),
        }
    }

    /// The style of what weighs so much.
    pub(crate) fn severity(&self, severity: Severity) -> Style {
        match severity {
            Severity::Error => self.error,
            Severity::Warning => self.warning,
            Severity::Note => self.note,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_gets_out_of_the_text() {
        assert_eq!(
            escaped("</title><script>'\"&\u{0}\u{FFFF}"),
            "&lt;/title&gt;&lt;script&gt;&#39;&quot;&amp;␀\u{FFFD}"
        );
    }
}
