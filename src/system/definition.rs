//! What a game is to the judge.

use super::drawing::Drawing;
use crate::finding::Rule;
use crate::played::PlayedMove;
use crate::record::{GameKind, Record};
use crate::referee::{Judgement, Referee};

/// A game that is judged.
#[derive(Debug)]
pub struct System {
    /// Which it is.
    pub game: &'static GameKind,
    /// All its rules, those about reading among them.
    pub rules: fn() -> Vec<&'static Rule>,
    /// Judges a record of it, by the rules of the event that the referee has, before somebody who sees the moves that are
    /// made on a shogi board.
    pub judge: fn(&mut Referee, &Record<'_>, &mut Watch<'_>) -> Judgement,
    /// Draws the board after a ply of it, 0 for the start; `None` where the position there is not known. Shogi's is drawn
    /// as books print it, by who shows it.
    pub draw: fn(&Record<'_>, u32) -> Option<Drawing>,
}

/// Who looks on.
pub type Watch<'w> = dyn FnMut(&PlayedMove<'_>) + 'w;
