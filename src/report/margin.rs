//! The remarks beside a finding, behind their gutter.

use unicode_width::UnicodeWidthStr;

use super::fold::folded;
use super::{RenderOptions, put};
use crate::finding::{Rule, Words, both};

/// A terminal with fewer columns folds long lines itself.
const NARROW: usize = 40;

/// Where remarks stand.
pub(super) struct Margin<'m> {
    /// Columns of the number of the line above.
    pub(super) gutter: usize,
    pub(super) options: &'m RenderOptions,
}

impl Margin<'_> {
    pub(super) fn say(&self, words: Words) -> &'static str {
        words.in_language(self.options.language)
    }

    /// Why a rule is one and what to do about it: that stands beside its first finding in a run, so that a long list stays
    /// readable.
    pub(super) fn explain(&self, rule: &Rule, out: &mut impl std::io::Write) {
        let page = rule.page();
        self.remark(both("why", "理由"), self.say(page.why), out);
        self.remark(both("do", "対処"), self.say(page.remedy), out);
    }

    pub(super) fn remark(&self, label: Words, words: &str, out: &mut impl std::io::Write) {
        let columns = self.label(label, out);
        self.sentence(words, columns, columns, out);
        put!(out, "\n");
    }

    /// Writes what a remark begins with, and says how many columns that takes.
    pub(super) fn label(&self, label: Words, out: &mut impl std::io::Write) -> usize {
        let (frame, strong) = (self.options.paint.frame, self.options.paint.strong);
        let (gutter, label) = (self.gutter, self.say(label));
        put!(
            out,
            "{:gutter$} {frame}={frame:#} {strong}{label}{strong:#}: ",
            ""
        );
        gutter + label.width() + 5
    }

    /// Writes a sentence before which so many columns are taken; where it is folded, so many are left free.
    pub(super) fn sentence(&self, words: &str, taken: usize, free: usize, out: &mut impl std::io::Write) {
        let columns = self.options.columns.filter(|&it| it >= NARROW);
        let Some(columns) = columns else {
            put!(out, "{words}");
            return;
        };
        let lines = folded(words, columns.saturating_sub(taken), columns - free);
        for (number, line) in lines.into_iter().enumerate() {
            if number > 0 {
                put!(out, "\n{:free$}", "");
            }
            put!(out, "{line}");
        }
    }
}
