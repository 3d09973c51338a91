//! Any bytes can be read, checked and reported. The findings are consistent, and the reports are UTF-8.

use std::sync::Arc;

use kifu::check::{Checked, Suppressed};
use kifu::finding::{Finding, Language, Severity};
use kifu::notation;
use kifu::record::Record;
use kifu::referee::{Judgement, Referee};
use kifu::report::{FORMS, Paint, RenderOptions, RenderedEntries, ReportEntry};
use kifu::text::Text;

use super::choices::{Choices, MAX_RECORDS};

/// Rules about the bytes of a file. Their findings may point outside of the record.
const RULES_ABOUT_BYTES: [&str; 6] = [
    "control-character",
    "damaged-bytes",
    "double-encoded",
    "encoding-mismatch",
    "replacement-character",
    "unknown-encoding",
];

/// The languages of text output.
pub(super) const LANGUAGES: [Language; 2] = [Language::English, Language::Japanese];

/// Reads, checks and reports an input.
///
/// # Panics
///
/// If there is no record, if a finding is inconsistent, or if a report is not UTF-8.
pub fn run(data: &[u8]) {
    let mut choices = Choices::from_bytes(data);
    let text = choices.text(data);
    let notation = choices.notation(&text);
    let mut records = 0;
    for record in notation::records(&text, notation).take(MAX_RECORDS) {
        records += 1;
        let (form, language) = (choices.one_of(FORMS), *choices.one_of(&LANGUAGES));
        let compares_referees = choices.below(8) == 0;
        choices.with_referee(|referee| {
            let judgement = referee.check(&record);
            assert_consistent(&text, &record, &judgement);
            if compares_referees {
                assert_stateless(referee, &record, &judgement);
            }
            let highest = judgement.findings.iter().map(|it| it.severity).max();
            let game = Checked {
                judgement,
                suppressed: Suppressed::default(),
                profile: Arc::new(referee.profile().clone()),
                path: "input",
                text: &text,
                record,
            };
            let entry = ReportEntry {
                game: &game,
                findings: &game.judgement.shown(Severity::Note),
                date: None,
                highest,
                show: Some(""),
            };
            let mut out = RenderedEntries::default();
            form.add(&entry, &options(language), &mut out);
            let out = out.render_alone(&options(language));
            assert!(
                form.is_binary || str::from_utf8(&out).is_ok(),
                "reports for people and other texts are UTF-8"
            );
        });
    }
    assert!(records > 0, "a file without any record says nothing");
}

/// Asserts that a referee keeps no state of earlier records.
fn assert_stateless(referee: &Referee, record: &Record<'_>, judgement: &Judgement) {
    let fresh = Referee::with_profile(referee.profile().clone()).check(record);
    assert_eq!(format!("{judgement:?}"), format!("{fresh:?}"));
}

/// Returns the options with the largest output: with boards, in colours, and wrapped to 60 columns.
pub(super) fn options(language: Language) -> RenderOptions {
    RenderOptions {
        all_findings: false,
        language,
        paint: Paint::coloured(),
        boards: true,
        fail_on: Some(Severity::Error),
        columns: Some(60),
    }
}

/// Asserts that findings have messages, and are in the order of plies, with findings without a ply at the end. Also asserts
/// that each finding points at whole characters of its record or, for [`RULES_ABOUT_BYTES`], of the text.
fn assert_consistent(text: &Text<'_>, record: &Record<'_>, judgement: &Judgement) {
    for finding in &judgement.findings {
        assert!(!finding.message.english().trim().is_empty(), "{finding:?}");
        assert!(!finding.message.japanese().trim().is_empty(), "{finding:?}");
        assert_place(text, record, finding);
    }
    let plies = judgement.findings.iter().map(|it| it.ply.unwrap_or(u32::MAX));
    assert!(plies.is_sorted(), "{:?}", judgement.findings);
}

fn assert_place(text: &Text<'_>, record: &Record<'_>, finding: &Finding) {
    let Some(span) = finding.span else { return };
    let text = text.as_str();
    let (start, end) = (span.start as usize, span.end as usize);
    assert!(start <= end && end <= text.len(), "{finding:?}");
    assert!(
        text.is_char_boundary(start) && text.is_char_boundary(end),
        "{finding:?}"
    );
    let is_in_record = record.span.start <= span.start && span.end <= record.span.end;
    assert!(
        is_in_record || RULES_ABOUT_BYTES.contains(&finding.rule.name),
        "{finding:?}"
    );
}
