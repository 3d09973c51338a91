//! Gunjin shogi 軍人将棋: hidden pieces, battles that an umpire decides, and headquarters to take.

use super::{System, driver, replay};
use crate::notation::gunjin;

mod board;
mod game;
mod knowledge;
mod rules;

/// Gunjin shogi.
pub(crate) static GUNJIN: System = System {
    game: &gunjin::GAME,
    rules: || super::rules(&rules::RULES),
    judge: |referee, record, _| driver::judge(&rules::RULES, record, referee.profile()),
    replay: |record, look| replay::replay(&rules::RULES, record, look),
};

#[cfg(test)]
mod tests;
