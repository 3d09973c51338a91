//! The elements of a page that can contain a record: scripts of Kifu for JS, `<pre>`, and fences of Markdown.

use core::ops::Range;
use std::collections::VecDeque;

use memchr::{memchr3, memrchr2};
use pest::Parser as _;
use pest::iterators::Pair;

use super::calls::{Call, calls};
use super::grammar::{PageParser, Rule};
use super::{EmbeddedText, PageKind};

/// The type of the scripts in which Kifu for JS finds records.
const SCRIPT_TYPE: &str = "text/kifu";

/// The columns of indentation that make a line of Markdown code.
const CODE_COLUMNS: usize = 4;

/// Character references by name that occur around records.
const ENTITIES: [(&str, &str); 16] = [
    ("lt", "<"),
    ("gt", ">"),
    ("amp", "&"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", " "),
    ("ensp", " "),
    ("emsp", "\u{3000}"),
    ("thinsp", " "),
    ("yen", "¥"),
    ("utrif", "▲"),
    ("blacktriangle", "▲"),
    ("utri", "△"),
    ("triangle", "△"),
    ("middot", "·"),
    ("times", "×"),
];

/// Elements whose ends are line ends in the text of a page.
const BLOCK_ELEMENTS: [&str; 4] = ["div", "p", "li", "tr"];

/// The name of the parameters and variables with the file of a record, in lower case.
const KIFU_PARAMETER: &str = "kifu";

/// The name of the parameter with the variables of an object in Flash, in lower case.
const FLASH_VARIABLES: &str = "flashvars";

/// An element of a page that can contain a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Element {
    /// The text of the element.
    pub text: EmbeddedText,
    /// The text with decoded character references, if it may have been escaped by mistake; `None` for most elements.
    pub unescaped: Option<EmbeddedText>,
    /// `true` if the page states that the element contains a record.
    pub is_stated: bool,
    /// The language after the mark of a fence, in lower case; `None` for other elements.
    pub language: Option<String>,
}

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PagePart {
    /// An element that can contain a record.
    Element(Element),
    /// A reference to a file with a record.
    Reference(String),
    /// The text of a whole page outside of its elements. It is the last part.
    Text(EmbeddedText),
    /// A call at this offset, by which a script passes a record to Kifu for JS.
    Script(usize),
}

/// An iterator over the parts of a page that can contain a record, in the order of their ends.
///
/// The time is linear in the length of the page. The texts of the current element and outside of all elements are kept.
#[derive(Debug)]
pub(crate) struct PageReader<'t> {
    kind: PageKind,
    page: &'t str,
    /// The offset of the text that has not been read yet.
    at: usize,
    /// `true` if a line of Markdown begins here.
    is_line_start: bool,
    /// `true` in a line of Markdown that is indented like code.
    is_code_line: bool,
    /// The text of the `<pre>` that is being read; `None` outside of these elements.
    pre: Option<EmbeddedText>,
    /// The text outside of the elements.
    outside: EmbeddedText,
    /// The parts that were found together with the last one.
    next: VecDeque<PagePart>,
}

impl<'t> PageReader<'t> {
    pub(crate) fn new(kind: PageKind, page: &'t str) -> Self {
        Self {
            kind,
            page,
            at: 0,
            is_line_start: kind == PageKind::Markdown,
            is_code_line: false,
            pre: None,
            outside: EmbeddedText::default(),
            next: VecDeque::new(),
        }
    }

