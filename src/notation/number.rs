//! The numbers of plies in the notations of the other games.

use crate::record::GapKind;
use crate::record::gap::PlyGap;

/// What is amiss with a number that is not the one that is due; `before` is that of the ply before, if it is not the first.
pub(super) fn gap(number: u32, before: u32, is_first: bool) -> GapKind {
    if is_first {
        GapKind::PlyGap(PlyGap::BeginsWith(number))
    } else if number > before {
        GapKind::PlyGap(PlyGap::Skipped { number, before })
    } else {
        GapKind::PlyRepeat(number)
    }
}
