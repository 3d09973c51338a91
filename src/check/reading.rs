//! The way from the bytes of a file to its records, for a file in memory and for one that is read in windows: the text and its format,
//! and the records that are cut out of it and not read yet.

use std::borrow::Cow;
use std::collections::TryReserveError;

use encoding_rs::Encoding;

use super::Settings;
use crate::finding::Span;
use crate::guard::guarded;
use crate::notation::{self, Notation, RecordSlice, Slices, slices};
use crate::record::{Format, GapKind, Record};
use crate::text::{Text, decode_bytes, has_items, try_decode};

/// The format and the encoding of all files; what is `None` is detected for each file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReadAs {
    /// The format.
    pub notation: Option<&'static Notation>,
    /// The encoding.
    pub encoding: Option<&'static Encoding>,
}

impl ReadAs {
    /// Returns the format and the encoding of the settings.
    pub(super) const fn from_settings(settings: &Settings) -> Self {
        Self {
            notation: settings.notation,
            encoding: settings.encoding,
        }
    }

    /// Returns the binary format that a file with this extension is in, unless it is text, and the length of an item.
    pub(crate) fn binary(self, extension: Option<&str>) -> Option<(&'static Notation, usize)> {
        notation::binary(self.notation, extension)
    }

    /// Returns the text of a whole file with this extension, and the format of its records.
    ///
    /// # Errors
    ///
    /// When there is no memory for the text.
    pub(crate) fn whole<'b>(
        self,
        bytes: Cow<'b, [u8]>,
        extension: Option<&str>,
    ) -> Result<(Text<'b>, Option<&'static Notation>), TryReserveError> {
        let binary = self.binary(extension);
        if let Some((notation, length)) = binary.filter(|&(_, length)| has_items(&bytes, length)) {
            return Ok((Text::of_items(&bytes, length), self.notation.or(Some(notation))));
        }
        let text = match bytes {
            Cow::Borrowed(bytes) => try_decode(bytes, self.encoding)?,
            Cow::Owned(bytes) => decode_bytes(bytes, self.encoding),
        };
        let notation = self.notation.or_else(|| notation::detect(&text, extension));
        Ok((text, notation))
    }

    /// Returns the extension, if it says something about the records: if all files are read in one format, it does not.
    pub(crate) fn extension(self, extension: Option<&str>) -> Option<&str> {
        extension.filter(|_| self.notation.is_none())
    }
}

/// Iterator over the records of a text, cut out and not read. If the tool itself fails, it ends.
pub(crate) struct Cutter<'t> {
    slices: Slices<'t>,
    /// The reason why the rest of the text could not be cut.
    pub failure: Option<GapKind>,
}

impl<'t> Cutter<'t> {
    /// Cuts a text in this format, from a place on before which there are so many records.
    pub(crate) fn new(
        text: &'t Text<'_>,
        notation: Option<&'static Notation>,
        start: usize,
        before: u32,
    ) -> Self {
        Self {
            slices: slices(text, notation).after(start, before),
            failure: None,
        }
    }
}

impl<'t> Iterator for Cutter<'t> {
    type Item = RecordSlice<'t>;

    fn next(&mut self) -> Option<RecordSlice<'t>> {
        if self.failure.is_some() {
            return None;
        }
        guarded(|| self.slices.next()).unwrap_or_else(|panic| {
            self.failure = Some(GapKind::InternalError(panic));
            None
        })
    }
}

/// Iterator over the records of a file, not read yet.
pub struct Unread<'f> {
    extension: Option<&'f str>,
    cutter: Cutter<'f>,
    /// The length of the text.
    length: usize,
    /// The number of the last record, and where it ends.
    last: (u32, usize),
    /// Whether all records that can be cut out were returned.
    ended: bool,
}

impl<'f> Unread<'f> {
    /// Cuts the text of a file. If there is no text, `gap` has the reason.
    pub(super) fn new(
        text: &'f Text<'_>,
        notation: Option<&'static Notation>,
        extension: Option<&'f str>,
        gap: Option<GapKind>,
    ) -> Self {
        let mut cutter = Cutter::new(text, notation, 0, 0);
        cutter.failure = gap;
        Self {
            extension,
            cutter,
            length: text.as_str().len(),
            last: (0, 0),
            ended: false,
        }
    }
}

impl<'f> Iterator for Unread<'f> {
    type Item = UnreadRecord<'f>;

    fn next(&mut self) -> Option<UnreadRecord<'f>> {
        if !self.ended
            && let Some(slice) = self.cutter.next()
        {
            self.last = (slice.index(), slice.span().end as usize);
            return Some(UnreadRecord::Slice(slice.of_file(self.extension)));
        }
        self.ended = true;
        let (index, end) = self.last;
        let why = self.cutter.failure.take()?;
        Some(UnreadRecord::Lost {
            index: index.saturating_add(1),
            span: Span::new(end, self.length),
            why,
        })
    }
}

/// A record that was cut out of a text and is not read yet.
#[derive(Debug)]
pub enum UnreadRecord<'t> {
    /// The part of the text with the record.
    Slice(RecordSlice<'t>),
    /// The rest of a text that could not be cut.
    Lost {
        /// The number of the record, from 1.
        index: u32,
        /// The place of the rest.
        span: Span,
        /// The reason.
        why: GapKind,
    },
}

#[cfg(test)]
thread_local! {
    /// The number of records that this thread has read.
    pub(crate) static READ: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

impl<'t> UnreadRecord<'t> {
    /// Returns the number of the record in its file, from 1.
    pub fn index(&self) -> u32 {
        match self {
            Self::Slice(slice) => slice.index(),
            Self::Lost { index, .. } => *index,
        }
    }

    /// Reads the record. If the tool itself fails, the record has a gap that says so.
    pub fn read(&self) -> Record<'t> {
        #[cfg(test)]
        READ.with(|it| it.set(it.get() + 1));
        match self {
            Self::Slice(slice) => {
                let failed = |what| lost(slice.index(), slice.span(), GapKind::InternalError(what));
                guarded(|| slice.read()).unwrap_or_else(failed)
            }
            Self::Lost { index, span, why } => lost(*index, *span, why.clone()),
        }
    }
}

/// Returns a record of which nothing can be read.
fn lost<'t>(index: u32, span: Span, why: GapKind) -> Record<'t> {
    let mut record = Record::new(Format::UNKNOWN);
    record.index = index;
    record.span = span;
    let start = Span {
        start: span.start,
        end: span.start,
    };
    record.miss(start, why);
    record
}