    /// Applies a rule to the rest of the page. Returns the pair of its alternative, and moves past it.
    fn parse(&mut self, rule: Rule) -> Option<Pair<'t, Rule>> {
        let pair = PageParser::parse(rule, &self.page[self.at..]).ok()?.next()?;
        self.at += pair.as_span().end();
        pair.into_inner().next()
    }

    /// Reads the next part of the page, which may contain nothing.
    fn advance(&mut self) -> Option<PagePart> {
        if self.is_line_start && self.pre.is_none() {
            self.is_line_start = false;
            let start = self.at;
            self.skip_plain_lines();
            self.outside.push_literal(self.page, start..self.at);
            return self.fence();
        }
        let start = self.at;
        let rule = match (self.pre.is_some(), self.kind) {
            (true, _) => Rule::content,
            (false, PageKind::Html) => Rule::html,
            (false, PageKind::Markdown) => Rule::inline,
        };
        let Some(pair) = self.parse(rule) else {
            // The rules match every text, so this does not happen.
            self.at = self.page.len();
            return None;
        };
        match pair.as_rule() {
            Rule::script => return self.script(start, pair),
            Rule::param => return self.param(start, pair),
            Rule::tag => return self.tag(start, pair),
            Rule::content_text | Rule::character | Rule::reference if self.pre.is_some() => {
                self.add_to_pre(start, pair);
            }
            Rule::html_text | Rule::inline_text | Rule::character => self.add_outside(start),
            Rule::line_break => {
                self.add_outside(start);
                self.is_line_start = true;
            }
            _ => {}
        }
        None
    }

    /// Moves past lines of Markdown without a character that can begin a fence, code or a tag.
    fn skip_plain_lines(&mut self) {
        let rest = &self.page.as_bytes()[self.at..];
        let plain = memchr3(b'<', b'`', b'~', rest).unwrap_or(rest.len());
        let line_start = memrchr2(b'\n', b'\r', &rest[..plain]).map_or(0, |end| end + 1);
        self.at += if plain == rest.len() { plain } else { line_start };
    }

    /// Adds the text from `start` on, which is outside of all elements.
    fn add_outside(&mut self, start: usize) {
        let range = start..self.at;
        if self.page[range.clone()].contains('&') {
            let text = self.unescaped(range);
            self.outside.append(&text);
        } else {
            self.outside.push_literal(self.page, range);
        }
    }

    /// Adds text or a character reference to the current `<pre>`.
    fn add_to_pre(&mut self, start: usize, pair: Pair<'_, Rule>) {
        let (page, range) = (self.page, start..self.at);
        let Some(pre) = &mut self.pre else { return };
        match (pair.as_rule() == Rule::reference)
            .then(|| decoded(pair))
            .flatten()
        {
            Some(character) => pre.push_replacement(&character, &range),
            None => pre.push_literal(page, range),
        }
    }

    /// Handles a tag: the beginning and the end of a `<pre>`, and line ends in it.
    fn tag(&mut self, start: usize, tag: Pair<'_, Rule>) -> Option<PagePart> {
        let is_end = tag.as_str().starts_with("</");
        let name = tag.into_inner().next()?.as_str().to_ascii_lowercase();
        if name == "pre" {
            return match (is_end, &self.pre) {
                (true, _) => self.pre.take().and_then(|text| unmarked_element(text, None)),
                (false, None) => {
                    self.pre = Some(EmbeddedText::default());
                    None
                }
                (false, Some(_)) => None,
            };
        }
        let range = start..self.at;
        let text = self.pre.as_mut().unwrap_or(&mut self.outside);
        let ends_line = is_end && BLOCK_ELEMENTS.contains(&&*name) && !text.as_str().ends_with('\n');
        if name == "br" || ends_line {
            text.push_replacement("\n", &range);
        }
        None
    }

    /// Returns the names of attributes, in lower case, with the ranges of their values. Attributes without a value are left out.
    fn attributes(start: usize, attributes: Pair<'_, Rule>) -> impl Iterator<Item = (String, Range<usize>)> {
        attributes.into_inner().filter_map(move |attribute| {
            let mut pairs = attribute.into_inner();
            let name = pairs.next()?.as_str().to_ascii_lowercase();
            let value = attribute_value(pairs.next()?);
            Some((name, start + value.start..start + value.end))
        })
    }

    /// Handles a parameter, which may be the file with the record that an applet or an object in Flash shows.
    fn param(&self, start: usize, param: Pair<'_, Rule>) -> Option<PagePart> {
        let (mut name, mut value) = (String::new(), EmbeddedText::default());
        for (key, range) in Self::attributes(start, param.into_inner().next()?) {
            match &*key {
                "name" => name = self.page[range].to_ascii_lowercase(),
                "value" => value = self.unescaped(range),
                _ => {}
            }
        }
        let file = match &*name {
            KIFU_PARAMETER => Some(value.as_str()),
            FLASH_VARIABLES => value.as_str().split('&').find_map(|variable| {
                let (key, file) = variable.split_once('=')?;
                key.eq_ignore_ascii_case(KIFU_PARAMETER).then_some(file)
            }),
            _ => None,
        };
        reference(file?)
    }

    /// Handles a script: the record in it, and the file that it refers to.
    fn script(&mut self, start: usize, script: Pair<'_, Rule>) -> Option<PagePart> {
        let (mut is_kifu, mut source, mut data) = (false, None, None);
        let mut content = start..start;
        for pair in script.into_inner() {
            if pair.as_rule() == Rule::script_text {
                content = start + pair.as_span().start()..start + pair.as_span().end();
                continue;
            }
            for (name, range) in Self::attributes(start, pair) {
                match &*name {
                    "type" => is_kifu |= &self.page[range] == SCRIPT_TYPE,
                    "data-src" => source = source.or(Some(range)),
                    "data-kifu" => data = data.or(Some(range)),
                    _ => {}
                }
            }
        }
        let parts = if is_kifu {
            let file = source.and_then(|range| reference(self.unescaped(range).as_str()));
            let element = self.script_element(content, data).map(PagePart::Element);
            [file, element].into_iter().flatten().collect()
        } else {
            let offset = content.start;
            let calls = calls(&self.page[content]).into_iter();
            calls
                .filter_map(|call| match call {
                    Call::File(file) => reference(&file),
                    Call::Text(at) => Some(PagePart::Script(offset + at)),
                })
                .collect::<VecDeque<_>>()
        };
        self.next.extend(parts);
        self.next.pop_front()
    }

    /// Returns the record of a script; `None` if the script is empty. `data` is the value of its attribute, which is only used
    /// then.
    fn script_element(&self, content: Range<usize>, data: Option<Range<usize>>) -> Option<Element> {
        let is_stated = !self.is_code_line;
        let range = content.clone();
        if self.page[range.clone()].trim().is_empty() {
            let text = data.map(|range| self.unescaped(range))?.without_indentation();
            let is_empty = text.as_str().trim().is_empty();
            return (!is_empty).then_some(Element {
                text,
                unescaped: None,
                is_stated,
                language: None,
            });
        }
        let mut text = EmbeddedText::default();
        text.push_literal(self.page, range);
        let is_escaped = text.as_str().contains("&#");
        Some(Element {
            text: text.without_indentation(),
            unescaped: is_escaped.then(|| self.unescaped(content).without_indentation()),
            is_stated,
            language: None,
        })
    }

    /// Returns a range of the page with decoded character references.
    fn unescaped(&self, range: Range<usize>) -> EmbeddedText {
        let mut out = EmbeddedText::default();
        let mut at = range.start;
        while at < range.end {
            let rest = &self.page[at..range.end];
            let parsed = PageParser::parse(Rule::raw, rest)
                .ok()
                .and_then(|mut it| it.next());
            let Some(pair) = parsed.and_then(|pair| pair.into_inner().next()) else {
                break;
            };
            let part = at..at + pair.as_str().len();
            at = part.end;
            match (pair.as_rule() == Rule::reference)
                .then(|| decoded(pair))
                .flatten()
            {
                Some(character) => out.push_replacement(&character, &part),
                None => out.push_literal(self.page, part),
            }
        }
        out
    }

    /// Reads a fence, if one begins in this line of Markdown.
    fn fence(&mut self) -> Option<PagePart> {
        let line_start = self.at;
        let pair = PageParser::parse(Rule::fence, &self.page[self.at..])
            .ok()?
            .next()?;
        let opening = pair.as_str();
        let (mut is_quoted, mut indentation, mut length) = (false, 0, 3);
        let (mut mark, mut language) = (None, None);
        for part in pair.clone().into_inner() {
            match part.as_rule() {
                Rule::quote => is_quoted = !part.as_str().is_empty(),
                Rule::indent => indentation = part.as_str().chars().count(),
                Rule::backticks | Rule::tildes => {
                    mark = Some(if part.as_rule() == Rule::tildes { '~' } else { '`' });
                    length += part.as_str().len();
                }
                Rule::info | Rule::info_without_backtick => {
                    let words = part.as_str().split(|it: char| it.is_whitespace() || it == ',');
                    language = words
                        .map(|word| word.trim_matches(['{', '}', '.']))
                        .find(|word| !word.is_empty());
                }
                _ => {}
            }
        }
        let Some(mark) = mark else {
            let rest = &self.page[line_start..];
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
            self.is_code_line = rest[..blanks].contains('\t') || blanks >= CODE_COLUMNS;
            return None;
        };
        self.at += opening.len();
        self.is_line_start = true;
        let language = language.map(str::to_lowercase);
        let text = self.fence_content(mark, length, is_quoted, indentation);
        unmarked_element(text, language)
    }

    /// Returns the text of a fence of this character and length up to its end, and moves past it.
    fn fence_content(
        &mut self,
        mark: char,
        length: usize,
        is_quoted: bool,
        indentation: usize,
    ) -> EmbeddedText {
        let mut text = EmbeddedText::default();
        while self.at < self.page.len() {
            let parsed = PageParser::parse(Rule::fence_line, &self.page[self.at..]);
            let Some(pair) = parsed.ok().and_then(|mut it| it.next()) else {
                break;
            };
            let line = pair.as_str();
            let [quote, blanks, marks, rest] = parts(pair);
            if is_quoted && quote.is_empty() {
                break;
            }
            let is_end = marks.len() >= length && marks.chars().all(|it| it == mark);
            let start = self.at;
            self.at += line.len();
            if is_end && rest.trim().is_empty() && (is_quoted || quote.is_empty()) {
                break;
            }
            let skipped = if is_quoted {
                quote.len() + characters(blanks, indentation).len()
            } else {
                let all_blanks = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
                characters(all_blanks, indentation).len()
            };
            text.push_literal(self.page, start + skipped..self.at);
        }
        text
    }
}

