//! Where a record comes from.

use super::super::{RenderOptions, put};
use crate::finding::Language;
use crate::record::Record;
use crate::text::printable;

/// Where the record that is shown comes from.
#[derive(Clone, Copy, Debug)]
pub struct RecordSource<'p> {
    /// The path of the file as the user knows it.
    pub path: &'p str,
    /// How many records the file has.
    pub records: usize,
    /// The encoding it is written in.
    pub encoding: &'p str,
}

/// `games/a.kif, record 1 of 3 (kif, Shift_JIS)`.
pub(super) fn origin(
    record: &Record<'_>,
    place: &RecordSource<'_>,
    options: &RenderOptions,
    out: &mut Vec<u8>,
) {
    let RecordSource {
        path,
        records,
        encoding,
    } = *place;
    let (strong, path, index) = (options.paint.strong, printable(path), record.index);
    put!(out, "{strong}{path}{strong:#}");
    match options.language {
        _ if records == 1 => {}
        Language::English => put!(out, ", record {index} of {records}"),
        Language::Japanese => put!(out, " 全{records}局の{index}局目"),
    }
    put!(out, " ({}, {encoding})\n", record.format.name());
}
