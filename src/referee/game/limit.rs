//! A game and the move limit of its event.

use super::Game;
use crate::finding::{Rule, Span};
use crate::record::{Step, Terminal};
use crate::referee::limit::moves_before;

impl Game<'_> {
    /// How many moves were made up to a ply, those before the record counted as far as they are known.
    pub(in crate::referee) fn moves_until(&self, ply: u32) -> u32 {
        ply.saturating_add(moves_before(self.record).unwrap_or(0))
    }

    /// The first move after a ply, where the game went on.
    pub(in crate::referee) fn went_on(&self, ply: u32) -> Option<(u32, Option<Span>)> {
        let mut behind = self.record.tree.main_line().skip(ply as usize);
        let (_, node) = behind.find(|(_, node)| !matches!(node.step, Step::End(_)))?;
        (node.ply <= self.plies).then(|| (node.ply, node.span()))
    }

    /// What stands after the ply at which the game ended by this rule: the first move, where it went on, or a result that
    /// says otherwise.
    pub(in crate::referee) fn passed_over(&self, ply: u32, rule: &Rule) -> Option<(u32, Option<Span>)> {
        let over = self.over.as_ref().filter(|end| end.rule == rule);
        let contradicts = over.is_some_and(|end| self.states_otherwise_than(end.outcome));
        let result = || contradicts.then(|| (self.result_ply(), self.result_span()));
        self.went_on(ply).or_else(result)
    }

    /// Whether the game has as many moves as the limit.
    pub(in crate::referee) fn is_full(&self) -> bool {
        let limit = self.profile.max_moves;
        limit.is_some_and(|limit| self.moves_until(self.plies) >= limit)
    }

    /// Whether the record says that the game ended by the move limit: 持将棋 is written for it, too.
    pub(in crate::referee) fn says_limit(&self) -> bool {
        match self.terminal() {
            Some(Terminal::MaxMoves) => true,
            Some(Terminal::Impasse) => self.is_full(),
            _ => false,
        }
    }
}
