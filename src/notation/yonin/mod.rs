//! The records of yonin shogi, shogi for four: headers, a ply a line with the seat that moves, and the end of each player.

mod grammar;
mod ply;

pub use ply::{Action, Ply};

use super::first_line::FirstLine;
use super::formats;
use super::plies::{self, Shape};
use super::{Capabilities, Headers, Join, Newline, Notation, Scope, Target, page};
use crate::finding::{Seat, both};
use crate::record::gap::TokenGap;
use crate::record::{GameKind, Terminal};
use crate::text::UTF_8;

const fn seat(number: u8, name: &'static str, words: &'static crate::finding::Words) -> Seat {
    Seat { number, name, words }
}

/// Yonin shogi. Its seats are in the order of play, clockwise.
pub static GAME: GameKind = GameKind {
    name: "yonin",
    words: both("yonin shogi", "四人将棋"),
    seats: &[
        seat(0, "south", &both("South", "南")),
        seat(1, "west", &both("West", "西")),
        seat(2, "north", &both("North", "北")),
        seat(3, "east", &both("East", "東")),
    ],
};

static SHAPE: Shape = Shape {
    game: &GAME,
    format: formats::YONIN,
    key: "Yonin",
    first_line: FirstLine::Yonin,
    players: &["S", "W", "N", "E"],
    token: |text| Ply::of(text).map(|ply| ply.to_string()),
    position: None,
    position_row: str::to_owned,
    no_token: |_| TokenGap::NoMoveOf(&GAME),
};

/// Records of yonin shogi.
pub static NOTATION: Notation = Notation {
    format: formats::YONIN,
    title: both("records of yonin shogi", "四人将棋の棋譜"),
    extensions: &["yonin"],
    encodings: both("UTF-8, Shift_JIS", "UTF-8、Shift_JIS"),
    page: page!(),
    scope: Scope::Games,
    claim_line: |line| SHAPE.claim(line),
    first_record: |text| plies::first_record(text, &SHAPE),
    read: |source| plies::read(source, &SHAPE),
    targets: TARGETS,
};

const TARGETS: &[Target] = &[Target {
    name: "yonin",
    about: both("a record of yonin shogi", "四人将棋の棋譜"),
    games: &[&GAME],
    extension: "yonin",
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
