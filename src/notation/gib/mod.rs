//! The records of janggi, Korean chess, and of gung-janggi: headers in brackets, and moves such as `79졸78`.

mod cut;
mod games;
mod grammar;
mod kind;
mod ply;
mod point;
mod read;
mod result;
mod write;

pub(crate) use cut::position_header;
pub(crate) use games::GUNG_JANGGI;
pub use games::JANGGI;
pub use kind::Kind;
pub use ply::{Ply, Step};
pub use point::{FILES, NoPoint, Point, RANKS};
pub(crate) use result::header as result_header;
pub use result::{How, Told, told};

use super::formats;
use super::{Capabilities, Headers, Join, Newline, Notation, Scope, Target, page};
use crate::finding::both;
use crate::record::Terminal;
use crate::text::UTF_8;

/// Records of both.
pub static NOTATION: Notation = Notation {
    format: formats::GIB,
    title: both("records of janggi", "チャンギの棋譜"),
    extensions: &["gib"],
    encodings: both("UTF-8, EUC-KR", "UTF-8、EUC-KR"),
    page: page!(),
    scope: Scope::Games,
    claim_line: cut::claim,
    first_record: cut::first_record,
    read: read::read,
    targets: TARGETS,
};

const TARGETS: &[Target] = &[Target {
    name: "gib",
    about: both("a record of janggi", "チャンギの棋譜"),
    games: &[&JANGGI, &GUNG_JANGGI],
    extension: "gib",
    encoding: UTF_8,
    newline: Newline::Lf,
    join: Join::Between(""),
    holds: Capabilities {
        moves: true,
        moves_after_end: true,
        plies_before: false,
        numbers: true,
        piece_names: true,
        headers: Headers::Any,
        comments: true,
        tool_lines: true,
        clock: Some(1),
        totals: true,
        results: Terminal::ALL,
        claims: true,
        ..Capabilities::POSITION
    },
    write: |played, _, draft| {
        write::write(played.record(), draft);
        Ok(())
    },
}];
