//! Rendered entries, and the state of a run that determines which explanations are inserted and which findings are omitted.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::io;
use std::ops::Range;

use super::RenderOptions;
use super::text::Margin;
use crate::finding::{CauseKind, Language, Rule, Severity};

/// A rule or a kind of causes, which a run explains once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Explained {
    Rule(&'static Rule),
    Cause(CauseKind),
}

impl Explained {
    /// Returns the name, with `true` for a rule.
    const fn key(self) -> (bool, &'static str) {
        match self {
            Self::Rule(rule) => (true, rule.name),
            Self::Cause(kind) => (false, kind.name()),
        }
    }
}

/// The rendered output for consecutive records, in one output format.
///
/// Threads create values of this type in parallel. [`RenderState`] turns the values into the final output, in the order
/// of the records.
#[derive(Clone, Debug, Default)]
pub struct RenderedEntries {
    bytes: Vec<u8>,
    /// The offsets at which rules and kinds of causes can be explained, each with the width of the gutter.
    ///
    /// There is at most one offset for each. A run explains a rule only at the first of its offsets in all entries.
    explanation_places: Vec<(usize, Explained, usize)>,
    /// The findings that are omitted if the run has shown [`MAX_SHOWN_PER_KIND`] findings of the same rule and severity.
    foldable: Vec<(Range<usize>, &'static Rule, Severity)>,
    /// For each record with a line after its findings: the range of the findings, and the range of the line.
    ///
    /// The line is omitted if all findings in the range are omitted.
    trailing_lines: Vec<(Range<usize>, Range<usize>)>,
    /// The number of findings by severity, notes first.
    pub(super) findings: [u64; 3],
}

impl RenderedEntries {
    /// Returns the number of findings in all entries together.
    pub(crate) fn findings(&self) -> u64 {
        self.findings.iter().sum()
    }

    pub(super) const fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns whether the entries have no text.
    pub(crate) const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Truncates the output to `length` bytes. The removed output must not contain the place of an explanation or a
    /// marked range.
    pub(super) fn truncate(&mut self, length: usize) {
        self.bytes.truncate(length);
    }

    /// Marks the end of the output as the place where the rule or the kind of causes can be explained, after a gutter of this
    /// width. Does nothing if it already has a place.
    pub(super) fn mark_explanation(&mut self, explained: Explained, gutter: usize) {
        if self
            .explanation_places
            .iter()
            .all(|(_, marked, _)| *marked != explained)
        {
            self.explanation_places
                .push((self.bytes.len(), explained, gutter));
        }
    }

    /// Marks the output since `start` as one finding, which the renderer may omit if it has shown many others of this
    /// rule and severity.
    pub(super) fn mark_foldable(&mut self, start: usize, rule: &'static Rule, severity: Severity) {
        self.foldable.push((start..self.bytes.len(), rule, severity));
    }

    /// Marks the output since `line_start` as the line after the findings of a record, which begin at `record_start`.
    pub(super) fn mark_trailing_line(&mut self, record_start: usize, line_start: usize) {
        self.trailing_lines
            .push((record_start..line_start, line_start..self.bytes.len()));
    }

    /// Returns the output without explanations. No findings are omitted.
    #[cfg(feature = "cli")]
    pub(crate) fn unexplained(self) -> Vec<u8> {
        self.bytes
    }

