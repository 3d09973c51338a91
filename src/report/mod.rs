//! What is said about records, in the forms that people and programs read: one file for each.

mod catalogue;
mod columns;
mod concise;
mod csv;
mod diagram;
mod excerpt;
pub mod fault;
mod fold;
pub mod formats;
mod json;
mod losses;
mod manner;
mod markup;
pub mod page;
mod paint;
mod place;
pub mod profiles;
pub mod show;
mod svg;
mod tally;
mod text;

pub use catalogue::catalogue;
pub use diagram::{Mark, diagram, marked};
pub use losses::{Conversion, Fate, Remark};
pub use manner::Manner;
pub use markup::escaped;
pub use paint::Paint;
pub use svg::svg;
pub use tally::Tally;

use crate::output::Content;
use crate::record::Record;
use crate::referee::Judgement;
use crate::text::Text;

/// A judged record, as the reports see it.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'e> {
    /// The path of the file as the user knows it.
    pub path: &'e str,
    /// The text of the file; the places of the findings are in it.
    pub text: &'e Text<'e>,
    /// The record as it was read.
    pub record: &'e Record<'e>,
    /// When it says that it began, as far as that can be read.
    pub date: Option<&'e str>,
    /// The name of the rules by which it was judged.
    pub profile: &'e str,
    /// What the referee says.
    pub judgement: &'e Judgement,
}

/// A form of output. The output of a run is `open`, the entries with `between` them, `close`; an entry of
/// which there is nothing to say leaves no trace.
#[derive(Debug)]
pub struct Form {
    /// The name that `--format` knows.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// What it holds.
    pub content: Content,
    /// The usual extension of its files.
    pub extension: &'static str,
    /// What the output begins with.
    pub open: &'static str,
    /// What stands between two entries.
    pub between: &'static str,
    /// What the output ends with.
    pub close: &'static str,
    /// Writes an entry.
    pub entry: fn(&Entry<'_>, &Manner, &mut Vec<u8>),
}

/// A finding a line, for where other things are said too.
pub static CONCISE: &Form = &concise::FORM;

/// All forms, the usual one first.
pub static FORMS: &[&Form] = &[
    &text::FORM,
    &concise::FORM,
    &json::ARRAY,
    &json::LINES,
    &csv::FORM,
];

impl Form {
    /// Whether people read it, on a terminal and in colour, rather than programs.
    pub fn is_for_people(&self) -> bool {
        self.content == Content::Words
    }

    /// Adds an entry to a stretch of output that begins or ends anywhere between two entries.
    pub fn add(&self, entry: &Entry<'_>, manner: &Manner, stretch: &mut Vec<u8>) {
        let before = stretch.len();
        if before > 0 {
            stretch.extend_from_slice(self.between.as_bytes());
        }
        let start = stretch.len();
        (self.entry)(entry, manner, stretch);
        if stretch.len() == start {
            stretch.truncate(before);
        }
    }
}

/// Writing into memory cannot fail, so that nothing is lost where the result is dropped.
macro_rules! put {
    ($out:expr, $($words:tt)*) => {{
        use std::io::Write as _;
        let _ = write!($out, $($words)*);
    }};
}
use put;

#[cfg(test)]
pub(crate) mod sample {
    //! An entry to try the reports on.

    use super::{Entry, Form, Manner};
    use crate::finding::{Finding, Span, say};
    use crate::notation::rules;
    use crate::record::{Format, Header, Outcome, Record, Terminal};
    use crate::referee::Judgement;
    use crate::shogi::Color;
    use crate::text::Text;

    /// What a form makes of a record with these findings.
    pub(crate) fn rendered(form: &Form, text: &Text<'_>, findings: Vec<Finding>) -> String {
        rendered_in(&Manner::default(), form, text, findings)
    }

    /// The same for a reader who has asked for something.
    pub(crate) fn rendered_in(
        manner: &Manner,
        form: &Form,
        text: &Text<'_>,
        findings: Vec<Finding>,
    ) -> String {
        let judgement = Judgement {
            findings,
            plies: 2,
            end: Some(Terminal::Resign),
            stated: Some(Outcome::Win(Color::White)),
            verdict: Some(Outcome::Win(Color::White)),
            because: Vec::new(),
            occurrences: 1,
        };
        let mut record = Record::new(Format::named("kif"));
        for (key, value) in [("先手", "甲"), ("後手", "乙, 六段"), ("棋戦", "例会")] {
            record.headers.push(Header {
                key: key.into(),
                value: value.into(),
                span: Span::default(),
            });
        }
        let entry = Entry {
            path: "a/b.kif",
            text,
            record: &record,
            date: Some("2024-05-05"),
            profile: "jsa-amateur",
            judgement: &judgement,
        };
        let mut out = Vec::new();
        form.add(&entry, manner, &mut out);
        String::from_utf8(out).unwrap()
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
        finding.side = Some(Color::White);
        finding
    }
}
