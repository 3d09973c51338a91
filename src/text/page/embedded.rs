//! A text that was taken out of a page, with the way back to the page.

use core::ops::Range;

/// A text that was taken out of a page. Each of its characters has a place in the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EmbeddedText {
    text: String,
    /// The parts of the text, in its order.
    parts: Vec<Part>,
}

/// A part of a text, up to the next part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    /// Offset in the text.
    start: u32,
    /// Offset in the page.
    place: u32,
    /// The length of the part in the page (bytes).
    length: u32,
    /// `true` if the text of the part is that of the page, `false` if it replaces a reference or a tag.
    is_literal: bool,
}

impl EmbeddedText {
    /// Returns the text.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Adds a part of the page as it is written there.
    pub(super) fn push_literal(&mut self, page: &str, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let is_continued = self
            .parts
            .last()
            .is_some_and(|last| last.is_literal && (last.place + last.length) as usize == range.start);
        match self.parts.last_mut().filter(|_| is_continued) {
            Some(last) => last.length += range.len() as u32,
            None => self.push_part(&range, true),
        }
        self.text.push_str(&page[range]);
    }

    /// Adds a text in place of a range of the page.
    pub(super) fn push_replacement(&mut self, replacement: &str, range: &Range<usize>) {
        if !replacement.is_empty() {
            self.push_part(range, false);
            self.text.push_str(replacement);
        }
    }

    fn push_part(&mut self, range: &Range<usize>, is_literal: bool) {
        self.parts.push(Part {
            start: self.text.len() as u32,
            place: range.start as u32,
            length: range.len() as u32,
            is_literal,
        });
    }

    /// Adds another text.
    pub(super) fn append(&mut self, other: &Self) {
        self.append_range(other, 0..other.text.len());
    }

    /// Adds a range of another text.
    fn append_range(&mut self, other: &Self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let first = other.part_at(range.start);
        for index in first..other.parts.len() {
            let part = other.parts[index];
            let part_range = other.range_of(index);
            if part_range.start >= range.end {
                break;
            }
            let start = part_range.start.max(range.start);
            let end = part_range.end.min(range.end);
            let skipped = (start - part_range.start) as u32;
            self.parts.push(Part {
                start: self.text.len() as u32,
                place: if part.is_literal {
                    part.place + skipped
                } else {
                    part.place
                },
                length: if part.is_literal {
                    (end - start) as u32
                } else {
                    part.length
                },
                is_literal: part.is_literal,
            });
            self.text.push_str(&other.text[start..end]);
        }
    }

    /// Returns the text without the white space with which all of its lines begin, blank lines excepted.
    #[must_use]
    pub(super) fn without_indentation(self) -> Self {
        let mut common: Option<&str> = None;
        for line in self
            .text
            .split(['\n', '\r'])
            .filter(|line| !line.trim().is_empty())
        {
            let indentation = &line[..line.len() - line.trim_start().len()];
            common = Some(common.map_or(indentation, |common| common_start(common, indentation)));
            if common == Some("") {
                return self;
            }
        }
        let length = common.unwrap_or_default().len();
        if length == 0 {
            return self;
        }
        let mut out = Self::default();
        let mut start = 0;
        for line in self.text.split_inclusive(['\n', '\r']) {
            let skipped = if line.trim().is_empty() { 0 } else { length };
            out.append_range(&self, start + skipped..start + line.len());
            start += line.len();
        }
        out
    }

    /// Returns the range of the page from the beginning of the text to its end.
    pub(super) fn place(&self) -> Range<usize> {
        let start = self.parts.first().map_or(0, |part| part.place as usize);
        let end = self
            .parts
            .last()
            .map_or(0, |part| (part.place + part.length) as usize);
        start..end.max(start)
    }

    /// Returns the offset in the page of the character at `at`. The end of the text is the end of its last part.
    pub(super) fn place_of(&self, at: usize) -> usize {
        if at >= self.text.len() {
            return self.place().end;
        }
        let Some(part) = self.parts.get(self.part_at(at)) else {
            return 0;
        };
        let offset = if part.is_literal {
            at - part.start as usize
        } else {
            0
        };
        part.place as usize + offset
    }

    /// Returns the offset in the page at which the character before `at` ends.
    pub(super) fn end_place_of(&self, at: usize) -> usize {
        let Some(last) = at.min(self.text.len()).checked_sub(1) else {
            return self.place().start;
        };
        let Some(part) = self.parts.get(self.part_at(last)) else {
            return 0;
        };
        let length = if part.is_literal {
            last + 1 - part.start as usize
        } else {
            part.length as usize
        };
        part.place as usize + length
    }

    /// Returns the offset in a range of the text for an offset in the page: that of the first character at this place or after
    /// it.
    pub(super) fn offset_of(&self, range: Range<usize>, place: usize) -> usize {
        let first = self.part_at(range.start);
        let end = self
            .parts
            .partition_point(|part| (part.start as usize) < range.end);
        let parts = &self.parts[first.min(end)..end];
        let index = parts.partition_point(|part| ((part.place + part.length) as usize) <= place);
        let Some(part) = parts.get(index) else {
            return range.end;
        };
        let offset = if part.is_literal {
            place.saturating_sub(part.place as usize)
        } else {
            0
        };
        (part.start as usize + offset).clamp(range.start, range.end)
    }

    /// Returns the index of the part that contains the offset `at`.
    fn part_at(&self, at: usize) -> usize {
        let after = self.parts.partition_point(|part| part.start as usize <= at);
        after.saturating_sub(1)
    }

    /// Returns the range of a part in the text.
    fn range_of(&self, index: usize) -> Range<usize> {
        let end = self
            .parts
            .get(index + 1)
            .map_or(self.text.len(), |next| next.start as usize);
        self.parts[index].start as usize..end
    }
}

/// Returns the beginning that two texts share.
fn common_start<'t>(one: &'t str, other: &str) -> &'t str {
    let same = one
        .chars()
        .zip(other.chars())
        .take_while(|(one, other)| one == other);
    &one[..same.map(|(character, _)| character.len_utf8()).sum()]
}
