//! Pages with records in them: HTML and Markdown.
//!
//! The [`PageReader`] finds the elements of a page that can contain a record. The caller decides which of them are read. Their
//! texts, with character references decoded and common indentation removed, follow the text of the page: offsets after the
//! end of the page are offsets in these texts. A [`Text`](super::Text) maps them back to the page, so that lines,
//! columns and bytes are those of the file.

use core::ops::Range;
use std::sync::Arc;

use pest::Parser as _;

pub(crate) use embedded::EmbeddedText;
pub(crate) use reader::{Element, PagePart, PageReader};

mod calls;
mod embedded;
mod reader;

mod grammar {
    /// Parser of the parts of a page.
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/page.pest"]
    pub(super) struct PageParser;
}

/// Number of bytes at the beginning of a file that decide whether it is a page.
pub(crate) const PAGE_HEAD_BYTES: usize = 64 << 10;

/// The kind of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageKind {
    /// HTML or XHTML.
    Html,
    /// Markdown, which can contain HTML.
    Markdown,
}

impl PageKind {
    /// The extensions of pages, with their kinds.
    const EXTENSIONS: [(&'static str, Self); 5] = [
        ("html", Self::Html),
        ("htm", Self::Html),
        ("xhtml", Self::Html),
        ("md", Self::Markdown),
        ("markdown", Self::Markdown),
    ];

    /// Returns the extensions of pages.
    pub(crate) fn extensions() -> impl Iterator<Item = &'static str> {
        Self::EXTENSIONS.iter().map(|&(extension, _)| extension)
    }

    /// Returns the kind of pages with a file extension, regardless of case; `None` for other extensions.
    pub(crate) fn by_extension(extension: &str) -> Option<Self> {
        let mut kinds = Self::EXTENSIONS.iter();
        kinds
            .find(|(it, _)| it.eq_ignore_ascii_case(extension))
            .map(|&(_, kind)| kind)
    }

    /// Returns whether a text begins with a tag, a comment or a declaration, as HTML does.
    pub(crate) fn is_html(text: &str) -> bool {
        // Few texts begin with a blank or with this character, so that the grammar is rarely needed.
        let is_candidate = text.starts_with(|it: char| it == '<' || it == '\u{feff}' || it.is_whitespace());
        is_candidate && grammar::PageParser::parse(grammar::Rule::html_start, text).is_ok()
    }

    /// Returns the offset of the first line that begins like a fence of Markdown; `None` without such a line.
    pub(crate) fn first_fence(text: &str) -> Option<usize> {
        let mut starts = memchr::memchr2_iter(b'`', b'~', text.as_bytes());
        starts.find(|&at| {
            let before = text[..at].trim_end_matches([' ', '>']);
            let is_at_start = before.is_empty() || before.ends_with(['\n', '\r', '\u{feff}']);
            is_at_start && (text[at..].starts_with("```") || text[at..].starts_with("~~~"))
        })
    }

    /// Returns the name of the format of the page.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Html => "HTML",
            Self::Markdown => "Markdown",
        }
    }
}

/// A text of a page that is read: one or several records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PageBlock {
    /// The offsets of the text, which begin after the text of the page.
    pub span: Range<usize>,
    /// The place of the text in the page.
    pub place: Range<usize>,
    /// The number that the caller gave to the format of the text; `None` for an unknown format.
    pub format: Option<usize>,
    /// `true` if the page states that the text is a record.
    pub is_stated: bool,
}

/// A short description of a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PageSummary {
    /// The names of the formats of its records, each once, in the order of the page.
    pub formats: Vec<&'static str>,
    /// The files in which the page refers to records.
    pub references: Vec<String>,
    /// The records of the page that are not read, in the order of the page.
    pub unread: Vec<UnreadRecord>,
}

/// A part of a page that seems to be a record and is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnreadRecord {
    /// The line of the page on which the part begins, from 1.
    pub line: u64,
    /// The part.
    pub part: UnreadPart,
}

/// A kind of part of a page that is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UnreadPart {
    /// Text with lines of a format.
    Lines {
        /// The number of these lines.
        count: usize,
        /// The name of the format.
        format: &'static str,
    },
    /// A script that passes a record to Kifu for JS.
    Script,
}

/// Lines of a record in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RecordLines {
    /// The offset of the first of these lines.
    pub start: usize,
    /// The number of these lines.
    pub count: usize,
    /// The name of their format.
    pub format: &'static str,
}

