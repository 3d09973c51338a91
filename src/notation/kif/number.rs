//! The numbers of moves as they are written.

use crate::notation::{Loss, Losses};
use crate::played::Played;
use crate::record::NodeId;

/// By node, the number that is written: that of the record. The number of a move which seems to be missing stays free,
/// and a variation that its own number does not lead to takes that of the move it stands for.
pub(super) fn numbers(played: &Played<'_, '_>, losses: &mut Losses) -> Vec<u32> {
    let tree = &played.record().tree;
    let mut numbers = vec![tree.node(NodeId::START).number; tree.len()];
    // What is added to the numbers of the record.
    let mut added = vec![0_i64; tree.len()];
    for id in tree.ids().skip(1) {
        let Some(parent) = tree.parent(id) else { continue };
        let own = tree.node(id).number;
        added[id.index()] = added[parent.index()] + i64::from(is_missing_before(played, id, parent));
        let number = i64::from(own) + added[id.index()];
        let mut number = u32::try_from(number).unwrap_or(u32::MAX);
        if let Some(first) = tree.first_child(parent).filter(|&first| first != id) {
            let of_first = numbers[first.index()];
            if number != of_first && number != numbers[parent.index()].saturating_add(1) {
                losses.add(Loss::Numbers);
                number = of_first;
                added[id.index()] = i64::from(number) - i64::from(own);
            }
        }
        numbers[id.index()] = number;
    }
    numbers
}

/// Whether a move seems to be missing before a node: something could not be read there, and the side moves after it that
/// has moved before.
fn is_missing_before(played: &Played<'_, '_>, id: NodeId, parent: NodeId) -> bool {
    let tree = &played.record().tree;
    let (node, before) = (tree.node(id), tree.node(parent));
    // A gap in the numbers of the record stays one.
    let begins_late = parent == NodeId::START && before.number > 0;
    let is_counted = begins_late || node.number != before.number.saturating_add(1);
    let moves_again = played.ply(id).is_some_and(|ply| ply.mover != played.turn(id));
    node.after_gap && !is_counted && moves_again
}
