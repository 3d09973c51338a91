//! Reports on records for people and for programs, with one module per output format.

use std::borrow::Cow;
#[cfg(feature = "cli")]
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use crate::check::Checked;
use crate::finding::{Finding, Language, Message, Severity, Words, bilingual, both, message};
use crate::notation::header;
use crate::record::{Date, Format, HeaderKey, Record};
use crate::text::{Payload, printable};

#[cfg(feature = "arrow")]
pub mod arrow;
mod boards;
mod catalogue;
pub(crate) mod cause_pages;
mod causes;
#[cfg(feature = "cli")]
pub(crate) mod cells;
mod columns;
#[cfg(feature = "cli")]
pub(crate) mod comparison;
mod concise;
mod csv;
mod diagram;
#[cfg(feature = "application")]
mod diff;
mod entries;
pub mod fault;
pub(crate) mod formats;
mod github;
pub(crate) mod json;
mod junit;
mod losses;
pub(crate) mod page;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
pub(crate) mod profiles;
mod proof;
mod sarif;
pub mod show;
#[cfg(feature = "sqlite")]
pub(crate) mod sqlite;
mod svg;
mod table;
mod tally;
mod text;
mod writer;
#[cfg(feature = "xlsx")]
pub(crate) mod xlsx;

pub(crate) use boards::boards;
#[cfg(test)]
pub(crate) use catalogue::row as catalogue_row;
pub(crate) use catalogue::{catalogue, catalogue_json};
use causes::{causes_of, findings_that_follow, is_contradiction, kinds_of};
pub(crate) use causes::{headline, message_with_causes};
pub(crate) use columns::{can_break_between, wrap_text};
pub(crate) use diagram::Mark;
#[cfg(feature = "cli")]
pub(crate) use diagram::diagram;
#[cfg(feature = "application")]
pub(crate) use diff::write_diff;
pub use entries::{RenderState, RenderedEntries};
pub(crate) use losses::{Conversion, ConversionOutcome, Refusal, Remark, loss_in_words};
pub(crate) use proof::{lines as proof_lines, steps as proof_steps};
pub(crate) use sarif::MAX_GITHUB_RESULTS;
pub(crate) use svg::{cell_corner, empty_board, piece_svg};
pub use svg::{drawing_svg, svg};
pub(crate) use table::Cell;
pub use table::TableForm;
pub(crate) use tally::FindingCounts;
pub use writer::Report;

/// The output format with one finding per line, which also reports the findings during a conversion.
pub(crate) static CONCISE: &ReportForm = &concise::FORM;

/// All output formats. The first is the default.
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
    // Every build of the command lists these formats, so that the message of a build without them names the feature.
    #[cfg(feature = "cli")]
    &cells::PARQUET_FORM,
    #[cfg(feature = "cli")]
    &cells::SQLITE_FORM,
];

/// The output format SARIF.
pub(crate) static SARIF: &ReportForm = &sarif::FORM;

/// Name of the output format CSV, which also has a variant for spreadsheets.
pub(crate) const CSV: &str = "csv";

/// Name of the output format for Excel workbooks.
pub(crate) const WORKBOOK: &str = "xlsx";

/// Returns the output format CSV for spreadsheets, in `language`.
///
/// The output begins with a byte order mark, without which spreadsheets assume another encoding. Cells that spreadsheets would
/// take for formulas are escaped.
pub(crate) fn spreadsheet_csv(language: Language) -> &'static ReportForm {
    match language {
        Language::English => &csv::SPREADSHEET,
        Language::Japanese => &csv::JAPANESE_SPREADSHEET,
    }
}

