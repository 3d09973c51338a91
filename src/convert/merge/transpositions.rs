//! Transpositions in a merged record: lines that reach the same position in another way.

use crate::played::{Meaning, Played};
use crate::record::{NodeId, Record, Tree, VariationPath};

/// Returns the comments about transpositions, each with its node, in the order of nodes.
///
/// A node has a comment if an earlier line reaches its position, and if the position before it is not such a position too.
/// An earlier occurrence on the same line is a repetition, which has no comment. Positions are compared by their 64-bit
/// keys.
pub(super) fn comments(record: &Record<'_>) -> Vec<(NodeId, String)> {
    let tree = &record.tree;
    let mut keys = vec![0_u64; tree.len()];
    Played::watched(record, |id, meaning, position| {
        if matches!(meaning, Meaning::Ply(_)) {
            keys[id.index()] = position.zobrist();
        }
    });
    let earlier = earlier_occurrences(tree, &keys);
    let is_transposed = |id: NodeId| earlier[id.index()] != NodeId::START;
    tree.ids()
        .filter(|&id| is_transposed(id) && tree.parent(id).is_none_or(|parent| !is_transposed(parent)))
        .map(|id| (id, comment(tree, earlier[id.index()])))
        .collect()
}

/// Returns for each node the first node with the same position; the start if there is no such node, or if it is the node
/// itself or one of its ancestors.
fn earlier_occurrences(tree: &Tree<'_>, keys: &[u64]) -> Vec<NodeId> {
    let mut order: Vec<NodeId> = tree.ids().filter(|id| keys[id.index()] != 0).collect();
    order.sort_unstable_by_key(|id| (keys[id.index()], *id));
    let mut earlier = vec![NodeId::START; tree.len()];
    for same in order.chunk_by(|one, other| keys[one.index()] == keys[other.index()]) {
        let (first, others) = match same {
            [first, others @ ..] => (*first, others),
            [] => continue,
        };
        for &id in others {
            let ply = tree.node(first).ply;
            let at_ply = tree
                .ancestors(id)
                .find(|&ancestor| tree.node(ancestor).ply <= ply);
            if at_ply != Some(first) {
                earlier[id.index()] = first;
            }
        }
    }
    earlier
}

/// Returns the comment that refers to another line with the same position.
fn comment(tree: &Tree<'_>, other: NodeId) -> String {
    let path = tree.path(other);
    match path.last() {
        Some(&(ply, _)) => format!("=> {ply}手目の変化（{}）", VariationPath::from(path)),
        None => format!("=> 本譜の{}手目", tree.node(other).ply),
    }
}
