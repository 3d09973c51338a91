//! Where a numbered line belongs in the tree.
//!
//! KIF names no parent for a variation. Programs that write nested variations mean "the latest line,
//! cut before ply N"; where a move cannot have been played there, the most recent other line that
//! reaches ply N - 1 is meant.

use crate::record::{Destination, NodeId, Origin, Start, Step, Tree, Written};
use crate::shogi::{Color, Piece, Square};

/// The node before number `number`, seen from `latest`: itself, one of its ancestors, or a node further
/// down its main continuation.
pub(super) fn parent_in_line(tree: &Tree<'_>, latest: NodeId, number: u32) -> Option<NodeId> {
    if tree.node(latest).number < number {
        let line = std::iter::successors(Some(latest), |&id| tree.first_child(id));
        return line
            .take_while(|&id| tree.node(id).number < number)
            .find(|&id| tree.node(id).number + 1 == number);
    }
    tree.back_from(latest).find(|&id| tree.node(id).number < number)
}

/// The most recent node before number `number`, in whatever line, from which the move can have been played.
pub(super) fn parent_elsewhere(
    tree: &Tree<'_>,
    number: u32,
    fits: impl Fn(NodeId) -> bool,
) -> Option<NodeId> {
    tree.ids()
        .rev()
        .filter(|&id| tree.node(id).number + 1 == number && !matches!(tree.node(id).step, Step::End(_)))
        .find(|&id| fits(id))
}

/// Whether the piece that `from` names stands on its square after `node`.
pub(super) fn origin_fits(tree: &Tree<'_>, start: &Start<'_>, node: NodeId, from: Origin) -> bool {
    let Origin::Board(square) = from else { return true };
    let side = side_after(tree, start, node);
    piece_on(tree, start, node, square) == Some(side)
}

/// The side to move after `node`, by the number of plies.
fn side_after(tree: &Tree<'_>, start: &Start<'_>, node: NodeId) -> Color {
    let first = start.position.side_to_move();
    if tree.node(node).ply.is_multiple_of(2) {
        first
    } else {
        first.opponent()
    }
}

/// Whose piece stands on a square after `node`, found by going back through the moves as written.
fn piece_on(tree: &Tree<'_>, start: &Start<'_>, node: NodeId, square: Square) -> Option<Color> {
    for id in tree.back_from(node) {
        if let Step::Move(written) = &tree.node(id).step {
            if written.to.square() == square {
                return Some(side_after(tree, start, id).opponent());
            }
            if written.from == Origin::Board(square) {
                return None;
            }
        }
    }
    start.position.piece_at(square).map(|Piece { color, .. }| color)
}

/// The destination of the move at `node`, which 同 after it means.
pub(super) fn same_square(tree: &Tree<'_>, node: NodeId) -> Option<Destination> {
    match &tree.node(node).step {
        Step::Move(written) => Some(Destination::Same(written.to.square())),
        _ => None,
    }
}

/// The child of `parent` that is this very move, so that a repeated line joins the one that is there.
pub(super) fn same_child(tree: &Tree<'_>, parent: NodeId, written: &Written) -> Option<NodeId> {
    tree.children(parent).find(|&child| match &tree.node(child).step {
        Step::Move(other) => other.same_move(written),
        _ => false,
    })
}
