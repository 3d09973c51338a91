//! A ply of gunjin shogi.

use std::fmt;

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use super::grammar::{GunjinParser, Rule};
use super::{Kind, Place};
use crate::profile::Battle;

/// Who moves, and what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The seat that moves: 0 for South, 1 for North.
    pub seat: usize,
    /// What it does.
    pub action: Action,
}

/// What a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A piece moves.
    Step(Step),
    /// A piece is put on the board, which nobody may.
    Drop {
        /// The piece.
        kind: Kind,
        /// There.
        to: Place,
    },
    /// The turn is let pass, which nobody may.
    Pass,
}

/// A piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// From there.
    pub from: Place,
    /// To there.
    pub to: Place,
    /// How it ends for the mover, where it meets another piece.
    pub battle: Option<Battle>,
    /// It is promoted, which no piece is.
    pub promotes: bool,
}

/// The letters of the seats, and the arrows of the way that they look.
const SEATS: [(&str, &str); 2] = [("S", "↑"), ("N", "↓")];

/// How a battle ends, as it is written and as it may be.
const SIGNS: [(Battle, &str, &str); 3] = [
    (Battle::Won, ">", "＞"),
    (Battle::Lost, "<", "＜"),
    (Battle::Both, "=", "＝"),
];

/// How a battle ends, as it is written.
pub fn sign(battle: Battle) -> &'static str {
    SIGNS.iter().find(|it| it.0 == battle).map_or("=", |it| it.1)
}

/// The seat of a letter or an arrow.
pub(crate) fn seat_of(letter: &str) -> Option<usize> {
    SEATS.iter().position(|it| it.0 == letter || it.1 == letter)
}

impl Ply {
    /// Reads a ply. `None` where the text is none.
    ///
    /// ```
    /// use kifu::notation::gunjin::Ply;
    /// let ply = Ply::of("↑ e8xf8>").unwrap();
    /// assert_eq!(ply.to_string(), "S d8xf8 >");
    /// assert_eq!(Ply::of("S b4xb5"), None);
    /// ```
    pub fn of(text: &str) -> Option<Self> {
        let mut parts = GunjinParser::parse(Rule::ply, text).ok()?.next()?.into_inner();
        let seat = seat_of(parts.next()?.as_str())?;
        let action = action(parts.next()?)?;
        Some(Self { seat, action })
    }
}

fn action(pair: Pair<'_, Rule>) -> Option<Action> {
    let rule = pair.as_rule();
    let mut parts = pair.into_inner();
    let place = |parts: &mut Pairs<'_, Rule>| Place::named(parts.next()?.as_str());
    Some(match rule {
        Rule::pass => Action::Pass,
        Rule::drop => Action::Drop {
            kind: Kind::of(parts.next()?.as_str())?,
            to: place(&mut parts)?,
        },
        _ => {
            let (from, to) = (place(&mut parts)?, place(&mut parts)?);
            let mut step = Step {
                from,
                to,
                battle: None,
                promotes: false,
            };
            for part in parts {
                match part.as_rule() {
                    Rule::promotion => step.promotes = true,
                    _ => step.battle = battle(part.as_str()),
                }
            }
            Action::Step(step)
        }
    })
}

fn battle(sign: &str) -> Option<Battle> {
    let found = SIGNS.iter().find(|it| it.1 == sign || it.2 == sign);
    found.map(|it| it.0)
}

/// As it is written: `S b4xb5 >`.
impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", SEATS[self.seat].0, self.action)
    }
}

/// `b4xb5 >`, `b5-b6`, `TG*b5`, `pass`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Step(step) => {
                let (mark, plus) = (
                    if step.battle.is_some() { 'x' } else { '-' },
                    if step.promotes { "+" } else { "" },
                );
                write!(f, "{}{mark}{}{plus}", step.from, step.to)?;
                step.battle.map_or(Ok(()), |it| write!(f, " {}", sign(it)))
            }
            Self::Drop { kind, to } => write!(f, "{}*{to}", kind.code()),
            Self::Pass => f.write_str("pass"),
        }
    }
}
