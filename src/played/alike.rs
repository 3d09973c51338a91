//! Alternatives that are one move on the board.

use std::collections::HashSet;

use super::{Marking, Played};
use crate::record::{NodeId, Record, Step, Tree};

/// Makes one line of alternatives that are the same move on the board although they are written differently: `３四歩` and
/// `３四歩(33)`. Those that are written alike were made one by the reader.
pub(crate) fn join(record: &mut Record<'_>) {
    let is_whole = record.is_playable() && record.is_shogi() && record.tree.beyond().is_none();
    if !is_whole || !may_be_alike(&record.tree) {
        return;
    }
    let played = Played::of(record);
    let key = |id: NodeId| match (&record.tree.node(id).step, played.ply(id)) {
        (Step::End(ending), _) => Some((None, Some(ending.word.as_ref()))),
        // What a record says wrongly of a move is kept.
        (_, Some(ply)) if !ply.misnamed && !ply.mismarked && ply.marking == Marking::Free => {
            Some((Some((ply.mover, ply.kind, ply.from, ply.to, ply.promotes)), None))
        }
        _ => None,
    };
    let (tree, places) = record.tree.joined(key);
    let place = |id: NodeId| places[id.index()];
    record.tree = tree;
    record.gaps.move_nodes(place);
    for remark in &mut record.remarks {
        remark.node = place(remark.node);
    }
    for claim in &mut record.claims {
        claim.node = place(claim.node);
    }
}

/// Whether two alternatives go to one square, and the board has to tell where a piece comes from.
fn may_be_alike(tree: &Tree<'_>) -> bool {
    let leaves_open = |id| matches!(&tree.node(id).step, Step::Move(written) if !written.is_explicit());
    if !tree.has_variations() || !tree.ids().any(leaves_open) {
        return false;
    }
    let mut seen = HashSet::new();
    tree.ids().any(|id| match &tree.node(id).step {
        Step::Move(written) => !seen.insert((tree.parent(id), written.to.square())),
        _ => false,
    })
}
