//! Janggi 장기, Korean chess, and gung-janggi 궁장기: the same board and pieces, and in the latter generals that are taken,
//! promotions, and no draws.

use super::{System, driver, replay};
use crate::notation::gib;

mod board;
mod game;
mod rules;
mod stated;

/// Janggi.
pub(crate) static JANGGI: System = System {
    game: &gib::JANGGI,
    rules: || super::rules(&rules::JANGGI),
    judge: |referee, record, _| driver::judge(&rules::JANGGI, record, referee.profile()),
    replay: |record, look| replay::replay(&rules::JANGGI, record, look),
};

/// Gung-janggi.
pub(crate) static GUNG_JANGGI: System = System {
    game: &gib::GUNG_JANGGI,
    rules: || super::rules(&rules::GUNG_JANGGI),
    judge: |referee, record, _| driver::judge(&rules::GUNG_JANGGI, record, referee.profile()),
    replay: |record, look| replay::replay(&rules::GUNG_JANGGI, record, look),
};
