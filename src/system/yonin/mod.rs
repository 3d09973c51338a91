//! Yonin shogi 四人将棋: shogi for four, each against all, until one is left.

use super::{System, driver, replay};
use crate::notation::yonin;

mod board;
mod game;
mod rules;

/// Yonin shogi.
pub(crate) static YONIN: System = System {
    game: &yonin::GAME,
    rules: || super::rules(&rules::RULES),
    judge: |referee, record, _| driver::judge(&rules::RULES, record, referee.profile()),
    replay: |record, look| replay::replay(&rules::RULES, record, look),
};
