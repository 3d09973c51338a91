//! SFEN: positions, one a line.
//!
//! A line may begin with the word `sfen`, the counter may be missing, and a name or comment may stand after it. The
//! counter is the number of the next move; many programs always write 1.

mod fields;
mod grammar;
mod read;
mod write;

use fields::claims_other;
pub(super) use fields::{claims, fields, is_position, plies_before};

use super::{Capabilities, Claim, Join, Newline, Notation, Scope, Target, by_line, formats, page};
use crate::finding::{Words, both};
use crate::record::SHOGI;
use crate::text::UTF_8;

/// SFEN.
pub static NOTATION: Notation = Notation {
    format: formats::SFEN,
    title: both("SFEN positions", "SFENの局面"),
    extensions: &["sfen", "usi"],
    encodings: Words::same("ASCII"),
    page: page!(),
    scope: Scope::Positions,
    // Positions stand in lists of games, too.
    claim_line: |line| Claim::weak_if(claims(line) || claims_other(line)),
    first_record: |text| by_line::first_record(text, is_position),
    read: read::read,
    targets: TARGETS,
};

/// What a line can hold.
const CAPABILITIES: Capabilities = Capabilities::POSITION;

const TARGETS: &[Target] = &[Target {
    name: "sfen",
    about: both("SFEN of the last position", "最終局面のSFEN"),
    games: &[&SHOGI],
    extension: "sfen",
    encoding: UTF_8,
    newline: Newline::Lf,
    join: Join::Lines,
    holds: CAPABILITIES,
    write: write::write,
}];
