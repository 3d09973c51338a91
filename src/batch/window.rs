//! Windows: the parts in which an input is read.
//!
//! A small input is one window. A window of a large input holds as many records as fit into it.

use std::borrow::Cow;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use encoding_rs::Encoding;
use memchr::memrchr;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::execution::{Cancel, Run, in_order};
use super::input::{
    HEAD_BYTES, Input, LargeInput, Limits, Loaded, load, out_of_memory, record_too_long, reserve,
};
use crate::check::{ForcedFormat, RecordSplitter, UnreadRecord};
use crate::finding::Span;
use crate::notation::{Claims, Notation, RecordSlice};
use crate::record::GapKind;
use crate::text::{
    EncodingSample, Inspection, Text, TextPart, TextProblem, TextProperties, has_items, try_decode,
};

/// An input that is open and ready to be read.
#[derive(Debug)]
pub(crate) struct Opened<'i> {
    run: &'i Run,
    input: &'i Input,
    content: Content,
    /// Its format and the length of an item, if it is a large binary file.
    binary: Option<(&'static Notation, usize)>,
}

#[derive(Debug)]
enum Content {
    Whole(Arc<Vec<u8>>),
    Large(LargeInput, Survey),
    /// Nothing can be read.
    Gap(GapKind),
}

impl<'i> Opened<'i> {
    /// Opens an input.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read, if there is not enough memory, or if the run is cancelled.
    pub(crate) fn open(input: &'i Input, run: &'i Run) -> io::Result<Self> {
        let mut binary = run.read_as.binary(input.extension());
        let encoding = run.read_as.encoding;
        let content = match load(input, run.limits, encoding, binary.is_some())? {
            Loaded::Whole(bytes) => Content::Whole(bytes),
            Loaded::Gap(gap) => Content::Gap(gap),
            Loaded::Large(mut store) => {
                if let Some((_, length)) = binary {
                    let head = store.head()?;
                    store.item = Some(length).filter(|&length| has_items(&head, length));
                    binary = binary.filter(|_| store.item.is_some());
                }
                let surveyed = match binary {
                    Some(_) => Survey::items(),
                    None => survey(&store, encoding, run.limits, &run.cancel)?,
                };
                if surveyed.known.has_parts() {
                    Content::Large(store, surveyed)
                } else {
                    Content::Whole(store.whole(input.size.unwrap_or(0), run.limits)?)
                }
            }
        };
        Ok(Self {
            run,
            input,
            content,
            binary,
        })
    }

