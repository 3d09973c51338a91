//! A stretch of output, and what of it is said once in a run.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io;

use super::RenderOptions;
use super::margin::Margin;
use crate::finding::Rule;

/// What a form makes of some records that follow each other. Stretches are made side by side, and put one after the other by
/// [`Explained`].
#[derive(Clone, Debug, Default)]
pub struct Stretch {
    bytes: Vec<u8>,
    /// Where a rule can be explained, which is done at the first finding of a run. Of each rule there is one place at most.
    places: Vec<(usize, &'static Rule, usize)>,
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

/// The rules that were explained in a run.
#[derive(Debug, Default)]
pub struct Explained(HashSet<&'static str>);

impl Explained {
    /// What the next stretch comes to.
    pub fn whole<'s>(&mut self, stretch: &'s Stretch, options: &RenderOptions) -> Cow<'s, [u8]> {
        if stretch.places.is_empty() {
            return Cow::Borrowed(&stretch.bytes);
        }
        let (mut whole, mut done) = (Vec::with_capacity(stretch.bytes.len()), 0);
        for &(at, rule, gutter) in &stretch.places {
            if self.0.insert(rule.name) {
                whole.extend_from_slice(&stretch.bytes[done..at]);
                Margin { gutter, options }.explain(rule, &mut whole);
                done = at;
            }
        }
        whole.extend_from_slice(&stretch.bytes[done..]);
        Cow::Owned(whole)
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
