//! The games, each a row of one table: who plays them, their rules, and what judges a record of them.
//!
//! A reader says of which game a [`Record`] is; what comes after judging, reports, tables and pages, knows seats, cells
//! and findings, and no game.

mod board;
mod driver;
mod judge;
mod totals;
mod yonin;

pub use judge::Judge;

use std::sync::LazyLock;

use crate::finding::Rule;
use crate::played::PlayedMove;
use crate::record::{self, GameKind, Record};
use crate::referee::{Judgement, RULES, Referee};

/// A game that is judged.
#[derive(Debug)]
pub struct System {
    /// Which it is.
    pub game: &'static GameKind,
    /// All its rules, those about reading among them.
    pub rules: fn() -> Vec<&'static Rule>,
    /// Judges a record of it, by the rules of the event that the referee has, before somebody who sees the moves that are
    /// made on a shogi board.
    pub judge: fn(&mut Referee, &Record<'_>, &mut Watch<'_>) -> Judgement,
}

/// Who looks on.
pub type Watch<'w> = dyn FnMut(&PlayedMove<'_>) + 'w;

/// Every game that is judged.
pub static SYSTEMS: &[&System] = &[&SHOGI, &yonin::YONIN];

/// The rules of all games, each once: those of shogi and of reading first.
pub static ALL_RULES: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
    let mut all: Vec<&'static Rule> = Vec::new();
    for rule in SYSTEMS.iter().flat_map(|system| (system.rules)()) {
        if !all.contains(&rule) {
            all.push(rule);
        }
    }
    all
});

/// Shogi.
pub static SHOGI: System = System {
    game: &record::SHOGI,
    rules: || RULES.clone(),
    judge: |referee, record, watch| referee.judge_watched(record, watch),
};
