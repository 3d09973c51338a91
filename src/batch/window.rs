//! An input a window at a time: all of a small one at once, of a large one as many records as a window holds.

use std::io::{self, Read};
use std::sync::Arc;

use super::blocks::Blocks;
use super::guard::guarded;
use super::input::Input;
use super::limits::{Limits, out_of_memory, record_too_long};
use super::load::{Loaded, Store, load};
use super::run::Run;
use super::survey::{Surveyed, survey};
use crate::finding::Span;
use crate::notation::{self, Notation, RecordSlice, slices};
use crate::record::GapKind;
use crate::text::{Part, Text, try_decode};

/// An input that is open and of which is known what is needed to read it.
#[derive(Debug)]
pub struct Opened<'i> {
    run: &'i Run,
    input: &'i Input,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Whole(Arc<Vec<u8>>),
    Large(Store, Surveyed),
    /// There is nothing to read.
    Gap(GapKind),
}

impl<'i> Opened<'i> {
    /// Opens an input.
    ///
    /// # Errors
    ///
    /// When it cannot be read, when there is no memory for it, and when the run is cancelled.
    pub fn of(input: &'i Input, run: &'i Run) -> io::Result<Self> {
        let content = match load(input, run.limits, run.encoding)? {
            Loaded::Whole(bytes) => Content::Whole(bytes),
            Loaded::Gap(gap) => Content::Gap(gap),
            Loaded::Large(store) => {
                let surveyed = survey(&store, run.encoding, run.limits, &run.cancel)?;
                if surveyed.known.has_parts() {
                    Content::Large(store, surveyed)
                } else {
                    Content::Whole(store.whole(input.size.unwrap_or(0), run.limits)?)
                }
            }
        };
        Ok(Self { run, input, content })
    }

    /// Its windows, from the first on.
    ///
    /// # Errors
    ///
    /// When it cannot be read, and when there is no memory for it.
    pub fn windows(&self) -> io::Result<Windows<'_>> {
        // Where everything is read as one notation, the name of the file does not matter.
        let extension = self.input.extension().filter(|_| self.run.notation.is_none());
        let (notation, rest) = match &self.content {
            Content::Whole(bytes) => {
                let text = try_decode(bytes, self.run.encoding).map_err(|_| out_of_memory())?;
                let found = || notation::detect(&text, self.input.extension());
                (self.run.notation.or_else(found), Rest::Whole(text))
            }
            Content::Large(_, surveyed) if !surveyed.is_text => {
                (self.run.notation, Rest::Whole(Text::of_no_text(&surveyed.known)))
            }
            Content::Large(store, surveyed) => {
                let found = || surveyed.claims.notation(self.input.extension());
                let limits = self.run.limits.of(store);
                let large = Large::new(store.begin()?, surveyed, limits);
                (self.run.notation.or_else(found), Rest::Large(large))
            }
            Content::Gap(gap) => (None, Rest::Gap(gap)),
        };
        Ok(Windows {
            notation,
            extension,
            rest,
        })
    }
}

/// The windows of an input, one after the other.
pub struct Windows<'o> {
    notation: Option<&'static Notation>,
    extension: Option<&'o str>,
    rest: Rest<'o>,
}

enum Rest<'o> {
    Nothing,
    Whole(Text<'o>),
    Large(Large<'o>),
    Gap(&'o GapKind),
}

impl<'o> Windows<'o> {
    /// The notation of the input.
    pub fn notation(&self) -> Option<&'static Notation> {
        self.notation
    }

    /// The next window.
    ///
    /// # Errors
    ///
    /// When it cannot be read, when there is no memory for it, and when a record is too long.
    pub fn advance(&mut self) -> io::Result<Option<Window<'o>>> {
        let (text, cut) = match std::mem::replace(&mut self.rest, Rest::Nothing) {
            Rest::Nothing => return Ok(None),
            Rest::Whole(text) => {
                let cut = Cut::of(&text, self.notation, 0, 0);
                (text, cut)
            }
            Rest::Gap(gap) => (try_decode(b"", None).map_err(|_| out_of_memory())?, Cut::gap(gap)),
            Rest::Large(mut large) => {
                let (text, cut) = large.advance(self.notation)?;
                if text.goes_on() && cut.lost.is_none() {
                    self.rest = Rest::Large(large);
                }
                (text, cut)
            }
        };
        Ok(Some(Window {
            text,
            extension: self.extension,
            cut,
        }))
    }
}

/// A large file while it is read.
struct Large<'o> {
    blocks: Blocks<Box<dyn Read + Send + 'o>>,
    surveyed: &'o Surveyed,
    limits: Limits,
    /// What is left of the windows before, from the beginning of the line where the next record begins.
    bytes: Vec<u8>,
    /// Where that stands in the file.
    part: Part,
    /// How much of the file's text stands before it.
    base: usize,
    /// Where the next record begins in it.
    start: usize,
    /// How many records were cut.
    records: u32,
}