    /// Returns an iterator over its windows, from the first.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read, or if there is not enough memory.
    pub(crate) fn windows(&self) -> io::Result<Windows<'_>> {
        let ForcedFormat { notation: given, .. } = self.run.read_as;
        let extension = self.run.read_as.extension(self.input.extension());
        let known = given.or(self.binary.map(|(notation, _)| notation));
        let (notation, rest) = match &self.content {
            Content::Whole(bytes) => {
                let read = self
                    .run
                    .read_as
                    .whole(Cow::Borrowed(bytes), self.input.extension());
                let (text, notation) = read.map_err(|_| out_of_memory())?;
                (notation, Rest::Whole(text))
            }
            Content::Large(_, surveyed) if !surveyed.is_text => {
                (given, Rest::Whole(Text::for_binary(&surveyed.known)))
            }
            Content::Large(store, surveyed) => {
                let found = || surveyed.claims.notation(self.input.extension());
                let limits = self.run.limits.for_store(store);
                let large = Large::new(store, surveyed, limits)?;
                (known.or_else(found), Rest::Large(large))
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

/// The windows of an input, in order.
pub(crate) struct Windows<'o> {
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
    /// Returns the format of the input.
    pub(crate) fn notation(&self) -> Option<&'static Notation> {
        self.notation
    }

    /// Returns the next window.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read, if there is not enough memory, or if a record is too long.
    pub(crate) fn advance(&mut self) -> io::Result<Option<Window<'o>>> {
        let (text, cut) = match std::mem::replace(&mut self.rest, Rest::Nothing) {
            Rest::Nothing => return Ok(None),
            Rest::Whole(text) => {
                let cut = RecordSpans::new(&text, self.notation, 0, 0);
                (text, cut)
            }
            Rest::Gap(gap) => (
                try_decode(b"", None).map_err(|_| out_of_memory())?,
                RecordSpans::gap(gap),
            ),
            Rest::Large(mut large) => {
                let (text, cut) = large.advance(self.notation)?;
                if text.is_continued() && cut.lost.is_none() {
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

/// The state of reading a large file.
struct Large<'o> {
    blocks: Blocks<Box<dyn Read + Send + 'o>>,
    surveyed: &'o Survey,
    limits: Limits,
    /// Length of an item in bytes, if it is a binary file.
    item: Option<usize>,
    /// The remaining bytes of the last window, from the beginning of the line with the next record.
    bytes: Vec<u8>,
    /// The position of these bytes in the file.
    part: TextPart,
    /// Length of the decoded text before these bytes.
    base: usize,
    /// Start of the next record, as an offset in the decoded text of these bytes.
    start: usize,
    /// Number of records that were split off.
    records: u32,
}

impl<'o> Large<'o> {
    fn new(store: &'o LargeInput, surveyed: &'o Survey, limits: Limits) -> io::Result<Self> {
        Ok(Self {
            blocks: Blocks::new(store.begin()?, limits),
            surveyed,
            limits,
            item: store.item,
            bytes: Vec::new(),
            part: TextPart::default(),
            base: 0,
            start: 0,
            records: 0,
        })
    }

    /// Returns the next complete records: at least one, or everything up to the end of the file.
    fn advance(&mut self, notation: Option<&'static Notation>) -> io::Result<(Text<'static>, RecordSpans)> {
        loop {
            let line = self.part.lines + 1;
            let more = self.limits.window.max(self.bytes.len());
            self.part.is_continued = self.blocks.append(&mut self.bytes, more, line)?;
            let bytes = std::mem::take(&mut self.bytes);
            let length = bytes.len();
            let text = Text::from_part(bytes, &self.surveyed.known, self.part);
            let text = text.map_err(|_| out_of_memory())?.with_items(self.item);
            let text = text.with_problems(&self.surveyed.problems, self.base);
            let cut = RecordSpans::new(&text, notation, self.start, self.records);
            if !self.part.is_continued {
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

    /// Keeps the bytes after the records that were split off.
    fn keep_rest(&mut self, text: &Text<'_>, cut: &RecordSpans) {
        let (start, source) = text.line_start(cut.end);
        self.bytes = text.source()[source..].to_vec();
        self.start = cut.end - start;
        self.records = cut.records();
        self.part.lines = text.line_column(start).0 - 1;
        self.part.bytes += source as u64;
        self.base += start;
    }
}

/// The positions of the records in a window.
#[derive(Debug)]
struct RecordSpans {
    notation: Option<&'static Notation>,
    /// Number of records of the input before this window.
    before: u32,
    spans: Vec<Span>,
    /// End of the last record.
    end: usize,
    /// The reason why the rest of the text could not be split.
    lost: Option<GapKind>,
}

impl RecordSpans {
    /// Splits a text from `start` into records. `before` is the number of records of the input before it.
    fn new(text: &Text<'_>, notation: Option<&'static Notation>, start: usize, before: u32) -> Self {
        let mut cutter = RecordSplitter::new(text, notation, start, before);
        let mut cut = Self {
            notation,
            before,
            spans: Vec::new(),
            end: start,
            lost: None,
        };
        for slice in &mut cutter {
            cut.notation = slice.notation();
            cut.spans.push(slice.span());
            cut.end = slice.span().end as usize;
        }
        cut.lost = cutter.failure;
        cut
    }

    /// Returns the result for an input that cannot be read at all.
    fn gap(gap: &GapKind) -> Self {
        Self {
            notation: None,
            before: 0,
            spans: Vec::new(),
            end: 0,
            lost: Some(gap.clone()),
        }
    }

    /// Returns the number of records before the next window.
    fn records(&self) -> u32 {
        self.before.saturating_add(self.spans.len() as u32)
    }
}

/// Consecutive records of an input, with their text.
#[derive(Debug)]
pub(crate) struct Window<'o> {
    text: Text<'o>,
    extension: Option<&'o str>,
    cut: RecordSpans,
}

impl Window<'_> {
    /// Returns the text that contains the records.
    pub(crate) fn text(&self) -> &Text<'_> {
        &self.text
    }

    /// Returns the number of records.
    pub(crate) fn records(&self) -> usize {
        self.cut.spans.len()
    }

    /// Returns whether this is the first window of the input.
    pub(super) fn is_first(&self) -> bool {
        self.cut.before == 0
    }

    /// Returns the span of record `at` in the text.
    pub(super) fn span(&self, at: usize) -> Span {
        self.cut.spans.get(at).copied().unwrap_or_default()
    }

    /// Returns record `at`, counted from 0, before it is parsed.
    pub(crate) fn slice(&self, at: usize) -> Option<RecordSlice<'_>> {
        let span = *self.cut.spans.get(at)?;
        let index = self.cut.before.saturating_add(at as u32).saturating_add(1);
        Some(RecordSlice::new(&self.text, self.cut.notation, index, span).with_extension(self.extension))
    }

    /// Returns the rest of the text that could not be split: its record number, its span and the reason.
    pub(super) fn lost(&self) -> Option<(u32, Span, &GapKind)> {
        let span = Span::new(self.cut.end, self.text.as_str().len());
        let index = self.cut.records().saturating_add(1);
        self.cut.lost.as_ref().map(|why| (index, span, why))
    }
}

// A file in blocks of whole lines.

/// A reader of blocks that end at line ends.
#[derive(Debug)]
pub(super) struct Blocks<R> {
    from: R,
    limits: Limits,
    /// The beginning of the line that the last block cuts off.
    rest: Vec<u8>,
}

impl<R: Read> Blocks<R> {
    pub(super) fn new(from: R, limits: Limits) -> Self {
        Self {
            from,
            limits,
            rest: Vec::new(),
        }
    }

    /// Appends approximately `about` bytes up to a line end. Returns whether more bytes follow.
    ///
    /// `bytes` begins at line `line` of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, if memory is exhausted, or if a line exceeds the limit for
    /// records.
    pub(super) fn append(&mut self, bytes: &mut Vec<u8>, about: usize, line: u64) -> io::Result<bool> {
        reserve(bytes, self.rest.len() + about)?;
        bytes.append(&mut self.rest);
        loop {
            let before = bytes.len();
            reserve(bytes, about)?;
            (&mut self.from).take(about as u64).read_to_end(bytes)?;
            if bytes.len() < before + about {
                return Ok(false);
            }
            if let Some(end) = memrchr(b'\n', &bytes[before..]) {
                let end = before + end + 1;
                reserve(&mut self.rest, bytes.len() - end)?;
                self.rest.extend_from_slice(&bytes[end..]);
                bytes.truncate(end);
                return Ok(true);
            }
            if bytes.len() > self.limits.record {
                return Err(record_too_long(line, self.limits));
            }
        }
    }
}

// Chunks of unparsed records of one text.

/// Maximum number of records in a chunk.
const MAX_CHUNK_RECORDS: usize = 64;

/// Text size at which a chunk ends (bytes).
const MAX_CHUNK_BYTES: u32 = 256 << 10;

/// Consecutive records of one window: the unit of work of one thread.
pub(super) struct Chunk<'w> {
    window: &'w Window<'w>,
    places: Range<usize>,
    /// Length of its part of the file (bytes).
    pub(super) bytes: u64,
    /// `true` if this is the first chunk of the input.
    pub(super) first: bool,
    /// `true` if the text that could not be split belongs to this chunk.
    last: bool,
}

impl<'w> Chunk<'w> {
    /// Returns an iterator over its records.
    pub(super) fn records(&self) -> impl Iterator<Item = UnreadRecord<'w>> + use<'w> {
        let window = self.window;
        let slices = self.places.clone().filter_map(|at| window.slice(at));
        let lost = window.lost().filter(|_| self.last);
        let lost = lost.map(|(index, span, why)| UnreadRecord::Lost {
            index,
            span,
            why: why.clone(),
        });
        slices.map(UnreadRecord::Slice).chain(lost)
    }
}

/// An iterator over the chunks of a window.
pub(super) struct Chunks<'w> {
    window: &'w Window<'w>,
    /// Number of records in the chunks so far.
    taken: usize,
    ended: bool,
}

impl<'w> Chunks<'w> {
    pub(super) fn new(window: &'w Window<'w>) -> Self {
        Self {
            window,
            taken: 0,
            ended: false,
        }
    }
}

impl<'w> Iterator for Chunks<'w> {
    type Item = Chunk<'w>;

