//! A board diagram alone, as programs copy it: hands, nine rows, whose turn it is, how many moves led to it.
//!
//! Its lines are those that KIF has before the moves, so KIF's grammar reads it, and there is no other. Should moves
//! stand in it they are read as in KIF.

mod claims;
mod cut;
mod write;

use super::{Capabilities, Join, Newline, Notation, Scope, Target, formats, page};
use crate::finding::both;
use crate::notation::kif;
use crate::record::SHOGI;
use crate::text::UTF_8;

const TARGETS: &[Target] = &[Target {
    name: "bod",
    about: both("a board diagram of the last position", "最終局面の盤面"),
    games: &[&SHOGI],
    extension: "bod",
    encoding: UTF_8,
    newline: Newline::Lf,
    join: Join::Never,
    holds: Capabilities {
        last_move: true,
        ..Capabilities::POSITION
    },
    write: write::write,
}];

/// The entry of board diagrams in the table of notations.
pub static NOTATION: Notation = Notation {
    format: formats::BOD,
    title: both("BOD (board diagram)", "BOD（盤面）"),
    extensions: &["bod"],
    encodings: both(
        "Shift_JIS or UTF-8; detected from the bytes",
        "Shift_JISかUTF-8。内容から判別する",
    ),
    page: page!(),
    scope: Scope::Positions,
    claim_line: claims::claim_line,
    first_record: cut::first_record,
    read: |source| kif::read(source, formats::BOD),
    targets: TARGETS,
};