impl<'o> Large<'o> {
    fn new(from: Box<dyn Read + Send + 'o>, surveyed: &'o Surveyed, limits: Limits) -> Self {
        Self {
            blocks: Blocks::new(from, limits),
            surveyed,
            limits,
            bytes: Vec::new(),
            part: Part::default(),
            base: 0,
            start: 0,
            records: 0,
        }
    }

    /// The next records of which it is known where they end: one at least, or all that is left.
    fn advance(&mut self, notation: Option<&'static Notation>) -> io::Result<(Text<'static>, Cut)> {
        loop {
            let line = self.part.lines + 1;
            let more = self.limits.window.max(self.bytes.len());
            self.part.goes_on = self.blocks.append(&mut self.bytes, more, line)?;
            let bytes = std::mem::take(&mut self.bytes);
            let length = bytes.len();
            let text = Text::of_part(bytes, &self.surveyed.known, self.part);
            let text = text.map_err(|_| out_of_memory())?;
            let text = text.with_troubles(&self.surveyed.troubles, self.base);
            let cut = Cut::of(&text, notation, self.start, self.records);
            if !self.part.goes_on {
                return Ok((text, cut));
            }
            if !cut.spans.is_empty() || cut.lost.is_some() {
                self.keep_rest(&text, &cut);
                return Ok((text, cut));
            }
            if length > self.limits.record {
                return Err(record_too_long(line, self.limits));
            }
            self.bytes = text.into_source();
        }
    }

    /// Keeps what stands after the records that were cut.
    fn keep_rest(&mut self, text: &Text<'_>, cut: &Cut) {
        let (start, source) = text.line_start(cut.end);
        self.bytes = text.source()[source..].to_vec();
        self.start = cut.end - start;
        self.records = cut.records();
        self.part.lines = text.line_column(start).0 - 1;
        self.part.bytes += source as u64;
        self.base += start;
    }
}

/// Where the records of a window stand.
#[derive(Debug)]
struct Cut {
    notation: Option<&'static Notation>,
    /// How many records of the input stand before them.
    before: u32,
    spans: Vec<Span>,
    /// Where the last of them ends.
    end: usize,
    /// Why the text could not be cut on.
    lost: Option<GapKind>,
}

impl Cut {
    /// Cuts a text from `start` on, where so many records of the input stand before.
    fn of(text: &Text<'_>, notation: Option<&'static Notation>, start: usize, before: u32) -> Self {
        let mut slices = slices(text, notation).after(start, before);
        let mut cut = Self {
            notation,
            before,
            spans: Vec::new(),
            end: start,
            lost: None,
        };
        loop {
            match guarded(|| slices.next()) {
                Ok(Some(slice)) => {
                    cut.notation = slice.notation();
                    cut.spans.push(slice.span());
                    cut.end = slice.span().end as usize;
                }
                Ok(None) => return cut,
                Err(what) => {
                    cut.lost = Some(GapKind::InternalError(what));
                    return cut;
                }
            }
        }
    }

    /// That of what cannot be read at all.
    fn gap(gap: &GapKind) -> Self {
        Self {
            notation: None,
            before: 0,
            spans: Vec::new(),
            end: 0,
            lost: Some(gap.clone()),
        }
    }

    /// How many records stand before the next window.
    fn records(&self) -> u32 {
        self.before.saturating_add(self.spans.len() as u32)
    }
}

/// Consecutive records of an input, and their text.
#[derive(Debug)]
pub struct Window<'o> {
    text: Text<'o>,
    extension: Option<&'o str>,
    cut: Cut,
}

impl Window<'_> {
    /// The text that they stand in.
    pub fn text(&self) -> &Text<'_> {
        &self.text
    }

    /// How many records there are.
    pub fn records(&self) -> usize {
        self.cut.spans.len()
    }

    /// Whether the input begins with them.
    pub(super) fn is_first(&self) -> bool {
        self.cut.before == 0
    }

    /// Where the record of this place stands in the text.
    pub(super) fn span(&self, at: usize) -> Span {
        self.cut.spans.get(at).copied().unwrap_or_default()
    }

    /// The record of this place, from 0, not yet read.
    pub fn slice(&self, at: usize) -> Option<RecordSlice<'_>> {
        let span = *self.cut.spans.get(at)?;
        let index = self.cut.before.saturating_add(at as u32).saturating_add(1);
        Some(RecordSlice::of_cut(&self.text, self.cut.notation, index, span).of_file(self.extension))
    }

    /// What is left of the text where it could not be cut on: its number, its place and why.
    pub(super) fn lost(&self) -> Option<(u32, Span, &GapKind)> {
        let span = Span::new(self.cut.end, self.text.as_str().len());
        let index = self.cut.records().saturating_add(1);
        self.cut.lost.as_ref().map(|why| (index, span, why))
    }
}
