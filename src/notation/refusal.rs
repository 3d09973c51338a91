//! Why a record cannot be written.

use std::error::Error;
use std::fmt;

use crate::record::{Format, GameKind, Gap};

/// A record that a target cannot hold, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The ply that cannot be said.
    pub ply: Option<u32>,
    /// Why.
    pub why: WhyNot,
}

/// Why a record cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhyNot {
    /// It cannot be put on a board at all, for this reason or since it is no record.
    Unplayable(Option<Box<Gap>>),
    /// The notation has records of other games only.
    OtherGame(Format, &'static GameKind),
    /// A part of the game is lost in it.
    PartUnread(Box<Gap>),
    /// The move of the main line cannot be read or put on the board.
    BreaksOff,
    /// The move starts from an empty square, and this notation, or any, has to name the piece.
    UnnamedPiece(Option<Format>),
    /// The notation has no word for a pass.
    Pass(Format),
    /// A piece that cannot promote promotes.
    ImpossiblePromotion(Format),
    /// A king or a promoted piece is dropped.
    ImpossibleDrop(Format),
}

impl Refusal {
    /// A move at this ply that cannot be said.
    pub const fn at(ply: u32, why: WhyNot) -> Self {
        Self { ply: Some(ply), why }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(ply) = self.ply {
            write!(f, "ply {ply}: ")?;
        }
        self.why.fmt(f)
    }
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unplayable(None) => f.write_str("no record was found"),
            Self::Unplayable(Some(gap)) => write!(f, "no start position: {gap}"),
            Self::OtherGame(format, game) => write!(f, "{} cannot represent {}", format.name(), game.name),
            Self::PartUnread(gap) => write!(f, "the record is incomplete: {gap}"),
            Self::BreaksOff => f.write_str("the move cannot be read or made on the board"),
            Self::UnnamedPiece(_) => {
                f.write_str("the move starts from an empty square, so its piece is unknown")
            }
            Self::Pass(format) => write!(f, "{} cannot represent a pass", format.name()),
            Self::ImpossiblePromotion(format) => {
                write!(
                    f,
                    "{} cannot represent the promotion of a piece that cannot promote",
                    format.name()
                )
            }
            Self::ImpossibleDrop(format) => write!(
                f,
                "{} cannot represent the drop of a king or a promoted piece",
                format.name()
            ),
        }
    }
}

impl Error for Refusal {}
