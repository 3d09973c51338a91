//! What a game is to the judge.

use super::moment::Onlook;
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
    /// Plays its main line again, as far as it can be read, before somebody who sees the game at the start and after each
    /// ply. Shogi has [`Playback`](crate::played::Playback) for that.
    pub replay: fn(&Record<'_>, &mut Onlook<'_>),
}

/// Who looks on.
pub type Watch<'w> = dyn FnMut(&PlayedMove<'_>) + 'w;
