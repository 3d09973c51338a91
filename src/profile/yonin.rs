//! What events of yonin shogi decide.

use serde::{Deserialize, Serialize};

use super::choice::Repeated;

/// The points of yonin shogi that its document leaves open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct YoninRules {
    /// On how many ranks at the far edge a pawn must be promoted: 1 or 2.
    pub pawn_forced_ranks: u8,
    /// From whom the turn goes on when somebody is mated.
    pub after_mate: AfterMate,
    /// What becomes of the pieces of a player who is out.
    pub pieces_left: PiecesLeft,
    /// How often the same position is worth a note, or ends the game.
    pub repeat_limit: u32,
    /// What follows where it has come about so often.
    pub repeated: Repeated,
}

/// From whom the turn goes on clockwise when somebody is mated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AfterMate {
    /// From the one who is out.
    FromMated,
    /// From the one who made the last move.
    FromMover,
}

/// What becomes of the pieces of a player who is out, but for the king, which stays where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PiecesLeft {
    /// They stay and attack nothing, and may be taken.
    Capturable,
    /// They stay as the king does: nobody takes them.
    Fixed,
    /// They are taken off the board.
    Removed,
}

impl Default for YoninRules {
    fn default() -> Self {
        Self {
            pawn_forced_ranks: 1,
            after_mate: AfterMate::FromMated,
            pieces_left: PiecesLeft::Capturable,
            repeat_limit: 4,
            repeated: Repeated::Note,
        }
    }
}
