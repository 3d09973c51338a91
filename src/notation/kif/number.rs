//! The numbers of moves as they are written.

use crate::played::Played;
use crate::record::NodeId;

/// By node, the number that is written. That of a move which seems to be missing stays free: where something could not be
/// read, and the side moves behind it that has moved before.
pub(super) fn numbers(played: &Played<'_, '_>) -> Vec<u32> {
    let tree = &played.record().tree;
    let mut missing = vec![0_u32; tree.len()];
    for id in tree.ids().skip(1) {
        let Some(parent) = tree.parent(id) else { continue };
        let (node, before) = (tree.node(id), tree.node(parent));
        // A gap in the numbers of the record stays one.
        let begins_late = parent == NodeId::START && before.number > 0;
        let is_counted = begins_late || node.number != before.number.saturating_add(1);
        let moves_again = played.ply(id).is_some_and(|ply| ply.mover != played.turn(id));
        let is_missing = node.after_gap && !is_counted && moves_again;
        missing[id.index()] = missing[parent.index()] + u32::from(is_missing);
    }
    let number = |(id, missing): (_, u32)| tree.node(id).number.saturating_add(missing);
    tree.ids().zip(missing).map(number).collect()
}
