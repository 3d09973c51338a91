//! One record for a person to look at: the board at a ply, the moves with what was found beside them, the variations
//! as a tree, and the result with its reasons.

mod board;
mod clock;
mod headers;
mod moves;
mod notes;
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

use super::fold::folded;
use super::{Manner, put};
use crate::finding::{Language, Words};
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

/// A title over a part of the page.
fn heading(words: Words, manner: &Manner, out: &mut Vec<u8>) {
    let strong = manner.paint.strong;
    put!(
        out,
        "\n{strong}{}{strong:#}\n",
        words.in_language(manner.language)
    );
}

/// Words that may take several lines: so many columns are used up on the first, and on the others they begin after
/// so many. On a terminal long ones are folded.
fn paragraph(words: &str, (used, indent): (usize, usize), manner: &Manner, out: &mut Vec<u8>) {
    /// A terminal that leaves less room cannot be served.
    const LEAST: usize = 20;
    let room = |used: usize| manner.columns.map(|all| all.saturating_sub(used).max(LEAST));
    let mut used = used;
    for line in words.lines().map(printable) {
        let parts = match (room(used.max(indent)), room(indent)) {
            (Some(first), Some(others)) => folded(&line, first, others),
            _ => vec![&*line],
        };
        for part in parts {
            let gap = if used == 0 { indent } else { 0 };
            put!(out, "{:gap$}{part}\n", "");
            used = 0;
        }
    }
    if used > 0 {
        // Nothing was said.
        put!(out, "\n");
    }
}
