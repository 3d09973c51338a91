//! The move limit of an event: the ply at which a game without a decision is drawn.

use crate::profile::Profile;
use crate::record::{NodeId, Record};
use crate::shogi::{Color, Handicap, Position};

/// What became of the move limit in a game that reached it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// At this ply the game was drawn.
    Drawn(u32),
    /// At this ply it would have been drawn, but no king had entered the enemy camp.
    NoKingEntered(u32),
}

impl Limit {
    /// What follows at the ply at which the limit is reached, and no check puts the end off.
    pub(super) fn at(ply: u32, position: &Position, profile: &Profile) -> Self {
        let entered = || Color::ALL.into_iter().any(|side| position.king_entered(side));
        if profile.max_moves_needs_entered_king && !entered() {
            Self::NoKingEntered(ply)
        } else {
            Self::Drawn(ply)
        }
    }
}

/// How many moves were made before the record begins; `None` where it begins with a position that tells nothing of it.
///
/// KIF says it by 手数＝ in the diagram or by the number of the first move, SFEN by its counter.
pub(super) fn moves_before(record: &Record<'_>) -> Option<u32> {
    if Handicap::of(&record.start.position).is_some() {
        return Some(0);
    }
    let written = record.start.plies_before.unwrap_or(0);
    let numbered = record.tree.node(NodeId::START).number;
    Some(written.max(numbered)).filter(|&before| before > 0)
}