impl Iterator for PageReader<'_> {
    type Item = PagePart;

    fn next(&mut self) -> Option<PagePart> {
        if let Some(part) = self.next.pop_front() {
            return Some(part);
        }
        while self.at < self.page.len() {
            if let Some(part) = self.advance() {
                return Some(part);
            }
        }
        let last = self.pre.take().and_then(|text| unmarked_element(text, None));
        last.or_else(|| {
            let text = std::mem::take(&mut self.outside);
            (!text.as_str().trim().is_empty()).then_some(PagePart::Text(text))
        })
    }
}

/// Returns the reference to a file; `None` for a blank name.
fn reference(file: &str) -> Option<PagePart> {
    let file = file.trim();
    (!file.is_empty()).then(|| PagePart::Reference(file.to_owned()))
}

/// Returns the element with a text of which the page does not state that it is a record; `None` for a blank text.
fn unmarked_element(text: EmbeddedText, language: Option<String>) -> Option<PagePart> {
    (!text.as_str().trim().is_empty()).then(|| {
        PagePart::Element(Element {
            text: text.without_indentation(),
            unescaped: None,
            is_stated: false,
            language,
        })
    })
}

/// Returns the range of an attribute's value, without its quotes.
fn attribute_value(pair: Pair<'_, Rule>) -> Range<usize> {
    let whole = pair.as_span();
    let inside = pair.into_inner().next().map(|it| it.as_span());
    let span = inside.unwrap_or(whole);
    span.start()..span.end()
}

/// Returns the texts of the first inner pairs.
fn parts<const N: usize>(pair: Pair<'_, Rule>) -> [&str; N] {
    let mut inner = pair.into_inner();
    std::array::from_fn(|_| inner.next().map_or("", |it| it.as_str()))
}

/// Returns the first characters of a text, at most `count`.
fn characters(text: &str, count: usize) -> &str {
    let end = text.char_indices().nth(count).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

/// Returns the text for a character reference; `None` if the reference is unknown.
fn decoded(reference: Pair<'_, Rule>) -> Option<String> {
    let inner = reference.into_inner().next()?;
    let number = |radix| u32::from_str_radix(inner.as_str(), radix).ok();
    let code = match inner.as_rule() {
        Rule::hexadecimal => number(16),
        Rule::decimal => number(10),
        _ => {
            let entity = ENTITIES.iter().find(|(name, _)| *name == inner.as_str());
            return entity.map(|&(_, text)| text.to_owned());
        }
    };
    match char::from_u32(code?)? {
        '\0' => None,
        '\u{a0}' => Some(" ".to_owned()),
        character => Some(character.to_string()),
    }
}
