//! By what a game is played: the gates of its board, the pieces, their battles, and what its event decides.

use super::battle::Battles;
use super::gates::Gates;
use crate::notation::gunjin::Kind;
use crate::profile::{NoOfficers, Repeated, Stuck, TwoCells};

/// The terms of a game.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    pub gates: Gates,
    /// How many of each kind a side has.
    pub roster: [u8; Kind::COUNT],
    pub battles: Battles,
    pub two_cells: TwoCells,
    pub no_officers: NoOfficers,
    pub no_legal_move: Stuck,
    pub repeat_limit: u32,
    pub repeated: Repeated,
}

impl Terms {
    /// How many pieces a side has.
    pub(super) fn pieces(&self) -> usize {
        self.roster.iter().map(|&it| usize::from(it)).sum()
    }
}
