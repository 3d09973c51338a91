//! Janggi 장기, Korean chess, and gung-janggi 궁장기: the same board and pieces, and in the latter generals that are taken,
//! promotions, and no draws.

mod bikjang;
mod board;
mod check;
mod clock;
mod drawing;
mod ended;
mod game;
mod length;
mod marks;
mod position;
mod reach;
mod result;
mod rules;
mod ruling;
mod said;
mod setup;
mod shuttle;

use super::definition::System;
use super::{catalogue, driver, replay};
use crate::notation::gib;

/// Janggi.
pub(crate) static JANGGI: System = System {
    game: &gib::JANGGI,
    rules: || catalogue::rules(&rules::JANGGI),
    judge: |referee, record, _| driver::judge(&rules::JANGGI, record, referee.profile()),
    replay: |record, look| replay::replay(&rules::JANGGI, record, look),
};

/// Gung-janggi.
pub(crate) static GUNG_JANGGI: System = System {
    game: &gib::GUNG_JANGGI,
    rules: || catalogue::rules(&rules::GUNG_JANGGI),
    judge: |referee, record, _| driver::judge(&rules::GUNG_JANGGI, record, referee.profile()),
    replay: |record, look| replay::replay(&rules::GUNG_JANGGI, record, look),
};
