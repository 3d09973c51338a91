//! One record for a person to look at: the board at a ply, the moves with what was found beside them, the variations
//! as a tree, and the result with its reasons.

mod board;
mod clock;
mod headers;
mod moves;
mod notes;
mod paragraph;
mod plans;
mod result;
mod variations;
mod view;
mod words;

pub use view::{NoSuchPly, View};

pub(super) use board::title;
pub(super) use headers::player;

use super::{RenderOptions, put};
use crate::finding::Language;
use crate::text::printable;
use notes::Notes;

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

/// Everything about a record, as far as it is known.
pub fn page(view: &View<'_, '_>, place: &RecordSource<'_>, options: &RenderOptions) -> Vec<u8> {
    let mut out = Vec::new();
    origin(view, place, options, &mut out);
    let notes = Notes::of(&view.judgement.findings);
    if !view.record.is_playable() {
        for finding in &view.judgement.findings {
            notes::write(finding, 2, options, &mut out);
        }
        return out;
    }
    headers::write(view, options, &mut out);
    plans::write(view, options, &mut out);
    board::write(view, options, &mut out);
    moves::write(view, &notes, options, &mut out);
    variations::write(view, &notes, options, &mut out);
    result::write(view, options, &mut out);
    out
}

/// `games/a.kif, record 1 of 3 (kif, Shift_JIS)`.
fn origin(view: &View<'_, '_>, place: &RecordSource<'_>, options: &RenderOptions, out: &mut Vec<u8>) {
    let RecordSource {
        path,
        records,
        encoding,
    } = *place;
    let (strong, path, index) = (options.paint.strong, printable(path), view.record.index);
    put!(out, "{strong}{path}{strong:#}");
    match options.language {
        _ if records == 1 => {}
        Language::English => put!(out, ", record {index} of {records}"),
        Language::Japanese => put!(out, " 全{records}局の{index}局目"),
    }
    put!(out, " ({}, {encoding})\n", view.record.format.name());
}
