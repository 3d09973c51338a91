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
    pub close: fn() -> Cow<'static, str>,
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