/// The text of an element that is read, with the number and the name of its format; `None` for an unknown format.
pub(crate) type ChosenText = (EmbeddedText, Option<(usize, &'static str)>);

/// The knowledge of the formats of records with which a page is read.
pub(crate) trait RecordFinder {
    /// Returns the text of an element that is read; `None` for an element that is not read.
    fn choose(&self, element: &Element) -> Option<ChosenText>;

    /// Returns the lines of each record in a text that is not read.
    fn record_lines(&self, text: &str) -> Vec<RecordLines>;

    /// Returns the number of the line of the page at an offset.
    fn line(&self, at: usize) -> u64;
}

impl PageSummary {
    /// Adds the lines of records in a text that is not read.
    fn add_unread_text(&mut self, text: &EmbeddedText, finder: &impl RecordFinder) {
        let records = finder.record_lines(text.as_str()).into_iter();
        self.unread.extend(records.map(|lines| UnreadRecord {
            line: finder.line(text.place_of(lines.start)),
            part: UnreadPart::Lines {
                count: lines.count,
                format: lines.format,
            },
        }));
    }
}

/// The texts of a page that are read.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub kind: PageKind,
    pub summary: Arc<PageSummary>,
    /// The offset of the first text. The end of the page is the offset before it.
    base: usize,
    /// The texts, one after the other, with the way back to the page.
    embedded: EmbeddedText,
    blocks: Vec<PageBlock>,
}

impl Page {
    /// Reads a page.
    pub(crate) fn read(kind: PageKind, text: &str, finder: &impl RecordFinder) -> Self {
        let mut page = Self {
            kind,
            summary: Arc::default(),
            base: text.len() + 1,
            embedded: EmbeddedText::default(),
            blocks: Vec::new(),
        };
        let mut summary = PageSummary::default();
        for part in PageReader::new(kind, text) {
            let element = match part {
                PagePart::Element(element) => element,
                PagePart::Reference(file) => {
                    summary.references.push(file);
                    continue;
                }
                PagePart::Text(text) => {
                    summary.add_unread_text(&text, finder);
                    continue;
                }
                PagePart::Script(at) => {
                    let (line, part) = (finder.line(at), UnreadPart::Script);
                    summary.unread.push(UnreadRecord { line, part });
                    continue;
                }
            };
            let Some((chosen, format)) = finder.choose(&element) else {
                summary.add_unread_text(&element.text, finder);
                continue;
            };
            page.add(&chosen, format.map(|(number, _)| number), element.is_stated);
            if let Some((_, name)) = format.filter(|(_, name)| !summary.formats.contains(name)) {
                summary.formats.push(name);
            }
        }
        summary.unread.sort_by_key(|it| it.line);
        page.summary = Arc::new(summary);
        page
    }

    /// Adds a text after the others.
    fn add(&mut self, text: &EmbeddedText, format: Option<usize>, is_stated: bool) {
        let start = self.base + self.embedded.as_str().len();
        let place = text.place();
        self.embedded.append(text);
        self.blocks.push(PageBlock {
            span: start..self.base + self.embedded.as_str().len(),
            place: place.clone(),
            format,
            is_stated,
        });
        // The end of a text is not the beginning of the next one, which is elsewhere in the page.
        self.embedded.push_replacement("\n", &(place.end..place.end));
    }

    /// Returns the texts that are read, in the order of the page.
    pub(crate) fn blocks(&self) -> &[PageBlock] {
        &self.blocks
    }

    /// Returns the text in which a record at this offset is, or the next text after the offset; `None` after the last.
    pub(crate) fn block_at(&self, at: usize) -> Option<&PageBlock> {
        let index = self.blocks.partition_point(|block| block.span.end <= at);
        self.blocks.get(index)
    }

    /// Returns the part of a text that is read; empty if the range is not in these texts.
    pub(super) fn get(&self, range: Range<usize>) -> &str {
        let index = |at: usize| at.checked_sub(self.base);
        let range = index(range.start).zip(index(range.end));
        range
            .and_then(|(start, end)| self.embedded.as_str().get(start..end))
            .unwrap_or_default()
    }

    /// Returns the offset in the page of a character of these texts. Other offsets are returned unchanged.
    pub(super) fn offset_in_page(&self, at: usize) -> usize {
        match at.checked_sub(self.base) {
            Some(at) if !self.blocks.is_empty() => self.embedded.place_of(at),
            _ => at,
        }
    }

    /// Returns the offset in the page at which a range of these texts ends. Other offsets are returned unchanged.
    pub(super) fn end_in_page(&self, at: usize) -> usize {
        match at.checked_sub(self.base) {
            Some(at) if at > 0 && !self.blocks.is_empty() => self.embedded.end_place_of(at),
            _ => self.offset_in_page(at),
        }
    }

    /// Returns the offset in a text that is read for an offset in the page, which is in the place of the text.
    pub(crate) fn offset_in_block(&self, block: &PageBlock, at: usize) -> usize {
        let range = block.span.start - self.base..block.span.end - self.base;
        self.base + self.embedded.offset_of(range, at)
    }
}

#[cfg(test)]
mod tests;
