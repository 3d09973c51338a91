//! A position that has come about as often as ends a game, as the rules look at it.

use crate::finding::{Enumeration, Message, Ordinal, both, message};
use crate::profile::Profile;
use crate::shogi::{Color, History, Position};

/// A position that has come about as often as ends a game.
#[derive(Debug)]
pub(super) struct Recurrence<'a> {
    /// The positions up to it.
    pub history: &'a History,
    pub profile: &'a Profile,
    pub position: &'a Position,
    /// The side that has lost by perpetual check.
    pub perpetual: Option<Color>,
    /// The game is drawn by it, which the record does not say itself.
    pub is_draw: bool,
}

impl Recurrence<'_> {
    /// How often it has come about, and after which plies; 0 is the start.
    pub(super) fn again(&self) -> Message {
        let mut plies: Vec<_> = self.history.occurrences().map(after).collect();
        plies.reverse();
        message!(
            "the same position occurs for the {count} time, after plies {plies}",
            "同一局面が{count}（{plies}手目の後）",
            count = Ordinal(self.history.count()),
            plies = Enumeration(plies)
        )
    }
}

fn after(ply: usize) -> Message {
    let start = (ply == 0).then(|| both(" (the start)", "（開始局面）"));
    message!("{ply}{start}", "{ply}{start}", ply, start)
}
