//! Windows, in which an input is read.
//!
//! A small input is a single window. A large input is split into windows of several complete records.

use std::borrow::Cow;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use memchr::memrchr;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::execution::Run;
use super::input::{Input, LargeInput, Limits, Loaded, load, out_of_memory, record_too_long, reserve};
use super::survey::{Survey, survey_file};
use crate::check::{ForcedFormat, RecordSplitter, UnreadRecord};
use crate::finding::Span;
use crate::guard::catch_panic;
use crate::notation::{KnownEnds, Layout, Misplaced, Notation, RecordOrder, RecordSlice, line_start};
use crate::record::GapKind;
use crate::text::{BinaryLayout, Text, TextPart, try_decode};

/// An open input whose windows can be read.
#[derive(Debug)]
pub(crate) struct Opened<'i> {
    run: &'i Run,
    input: &'i Input,
    content: Content,
    /// The binary format that the options or the extension allow, with the structure of its files. For a large
    /// input, `None` unless the input is a binary file.
    binary: Option<(&'static Notation, BinaryLayout)>,
}

/// The content of an open input.
#[derive(Debug)]
enum Content {
    /// All bytes of an input that is not read in parts.
    Whole(Arc<Vec<u8>>),
    /// A large input, with the result of its survey.
    Large(LargeInput, Survey),
    /// The reason why the input cannot be read.
    Gap(GapKind),
}

