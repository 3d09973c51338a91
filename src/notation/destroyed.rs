//! Records most of whose moves or lines are destroyed: one gap, and not one for each.

mod tally;

pub(super) use tally::LEAST;

use crate::record::gap::{Destroyed, Gap, GapKind};
use crate::record::{NodeId, Record, Tree};

/// Where most of a record is destroyed or cannot be read, one gap stands for all at single places.
pub(super) fn sum_up(record: &mut Record<'_>) {
    if record.gaps.len() < LEAST {
        return;
    }
    let Some((count, unit)) = tally::most(record) else {
        return;
    };
    let (gaps, unlisted) = std::mem::take(&mut record.gaps).into_parts();
    let is_of_place = |it: &Gap| it.kind.is_destroyed() || it.kind.may_follow_destroyed();
    let (of_places, others): (Vec<_>, Vec<_>) = gaps.into_iter().partition(is_of_place);
    let first = of_places.iter().filter_map(|gap| gap.span).min();
    let is_of_board = |it: &Gap| matches!(it.kind, GapKind::UnreadableBoard(_));
    let board = of_places.iter().any(is_of_board);
    let destroyed = GapKind::MostlyUnreadable(Destroyed {
        destroyed: count.destroyed,
        all: count.all,
        unit,
        summed_up: of_places.len() + unlisted,
        board,
    });
    record.gaps.push(Gap::of_start(first, destroyed));
    record.gaps.extend(others);
    if board {
        forget_game(record);
    }
}

/// What is left of a destroyed board is not where the game began, and so its moves mean nothing.
fn forget_game(record: &mut Record<'_>) {
    record.start.is_known = false;
    record.tree = Tree::default();
    record.gaps.forget_nodes();
    let of_remarks = record.remarks.iter_mut().map(|remark| &mut remark.node);
    let of_claims = record.claims.iter_mut().map(|claim| &mut claim.node);
    of_remarks.chain(of_claims).for_each(|node| *node = NodeId::START);
}
