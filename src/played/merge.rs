//! Merging of alternatives that are one move on the board.

use std::collections::HashSet;

use super::ply::MarkEffect;
use super::tree::Played;
use crate::record::{NodeId, Record, Step, Tree};

/// Merges alternatives that are the same move on the board although they are written differently.
///
/// An example is `３四歩` and `３四歩(33)`. Ends with equal words are also merged. Nothing is merged in a record that cannot
/// be replayed, is not of shogi, or has too many moves. The reader of the notation has already merged alternatives that
/// are written identically.
pub(crate) fn merge_equal_alternatives(record: &mut Record<'_>) {
    let is_complete = record.is_playable() && record.is_shogi() && record.tree.excess().is_none();
    if !is_complete || !may_have_equal_alternatives(&record.tree) {
        return;
    }
    let played = Played::new(record);
    let key = |id: NodeId| match (&record.tree.node(id).step, played.ply(id)) {
        (Step::End(ending), _) => Some((None, Some(ending.word.as_ref()))),
        // A move with a wrong piece or mark is not merged, so that the error can still be reported.
        (_, Some(ply)) if !ply.misnamed && !ply.mismarked && ply.mark_effect == MarkEffect::None => {
            Some((Some((ply.mover, ply.kind, ply.from, ply.to, ply.promotes)), None))
        }
        _ => None,
    };
    let (tree, new_ids) = record.tree.merged(key);
    record.replace_tree(tree, |id| Some(new_ids[id.index()]));
    for remark in &mut record.remarks {
        remark.introduces = false;
    }
}

/// Returns whether two alternatives have the same destination, and the origin or promotion of at least one move of the
/// record is not written. Without these conditions, no alternatives need to be merged.
fn may_have_equal_alternatives(tree: &Tree<'_>) -> bool {
    let is_inexplicit = |id| matches!(&tree.node(id).step, Step::Move(written) if !written.is_explicit());
    if !tree.has_variations() || !tree.ids().any(is_inexplicit) {
        return false;
    }
    let mut destinations = HashSet::new();
    tree.ids().any(|id| match &tree.node(id).step {
        Step::Move(written) => !destinations.insert((tree.parent(id), written.to.square())),
        _ => false,
    })
}
