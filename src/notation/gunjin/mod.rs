//! The records of gunjin shogi: headers with the setups of both sides or of one, a ply a line with what came of a battle, and
//! the end.

mod grammar;
mod kind;
mod place;
mod ply;

pub use kind::Kind;
pub use place::Place;
pub(crate) use place::{SIDE, empty_cells};
pub(crate) use ply::seat_of;
pub use ply::{Action, Ply, Step, sign};

use super::first_line::FirstLine;
use super::formats;
use super::plies::{self, Shape};
use super::{Capabilities, Headers, Join, Newline, Notation, Scope, Target, page};
use crate::finding::{Seat, both};
use crate::record::gap::TokenGap;
use crate::record::{GameKind, Terminal};
use crate::text::UTF_8;

/// Gunjin shogi. Its seats are in the order of play.
pub static GAME: GameKind = GameKind {
    name: "gunjin",
    words: both("gunjin shogi", "軍人将棋"),
    seats: &[
        Seat {
            number: 0,
            name: "south",
            words: &both("South", "南"),
        },
        Seat {
            number: 1,
            name: "north",
            words: &both("North", "北"),
        },
    ],
};

static SHAPE: Shape = Shape {
    game: &GAME,
    format: formats::GUNJIN,
    key: "Gunjin",
    first_line: FirstLine::Gunjin,
    players: &["S", "N"],
    token: |text| Ply::of(text).map(|ply| ply.to_string()),
    position: Some("Position"),
    position_row: place::with_dots,
    no_token: |text| {
        // With the end of a battle it would be a ply.
        if Ply::of(&format!("{text} =")).is_some() {
            TokenGap::NoBattleResult
        } else {
            TokenGap::NoMoveOf(&GAME)
        }
    },
};

/// Records of gunjin shogi.
pub static NOTATION: Notation = Notation {
    format: formats::GUNJIN,
    title: both("records of gunjin shogi", "軍人将棋の棋譜"),
    extensions: &["gunjin"],
    encodings: both("UTF-8, Shift_JIS", "UTF-8、Shift_JIS"),
    page: page!(),
    scope: Scope::Games,
    claim_line: |line| SHAPE.claim(line),
    first_record: |text| plies::first_record(text, &SHAPE),
    read: |source| plies::read(source, &SHAPE),
    targets: TARGETS,
};

const TARGETS: &[Target] = &[Target {
    name: "gunjin",
    about: both("a record of gunjin shogi", "軍人将棋の棋譜"),
    games: &[&GAME],
    extension: "gunjin",
    encoding: UTF_8,
    newline: Newline::Lf,
    join: Join::Between(""),
    holds: Capabilities {
        moves: true,
        moves_after_end: true,
        plies_before: false,
        numbers: true,
        side_marks: true,
        always_marks: true,
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
        plies::write(played.record(), &SHAPE, draft);
        Ok(())
    },
}];
