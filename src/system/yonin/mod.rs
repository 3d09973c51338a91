//! Yonin shogi 四人将棋: shogi for four, each against all, until one is left.

mod board;
mod check;
mod game;
mod position;
mod reach;
mod rules;
mod setup;

use super::System;
use super::driver;
use crate::notation::yonin;
use game::Yonin;

/// Yonin shogi.
pub(crate) static YONIN: System = System {
    game: &yonin::GAME,
    rules: driver::rules::<Yonin>,
    judge: |referee, record, _| driver::judge::<Yonin>(record, referee.profile()),
};
