//! The records of yonin shogi, shogi for four: headers, a ply a line with the seat that moves, and the end of each player.

use std::fmt;

use pest::Parser;
use pest::iterators::Pair;

use super::detect::FirstLine;
use super::plies::{self, Shape};
use super::{Capabilities, Headers, Join, Newline, Notation, Scope, Target, page};
use crate::finding::{Seat, both};
use crate::record::gap::TokenGap;
use crate::record::{GameKind, Terminal};
use crate::shogi::{PieceKind, Square};
use crate::text::UTF_8;
use grammar::{Rule, YoninParser};

/// The parser that Pest generates from `grammar/yonin.pest`.
mod grammar {
    use pest_derive::Parser;

    /// Parser of plies.
    #[derive(Parser)]
    #[grammar = "../grammar/yonin.pest"]
    pub(super) struct YoninParser;
}

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
    format: super::YONIN,
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
    format: super::YONIN,
    title: both("records of yonin shogi", "四人将棋の棋譜"),
    extensions: &["yonin"],
    encodings: both("UTF-8, Shift_JIS", "UTF-8、Shift_JIS"),
    page: page!("yonin"),
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

// A ply of yonin shogi.

/// Who moves, what, and whom he says that he checks. Seats are numbers in the order of play from South.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The seat that moves.
    pub seat: usize,
    /// What it does.
    pub action: Action,
    /// The seats that it says it checks.
    pub claims: Vec<usize>,
}

/// What a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A piece moves.
    Step {
        /// From there.
        from: Square,
        /// To there.
        to: Square,
        /// It is promoted.
        promotes: bool,
    },
    /// A piece is dropped.
    Drop {
        /// The kind that is dropped, as it is in hand.
        kind: PieceKind,
        /// There.
        to: Square,
        /// A `+` says that it is dropped promoted.
        promoted: bool,
    },
    /// The turn is let pass.
    Pass,
}

/// The letters of the seats, and the arrows of the way that they look.
const SEATS: [(&str, &str); 4] = [("S", "↑"), ("W", "→"), ("N", "↓"), ("E", "←")];

const KINDS: [(&str, PieceKind); 8] = [
    ("P", PieceKind::Pawn),
    ("S", PieceKind::Silver),
    ("G", PieceKind::Gold),
    ("R", PieceKind::Rook),
    ("K", PieceKind::King),
    ("B", PieceKind::Bishop),
    ("N", PieceKind::Knight),
    ("L", PieceKind::Lance),
];

impl Ply {
    /// Reads a ply. `None` where the text is none.
    ///
    /// ```
    /// use kifu::notation::yonin::Ply;
    /// let ply = Ply::of("→ 8g7h !S").unwrap();
    /// assert_eq!(ply.to_string(), "W 8g7h !S");
    /// assert_eq!(Ply::of("W 8g7"), None);
    /// ```
    pub fn of(text: &str) -> Option<Self> {
        let mut parts = YoninParser::parse(Rule::ply, text).ok()?.next()?.into_inner();
        let seat = seat_of(parts.next()?.as_str())?;
        let action = action(parts.next()?)?;
        let claims = parts
            .filter(|part| part.as_rule() == Rule::claim)
            .filter_map(|claim| seat_of(claim.into_inner().as_str()));
        Some(Self {
            seat,
            action,
            claims: claims.collect(),
        })
    }
}

/// The seat of a letter or an arrow.
fn seat_of(letter: &str) -> Option<usize> {
    SEATS.iter().position(|it| it.0 == letter || it.1 == letter)
}

fn action(pair: Pair<'_, Rule>) -> Option<Action> {
    let rule = pair.as_rule();
    let mut parts = pair.into_inner();
    let square = |part: Option<Pair<'_, Rule>>| part.and_then(|it| it.as_str().parse::<Square>().ok());
    Some(match rule {
        Rule::pass => Action::Pass,
        Rule::drop => {
            let letter = parts.next()?;
            let (_, kind) = KINDS.iter().find(|it| it.0 == letter.as_str())?;
            Action::Drop {
                kind: *kind,
                to: square(parts.next())?,
                promoted: parts.next().is_some_and(|it| it.as_str() == "+"),
            }
        }
        _ => Action::Step {
            from: square(parts.next())?,
            to: square(parts.next())?,
            promotes: parts.next().is_some_and(|it| it.as_str() == "+"),
        },
    })
}

/// As it is written: `W 8g7h !S`.
impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", SEATS[self.seat].0, self.action)?;
        self.claims
            .iter()
            .try_for_each(|&seat| write!(f, " !{}", SEATS[seat].0))
    }
}

/// `6i7h`, `8c8b+`, `P*5e`, `pass`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plus = |promotes: bool| if promotes { "+" } else { "" };
        match *self {
            Self::Step { from, to, promotes } => write!(f, "{from}{to}{}", plus(promotes)),
            Self::Drop { kind, to, promoted } => {
                let letter = KINDS.iter().find(|it| it.1 == kind).map_or("P", |it| it.0);
                write!(f, "{letter}*{to}{}", plus(promoted))
            }
            Self::Pass => f.write_str("pass"),
        }
    }
}
