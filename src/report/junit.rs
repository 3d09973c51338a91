//! `JUnit` XML for CI servers: a test case per record.
//!
//! There is no standard. The output uses the elements common to the schemas of
//! [Jenkins](https://github.com/jenkinsci/xunit-plugin/blob/master/src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd)
//! and Surefire. These require the counts of a suite before its cases. Therefore each record is a suite, so that no
//! output has to be kept in memory until the end of the run.

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

/// Returns the test case of a path that could not be read.
fn unreadable(path: &str, why: &str) -> String {
    let [path, why] = [path, why].map(escape_xml);
    format!(
        "<testsuite name=\"{path}\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\" time=\"0\">\n\
         <testcase classname=\"{path}\" name=\"{path}\" time=\"0\">\n\
         <error type=\"unreadable\" message=\"{why}\"></error>\n\
         </testcase>\n</testsuite>\n"
    )
}

/// The message for a record all of whose decisive findings are hidden.
const HIDDEN: Words = both(
    "failed because of a finding hidden by --severity",
    "`--severity` により表示していない指摘があるため失敗",
);

fn entry(entry: &ReportEntry<'_>, options: &RenderOptions, out: &mut RenderedEntries) {
    let fails = |severity: Severity| options.fail_on.is_some_and(|least| severity >= least);
    let failed = entry.highest.is_some_and(fails);
    let path = escape_xml(entry.game.path);
    let failures = u8::from(failed);
    put!(
        out,
        "<testsuite name=\"{path}\" tests=\"1\" failures=\"{failures}\" errors=\"0\" skipped=\"0\" time=\"0\">\n\
         <testcase classname=\"{path}\" name=\"{}\" time=\"0\">",
        escape_xml(&name(entry))
    );
    if failed {
        let findings = entry.findings.iter().copied();
        let gravest = findings.filter(|it| fails(it.severity)).max_by(|one, two| {
            // `max_by` returns the last of equal elements; this order makes it return the first finding of the highest
            // severity.
            one.severity.cmp(&two.severity).then(std::cmp::Ordering::Greater)
        });
        failure(gravest, options, out);
        put!(out, "{}</failure>", describe(entry, options));
    } else if !entry.findings.is_empty() {
        put!(out, "\n<system-out>{}</system-out>", describe(entry, options));
    }
    put!(out, "\n</testcase>\n</testsuite>\n");
}

fn failure(finding: Option<&Finding>, options: &RenderOptions, out: &mut RenderedEntries) {
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

/// Describes all findings shown of the record, one per line.
fn describe(entry: &ReportEntry<'_>, options: &RenderOptions) -> String {
    let plain = RenderOptions {
        paint: Paint::plain(),
        ..*options
    };
    let mut lines = RenderedEntries::default();
    concise::FORM.add(entry, &plain, &mut lines);
    let lines = lines.render_alone(&plain);
    let lines = String::from_utf8_lossy(&lines);
    lines.lines().map(|line| escape_xml(line) + "\n").collect()
}

/// Returns the number of the record in its file, and its players.
fn name(entry: &ReportEntry<'_>) -> String {
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
    use crate::report::sample::{about, rendered_in};
    use crate::text::decode;

    #[test]
    fn every_record_is_a_test_case() {
        let text = decode("   2 同　王\n".as_bytes(), None);
        let mut note = about(&text, "同　王");
        note.severity = Severity::Note;
        note.message = bilingual("<a> & \u{1b}[2J", "");
        let rendered = |fail_on, findings| {
            let options = RenderOptions {
                fail_on,
                ..RenderOptions::default()
            };
            rendered_in(&options, &FORM, &text, findings)
        };
        let head = |failures| {
            format!(
                "<testsuite name=\"a/b.kif\" tests=\"1\" failures=\"{failures}\" errors=\"0\" skipped=\"0\" time=\"0\">\n\
                 <testcase classname=\"a/b.kif\" name=\"1: 甲 - 乙, 六段\" time=\"0\">\n"
            )
        };
        let (one, tail) = (
            "a/b.kif:1:6: note[unreadable-line] &lt;a&gt; &amp; ␛[2J\n",
            "</testcase>\n</testsuite>\n",
        );
        let two = "a/b.kif:1:6: error[unreadable-line] cannot be read\n";
        assert_eq!(rendered(Some(Severity::Error), vec![]), head(0) + tail);
        assert_eq!(
            rendered(Some(Severity::Error), vec![note.clone()]),
            format!("{}<system-out>{one}</system-out>\n{tail}", head(0))
        );
        let findings = vec![note, about(&text, "同　王")];
        for least in [Severity::Error, Severity::Note] {
            assert_eq!(
                rendered(Some(least), findings.clone()),
                format!(
                    "{}<failure type=\"unreadable-line\" message=\"cannot be read\">{one}{two}</failure>\n{tail}",
                    head(1)
                )
            );
        }
        assert_eq!(
            rendered(None, findings),
            format!("{}<system-out>{one}{two}</system-out>\n{tail}", head(0))
        );
    }
}
