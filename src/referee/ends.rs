//! What ends a game without anybody's doing, watched while the main line is played: the move limit, two bare kings,
//! and the entering-king win that a server gives without a declaration.

use super::limit::{Limit, moves_before};
use crate::profile::{Declaration, Profile};
use crate::record::Record;
use crate::referee::impasse::{self, Standings};
use crate::shogi::{Color, Position, Standing};

/// The first time that each of them came about.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ends {
    /// What became of the move limit.
    pub limit: Option<Limit>,
    /// Who gives check after check, so that the limit does not end the game yet.
    pub checker: Option<Color>,
    /// The ply that left two bare kings.
    pub bare_kings: Option<u32>,
    /// The ply before a turn of which the player had met the conditions of a declaration, and how he stood.
    pub impasse: Option<(u32, Standing)>,
    /// The same where he had met them only if points for a handicap are due to him, which is not known, or where there
    /// are more pieces than in a set.
    pub(super) impasse_open: Option<(u32, Standings)>,
}

impl Ends {
    /// Looks at the position after a ply.
    pub(super) fn watch(&mut self, ply: u32, position: &Position, profile: &Profile, record: &Record<'_>) {
        if self.limit.is_none() && profile.max_moves.is_some() {
            let moves = ply.saturating_add(moves_before(record).unwrap_or(0));
            self.watch_limit(ply, moves, position, profile);
        }
        if self.bare_kings.is_none() && profile.bare_kings_draw && position.is_bare() {
            self.bare_kings = Some(ply);
        }
        if self.impasse.is_none() && profile.declaration == Declaration::Automatic27 {
            self.watch_impasse(ply, position, profile, record);
        }
    }

    /// A turn at which a server gives the win without a declaration.
    fn watch_impasse(&mut self, ply: u32, position: &Position, profile: &Profile, record: &Record<'_>) {
        let side = position.side_to_move();
        // Seldom true and cheap to ask: the rest is counted only then.
        if !position.king_entered(side) || position.in_check(side) {
            return;
        }
        let standings = Standings::of(position, side, profile, record);
        let wins = |standing: &Standing| {
            impasse::declared(profile.declaration, standing) == Some(impasse::Declared::Wins)
        };
        let is_counted = || position.surplus().next().is_none();
        match standings.agree(wins).filter(|&wins| !wins || is_counted()) {
            Some(true) => self.impasse = Some((ply, standings.least)),
            Some(false) => {}
            None => {
                self.impasse_open.get_or_insert((ply, standings));
            }
        }
    }

    /// A check at the limit puts the draw off until the side that gives it makes a move without check.
    fn watch_limit(&mut self, ply: u32, moves: u32, position: &Position, profile: &Profile) {
        let side = position.side_to_move().opponent();
        let full = profile.max_moves.is_some_and(|limit| moves >= limit);
        if !full || self.checker.is_some_and(|checker| checker != side) {
            return;
        }
        if profile.max_moves_delayed_by_check && position.is_check() {
            self.checker = Some(side);
        } else {
            self.limit = Some(Limit::at(ply, position, profile));
        }
    }
}
