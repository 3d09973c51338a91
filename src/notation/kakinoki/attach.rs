//! Where a move belongs in the tree.
//!
//! Nothing names the parent of a variation. Programs that write nested variations mean "the latest line,
//! cut before ply N"; where a move cannot have been played there, the most recent other line that
//! reaches ply N - 1 is meant.

use super::move_text::MoveText;
use crate::record::{Destination, Named, Node, NodeId, Origin, Record, Start, Step, Tree, Written};
use crate::shogi::{Color, Piece, PieceKind, Square};

/// Steps that looking for places may take in a record, and more for every byte of its text. Real records
/// need less than one a byte; a text made to send the search up and down a long line again and again must
/// not cost hours.
const STEPS: usize = 1 << 18;
const STEPS_PER_BYTE: usize = 16;

/// The search for the nodes that moves follow.
#[derive(Debug)]
pub(crate) struct Search {
    steps: usize,
}

impl Search {
    /// A search in the record of this text.
    pub(crate) const fn new(text: &str) -> Self {
        Self {
            steps: STEPS.saturating_add(text.len().saturating_mul(STEPS_PER_BYTE)),
        }
    }

    /// Whether so much has been looked for that nothing is found any more.
    pub(crate) const fn is_exhausted(&self) -> bool {
        self.steps == 0
    }

    /// Takes one step; false when none is left.
    const fn step(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        !self.is_exhausted()
    }

    /// The last node before number `number` on the way to `latest`.
    pub(crate) fn before(&mut self, tree: &Tree<'_>, latest: NodeId, number: u32) -> Option<NodeId> {
        tree.back_from(latest)
            .take_while(|_| self.step())
            .find(|&id| tree.node(id).number < number)
    }

    /// The node that a variation which begins with number `number` leaves. Where the piece stands in no
    /// line, the latest line is as good as any: the referee will say so.
    pub(crate) fn fork(
        &mut self,
        tree: &Tree<'_>,
        start: &Start<'_>,
        latest: NodeId,
        number: u32,
        first: Option<&MoveText>,
    ) -> Option<NodeId> {
        let here = self.fork_in_line(tree, latest, number);
        if let Some(id) = here.filter(|&id| self.fits(tree, start, id, first)) {
            return Some(id);
        }
        for id in tree.ids().rev() {
            if !self.step() {
                break;
            }
            let node = tree.node(id);
            let reaches = node.number.checked_add(1) == Some(number) && !matches!(node.step, Step::End(_));
            if reaches && self.fits(tree, start, id, first) {
                return Some(id);
            }
        }
        here
    }

    /// The node before number `number` in the line of `latest`, which goes on with its first children.
    pub(crate) fn fork_in_line(&mut self, tree: &Tree<'_>, latest: NodeId, number: u32) -> Option<NodeId> {
        let mut parent = self.before(tree, latest, number)?;
        if parent == latest {
            while let Some(next) = tree.first_child(parent)
                && tree.node(next).number < number
                && self.step()
            {
                parent = next;
            }
        }
        // Where numbers skip, the node before is the one whose continuation has the number.
        let is_due = |id| tree.node(id).number == number;
        let due = tree.node(parent).number.checked_add(1) == Some(number)
            || tree.children(parent).take_while(|_| self.step()).any(is_due);
        let goes_on = !matches!(tree.node(parent).step, Step::End(_));
        (due && goes_on).then_some(parent)
    }

    /// Whether the piece that a move names stands on its square after `node`.
    fn fits(&mut self, tree: &Tree<'_>, start: &Start<'_>, node: NodeId, first: Option<&MoveText>) -> bool {
        let Some((kind, Origin::Board(square))) = first.map(|text| (text.kind, text.from)) else {
            return true;
        };
        let side = side_after(tree, start, node);
        self.piece_on(tree, start, node, square)
            .is_some_and(|(color, found)| color == side && found.base() == kind.base())
    }

    /// What stands on a square after `node`, found by going back through the moves as written.
    fn piece_on(
        &mut self,
        tree: &Tree<'_>,
        start: &Start<'_>,
        node: NodeId,
        square: Square,
    ) -> Option<(Color, PieceKind)> {
        for id in tree.back_from(node) {
            if !self.step() {
                return None;
            }
            if let Step::Move(Written { to, from, named, .. }) = &tree.node(id).step {
                if let (true, Named::Before(kind)) = (to.square() == square, named) {
                    return Some((side_after(tree, start, id).opponent(), *kind));
                }
                if *from == Origin::Board(square) {
                    return None;
                }
            }
        }
        let piece = start.position.piece_at(square);
        piece.map(|Piece { color, kind }| (color, kind))
    }

    /// The child of `parent` that is this very step, so that a repeated line joins the one that is there.
    pub(crate) fn same_child(
        &mut self,
        record: &Record<'_>,
        parent: NodeId,
        step: &Step<'_>,
    ) -> Option<NodeId> {
        let Record { tree, start, .. } = record;
        let mut children = tree.children(parent).take_while(|_| self.step());
        children.find(|&child| is_same(&tree.node(child).step, step, side_after(tree, start, parent)))
    }
}

/// Whether both say the same where `due` is to move.
fn is_same(one: &Step<'_>, other: &Step<'_>, due: Color) -> bool {
    match (one, other) {
        (Step::Move(one), Step::Move(other)) => {
            one.same_move(other) && one.mark.unwrap_or(due) == other.mark.unwrap_or(due)
        }
        (Step::End(one), Step::End(other)) => one.word == other.word,
        _ => false,
    }
}

/// The destination of the move at `node`, which 同 after it means.
pub(crate) fn same_square(tree: &Tree<'_>, node: NodeId) -> Option<Destination> {
    match &tree.node(node).step {
        Step::Move(written) => Some(Destination::Same(written.to.square())),
        _ => None,
    }
}

/// The side to move after `node`: the opponent of the one whose mark its move has, else by the number of plies.
pub(crate) fn side_after(tree: &Tree<'_>, start: &Start<'_>, node: NodeId) -> Color {
    let Node { step, ply, .. } = tree.node(node);
    let marked = match step {
        Step::Move(written) => written.mark,
        _ => None,
    };
    let first = start.position.side_to_move();
    let counted = if ply.is_multiple_of(2) {
        first
    } else {
        first.opponent()
    };
    marked.map_or(counted, Color::opponent)
}
