//! What is said about records, in the forms that people and programs read: one file for each.

mod catalogue;
mod columns;
mod concise;
mod csv;
mod diagram;
mod excerpt;
pub mod fault;
pub mod fields;
mod fold;
mod form;
pub mod formats;
mod github;
mod json;
mod junit;
mod losses;
mod margin;
mod markup;
pub mod page;
mod paint;
mod place;
pub mod profiles;
mod put;
mod refusal;
mod region;
mod render_options;
mod sarif;
pub mod show;
mod stretch;
mod svg;
mod tally;
mod text;

pub use catalogue::{catalogue, catalogue_json};
pub use diagram::{Mark, diagram, marked};
#[cfg(feature = "cli")]
pub(crate) use fold::{folded, may_part};
pub use form::{ReportEntry, ReportForm, RunEnd};
pub use losses::{Conversion, Fate, Refused, Remark};
pub use markup::escaped;
pub use paint::Paint;
pub use refusal::why_not;
pub use render_options::RenderOptions;
pub use sarif::GITHUB_RESULTS;
pub use stretch::{Explained, Stretch};
pub use svg::{bare_board, lone_piece};
pub use svg::{corner, drawn_svg, svg};
pub use tally::Tally;

use put::put;

/// A finding a line, for where other things are said too.
pub static CONCISE: &ReportForm = &concise::FORM;

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
];

/// SARIF.
pub static SARIF: &ReportForm = &sarif::FORM;

/// CSV for spreadsheets, which take another encoding for granted and words for formulas.
pub static SPREADSHEET: &ReportForm = &csv::SPREADSHEET;

#[cfg(test)]
pub(crate) mod sample {
    //! An entry to try the reports on.

    use super::{RenderOptions, ReportEntry, ReportForm, Stretch};
    use crate::finding::{Finding, Span, say};
    use crate::notation::header::header;
    use crate::record::{Format, Outcome, Record, Terminal};
    use crate::referee::Judgement;
    use crate::referee::rules;
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
        let entry = ReportEntry {
            path: "a/b.kif",
            text,
            record: &record,
            date: Some("2024-05-05"),
            profile: "jsa-amateur",
            gravest: judgement.findings.iter().map(|it| it.severity).max(),
            judgement: &judgement,
        };
        form.add(&entry, options, stretch);
    }

    /// A finding about the first place of `token` in the text.
    pub(crate) fn about(text: &Text<'_>, token: &str) -> Finding {
        let start = text.as_str().find(token).unwrap();
        let mut finding = Finding::new(
            &rules::unreadable_line::RULE,
            Span::new(start, start + token.len()),
            say("cannot be read", "読み取れない"),
        )
        .at_ply(2);
        finding.seat = Some(Color::White.into());
        finding
    }
}
