//! The move limit of an event: the ply at which a game without a decision is drawn.

use super::game::Game;
use crate::finding::{Rule, Span};
use crate::profile::Profile;
use crate::record::{NodeId, Record, Step, Terminal};
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

impl Game<'_> {
    /// How many moves were made up to a ply, those before the record counted as far as they are known.
    pub(super) fn moves_until(&self, ply: u32) -> u32 {
        ply.saturating_add(moves_before(self.record).unwrap_or(0))
    }

    /// The first move after a ply, where the game went on.
    pub(super) fn went_on(&self, ply: u32) -> Option<(u32, Option<Span>)> {
        let mut behind = self.record.tree.main_line().skip(ply as usize);
        let (_, node) = behind.find(|(_, node)| !matches!(node.step, Step::End(_)))?;
        (node.ply <= self.plies).then(|| (node.ply, node.span()))
    }

    /// What stands after the ply at which the game ended by this rule: the first move, where it went on, or a result that
    /// says otherwise.
    pub(super) fn passed_over(&self, ply: u32, rule: &Rule) -> Option<(u32, Option<Span>)> {
        let over = self.over.as_ref().filter(|end| end.rule == rule);
        let contradicts = over.is_some_and(|end| self.states_otherwise_than(end.outcome));
        let result = || contradicts.then(|| (self.result_ply(), self.result_span()));
        self.went_on(ply).or_else(result)
    }

    /// Whether the game has as many moves as the limit.
    pub(super) fn is_full(&self) -> bool {
        let limit = self.profile.max_moves;
        limit.is_some_and(|limit| self.moves_until(self.plies) >= limit)
    }

    /// Whether the record says that the game ended by the move limit: 持将棋 is written for it, too.
    pub(super) fn says_limit(&self) -> bool {
        match self.terminal() {
            Some(Terminal::MaxMoves) => true,
            Some(Terminal::Impasse) => self.is_full(),
            _ => false,
        }
    }
}
