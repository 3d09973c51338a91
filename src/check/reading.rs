//! The steps from the bytes of a file to its records, for files in memory and for files read in windows.
//!
//! The first step finds the text and its format. The second step cuts the records out of the text, without reading
//! them.

use std::borrow::Cow;
use std::collections::TryReserveError;

use encoding_rs::Encoding;

use super::Settings;
use crate::finding::Span;
use crate::guard::catch_panic;
#[cfg(feature = "cli")]
use crate::notation::KnownEnds;
use crate::notation::{self, Notation, RecordOrder, RecordSlice, Slices, slices};
use crate::record::{Format, GapKind, Record};
#[cfg(feature = "cli")]
use crate::text::decode;
use crate::text::{BinaryLayout, Text, decode_bytes, try_decode};

/// The format and the encoding in which all files are read, unless they are detected for each file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ForcedFormat {
    /// The format of all files; `None` if the format of each file is detected.
    pub notation: Option<&'static Notation>,
    /// The encoding of all files; `None` if the encoding of each file is detected.
    pub encoding: Option<&'static Encoding>,
}

impl ForcedFormat {
    /// Returns the format and the encoding of the settings.
    pub(super) const fn from_settings(settings: &Settings) -> Self {
        Self {
            notation: settings.notation,
            encoding: settings.encoding,
        }
    }

    /// Returns the binary format for files with this extension, and the structure of these files. The file may still
    /// be text. `None` if no binary format fits.
    pub(crate) fn binary(self, extension: Option<&str>) -> Option<(&'static Notation, BinaryLayout)> {
        notation::binary(self.notation, extension)
    }

    /// Returns the text of a whole file with this extension, and the format of its records. In a page, each record has its own.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for the text.
    pub(crate) fn whole<'b>(
        self,
        bytes: Cow<'b, [u8]>,
        extension: Option<&str>,
    ) -> Result<(Text<'b>, Option<&'static Notation>), TryReserveError> {
        let binary = self.binary(extension);
        if let Some((notation, layout)) = binary.filter(|(_, layout)| layout.is_of(&bytes)) {
            return Ok((
                Text::from_binary(&bytes, layout),
                self.notation.or(Some(notation)),
            ));
        }
        let text = match bytes {
            Cow::Borrowed(bytes) => try_decode(bytes, self.encoding)?,
            Cow::Owned(bytes) => decode_bytes(bytes, self.encoding),
        };
        if self.notation.is_some() {
            return Ok((text, self.notation));
        }
        let text = notation::with_page(text, extension);
        let notation = match text.page() {
            Some(_) => None,
            None => notation::detect(&text, extension),
        };
        Ok((text, notation))
    }

    /// Returns whether a file with this extension that begins with these bytes may be a page, which is read as a whole.
    #[cfg(feature = "cli")]
    pub(crate) fn may_be_page(self, head: &[u8], extension: Option<&str>) -> bool {
        self.notation.is_none()
            && notation::page_kind(decode(head, self.encoding).as_str(), extension).is_some()
    }

    /// Returns the extension if it is relevant, that is, unless all files are read in one format.
    pub(crate) fn extension(self, extension: Option<&str>) -> Option<&str> {
        extension.filter(|_| self.notation.is_none())
    }
}

/// An iterator over the records of a text, cut out and not read. The iterator also ends if an internal error
/// occurs.
pub(crate) struct RecordSplitter<'t> {
    slices: Slices<'t>,
    /// The reason why the rest of the text could not be cut into records; `None` if no error has occurred.
    pub failure: Option<GapKind>,
}

impl<'t> RecordSplitter<'t> {
    /// Cuts a text in this format from position `start`, after `before` earlier records in this order.
    pub(crate) fn new(
        text: &'t Text<'_>,
        notation: Option<&'static Notation>,
        (start, before): (usize, u32),
        order: RecordOrder,
    ) -> Self {
        Self {
            slices: slices(text, notation).after(start, before, order),
            failure: None,
        }
    }
}