impl<'i> Opened<'i> {
    /// Opens an input.
    ///
    /// # Errors
    ///
    /// Returns an error if the input cannot be read, if there is not enough memory, or if the run is cancelled.
    pub(crate) fn open(input: &'i Input, run: &'i Run) -> io::Result<Self> {
        let mut binary = run.read_as.binary(input.extension());
        let encoding = run.read_as.encoding;
        let content = match load(input, run.limits, encoding, binary.is_some())? {
            Loaded::Whole(bytes) => Content::Whole(bytes),
            Loaded::Gap(gap) => Content::Gap(gap),
            Loaded::Large(mut large_input) => {
                if let Some((_, layout)) = binary {
                    let head = large_input.head()?;
                    large_input.layout = Some(layout).filter(|layout| layout.is_of(&head));
                    binary = binary.filter(|_| large_input.layout.is_some());
                }
                if binary.is_none() && run.read_as.may_be_page(&large_input.head()?, input.extension()) {
                    let bytes = large_input.into_bytes(input.size.unwrap_or(0), run.limits)?;
                    return Ok(Self {
                        run,
                        input,
                        content: Content::Whole(bytes),
                        binary,
                    });
                }
                let survey = match binary {
                    Some(_) => Survey::binary(),
                    None => survey_file(&large_input, encoding, run.limits, &run.cancel)?,
                };
                if survey.known.has_parts() {
                    Content::Large(large_input, survey)
                } else {
                    Content::Whole(large_input.into_bytes(input.size.unwrap_or(0), run.limits)?)
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

    /// Returns the windows of the input, beginning with the first.
    ///
    /// # Errors
    ///
    /// Returns an error if the input cannot be read, or if there is not enough memory.
    pub(crate) fn windows(&self) -> io::Result<Windows<'_>> {
        let ForcedFormat { notation: forced, .. } = self.run.read_as;
        let extension = self.run.read_as.extension(self.input.extension());
        let notation_of_run = forced.or(self.binary.map(|(notation, _)| notation));
        let (notation, rest) = match &self.content {
            Content::Whole(bytes) => {
                let result = self
                    .run
                    .read_as
                    .whole(Cow::Borrowed(bytes), self.input.extension());
                let (text, notation) = result.map_err(|_| out_of_memory())?;
                (notation, Rest::Whole(text))
            }
            Content::Large(_, survey) if !survey.is_text => {
                (forced, Rest::Whole(Text::for_binary(&survey.known)))
            }
            Content::Large(large_input, survey) => {
                let detected = || survey.claims.notation(self.input.extension());
                let limits = self.run.limits.for_input(large_input);
                let large = Large::new(large_input, survey, limits)?;
                (notation_of_run.or_else(detected), Rest::Large(large))
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

/// The part of an input that has not been returned as a window yet.
enum Rest<'o> {
    Nothing,
    /// The whole text, which is the only window.
    Whole(Text<'o>),
    /// A large input, which is read window by window.
    Large(Large<'o>),
    /// An input that cannot be read. Its only window has no text and states the reason.
    Gap(&'o GapKind),
}

impl<'o> Windows<'o> {
    /// Returns the format of the input; `None` if it is not known.
    pub(crate) fn notation(&self) -> Option<&'static Notation> {
        self.notation
    }

    /// Returns the next window; `None` after the last.
    ///
    /// # Errors
    ///
    /// Returns an error if the input cannot be read, if there is not enough memory, or if a record is too long.
    pub(crate) fn advance(&mut self) -> io::Result<Option<Window<'o>>> {
        let (text, record_spans) = match std::mem::replace(&mut self.rest, Rest::Nothing) {
            Rest::Nothing => return Ok(None),
            Rest::Whole(text) => {
                let known_ends = find_ends(&text, self.notation, 0);
                let record_spans =
                    RecordSpans::new(&text, self.notation, (0, 0, RecordOrder::default()), known_ends);
                (text, record_spans)
            }
            Rest::Gap(gap) => (
                try_decode(b"", None).map_err(|_| out_of_memory())?,
                RecordSpans::gap(gap),
            ),
            Rest::Large(mut large) => {
                let (text, record_spans) = large.advance(self.notation)?;
                if text.is_continued() && record_spans.lost.is_none() {
                    self.rest = Rest::Large(large);
                }
                (text, record_spans)
            }
        };
        Ok(Some(Window {
            text,
            extension: self.extension.map(Cow::Borrowed),
            record_spans,
        }))
    }
}

impl Windows<'_> {
    /// Takes back the memory of a window that has been processed.
    pub(super) fn recycle(&mut self, window: Window<'_>) {
        if let Rest::Large(large) = &mut self.rest {
            large.buffers = window.text.into_buffers();
        }
    }
}

/// A large input that is being read.
struct Large<'o> {
    blocks: Blocks<Box<dyn Read + Send + 'o>>,
    survey: &'o Survey,
    limits: Limits,
    /// The structure of the input if it is a binary file; `None` for text.
    layout: Option<BinaryLayout>,
    /// The bytes of the last window that were not split into records, from the line on in which the next record begins.
    bytes: Vec<u8>,
    /// The position of `bytes` in the file.
    part: TextPart,
    /// Length of the decoded text of the file before `bytes`.
    base: usize,
    /// Start of the next record, as an offset in the decoded text of `bytes`.
    start: usize,
    /// Number of records in the windows so far, and their order.
    records: u32,
    order: RecordOrder,
    /// The memory of an earlier window, for the bytes and the text of the next one. New memory for every window would have
    /// to be cleared by the system each time.
    buffers: (Vec<u8>, String),
}

impl<'o> Large<'o> {
    fn new(input: &'o LargeInput, survey: &'o Survey, limits: Limits) -> io::Result<Self> {
        Ok(Self {
            blocks: Blocks::new(input.begin()?, limits),
            survey,
            limits,
            layout: input.layout,
            bytes: Vec::new(),
            part: TextPart::default(),
            base: 0,
            start: 0,
            records: 0,
            order: RecordOrder::default(),
            buffers: Default::default(),
        })
    }

    /// Returns the text of the next window and the spans of its records.
    ///
    /// The window has at least one complete record, has text that cannot be split into records, or extends to the end of the
    /// file.
    fn advance(&mut self, notation: Option<&'static Notation>) -> io::Result<(Text<'static>, RecordSpans)> {
        let mut is_first_attempt = true;
        loop {
            let line = self.part.lines + 1;
            let read_bytes = self.limits.window.max(self.bytes.len());
            self.part.is_continued = self.blocks.append(&mut self.bytes, read_bytes, line)?;
            let bytes = std::mem::take(&mut self.bytes);
            let length = bytes.len();
            let buffer = std::mem::take(&mut self.buffers.1);
            let text = Text::from_part(bytes, &self.survey.known, self.part, buffer);
            let text = text.map_err(|_| out_of_memory())?.with_layout(self.layout);
            let text = text.with_problems(&self.survey.problems, self.base);
            // A record that is longer than a window is searched by one thread, not by all in every attempt.
            let known_ends = if is_first_attempt {
                find_ends(&text, notation, self.start)
            } else {
                KnownEnds::default()
            };
            is_first_attempt = false;
            let before = (self.start, self.records, self.order.clone());
            let record_spans = RecordSpans::new(&text, notation, before, known_ends);
            if !self.part.is_continued {
                return Ok((text, record_spans));
            }
            if !record_spans.spans.is_empty() || record_spans.lost.is_some() {
                self.keep_rest(&text, &record_spans);
                return Ok((text, record_spans));
            }
            if length > self.limits.record {
                return Err(record_too_long(line, self.limits));
            }
            (self.bytes, self.buffers.1) = text.into_buffers();
        }
    }

    /// Keeps the bytes after the last record of a window for the next window.
    fn keep_rest(&mut self, text: &Text<'_>, record_spans: &RecordSpans) {
        let (start, source) = text.line_start(record_spans.end);
        self.bytes = std::mem::take(&mut self.buffers.0);
        self.bytes.clear();
        self.bytes.extend_from_slice(&text.source()[source..]);
        self.start = record_spans.end - start;
        self.records = record_spans.records();
        self.order.clone_from(&record_spans.order);
        self.part.lines = text.lines_before(start);
        self.part.bytes += source as u64;
        self.base += start;
    }
}

/// The spans of the records in a window.
#[derive(Debug)]
struct RecordSpans {
    notation: Option<&'static Notation>,
    /// Number of records of the input before the window.
    before: u32,
    spans: Vec<Span>,
    /// The records whose place in the file is wrong, by their index in `spans`.
    misplaced: Vec<(usize, Misplaced)>,
    /// The order of the records up to the last one of the window.
    order: RecordOrder,
    /// End of the last record, as an offset in the text of the window.
    end: usize,
    /// The reason why the text after the last record could not be split into records; `None` if all text was split.
    lost: Option<GapKind>,
}

impl RecordSpans {
    /// Splits a text into records, from the offset `start` on. `before` is the number of records of the input before the text,
    /// `order` is their order, and `known_ends` are the ends that were found before.
    fn new(
        text: &Text<'_>,
        notation: Option<&'static Notation>,
        (start, before, order): (usize, u32, RecordOrder),
        known_ends: KnownEnds,
    ) -> Self {
        let splitter = RecordSplitter::new(text, notation, (start, before), order);
        let mut splitter = splitter.with_known_ends(known_ends);
        let mut record_spans = Self {
            notation,
            before,
            spans: Vec::new(),
            misplaced: Vec::new(),
            order: RecordOrder::default(),
            end: start,
            lost: None,
        };
        for slice in &mut splitter {
            let misplaced = slice.misplaced().map(|it| (record_spans.spans.len(), it));
            record_spans.misplaced.extend(misplaced);
            record_spans.notation = slice.notation();
            record_spans.spans.push(slice.span());
            record_spans.end = slice.span().end as usize;
        }
        record_spans.lost = splitter.failure.take();
        record_spans.order = splitter.into_order();
        record_spans
    }

    /// Creates the spans for an input that cannot be read, without records.
    fn gap(gap: &GapKind) -> Self {
        Self {
            notation: None,
            before: 0,
            spans: Vec::new(),
            misplaced: Vec::new(),
            order: RecordOrder::default(),
            end: 0,
            lost: Some(gap.clone()),
        }
    }

    /// Returns the number of records of the input before the next window.
    fn records(&self) -> u32 {
        self.before.saturating_add(self.spans.len() as u32)
    }
}

/// Splits a long text on all threads, from the offset `start` on. Returns nothing for a text that one thread splits as fast.
fn find_ends(text: &Text<'_>, notation: Option<&'static Notation>, start: usize) -> KnownEnds {
    /// Minimum length of the text for each thread (bytes).
    const MIN_BYTES: usize = 256 << 10;
    /// Maximum number of ranges, with which many threads are still busy.
    const MAX_RANGES: usize = 64;
    let full_text = text.as_str();
    let length = full_text.len() - start;
    let ranges = (length / MIN_BYTES)
        .min(rayon::current_num_threads())
        .min(MAX_RANGES);
    // In JSON, a search from any line on rarely finds the beginning of a record.
    let Some(notation) = notation.filter(|it| it.form.layout != Layout::Json && ranges > 1) else {
        return KnownEnds::default();
    };
    let border = |index: usize| match index {
        0 => start,
        _ => line_start(full_text, start + length / ranges * index),
    };
    let ends = (0..ranges).into_par_iter().map(|index| {
        let range = border(index)..if index + 1 == ranges {
            full_text.len()
        } else {
            border(index + 1)
        };
        // If the splitting fails, the failure occurs again and is reported when the records are taken in their order.
        catch_panic(|| KnownEnds::find(text, notation, range)).unwrap_or_default()
    });
    KnownEnds::joined(ends.collect())
}

/// Consecutive records of an input, with their text.
#[derive(Debug)]
pub(crate) struct Window<'o> {
    text: Text<'o>,
    extension: Option<Cow<'o, str>>,
    record_spans: RecordSpans,
}

impl<'o> Window<'o> {
    /// Returns the text that contains the records.
    pub(crate) fn text(&self) -> &Text<'o> {
        &self.text
    }

    /// Returns a window with its own copy of the text.
    pub(super) fn into_owned(self) -> Window<'static> {
        Window {
            text: self.text.into_owned(),
            extension: self.extension.map(|extension| Cow::Owned(extension.into_owned())),
            record_spans: self.record_spans,
        }
    }

    /// Returns the number of records in the window.
    pub(crate) fn records(&self) -> usize {
        self.record_spans.spans.len()
    }

    /// Returns whether this is the first window of the input.
    pub(super) fn is_first(&self) -> bool {
        self.record_spans.before == 0
    }

    /// Returns the span of the record with this index in the text; an empty span if there is no such record.
    pub(super) fn span(&self, index: usize) -> Span {
        self.record_spans.spans.get(index).copied().unwrap_or_default()
    }

    /// Returns the unparsed record with this index, counted from 0; `None` if there is no such record.
    pub(crate) fn slice(&self, index: usize) -> Option<RecordSlice<'_>> {
        let span = *self.record_spans.spans.get(index)?;
        let misplaced = &self.record_spans.misplaced;
        let at = misplaced.binary_search_by_key(&index, |it| it.0).ok();
        let number = self
            .record_spans
            .before
            .saturating_add(index as u32)
            .saturating_add(1);
        Some(
            RecordSlice::new(&self.text, self.record_spans.notation, number, span)
                .with_extension(self.extension.as_deref())
                .with_misplaced(at.map(|at| misplaced[at].1)),
        )
    }

    /// Returns the text that could not be split into records: its record number, its span and the reason. Returns
    /// `None` if all text was split.
    pub(super) fn lost(&self) -> Option<(u32, Span, &GapKind)> {
        let span = Span::new(self.record_spans.end, self.text.as_str().len());
        let index = self.record_spans.records().saturating_add(1);
        self.record_spans
            .lost
            .as_ref()
            .map(|reason| (index, span, reason))
    }
}

/// Memory that is reserved in addition to a block (bytes), so that a slightly longer block needs no new memory.
const SPARE_BYTES: usize = 64 << 10;

/// A reader of blocks of a file, each of which consists of whole lines.
#[derive(Debug)]
pub(super) struct Blocks<R> {
    source: R,
    limits: Limits,
    /// The bytes after the last line end that was read. The next block begins with these bytes.
    rest: Vec<u8>,
}

impl<R: Read> Blocks<R> {
    pub(super) fn new(source: R, limits: Limits) -> Self {
        Self {
            source,
            limits,
            rest: Vec::new(),
        }
    }