    fn next(&mut self) -> Option<Chunk<'w>> {
        if self.ended {
            return None;
        }
        let first = self.taken;
        let start = self.window.span(first).start;
        let mut end = start;
        while self.taken < self.window.records()
            && self.taken - first < MAX_CHUNK_RECORDS
            && end - start < MAX_CHUNK_BYTES
        {
            end = self.window.span(self.taken).end;
            self.taken += 1;
        }
        self.ended = self.taken == self.window.records();
        let text = self.window.text();
        // An estimate in proportion to the text, because decoding changes the length.
        let length = text.as_str().len().max(1) as u64;
        Some(Chunk {
            window: self.window,
            places: first..self.taken,
            bytes: u64::from(end - start) * text.source_length() / length,
            first: self.window.is_first() && first == 0,
            last: self.ended,
        })
    }
}

// The survey of a large file before its records are read: encoding, format and damaged bytes. The file is read in
// blocks, once for the encoding and once or twice for the rest.

/// Number of bytes that one thread inspects at a time.
const BLOCK_BYTES: usize = 1 << 20;

/// Maximum number of blocks that are inspected at the same time, for any number of threads.
const MAX_PARALLEL_BLOCKS: usize = 8;

/// Minimum size of the first block (bytes). It must contain the header lines that identify the format.
const MIN_FIRST_BLOCK_BYTES: usize = 4 << 10;

