//! The promotion of a variation to the main line.

use crate::record::{NoSuchVariation, Record, VariationPath};

/// Makes a variation the main line of a record. The former main line becomes the first alternative where the variation leaves it.
///
/// Comments that introduce the variation become comments on the position before it.
///
/// # Errors
///
/// Returns an error if the record has no such variation. The record is then unchanged.
pub(crate) fn promote_variation(
    record: &mut Record<'_>,
    path: &VariationPath,
) -> Result<(), NoSuchVariation> {
    let first = record.tree.variation(path)?;
    let (tree, new_ids) = record.tree.promoted(first);
    record.replace_tree(tree, |id| Some(new_ids[id.index()]));
    for remark in record.remarks.iter_mut().filter(|remark| remark.introduces) {
        if record.tree.node(remark.node).alternative() == 0
            && let Some(parent) = record.tree.parent(remark.node)
        {
            (remark.node, remark.introduces) = (parent, false);
        }
    }
    // The sorts are stable, so the lines at one node keep their order.
    record.remarks.sort_by_key(|remark| remark.node);
    record.claims.sort_by_key(|claim| claim.node);
    Ok(())
}

/// Makes a variation the main line of a record, and continues the game after the ends before the variation. The last position of
/// the game is then that of the variation.
///
/// # Errors
///
/// Returns an error if the record has no such variation. The record is then unchanged.
pub(crate) fn select_variation(record: &mut Record<'_>, path: &VariationPath) -> Result<(), NoSuchVariation> {
    let first_ply = record.tree.node(record.tree.variation(path)?).ply;
    promote_variation(record, path)?;
    let (tree, new_ids) = record.tree.without_ends_before(first_ply);
    record.replace_tree(tree, |id| Some(new_ids[id.index()]));
    Ok(())
}
