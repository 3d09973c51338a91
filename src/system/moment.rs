//! A game at a ply, as those see it who look at it being played again.

use std::ops::ControlFlow;

use super::board::Board;
use super::drawing::Drawing;
use super::move_facts::MoveFacts;
use crate::finding::{Cell, Seat};
use crate::record::NodeId;

/// A game after a ply, or at its start.
#[derive(Clone, Copy)]
pub struct Moment<'m> {
    /// The ply; the root of the tree is the start.
    pub node: NodeId,
    /// Its number, 0 for the start.
    pub ply: u32,
    /// Who made it; nobody the start.
    pub seat: Option<Seat>,
    /// The places that it touched: from where to where, or where it came to.
    pub cells: &'m [Cell],
    /// What the ply did; nothing at the start.
    pub facts: Option<&'m MoveFacts>,
    game: &'m dyn Scene,
}

/// Who looks at a game being played again; he may stop it.
pub type Onlook<'o> = dyn FnMut(Moment<'_>) -> ControlFlow<()> + 'o;

/// What can be seen of a game of any kind.
trait Scene {
    fn position(&self) -> String;
    fn drawing(&self) -> Drawing;
}

impl<B: Board> Scene for B {
    fn position(&self) -> String {
        Board::position(self)
    }

    fn drawing(&self) -> Drawing {
        Board::drawing(self)
    }
}

impl<'m> Moment<'m> {
    pub(super) fn start(game: &'m impl Board) -> Self {
        Self {
            node: NodeId::START,
            ply: 0,
            seat: None,
            cells: &[],
            facts: None,
            game,
        }
    }

    pub(super) fn after(
        (node, ply): (NodeId, u32),
        seat: Seat,
        (cells, facts): (&'m [Cell], &'m MoveFacts),
        game: &'m impl Board,
    ) -> Self {
        Self {
            node,
            ply,
            seat: Some(seat),
            cells,
            facts: Some(facts),
            game,
        }
    }

    /// The position as text.
    pub fn position(&self) -> String {
        self.game.position()
    }

    /// The board as it is drawn.
    pub fn drawing(&self) -> Drawing {
        self.game.drawing()
    }
}

impl std::fmt::Debug for Moment<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Moment")
            .field("ply", &self.ply)
            .finish_non_exhaustive()
    }
}