/// The result of the survey of a large file.
#[derive(Debug)]
pub(super) struct Survey {
    pub(super) known: TextProperties,
    /// `true` if it is text.
    pub(super) is_text: bool,
    /// The evidence for each format in its lines.
    pub(super) claims: Claims,
    pub(super) problems: Vec<TextProblem>,
}

impl Survey {
    /// Returns the result for a binary file, whose text consists of digits.
    fn items() -> Self {
        Self {
            is_text: true,
            known: TextProperties {
                encoding: encoding_rs::UTF_8,
                mark: 0,
                is_text: true,
                is_forced: true,
            },
            claims: Claims::default(),
            problems: Vec::new(),
        }
    }
}

/// Surveys a large file. It stops early if the encoding does not allow reading in parts.
pub(super) fn survey(
    store: &LargeInput,
    encoding: Option<&'static Encoding>,
    limits: Limits,
    cancel: &Cancel,
) -> io::Result<Survey> {
    let evidence = EncodingSample::new(encoding);
    let mut head = Vec::new();
    store.begin()?.take(HEAD_BYTES as u64).read_to_end(&mut head)?;
    let known = match evidence.properties_from_start(&head) {
        Some(known) => known,
        None => detect_encoding(evidence, store, limits, cancel)?,
    };
    let mut surveyed = Survey {
        is_text: known.is_text,
        known,
        claims: Claims::default(),
        problems: Vec::new(),
    };
    if surveyed.is_text && known.has_parts() {
        let mut inspection = inspect(store, &mut surveyed, false, limits, cancel)?;
        if inspection.is_suspect() {
            inspection = inspect(store, &mut surveyed, true, limits, cancel)?;
        }
        surveyed.is_text = inspection.is_text(&known);
        surveyed.problems = inspection.problems();
    }
    Ok(surveyed)
}

