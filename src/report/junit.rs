//! `JUnit` XML for CI servers: a test case per record.
//!
//! The format has no standard. The output uses the elements common to the schemas of
//! [Jenkins](https://github.com/jenkinsci/xunit-plugin/blob/master/src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd)
//! and Surefire. In these schemas, a suite states the counts of its cases before the cases. Therefore each record is a
//! suite of its own. With one suite for all records, the output would have to be kept in memory until the end of the
//! run.

use std::borrow::Cow;

use super::{Paint, RenderOptions, RenderedEntries, ReportEntry, ReportForm, concise, escape_xml, put};
use crate::finding::{Finding, Severity, Words, both};
use crate::record::HeaderKey;

pub(super) static FORM: ReportForm = ReportForm {
    name: "junit",
    about: both(
        "For CI servers: one test case per record, which fails by --fail-on",
        "テストを実行するサーバー用: 棋譜ごとに1件、`--fail-on` に従って失敗とする",
    ),
    extension: "xml",
    open: || "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"kifu\">\n".into(),
    close: |_, _| "</testsuites>\n".into(),
    unreadable,
    entry,
    ..ReportForm::PLAIN
};

/// Returns the suite with the test case of a path that could not be read.
fn unreadable(path: &str, why: &str) -> String {
    let [path, why] = [path, why].map(escape_xml);
    format!(
        "<testsuite name=\"{path}\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\" time=\"0\">\n\
         <testcase classname=\"{path}\" name=\"{path}\" time=\"0\">\n\
         <error type=\"unreadable\" message=\"{why}\"></error>\n\
         </testcase>\n</testsuite>\n"
    )
}

/// The message for a record that fails only because of findings that are not shown.
const HIDDEN: Words = both(
    "failed because of a finding hidden by --severity",
    "`--severity` により表示していない指摘があるため失敗",
);

fn entry(entry: &ReportEntry<'_>, options: &RenderOptions, out: &mut RenderedEntries) {
    let is_failure = |severity: Severity| options.fail_on.is_some_and(|least| severity >= least);
    let failed = entry.highest.is_some_and(is_failure);
    let path = escape_xml(entry.game.path);
    let failures = u8::from(failed);
    put!(
        out,
        "<testsuite name=\"{path}\" tests=\"1\" failures=\"{failures}\" errors=\"0\" skipped=\"0\" time=\"0\">\n\
         <testcase classname=\"{path}\" name=\"{}\" time=\"0\">",
        escape_xml(&case_name(entry))
    );
    if failed {
        let findings = entry.findings.iter().copied();
        let most_severe = findings
            .filter(|it| is_failure(it.severity))
            .max_by(|first, second| {
                // Of equal elements, `max_by` returns the last. Therefore an earlier finding of equal severity is
                // treated as greater, so that the first finding of the highest severity is returned.
                first
                    .severity
                    .cmp(&second.severity)
                    .then(std::cmp::Ordering::Greater)
            });
        write_failure(most_severe, options, out);
        put!(out, "{}</failure>", describe(entry, options));
    } else if !entry.findings.is_empty() {
        put!(out, "\n<system-out>{}</system-out>", describe(entry, options));
    }
    put!(out, "\n</testcase>\n</testsuite>\n");
}

/// Writes the start of the element `failure`. `finding` is the shown finding that causes the failure, or `None` if only
/// hidden findings cause it.
fn write_failure(finding: Option<&Finding>, options: &RenderOptions, out: &mut RenderedEntries) {
    let rule = finding.map_or("hidden", |it| it.rule.name);
    let message = match finding {
        Some(finding) => finding.message.in_language(options.language),
        None => Cow::Borrowed(*HIDDEN.in_language(options.language)),
    };
    put!(
        out,
        "\n<failure type=\"{rule}\" message=\"{}\">",
        escape_xml(&message)
    );
}

/// Returns the findings on a record that are shown, one per line, escaped for XML.
fn describe(entry: &ReportEntry<'_>, options: &RenderOptions) -> String {
    let plain = RenderOptions {
        paint: Paint::plain(),
        all_findings: true,
        ..*options
    };
    let mut lines = RenderedEntries::default();
    concise::FORM.add(entry, &plain, &mut lines);
    let lines = lines.render_alone(&plain);
    let lines = String::from_utf8_lossy(&lines);
    lines.lines().map(|line| escape_xml(line) + "\n").collect()
}

/// Returns the name of a test case: the number of the record in its file, and the players if at least one is known.
fn case_name(entry: &ReportEntry<'_>) -> String {
    let number = entry.game.record.index;
    match [HeaderKey::Black, HeaderKey::White].map(|key| entry.header(key)) {
        ["", ""] => number.to_string(),
        [black, white] => format!("{number}: {black} - {white}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::bilingual;
    use crate::report::sample::{finding_on, render_with};
    use crate::text::decode;

    #[test]
    fn every_record_is_a_test_case() {
        let text = decode("   2 同　王\n".as_bytes(), None);
        let mut note = finding_on(&text, "同　王");
        note.severity = Severity::Note;
        note.message = bilingual("<a> & \u{1b}[2J", "");
        let render = |fail_on, findings| {
            let options = RenderOptions {
                fail_on,
                ..RenderOptions::default()
            };
            render_with(&options, &FORM, &text, findings)
        };
        let suite_start = |failures| {
            format!(
                "<testsuite name=\"a/b.kif\" tests=\"1\" failures=\"{failures}\" errors=\"0\" skipped=\"0\" time=\"0\">\n\
                 <testcase classname=\"a/b.kif\" name=\"1: 甲 - 乙, 六段\" time=\"0\">\n"
            )
        };
        let (note_line, tail) = (
            "a/b.kif:1:6: note[unreadable-line] &lt;a&gt; &amp; ␛[2J\n",
            "</testcase>\n</testsuite>\n",
        );
        let error_line = "a/b.kif:1:6: error[unreadable-line] cannot be read\n";
        assert_eq!(render(Some(Severity::Error), vec![]), suite_start(0) + tail);
        assert_eq!(
            render(Some(Severity::Error), vec![note.clone()]),
            format!("{}<system-out>{note_line}</system-out>\n{tail}", suite_start(0))
        );
        let findings = vec![note, finding_on(&text, "同　王")];
        for fail_on in [Severity::Error, Severity::Note] {
            assert_eq!(
                render(Some(fail_on), findings.clone()),
                format!(
                    "{}<failure type=\"unreadable-line\" message=\"cannot be read\">{note_line}{error_line}</failure>\n{tail}",
                    suite_start(1)
                )
            );
        }
        assert_eq!(
            render(None, findings),
            format!(
                "{}<system-out>{note_line}{error_line}</system-out>\n{tail}",
                suite_start(0)
            )
        );
    }
}
