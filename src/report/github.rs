//! The output format `github`: GitHub workflow commands, which show findings next to the lines of a change.
//!
//! [Workflow commands](https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions), “Setting an
//! error message”.

use std::borrow::Cow;

use super::causes::message_with_causes;
use super::{RenderOptions, RenderedEntries, ReportEntry, ReportForm, RunEnd, place, put};
use crate::finding::{Finding, Language, Severity, both};
use crate::text::printable;

pub(super) static FORM: ReportForm = ReportForm {
    name: "github",
    about: both(
        "For GitHub workflows: findings as annotations",
        "GitHubのワークフロー用: 指摘を注釈として示す",
    ),
    close,
    shows_consequences: false,
    entry,
    ..ReportForm::PLAIN
};

fn entry(entry: &ReportEntry<'_>, options: &RenderOptions, out: &mut RenderedEntries) {
    let visible = FORM.visible(entry, options);
    let hidden = entry.findings.len() - visible.len();
    for finding in visible {
        let properties = properties(entry, finding);
        let message = message_with_causes(finding, hidden, options.language);
        let message = match &*place(&entry.game.record, finding, options.language) {
            "" => escape_data(&message),
            place => escape_data(&format!("{message} ({place})")),
        };
        put!(out, "::{} {properties}::{message}\n", command(finding.severity));
    }
}

/// Maximum number of annotations of each severity that GitHub shows for a step.
const MAX_ANNOTATIONS: u64 = 10;

/// Returns a note with the number of findings that GitHub shows only in the log. The text is empty if there are no such
/// findings.
fn close(end: &RunEnd, options: &RenderOptions) -> Cow<'static, str> {
    let hidden: u64 = end
        .findings
        .iter()
        .map(|it| it.saturating_sub(MAX_ANNOTATIONS))
        .sum();
    let subject = if hidden == 1 { "finding is" } else { "findings are" };
    match options.language {
        _ if hidden == 0 => "".into(),
        Language::English => format!(
            "{hidden} {subject} in this log only: GitHub shows {MAX_ANNOTATIONS} errors, {MAX_ANNOTATIONS} warnings and \
             {MAX_ANNOTATIONS} notices of a step\n"
        )
        .into(),
        Language::Japanese => format!(
            "このログにのみ示す指摘: {hidden}件（GitHubが表示するのは1ステップにつきエラー、警告、注記それぞれ{MAX_ANNOTATIONS}件まで）\n"
        )
        .into(),
    }
}

const fn command(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    }
}

fn properties(entry: &ReportEntry<'_>, finding: &Finding) -> String {
    // GitHub compares the path with those of the change, which have no `./`.
    let path = entry.game.path;
    let path = path.strip_prefix("./").unwrap_or(path);
    let mut properties = format!("file={}", escape_property(path));
    if let Some([(line, column), (end_line, end_column)]) = entry.region(finding) {
        put!(
            properties,
            ",line={line},col={column},endLine={end_line},endColumn={end_column}"
        );
    }
    put!(properties, ",title={}", escape_property(finding.rule.name));
    properties
}

/// Escapes the message of a command, which follows the second pair of colons.
///
/// A line break would end the command, and the text after it could be another command. Therefore control characters and
/// characters that change the writing direction are replaced by visible symbols. `%` becomes `%25`.
fn escape_data(words: &str) -> String {
    printable(words).replace('%', "%25")
}

/// Escapes the value of a property like a message, and also commas and colons, which would end the value.
fn escape_property(words: &str) -> String {
    escape_data(words).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::bilingual;
    use crate::report::sample::{finding_on, render};
    use crate::text::{SHIFT_JIS, decode};

    #[test]
    fn a_finding_is_a_command() {
        let bytes = SHIFT_JIS.encode("手合割：平手\n   2 同　王\n").0;
        let text = decode(&bytes, None);
        let mut without_place = finding_on(&text, "同　王");
        (without_place.span, without_place.ply, without_place.seat) = (None, None, None);
        without_place.severity = Severity::Note;
        without_place.message = bilingual("100 %\n::error::no", "");
        assert_eq!(
            render(&FORM, &text, vec![finding_on(&text, "同　王"), without_place]),
            "::error file=a/b.kif,line=2,col=6,endLine=2,endColumn=9,title=unreadable-line::cannot be read (record 1, ply 2, White)\n\
             ::notice file=a/b.kif,title=unreadable-line::100 %25␊::error::no (record 1)\n"
        );
    }

    #[test]
    fn properties_are_escaped() {
        assert_eq!(escape_property("a,b:c\r\n%.kif"), "a%2Cb%3Ac␍␊%25.kif");
        assert_eq!(escape_property("\u{1b}[2J\u{202e}fik.将"), "␛[2J\u{fffd}fik.将");
    }
}
