//! A stretch of output, and what of it is said once in a run.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::io;
use std::ops::Range;

use super::RenderOptions;
use super::margin::Margin;
use crate::finding::{Language, Rule, Severity};

/// What a form makes of some records that follow each other. Stretches are made side by side, and put one after the other by
/// [`Explained`].
#[derive(Clone, Debug, Default)]
pub struct Stretch {
    bytes: Vec<u8>,
    /// Where a rule can be explained, which is done at the first finding of a run. Of each rule there is one place at most.
    places: Vec<(usize, &'static Rule, usize)>,
    /// The findings that are left out where a run has shown enough of their kind, in their order.
    foldable: Vec<(Range<usize>, &'static Rule, Severity)>,
}

impl Stretch {
    pub(super) const fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether nothing stands in it.
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Takes back what stands after the first so many bytes, where no rule is explained.
    pub(super) fn truncate(&mut self, length: usize) {
        self.bytes.truncate(length);
    }

    /// Notes that this rule can be explained here, beside a gutter of so many columns.
    pub(super) fn explain_here(&mut self, rule: &'static Rule, gutter: usize) {
        if self.places.iter().all(|(_, known, _)| *known != rule) {
            self.places.push((self.bytes.len(), rule, gutter));
        }
    }

    /// Notes that what was written since the first so many bytes may be left out: a finding of this rule and severity.
    pub(super) fn may_fold(&mut self, start: usize, rule: &'static Rule, severity: Severity) {
        self.foldable.push((start..self.bytes.len(), rule, severity));
    }

    /// All of it, where nothing stands before it.
    pub fn alone(&self, options: &RenderOptions) -> Vec<u8> {
        Explained::default().whole(self, options).into_owned()
    }
}

impl io::Write for Stretch {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// So many findings of a kind are shown in a run before further ones are folded.
const SHOWN: u64 = 3;

/// What was shown in a run: the rules that were explained, and how often those spoke that are folded.
#[derive(Debug, Default)]
pub struct Explained {
    rules: HashSet<&'static str>,
    /// The rules of which everything is shown; nothing is folded without it.
    unfolded: Option<Vec<&'static str>>,
    counts: BTreeMap<(&'static str, Severity), u64>,
}

impl Explained {
    /// The same at the beginning of a run in which findings are folded but those of these rules.
    pub fn folding(unfolded: Vec<&'static str>) -> Self {
        Self {
            unfolded: Some(unfolded),
            ..Self::default()
        }
    }

    /// What the next stretch comes to.
    pub fn whole<'s>(&mut self, stretch: &'s Stretch, options: &RenderOptions) -> Cow<'s, [u8]> {
        if stretch.places.is_empty() {
            return Cow::Borrowed(&stretch.bytes);
        }
        let (mut whole, mut done) = (Vec::with_capacity(stretch.bytes.len()), 0);
        let mut places = stretch.places.iter().peekable();
        let mut explain_before = |end: usize, done: &mut usize, whole: &mut Vec<u8>| {
            while let Some(&(at, rule, gutter)) = places.next_if(|(at, ..)| *at <= end) {
                if self.rules.insert(rule.name) && at >= *done {
                    whole.extend_from_slice(&stretch.bytes[*done..at]);
                    Margin { gutter, options }.explain(rule, whole);
                    *done = at;
                }
            }
        };
        if let Some(unfolded) = &self.unfolded {
            for (range, rule, severity) in &stretch.foldable {
                let count = self.counts.entry((rule.name, *severity)).or_default();
                *count += u64::from(!unfolded.contains(&rule.name));
                if *count > SHOWN {
                    explain_before(range.start, &mut done, &mut whole);
                    whole.extend_from_slice(&stretch.bytes[done..range.start]);
                    done = range.end;
                }
            }
        }
        explain_before(stretch.bytes.len(), &mut done, &mut whole);
        whole.extend_from_slice(&stretch.bytes[done..]);
        Cow::Owned(whole)
    }

    /// A line about what was folded, the most frequent rules first; empty where nothing was.
    pub fn folded(&self, language: Language) -> String {
        let mut rules: BTreeMap<_, u64> = BTreeMap::new();
        for (&(rule, _), count) in &self.counts {
            *rules.entry(rule).or_default() += count.saturating_sub(SHOWN);
        }
        let mut rules: Vec<_> = rules.into_iter().filter(|(_, count)| *count > 0).collect();
        rules.sort_by_key(|(_, count)| Reverse(*count));
        let hidden: u64 = rules.iter().map(|(_, count)| count).sum();
        let (unit, comma) = match language {
            Language::English => ("", ", "),
            Language::Japanese => ("件", "、"),
        };
        let list: Vec<_> = rules
            .iter()
            .map(|(rule, count)| format!("{rule} {count}{unit}"))
            .collect();
        let list = list.join(comma);
        let are = if hidden == 1 { "finding is" } else { "findings are" };
        match language {
            _ if hidden == 0 => String::new(),
            Language::English => format!(
                "{hidden} more {are} not shown ({list}); use --all-notes, or --select RULE, to show all of them\n"
            ),
            Language::Japanese => format!(
                "ほかに{hidden}件の指摘を省略（{list}）。`--all-notes` か `--select 規則` を付けるとすべて表示する\n"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{about, entered};
    use super::super::text::FORM;
    use super::*;
    use crate::text::decode;

    #[test]
    fn a_rule_is_explained_once_wherever_stretches_are_cut() {
        let text = decode("   2 同　王\n".as_bytes(), None);
        let options = RenderOptions::default();
        let finding = about(&text, "同　王");
        let mut both = Stretch::default();
        entered(&options, &FORM, &text, vec![finding.clone()], &mut both);
        entered(&options, &FORM, &text, vec![finding.clone()], &mut both);
        let mut one = Stretch::default();
        entered(&options, &FORM, &text, vec![finding], &mut one);
        let mut explained = Explained::default();
        let apart = [&one, &one]
            .map(|it| explained.whole(it, &options).into_owned())
            .concat();
        let together = both.alone(&options);
        assert_eq!(String::from_utf8(together.clone()), String::from_utf8(apart));
        let together = String::from_utf8(together).unwrap();
        assert_eq!(together.matches(" = why: ").count(), 1);
        assert_eq!(together.matches(" = help: ").count(), 2);
    }
}
