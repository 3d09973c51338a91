//! What could not be read of a record, as the rules of reading look at it.

use super::rules::schema_error::value;
use crate::finding::{Bilingual, Message};
use crate::notation::quote::in_quotes;
use crate::record::gap::ValueGap;
use crate::record::{Gap, GapKind, Record};

/// A gap of a record.
#[derive(Clone, Copy, Debug)]
pub struct GapCase<'a> {
    /// The record.
    pub record: &'a Record<'a>,
    /// The gap.
    pub gap: &'a Gap,
}

impl<'a> GapCase<'a> {
    /// What it is.
    pub fn kind(&self) -> &'a GapKind {
        &self.gap.kind
    }

    /// The text that stands there.
    pub fn text(&self) -> &'a str {
        self.gap.span.map_or("", |span| self.record.text_at(span))
    }

    /// The same in quotation marks.
    pub fn quoted(&self) -> Bilingual<String> {
        in_quotes(self.text())
    }

    /// What is wrong with a value of JKF, and what was taken in its place.
    pub fn value(&self, value: &ValueGap) -> Message {
        value::told(value, self.text())
    }
}
