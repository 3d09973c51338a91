//! Gunjin shogi 軍人将棋: hidden pieces, battles that an umpire decides, and headquarters to take.

mod battle;
mod board;
mod contradiction;
mod drawing;
mod ending;
mod game;
mod gates;
mod kinds;
mod knowledge;
mod position;
mod reach;
mod revealing;
mod rows;
mod rules;
mod setup;
mod terms;
#[cfg(test)]
mod tests;
mod unknown_cells;

use super::definition::System;
use super::{catalogue, driver, replay};
use crate::notation::gunjin;

/// Gunjin shogi.
pub(crate) static GUNJIN: System = System {
    game: &gunjin::GAME,
    rules: || catalogue::rules(&rules::RULES),
    judge: |referee, record, _| driver::judge(&rules::RULES, record, referee.profile()),
    replay: |record, look| replay::replay(&rules::RULES, record, look),
};