/// Returns the form for `kifu audit` that corresponds to a form for `kifu validate`.
#[cfg(feature = "cli")]
pub(crate) fn for_audit(form: &'static ReportForm) -> &'static ReportForm {
    cells::cells_for_audit(csv::for_audit(form))
}

/// The table format of CSV for spreadsheets.
pub(crate) static SPREADSHEET_TABLE: &TableForm = &csv::SPREADSHEET_TABLE;

#[cfg(test)]
pub(crate) mod sample {
    //! A sample record for tests of the output formats.

    use std::sync::Arc;

    use super::{RenderOptions, RenderedEntries, ReportEntry, ReportForm};
    use crate::check::{Checked, Suppressed};
    use crate::finding::Severity;
    use crate::finding::{Finding, Span, bilingual};
    use crate::notation::header::header;
    use crate::proof::Proof;
    use crate::record::{Format, Outcome, Record, Terminal};
    use crate::referee::Judgement;
    use crate::referee::rules::reading;
    use crate::shogi::{Color, Position};
    use crate::text::Text;

    /// Returns the proof that the start position is not mate.
    pub(crate) fn not_mate() -> Option<Box<Proof>> {
        let start = Position::startpos();
        let legal = start.legal_moves().first().copied()?;
        Proof::not_mate(&start, 1, legal).map(Box::new)
    }

    /// Returns the report on the sample record with these findings, with the default options.
    pub(crate) fn render(form: &ReportForm, text: &Text<'_>, findings: Vec<Finding>) -> String {
        render_with(&RenderOptions::default(), form, text, findings)
    }

    /// Returns the report on the sample record with these findings, with `options`.
    pub(crate) fn render_with(
        options: &RenderOptions,
        form: &ReportForm,
        text: &Text<'_>,
        findings: Vec<Finding>,
    ) -> String {
        let mut entries = RenderedEntries::default();
        add_entry(options, form, text, findings, &mut entries);
        String::from_utf8(entries.render_alone(options)).unwrap()
    }

    /// Adds the report on the sample record with these findings to `entries`.
    pub(crate) fn add_entry(
        options: &RenderOptions,
        form: &ReportForm,
        text: &Text<'_>,
        findings: Vec<Finding>,
        entries: &mut RenderedEntries,
    ) {
        let judgement = Judgement {
            findings,
            plies: 2,
            end: Some(Terminal::Resign),
            stated: Some(Outcome::Win(Color::White.into())),
            verdict: Some(Outcome::Win(Color::White.into())),
            reasons: Vec::new(),
            proof: not_mate(),
            occurrences: 1,
        };
        let mut record = Record::new(Format::new("kif"));
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
        form.add(&entry, options, entries);
    }

    /// Returns a finding on the first occurrence of `token` in the text.
    pub(crate) fn finding_on(text: &Text<'_>, token: &str) -> Finding {
        let start = text.as_str().find(token).unwrap();
        let mut finding = Finding::new(
            &reading::UNREADABLE_LINE,
            Span::new(start, start + token.len()),
            bilingual("cannot be read", "読み取れない"),
        )
        .at_ply(2);
        finding.seat = Some(Color::White.into());
        finding
    }
}

// The output formats, and the records that they render.

/// A checked record with the findings that are shown, as input of the reports.
#[derive(Clone, Copy, Debug)]
pub struct ReportEntry<'e> {
    /// The checked record, with its path and text.
    pub game: &'e Checked<'e>,
    /// The findings that are shown.
    pub findings: &'e [&'e Finding],
    /// The date on which the record states that the game began, if this date can be read.
    pub date: Option<&'e str>,
    /// The highest severity of all findings, including those that are not shown; `None` if there are no findings.
    pub highest: Option<Severity>,
    /// The options with which `kifu show` reproduces the check, with a blank before each option.
    ///
    /// `None` if the report does not mention `kifu show`, or if `kifu show` cannot read the record again.
    pub show: Option<&'e str>,
}

#[cfg(feature = "cli")]
impl<'e> ReportEntry<'e> {
    /// Creates the entry of some findings of a record that are shown by themselves.
    pub(crate) const fn of_findings(game: &'e Checked<'e>, findings: &'e [&'e Finding]) -> Self {
        Self {
            game,
            findings,
            date: None,
            highest: None,
            show: None,
        }
    }
}

/// Returns the date on which a record states that the game began, if the date can be read.
///
/// The date is a day, or a month or a year if the day is unknown. This function is meant for [`ReportEntry::date`].
pub fn start_date(record: &Record<'_>) -> Option<String> {
    let date = Date::read(header::value(record, HeaderKey::Start)?).ok()?;
    Some(date.without_time().to_string())
}

impl ReportEntry<'_> {
    /// Returns the value of a header, or an empty text if the record does not have this header.
    fn header(&self, key: HeaderKey) -> &str {
        header::value(&self.game.record, key).unwrap_or_default()
    }

    /// Returns the line and the column of the start of a finding, and of its end. Returns `None` for a finding without
    /// a place in the text.
    ///
    /// Lines and columns are 1-based. Columns are counted in characters, whatever the encoding. The end is exclusive.
    fn region(&self, finding: &Finding) -> Option<[(u64, u64); 2]> {
        let span = finding.span?;
        let place = self.game.text.in_file(span.start as usize..span.end as usize);
        Some([place.start, place.end].map(|at| self.game.text.line_column(at)))
    }
}

