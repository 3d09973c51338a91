//! Records of yonin shogi, shogi for four players: headers, one ply per line with its seat, and the end of each
//! player.

use std::fmt;

use pest::Parser;
use pest::iterators::Pair;

use super::detect::FirstLine;
use super::plies::{self, Shape};
use super::{Join, Notation, Scope, Target};
use crate::finding::{Seat, both};
use crate::record::GameKind;
use crate::record::gap::TokenGap;
use crate::shogi::{PieceKind, Square};
use grammar::{Rule, YoninParser};

/// The parser that Pest generates from `grammar/yonin.pest`.
mod grammar {
    use pest_derive::Parser;

    /// Parser of plies of yonin shogi.
    #[derive(Parser)]
    #[grammar = "../grammar/yonin.pest"]
    pub(super) struct YoninParser;
}

/// Yonin shogi. Its seats are in the order of play, clockwise.
pub(crate) static GAME: GameKind = GameKind {
    name: "yonin",
    words: both("yonin shogi", "四人将棋"),
    seats: &[
        Seat::new(0, "south", &both("South", "南")),
        Seat::new(1, "west", &both("West", "西")),
        Seat::new(2, "north", &both("North", "北")),
        Seat::new(3, "east", &both("East", "東")),
    ],
};

static SHAPE: Shape = Shape {
    game: &GAME,
    format: super::YONIN,
    key: "Yonin",
    first_line: FirstLine::Yonin,
    players: &SEATS,
    token: |text| Ply::parse(text).map(|ply| ply.to_string()),
    position: None,
    position_row: str::to_owned,
    token_error: |_| TokenGap::NotAMoveOf(&GAME),
};

/// The entry of yonin shogi in the table of formats.
pub(crate) static NOTATION: Notation = Notation {
    format: super::YONIN,
    title: both("records of yonin shogi", "四人将棋の棋譜"),
    extensions: &["yonin"],
    encodings: both("UTF-8, Shift_JIS", "UTF-8、Shift_JIS"),
    scope: Scope::Games,
    form: super::TextForm::LINES,
    binary: None,
    claim_line: |line| SHAPE.claim(line),
    first_record: |text| plies::first_record(text, &SHAPE),
    sort_key: None,
    read: |source| plies::read(source, &SHAPE),
    targets: &[Target {
        games: &[&GAME],
        join: Join::Between(""),
        ..Target::new(
            "yonin",
            both("yonin shogi", "四人将棋"),
            plies::CAPABILITIES_WITH_MARKS,
            |played, _, draft| {
                plies::write(played.record(), &SHAPE, draft);
                Ok(())
            },
        )
    }],
};

// A ply of yonin shogi.

/// A ply: the seat, its action, and its claims of check. Seats are numbered in the order of play from South.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ply {
    /// The seat that moves.
    pub seat: usize,
    /// The action of this seat.
    pub action: Action,
    /// The seats to which the ply gives check according to the record.
    pub claims: Vec<usize>,
}

/// The action of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A move of a piece on the board.
    Step {
        /// The square from which the piece moves.
        from: Square,
        /// The square to which the piece moves.
        to: Square,
        /// `true` if the piece promotes.
        promotes: bool,
    },
    /// A drop of a piece.
    Drop {
        /// The kind of the piece in hand.
        kind: PieceKind,
        /// The square on which the piece is dropped.
        to: Square,
        /// `true` if a `+` claims that the piece is dropped promoted.
        promoted: bool,
    },
    /// A pass.
    Pass,
}

/// The letters of the seats.
const SEATS: [&str; 4] = ["S", "W", "N", "E"];

impl Ply {
    /// Reads a ply; returns `None` if the text is not a ply.
    pub(crate) fn parse(text: &str) -> Option<Self> {
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

/// Returns the seat of a letter or an arrow; `None` for any other text.
fn seat_of(letter: &str) -> Option<usize> {
    plies::seat(&SEATS, letter)
}

fn action(pair: Pair<'_, Rule>) -> Option<Action> {
    let rule = pair.as_rule();
    let mut parts = pair.into_inner();
    let square = |part: Option<Pair<'_, Rule>>| part.and_then(|part| part.as_str().parse::<Square>().ok());
    Some(match rule {
        Rule::pass => Action::Pass,
        Rule::drop => {
            let letter = parts.next()?.as_str().chars().next()?;
            Action::Drop {
                kind: PieceKind::from_letter(letter)?,
                to: square(parts.next())?,
                promoted: parts.next().is_some_and(|part| part.as_str() == "+"),
            }
        }
        _ => Action::Step {
            from: square(parts.next())?,
            to: square(parts.next())?,
            promotes: parts.next().is_some_and(|part| part.as_str() == "+"),
        },
    })
}

/// Formats a ply in canonical form: `W 8g7h !S`.
impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", SEATS[self.seat], self.action)?;
        self.claims
            .iter()
            .try_for_each(|&seat| write!(f, " !{}", SEATS[seat]))
    }
}

/// Formats an action: `6i7h`, `8c8b+`, `P*5e`, `pass`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plus = |promotes: bool| if promotes { "+" } else { "" };
        match *self {
            Self::Step { from, to, promotes } => write!(f, "{from}{to}{}", plus(promotes)),
            Self::Drop { kind, to, promoted } => {
                write!(f, "{}*{to}{}", kind.letter(), plus(promoted))
            }
            Self::Pass => f.write_str("pass"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Ply;

    #[test]
    fn plies_are_read() {
        assert_eq!(Ply::parse("→ 8g7h !S").unwrap().to_string(), "W 8g7h !S");
        assert_eq!(Ply::parse("W 8g7"), None);
    }
}