/// Detects the encoding of a file from its lines.
fn detect_encoding(
    mut evidence: EncodingSample,
    store: &LargeInput,
    limits: Limits,
    cancel: &Cancel,
) -> io::Result<TextProperties> {
    let mut blocks = Blocks::new(store.begin()?, limits);
    let (mut block, mut line) = (Vec::new(), 1);
    loop {
        let more = blocks.append(&mut block, BLOCK_BYTES.min(limits.window), line)?;
        let wanted = evidence.add(&block).map_err(|_| out_of_memory())?;
        if !(more && wanted) {
            return evidence.properties().map_err(|_| out_of_memory());
        }
        if cancel.is_set() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        line += memchr::memchr_iter(b'\n', &block).count() as u64;
        block.clear();
    }
}

/// Finds damaged bytes in a file, and collects the evidence for its format.
fn inspect(
    store: &LargeInput,
    surveyed: &mut Survey,
    suspect: bool,
    limits: Limits,
    cancel: &Cancel,
) -> io::Result<Inspection> {
    let known = surveyed.known;
    let decided = AtomicBool::new(suspect);
    let mut blocks = Blocks::new(store.begin()?, limits);
    let mut part = TextPart::default();
    let mut more = true;
    let draw = || {
        let mut drawn = Vec::new();
        while more && drawn.len() < rayon::current_num_threads().min(MAX_PARALLEL_BLOCKS) {
            let mut block = Vec::new();
            let least = if part.is_first() { MIN_FIRST_BLOCK_BYTES } else { 1 };
            let appended = blocks.append(&mut block, BLOCK_BYTES.min(limits.window).max(least), 1);
            part.is_continued = *appended.as_ref().unwrap_or(&false) && !cancel.is_set();
            more = part.is_continued;
            let length = block.len() as u64;
            drawn.push(appended.map(|_| (block, part)));
            part.bytes += length;
        }
        drawn
    };
    let look = |drawn: Vec<io::Result<(Vec<u8>, TextPart)>>| {
        let seen = |drawn: io::Result<(Vec<u8>, TextPart)>| {
            let (block, part) = drawn?;
            let text = Text::from_part(block, &known, part).map_err(|_| out_of_memory())?;
            let seen = Inspection::new(&text, suspect);
            Ok((seen, (!decided.load(Ordering::Relaxed)).then_some(text)))
        };
        drawn.into_par_iter().map(seen).collect::<Vec<io::Result<_>>>()
    };
    let mut inspection = Inspection::default();
    in_order(draw, look, |seen| {
        let (seen, text) = seen?;
        inspection.add(seen);
        if let Some(text) = text {
            surveyed.claims.count(text.as_str());
            decided.store(surveyed.claims.is_decided(), Ordering::Relaxed);
        }
        Ok::<(), io::Error>(())
    })?;
    if cancel.is_set() {
        return Err(io::ErrorKind::Interrupted.into());
    }
    Ok(inspection)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_contain_complete_lines() {
        for text in ["", "\n", "a", "ab\ncdefgh\n\nij", "ab\ncdefgh\n\nij\n"] {
            for size in 1..12 {
                let mut blocks = Blocks::new(text.as_bytes(), Limits::DEFAULT);
                let (mut all, mut more) = (Vec::new(), true);
                while more {
                    let mut block = Vec::new();
                    more = blocks.append(&mut block, size, 1).unwrap();
                    assert!(!more || block.ends_with(b"\n"), "{text:?} {size}");
                    all.append(&mut block);
                }
                assert_eq!(all, text.as_bytes(), "{size}");
            }
        }
    }

    #[test]
    fn a_line_without_end_is_refused() {
        let limits = Limits {
            window: 4,
            record: 64,
        };
        let mut blocks = Blocks::new(io::repeat(b'x'), limits);
        let error = blocks.append(&mut Vec::new(), 4, 7).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert!(error.to_string().contains("line 7"), "{error}");
    }
}
