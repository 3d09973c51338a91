//! What is marked on the board.

use super::super::Mark;
use super::super::show::View;
use crate::shogi::Square;

/// The marks by what they look like.
pub(super) struct Marks {
    /// Where the last move went.
    pub(super) to: Option<Square>,
    /// Where it came from.
    pub(super) from: Option<Square>,
    /// What findings are about.
    pub(super) rings: Vec<Square>,
}

impl Marks {
    pub(super) fn of(view: &View<'_, '_>) -> Self {
        let last = view.last_move().map(|(_, ply)| ply);
        let rings = view
            .marks()
            .into_iter()
            .filter(|(_, mark)| *mark == Mark::Concerned);
        let mut rings: Vec<_> = rings.map(|(square, _)| square).collect();
        rings.sort_by_key(|square| square.index());
        rings.dedup();
        Self {
            to: last.map(|ply| ply.to),
            from: last.and_then(|ply| ply.from),
            rings,
        }
    }
}
