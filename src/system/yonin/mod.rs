//! Yonin shogi 四人将棋: shogi for four, each against all, until one is left.

mod board;
mod check;
mod drawing;
mod game;
mod position;
mod reach;
mod rules;
mod setup;

use super::definition::System;
use super::{catalogue, driver, replay};
use crate::notation::yonin;

/// Yonin shogi.
pub(crate) static YONIN: System = System {
    game: &yonin::GAME,
    rules: || catalogue::rules(&rules::RULES),
    judge: |referee, record, _| driver::judge(&rules::RULES, record, referee.profile()),
    replay: |record, look| replay::replay(&rules::RULES, record, look),
};
