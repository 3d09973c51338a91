//! A form of output, and what it is given.

use std::borrow::Cow;

use super::put;
use super::render_options::RenderOptions;
use super::stretch::Stretch;
use crate::finding::{Severity, Words};
use crate::record::Record;
use crate::referee::Judgement;
use crate::text::Payload;
use crate::text::Text;

/// A judged record, as the reports see it.
#[derive(Clone, Copy, Debug)]
pub struct ReportEntry<'e> {
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
    /// What the referee says; of the findings, those that are shown.
    pub judgement: &'e Judgement,
    /// The severity of the gravest finding, shown or not.
    pub gravest: Option<Severity>,
}

/// What a run came to, as far as the end of its output is about it.
#[derive(Clone, Debug, Default)]
pub struct RunEnd {
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
const KEPT_FAILURES: usize = 1_000;

impl RunEnd {
    /// Adds a path that could not be read.
    pub fn fail(&mut self, path: &str, why: &str) {
        self.failures += 1;
        if self.unread.len() < KEPT_FAILURES {
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
    pub content: Payload,
    /// The usual extension of its files.
    pub extension: &'static str,
    /// What the output begins with.
    pub open: fn() -> Cow<'static, str>,
    /// What stands between two entries.
    pub between: &'static str,
    /// What the output ends with.
    pub close: fn(&RunEnd, &RenderOptions) -> Cow<'static, str>,
    /// The entry for a path that could not be read, and why; empty where the form has none.
    pub unread: fn(&str, &str) -> String,
    /// Writes an entry.
    pub entry: fn(&ReportEntry<'_>, &RenderOptions, &mut Stretch),
}

impl ReportForm {
    /// Whether people read it, on a terminal and in colour, rather than programs.
    pub fn is_for_people(&self) -> bool {
        self.content == Payload::Words
    }

    /// Adds an entry to a stretch of output that begins or ends anywhere between two entries.
    pub fn add(&self, entry: &ReportEntry<'_>, options: &RenderOptions, stretch: &mut Stretch) {
        let before = stretch.len();
        if before > 0 {
            put!(stretch, "{}", self.between);
        }
        let start = stretch.len();
        (self.entry)(entry, options, stretch);
        if stretch.len() == start {
            stretch.truncate(before);
        }
    }
}
