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

pub use plans::Onlooker;
pub use view::{NoSuchPly, View};

pub(super) use board::title;
pub(super) use headers::player;
pub(super) use words::side;

use super::{Manner, put};
use crate::finding::Language;
use crate::output::printable;
use notes::Notes;

/// Where the record that is shown comes from.
#[derive(Clone, Copy, Debug)]
pub struct Place<'p> {
    /// The path of the file as the user knows it.
    pub path: &'p str,
    /// How many records the file has.
    pub records: usize,
    /// The encoding it is written in.
    pub encoding: &'p str,
}

/// Everything about a record, as far as it is known.
pub fn page(view: &View<'_, '_>, place: &Place<'_>, manner: &Manner) -> Vec<u8> {
    let mut out = Vec::new();
    origin(view, place, manner, &mut out);
    let notes = Notes::of(&view.judgement.findings);
    if !view.record.is_playable() {
        for finding in &view.judgement.findings {
            notes::write(finding, 2, manner, &mut out);
        }
        return out;
    }
    headers::write(view, manner, &mut out);
    plans::write(view, manner, &mut out);
    board::write(view, manner, &mut out);
    moves::write(view, &notes, manner, &mut out);
    variations::write(view, &notes, manner, &mut out);
    result::write(view, manner, &mut out);
    out
}

/// `games/a.kif, record 1 of 3 (kif, Shift_JIS)`.
fn origin(view: &View<'_, '_>, place: &Place<'_>, manner: &Manner, out: &mut Vec<u8>) {
    let Place {
        path,
        records,
        encoding,
    } = *place;
    let (strong, path, index) = (manner.paint.strong, printable(path), view.record.index);
    put!(out, "{strong}{path}{strong:#}");
    match manner.language {
        _ if records == 1 => {}
        Language::English => put!(out, ", record {index} of {records}"),
        Language::Japanese => put!(out, " 全{records}局の{index}局目"),
    }
    put!(out, " ({}, {encoding})\n", view.record.format.name());
}