#[cfg(feature = "cli")]
impl RecordSplitter<'_> {
    /// Uses the ends of records that were found before.
    pub(crate) fn with_known_ends(self, known_ends: KnownEnds) -> Self {
        Self {
            slices: self.slices.with_known_ends(known_ends),
            ..self
        }
    }

    /// Returns the order of the records so far.
    pub(crate) fn into_order(self) -> RecordOrder {
        self.slices.into_order()
    }
}

impl<'t> Iterator for RecordSplitter<'t> {
    type Item = RecordSlice<'t>;

    fn next(&mut self) -> Option<RecordSlice<'t>> {
        if self.failure.is_some() {
            return None;
        }
        catch_panic(|| self.slices.next()).unwrap_or_else(|panic| {
            self.failure = Some(GapKind::InternalError(panic));
            None
        })
    }
}

/// An iterator over the records of a file, not read yet. If the text cannot be cut to its end, the last item is
/// the rest of the text.
pub struct Unread<'f> {
    extension: Option<&'f str>,
    splitter: RecordSplitter<'f>,
    /// The length of the text (bytes).
    length: usize,
    /// The number of the last record, and the position of its end.
    last_record: (u32, usize),
    /// `true` if all records that can be cut out have been returned.
    has_ended: bool,
}

impl<'f> Unread<'f> {
    /// Cuts the text of a file. If there is no text, `gap` is the reason.
    pub(super) fn new(
        text: &'f Text<'_>,
        notation: Option<&'static Notation>,
        extension: Option<&'f str>,
        gap: Option<GapKind>,
    ) -> Self {
        let mut splitter = RecordSplitter::new(text, notation, (0, 0), RecordOrder::default());
        splitter.failure = gap;
        Self {
            extension,
            splitter,
            length: text.as_str().len(),
            last_record: (0, 0),
            has_ended: false,
        }
    }
}

impl<'f> Iterator for Unread<'f> {
    type Item = UnreadRecord<'f>;

    fn next(&mut self) -> Option<UnreadRecord<'f>> {
        if !self.has_ended
            && let Some(slice) = self.splitter.next()
        {
            self.last_record = (slice.index(), slice.span().end as usize);
            return Some(UnreadRecord::Slice(slice.with_extension(self.extension)));
        }
        self.has_ended = true;
        let (index, end) = self.last_record;
        let why = self.splitter.failure.take()?;
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
    /// The slice of the text that contains the record.
    Slice(RecordSlice<'t>),
    /// The rest of a text that could not be cut into records.
    Lost {
        /// The number of the record, from 1.
        index: u32,
        /// The span of the rest.
        span: Span,
        /// The reason why the rest could not be cut.
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

    /// Returns the span of the record in the text.
    pub fn span(&self) -> Span {
        match self {
            Self::Slice(slice) => slice.span(),
            Self::Lost { span, .. } => *span,
        }
    }

    /// Reads the record. If an internal error occurs, the record has a gap that reports this error.
    pub fn read(&self) -> Record<'t> {
        #[cfg(test)]
        READ.with(|count| count.set(count.get() + 1));
        match self {
            Self::Slice(slice) => {
                let lost_record = |panic| lost(slice.index(), slice.span(), GapKind::InternalError(panic));
                catch_panic(|| slice.read()).unwrap_or_else(lost_record)
            }
            Self::Lost { index, span, why } => lost(*index, *span, why.clone()),
        }
    }
}

/// Returns a record without content, whose gap is the reason why it cannot be read.
fn lost<'t>(index: u32, span: Span, reason: GapKind) -> Record<'t> {
    let mut record = Record::new(Format::UNKNOWN);
    record.index = index;
    record.span = span;
    let start = Span {
        start: span.start,
        end: span.start,
    };
    record.add_gap(start, reason);
    record
}
