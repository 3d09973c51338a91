//! One walk over all games in their order, which finds those that belong together.

use std::io;

use super::game::Game;
use super::known::Known;
use super::relation::{SHARED, is_near};
use crate::stats::Sorter;

/// Goes over all games, those that begin with the same plies one after the other, and gives every group a number.
/// What is kept is one game and two open groups, of which the first record is held back until there is a second.
///
/// A game that is not the beginning of another joins the group of the one before, if all of them together are near. A
/// game that is the beginning of others comes after them. It joins their group if that is one group; what different
/// games begin with is an opening and the duplicate of none.
#[derive(Debug, Default)]
pub(super) struct Walk {
    before: Game,
    /// With how many plies both the game before and the last one that is no beginning begin.
    since: usize,
    near: Near,
    /// The group of games that are not the beginning of others.
    whole: Group,
    /// The group of a game that several different games begin with, or too short a one: its copies.
    opening: Group,
    /// Whether the game before is in `opening`.
    in_opening: bool,
    groups: u64,
}

/// What the games of `Walk::whole` have in common.
#[derive(Debug, Default)]
struct Near {
    /// So many plies are shared by all.
    shared: usize,
    /// So many plies the longest has.
    longest: usize,
    /// So many plies the last one shares with the games before the group. What is longer and the beginning of the last
    /// one is the beginning of none of those.
    border: usize,
}

/// A group that is still open.
#[derive(Debug, Default)]
struct Group {
    number: u64,
    /// Its first record, as long as there is no other.
    held: Option<Known>,
    /// Whether it has a record.
    begun: bool,
}

impl Walk {
    /// Takes the next record. Those that are not alone go to `grouped`, under the number of their group.
    pub(super) fn take(&mut self, known: Known, grouped: &mut Sorter) -> io::Result<()> {
        let plies = known.game.plies();
        if known.game != self.before {
            let shared = self.before.shared(&known.game);
            self.since = self.since.min(shared);
            if shared == plies {
                self.beginning(plies);
            } else {
                self.whole(plies);
            }
            self.before.clone_from(&known.game);
        }
        let group = if self.in_opening {
            &mut self.opening
        } else {
            &mut self.whole
        };
        group.join(known, grouped)
    }

    /// A game with which those before it begin: are they all of one group?
    fn beginning(&mut self, plies: usize) {
        self.in_opening = plies < SHARED || plies <= self.near.border;
        if self.in_opening {
            self.opening = self.fresh();
        }
    }

    /// A game that is not the beginning of another: the group goes on or a new one begins.
    fn whole(&mut self, plies: usize) {
        self.in_opening = false;
        let shared = self.near.shared.min(self.since);
        let longest = self.near.longest.max(plies);
        if is_near(shared, longest) {
            self.near = Near {
                shared,
                longest,
                border: self.near.border.min(self.since),
            };
        } else {
            self.near = Near {
                shared: plies,
                longest: plies,
                border: self.since,
            };
            self.whole = self.fresh();
        }
        self.since = plies;
    }

    fn fresh(&mut self) -> Group {
        self.groups += 1;
        Group {
            number: self.groups,
            ..Group::default()
        }
    }
}

impl Group {
    fn join(&mut self, known: Known, grouped: &mut Sorter) -> io::Result<()> {
        if !std::mem::replace(&mut self.begun, true) {
            self.held = Some(known);
            return Ok(());
        }
        if let Some(first) = self.held.take() {
            first.push_to(self.number, grouped)?;
        }
        known.push_to(self.number, grouped)
    }
}