    /// Returns the output of a run that consists of these entries only. No findings are omitted.
    pub fn render_alone(&self, options: &RenderOptions) -> Vec<u8> {
        RenderState::default().render(self, options).into_owned()
    }
}

impl io::Write for RenderedEntries {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Maximum number of foldable findings of one rule and severity that are shown in a run.
const MAX_SHOWN_PER_KIND: u64 = 3;

/// The state of a run: the rules that were already explained, and the numbers of foldable findings so far.
#[derive(Debug, Default)]
pub struct RenderState {
    /// The keys of the rules and kinds of causes that were explained.
    explained: HashSet<(bool, &'static str)>,
    /// The names of the rules whose findings are all shown. `None` if all findings of all rules are shown.
    unfolded: Option<Vec<&'static str>>,
    /// The number of foldable findings so far, by rule and severity. Findings of rules in `unfolded` are not counted.
    counts: BTreeMap<(&'static str, Severity), u64>,
}

impl RenderState {
    /// Returns the state at the start of a run in which foldable findings that are repeated too often are omitted,
    /// except those of the `unfolded` rules.
    pub(crate) fn with_folding(unfolded: Vec<&'static str>) -> Self {
        Self {
            unfolded: Some(unfolded),
            ..Self::default()
        }
    }

    /// Returns the final output of the next entries, with explanations inserted and repeated findings omitted.
    pub fn render<'s>(&mut self, entries: &'s RenderedEntries, options: &RenderOptions) -> Cow<'s, [u8]> {
        if entries.explanation_places.is_empty() {
            return Cow::Borrowed(&entries.bytes);
        }
        let hidden_ranges = self.hidden_ranges(entries);
        let (mut out, mut copied_end) = (Vec::with_capacity(entries.bytes.len()), 0);
        let mut places = entries.explanation_places.iter().peekable();
        let mut explain_before = |end: usize, copied_end: &mut usize, out: &mut Vec<u8>| {
            while let Some(&(at, explained, gutter)) = places.next_if(|(at, ..)| *at <= end) {
                if self.explained.insert(explained.key()) && at >= *copied_end {
                    out.extend_from_slice(&entries.bytes[*copied_end..at]);
                    Margin { gutter, options }.explain(explained, out);
                    *copied_end = at;
                }
            }
        };
        for range in hidden_ranges {
            explain_before(range.start, &mut copied_end, &mut out);
            out.extend_from_slice(&entries.bytes[copied_end..range.start]);
            copied_end = range.end;
        }
        explain_before(entries.bytes.len(), &mut copied_end, &mut out);
        out.extend_from_slice(&entries.bytes[copied_end..]);
        Cow::Owned(out)
    }

    /// Returns the ranges that are omitted from the next entries, in ascending order. Returns no ranges if all findings
    /// are shown.
    ///
    /// These are the ranges of foldable findings after the first [`MAX_SHOWN_PER_KIND`] of their rule and severity, and
    /// of the line after a record if all of its findings are omitted.
    fn hidden_ranges(&mut self, entries: &RenderedEntries) -> Vec<Range<usize>> {
        let Self { unfolded, counts, .. } = self;
        let Some(unfolded) = unfolded else {
            return Vec::new();
        };
        let mut is_hidden = |rule: &'static Rule, severity| {
            let count = counts.entry((rule.name, severity)).or_default();
            *count += u64::from(!unfolded.contains(&rule.name));
            *count > MAX_SHOWN_PER_KIND
        };
        let mut hidden_ranges = Vec::new();
        let mut foldable = entries.foldable.iter().peekable();
        for (findings, line) in &entries.trailing_lines {
            let mut shown_bytes = findings.len();
            while let Some((range, rule, severity)) = foldable.next_if(|(it, ..)| it.start < findings.end) {
                if is_hidden(rule, *severity) {
                    let is_inside = range.start >= findings.start;
                    shown_bytes -= if is_inside { range.len() } else { 0 };
                    hidden_ranges.push(range.clone());
                }
            }
            if shown_bytes == 0 {
                hidden_ranges.push(line.clone());
            }
        }
        for (range, rule, severity) in foldable {
            if is_hidden(rule, *severity) {
                hidden_ranges.push(range.clone());
            }
        }
        hidden_ranges
    }

    /// Returns a line with the number of omitted findings, in total and by rule, the most frequent rules first.
    ///
    /// The line is empty if nothing was omitted.
    pub(crate) fn hidden_summary(&self, language: Language) -> String {
        let mut rules: BTreeMap<_, u64> = BTreeMap::new();
        for (&(rule, _), count) in &self.counts {
            *rules.entry(rule).or_default() += count.saturating_sub(MAX_SHOWN_PER_KIND);
        }
        let mut rules: Vec<_> = rules.into_iter().filter(|(_, count)| *count > 0).collect();
        rules.sort_by_key(|(_, count)| Reverse(*count));
        let hidden: u64 = rules.iter().map(|(_, count)| count).sum();
        let (unit, comma) = language.either(("", ", "), ("件", "、"));
        let list: Vec<_> = rules
            .iter()
            .map(|(rule, count)| format!("{rule} {count}{unit}"))
            .collect();
        let list = list.join(comma);
        let subject = if hidden == 1 { "finding is" } else { "findings are" };
        match language {
            _ if hidden == 0 => String::new(),
            Language::English => format!(
                "{hidden} more {subject} not shown ({list}); use --all-notes, or --select RULE, to show all of them\n"
            ),
            Language::Japanese => format!(
                "ほかに{hidden}件の指摘を省略（{list}）。`--all-notes` か `--select 規則` を付けるとすべて表示する\n"
            ),
        }
    }
}
