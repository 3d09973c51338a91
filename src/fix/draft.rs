//! A text with edits that are made one after the other.

use std::ops::Range;

use crate::finding::{Edit, Span};

/// A text after some edits, which knows where its parts come from.
pub(super) struct Draft<'t> {
    original: &'t str,
    parts: Vec<Part>,
}

/// A part of a text after edits.
#[derive(Clone, Debug)]
enum Part {
    /// A part of the original text: the offsets of its start and end.
    Kept(usize, usize),
    /// New text.
    New(String),
}

impl Part {
    fn length(&self) -> usize {
        match self {
            Self::Kept(start, end) => end - start,
            Self::New(text) => text.len(),
        }
    }

    /// Divides the part at an offset from its start.
    fn split(self, at: usize) -> [Self; 2] {
        match self {
            Self::Kept(start, end) => [Self::Kept(start, start + at), Self::Kept(start + at, end)],
            Self::New(mut text) => {
                let rest = text.split_off(at);
                [Self::New(text), Self::New(rest)]
            }
        }
    }
}

/// Returns a text with edits, which must not overlap. `base` is the offset of the text in their spans.
pub(crate) fn edited(text: &str, base: u32, edits: &[Edit]) -> String {
    let mut draft = Draft::new(text);
    draft.apply(edits, base);
    draft.text()
}

impl<'t> Draft<'t> {
    pub(super) fn new(original: &'t str) -> Self {
        let parts = vec![Part::Kept(0, original.len())];
        Self { original, parts }
    }

    /// Returns the text with all edits.
    pub(super) fn text(&self) -> String {
        let parts = self.parts.iter().map(|part| match part {
            Part::Kept(start, end) => &self.original[*start..*end],
            Part::New(text) => text,
        });
        parts.collect()
    }

    /// Makes edits of the current text, which must not overlap. `base` is the offset of this text in the spans of the edits.
    pub(super) fn apply(&mut self, edits: &[Edit], base: u32) {
        let mut edits: Vec<&Edit> = edits.iter().collect();
        // From the end, so that the offsets of the other edits stay.
        edits.sort_by_key(|edit| edit.span);
        for edit in edits.into_iter().rev() {
            let [start, end] = [edit.span.start, edit.span.end].map(|at| (at - base) as usize);
            let first = self.split_at(start);
            let last = self.split_at(end);
            self.parts.splice(first..last, [Part::New(edit.text.clone())]);
        }
    }

    /// Divides the part at an offset of the current text. Returns the index of the part that begins there.
    fn split_at(&mut self, offset: usize) -> usize {
        let mut start = 0;
        for at in 0..self.parts.len() {
            if start >= offset {
                return at;
            }
            let length = self.parts[at].length();
            if offset < start + length {
                let part = self.parts[at].clone();
                self.parts.splice(at..=at, part.split(offset - start));
                return at + 1;
            }
            start += length;
        }
        self.parts.len()
    }

    /// Returns the part of the original text that a part of the current text comes from. New text comes from the place at
    /// which it was added.
    pub(super) fn original_range(&self, range: Range<usize>) -> Range<usize> {
        let start = self.original_offset(range.start);
        start..self.original_offset(range.end).max(start)
    }

    fn original_offset(&self, offset: usize) -> usize {
        let (mut start, mut original) = (0, 0);
        for part in &self.parts {
            if let Part::Kept(kept, end) = *part {
                if offset < start + (end - kept) {
                    return kept + offset.saturating_sub(start);
                }
                original = end;
            }
            start += part.length();
        }
        original
    }

    /// Returns all edits as edits of the original text, which begins at `base`.
    pub(super) fn edits(&self, base: usize) -> Vec<Edit> {
        let mut edits = Vec::new();
        let (mut at, mut text) = (0, String::new());
        let end = Part::Kept(self.original.len(), self.original.len());
        for part in self.parts.iter().chain([&end]) {
            match part {
                Part::New(new) => text.push_str(new),
                Part::Kept(start, end) => {
                    if at < *start || !text.is_empty() {
                        let span = Span::new(base + at, base + start);
                        edits.push(Edit {
                            span,
                            text: std::mem::take(&mut text),
                        });
                    }
                    at = *end;
                }
            }
        }
        edits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(start: usize, end: usize, text: &str) -> Edit {
        Edit {
            span: Span::new(start, end),
            text: text.to_owned(),
        }
    }

    #[test]
    fn edits_of_edited_text_are_edits_of_the_original() {
        let original = "one two three";
        let mut draft = Draft::new(original);
        draft.apply(&[edit(4, 7, "2"), edit(0, 0, "> ")], 0);
        assert_eq!(draft.text(), "> one 2 three");
        assert_eq!(draft.original_range(8..13), 8..13);
        // Within new text, at its end, and after it.
        draft.apply(&[edit(1, 1, ">"), edit(7, 7, "x"), edit(8, 13, "3")], 0);
        assert_eq!(draft.text(), ">> one 2x 3");
        let mut again = Draft::new(original);
        again.apply(&draft.edits(0), 0);
        assert_eq!(again.text(), draft.text());
    }

    #[test]
    fn a_draft_without_edits_has_none() {
        assert_eq!(Draft::new("text").edits(5), []);
        let mut draft = Draft::new("text");
        draft.apply(&[edit(5, 6, "T"), edit(9, 9, "s")], 5);
        assert_eq!(draft.text(), "Texts");
        assert_eq!(draft.edits(5), [edit(5, 6, "T"), edit(9, 9, "s")]);
    }
}