/// The totals of a run that some formats report at the end of the output.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunEnd {
    /// The number of findings in the output, by severity, notes first.
    pub findings: [u64; 3],
    /// The first [`MAX_FAILURES`] paths that could not be read, each with the reason.
    pub unreadable: Vec<(String, String)>,
    /// The number of paths that could not be read.
    pub failures: u64,
    /// `true` if all inputs were read.
    pub is_complete: bool,
}

/// Maximum number of unreadable paths kept for the end of an output.
const MAX_FAILURES: usize = 1_000;

impl RunEnd {
    /// Adds a path that could not be read.
    pub(crate) fn add_unreadable(&mut self, path: &str, why: &str) {
        self.failures += 1;
        if self.unreadable.len() < MAX_FAILURES {
            self.unreadable.push((path.to_owned(), why.to_owned()));
        }
    }
}

/// An output format.
///
/// The output of a run consists of the text of `open`, the entries, separated by `between`, and the text of `close`. If
/// an entry has no text, its separator is left out, too.
#[derive(Debug)]
pub struct ReportForm {
    /// The name for `--format`.
    pub name: &'static str,
    /// A short description of the format, for the help.
    pub about: Words,
    /// The kind of output: words for people, rows, or other data.
    pub(crate) content: Payload,
    /// The usual extension of output files.
    pub extension: &'static str,
    /// Returns the text at the start of the output.
    pub(crate) open: fn() -> Cow<'static, str>,
    /// The separator between two entries.
    pub(crate) between: &'static str,
    /// Returns the text at the end of the output.
    pub(crate) close: fn(&RunEnd, &RenderOptions) -> Cow<'static, str>,
    /// Returns the entry for an unreadable path, from the path and the reason. Returns an empty text if the format has
    /// no entries for unreadable paths.
    pub(crate) unreadable: fn(&str, &str) -> String,
    /// `true` if the form has the fixes of findings.
    pub(crate) has_fixes: bool,
    /// `false` if findings that follow from the cause of another finding are only counted, unless all are asked for.
    pub(crate) shows_consequences: bool,
    /// Writes the text of an entry, which may be empty.
    pub(crate) entry: fn(&ReportEntry<'_>, &RenderOptions, &mut RenderedEntries),
    /// `true` if the output is a binary file that is built from the rows.
    pub is_binary: bool,
    /// The functions that write tables; `None` if the format does not support tables.
    pub(crate) table: Option<TableForm>,
}

impl ReportForm {
    /// The basis of the output formats: data whose output consists of the entries alone, which are empty.
    const PLAIN: Self = Self {
        name: "",
        about: both("", ""),
        content: Payload::Data,
        extension: "txt",
        open: || "".into(),
        between: "",
        close: |_, _| "".into(),
        unreadable: |_, _| String::new(),
        has_fixes: false,
        shows_consequences: true,
        entry: |_, _, _| {},
        is_binary: false,
        table: None,
    };

    /// Returns whether the output is for people (with colours on a terminal) and not for programs.
    pub(crate) fn is_for_people(&self) -> bool {
        self.content == Payload::Words
    }

    /// Returns the findings of an entry that this format shows.
    fn visible<'e>(&self, entry: &ReportEntry<'e>, options: &RenderOptions) -> Vec<&'e Finding> {
        let shows_all = self.shows_consequences || options.all_findings;
        let findings = entry.findings.iter().copied();
        findings
            .filter(|finding| shows_all || !finding.consequence)
            .collect()
    }

    /// Renders an entry and adds it to `out`, with a separator if `out` already contains text. Counts its findings.
    pub fn add(&self, entry: &ReportEntry<'_>, options: &RenderOptions, out: &mut RenderedEntries) {
        let end_of_previous = out.len();
        if end_of_previous > 0 {
            put!(out, "{}", self.between);
        }
        let start = out.len();
        for finding in self.visible(entry, options) {
            out.findings[finding.severity as usize] += 1;
        }
        (self.entry)(entry, options, out);
        if out.len() == start {
            out.truncate(end_of_previous);
        }
    }
}

/// A file in a binary format, which is built from the rows of one table or several.
#[cfg(feature = "cli")]
pub(crate) trait BinaryFile: Send {
    /// Adds rows of a table, by its index. The bytes of the file that are complete go to `out`.
    ///
    /// # Errors
    ///
    /// Returns an error if the rows cannot be written.
    fn write_rows(&mut self, table: usize, rows: &[u8], out: &mut dyn Write) -> io::Result<()>;