    /// Appends approximately `size` bytes of the file to `bytes`, up to a line end. Returns whether more bytes follow.
    ///
    /// `line` is the number of the line at which `bytes` begins. The error for a line that is too long mentions this
    /// number.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, if memory is exhausted, or if a line exceeds the limit for
    /// records.
    pub(super) fn append(&mut self, bytes: &mut Vec<u8>, size: usize, line: u64) -> io::Result<bool> {
        reserve(bytes, self.rest.len() + size + SPARE_BYTES)?;
        bytes.append(&mut self.rest);
        loop {
            let old_length = bytes.len();
            reserve(bytes, size)?;
            (&mut self.source).take(size as u64).read_to_end(bytes)?;
            if bytes.len() < old_length + size {
                return Ok(false);
            }
            if let Some(end) = memrchr(b'\n', &bytes[old_length..]) {
                let end = old_length + end + 1;
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

/// Maximum number of records in a chunk.
const MAX_CHUNK_RECORDS: usize = 64;

/// Text size at which a chunk ends (bytes).
const MAX_CHUNK_BYTES: u32 = 256 << 10;

/// Consecutive unparsed records of a window, which one thread processes.
pub(super) struct Chunk<'w> {
    window: &'w Window<'w>,
    /// The indices of the records in the window.
    indices: Range<usize>,
    /// Approximate length of the records in the file (bytes).
    pub(super) bytes: u64,
    /// `true` if this is the first chunk of the input.
    pub(super) first: bool,
    /// `true` if this is the last chunk of the window, which includes the text that could not be split.
    last: bool,
}

impl<'w> Chunk<'w> {
    /// Returns the records of the chunk. The last chunk of the window also returns the text that could not be split, if any.
    pub(super) fn records(&self) -> impl Iterator<Item = UnreadRecord<'w>> + use<'w> {
        let window = self.window;
        let slices = self.indices.clone().filter_map(|index| window.slice(index));
        let lost = window.lost().filter(|_| self.last);
        let lost = lost.map(|(index, span, reason)| UnreadRecord::Lost {
            index,
            span,
            why: reason.clone(),
        });
        slices.map(UnreadRecord::Slice).chain(lost)
    }
}

/// An iterator over the chunks of a window. A window without records has one chunk, also without records.
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
        // The number of bytes is estimated in proportion to the text, because decoding changes the length.
        let length = text.as_str().len().max(1) as u64;
        Some(Chunk {
            window: self.window,
            indices: first..self.taken,
            bytes: u64::from(end - start) * text.source_length() / length,
            first: self.window.is_first() && first == 0,
            last: self.ended,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all fixtures with an extension, repeated until the text is long enough for several threads. Lines that begin a
    /// record in another place, such as a comment, are between the repetitions.
    fn long_text(extension: &str) -> String {
        const FALSE_BORDERS: &str = "*手合割：平手\n'V2.2\n\"手合割：平手\n# ----\n*N+\n'/\n開始日時\n{\"header\":{\n*sfen 9/9 b - 1\n\n";
        let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
        let files = walkdir::WalkDir::new(fixtures).sort_by_file_name().into_iter();
        let files = files.map(Result::unwrap).filter(|file| {
            let of_file = file.path().extension();
            file.file_type().is_file() && of_file.is_some_and(|it| it.eq_ignore_ascii_case(extension))
        });
        let bytes: Vec<_> = files
            .flat_map(|file| [std::fs::read(file.path()).unwrap(), b"\n".to_vec()].concat())
            .collect();
        let once = try_decode(&bytes, None).unwrap().as_str().to_owned() + FALSE_BORDERS;
        once.repeat((3 << 20) / once.len() + 1)
    }

    #[test]
    fn several_threads_split_a_text_as_one_does() {
        for extension in [
            "kif", "ki2", "csa", "usi", "sfen", "usen", "jkf", "bod", "db", "psn",
        ] {
            let long_text = long_text(extension);
            let text = try_decode(long_text.as_bytes(), None).unwrap();
            let notation = crate::notation::detect(&text, Some(extension));
            let on_threads = |threads: usize| {
                let pool = rayon::ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .build()
                    .unwrap();
                pool.install(|| {
                    let known_ends = find_ends(&text, notation, 0);
                    let record_spans = RecordSpans::new(
                        &text,
                        notation,
                        (0, 0, RecordOrder::default()),
                        known_ends.clone(),
                    );
                    (record_spans.spans, known_ends)
                })
            };
            let (expected, none) = on_threads(1);
            let (spans, known_ends) = on_threads(7);
            assert!(spans == expected && !expected.is_empty(), "{extension}");
            // Almost all records were found by the threads.
            assert_eq!(none.count(&expected), 0);
            if notation.is_some_and(|it| it.form.layout != Layout::Json) {
                assert!(known_ends.count(&expected) + 20 > expected.len(), "{extension}");
            }
        }
    }

    #[test]
    fn blocks_contain_complete_lines() {
        for text in ["", "\n", "a", "ab\ncdefgh\n\nij", "ab\ncdefgh\n\nij\n"] {
            for size in 1..12 {
                let mut blocks = Blocks::new(text.as_bytes(), Limits::DEFAULT);
                let (mut joined, mut has_more) = (Vec::new(), true);
                while has_more {
                    let mut block = Vec::new();
                    has_more = blocks.append(&mut block, size, 1).unwrap();
                    assert!(!has_more || block.ends_with(b"\n"), "{text:?} {size}");
                    joined.append(&mut block);
                }
                assert_eq!(joined, text.as_bytes(), "{size}");
            }
        }
    }

    #[test]
    fn a_line_longer_than_the_limit_is_refused() {
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