    /// Completes the file, and writes its remaining bytes to `out`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()>;

    /// Adds the complete file to an existing one, if the format does not replace existing files. Returns whether this was
    /// done.
    ///
    /// # Errors
    ///
    /// Returns an error if the existing file cannot be written. It is then unchanged.
    fn update_existing(&mut self) -> io::Result<bool> {
        Ok(false)
    }
}

// Options of rendering.

/// The options for rendering a report, apart from the output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RenderOptions {
    /// The language of messages and, in output for people, of all text.
    pub language: Language,
    /// The colours of output for people.
    pub paint: Paint,
    /// `true` if text output shows, for each finding on a move in shogi, the board before the move.
    pub boards: bool,
    /// Set if output for people also shows the findings that follow from the cause of another finding.
    pub all_findings: bool,
    /// The lowest severity of findings that make a record fail; `None` if no finding makes a record fail.
    pub fail_on: Option<Severity>,
    /// The width of the terminal (columns), to which sentences are wrapped; `None` if sentences are not wrapped.
    pub columns: Option<usize>,
}

// Descriptions of places in a game.

/// Returns the place of a finding in words: the record, and the path of the variation, the ply and the side as far as
/// the finding has them. A finding with a cause is about neither side. The text is empty for a finding in a sheet.
fn place(record: &Record<'_>, finding: &Finding, language: Language) -> String {
    let number = record.index;
    let is_record = record.format != Format::SHEET;
    let mut parts: Vec<Message> = Vec::new();
    parts.extend(is_record.then(|| message!("record {number}", "棋譜{number}")));
    parts.extend(finding.variation.iter().map(|&(ply, alternative)| {
        message!(
            "variation {alternative} at ply {ply}",
            "{ply}手目からの変化{alternative}",
        )
    }));
    parts.extend(finding.ply.map(|ply| {
        if ply == 0 {
            bilingual("before the first ply", "初手より前")
        } else {
            message!("ply {ply}", "{ply}手目")
        }
    }));
    let mut parts: Vec<_> = parts.iter().map(|it| it.in_language(language)).collect();
    parts.extend(
        finding
            .seat
            .filter(|_| !is_contradiction(finding))
            .map(|seat| Cow::Borrowed(*seat.words.in_language(language))),
    );
    parts.join(language.either(", ", "、"))
}

// Writing to memory.

/// Writes formatted text to memory, such as a string or a vector of bytes. Writing to memory cannot fail, so the
/// `Result` is ignored.
macro_rules! put {
    ($out:expr, $($words:tt)*) => {{
        #[allow(unused_imports, reason = "one is for strings, the other for bytes")]
        use std::{fmt::Write as _, io::Write as _};
        let _ = write!($out, $($words)*);
    }};
}
pub(super) use put;

// Text for XML and HTML.

/// Escapes untrusted text for use as text of an element or as value of an attribute.
///
/// Control characters, characters that change the writing direction, and all others that XML forbids are replaced by
/// visible symbols.
pub(crate) fn escape_xml(words: &str) -> String {
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

// Colours of text output.

/// The styles of the text of a report. All styles are plain if colours are disabled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    error: Style,
    warning: Style,
    note: Style,
    /// The style of messages and headings.
    pub strong: Style,
    /// The style of line numbers, arrows and frames.
    pub frame: Style,
    /// The style of lines that a fix removes.
    pub(crate) removed: Style,
    /// The style of lines that a fix adds.
    pub(crate) added: Style,
}

impl Paint {
    /// Returns plain styles, without colours.
    pub(crate) fn plain() -> Self {
        Self::default()
    }

    /// Returns styles with colours, for a terminal.
    pub fn coloured() -> Self {
        let bold = |colour: AnsiColor| colour.on_default().bold();
        Self {
            error: bold(AnsiColor::Red),
            warning: bold(AnsiColor::Yellow),
            note: bold(AnsiColor::Cyan),
            strong: Style::new().bold(),
            frame: bold(AnsiColor::Blue),
            removed: AnsiColor::Red.on_default(),
            added: AnsiColor::Green.on_default(),
        }
    }

    /// Returns the style of a severity.
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
    use super::escape_xml;

    #[test]
    fn markup_is_escaped() {
        assert_eq!(
            escape_xml("</title><script>'\"&\u{0}\u{FFFF}"),
            "&lt;/title&gt;&lt;script&gt;&#39;&quot;&amp;␀\u{FFFD}"
        );
    }
}
