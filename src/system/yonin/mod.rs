//! Yonin shogi 四人将棋: shogi for four, each against all, until one is left.

mod board;
mod game;
mod rules;

use super::{System, driver};
use crate::notation::yonin;

/// Yonin shogi.
pub(super) static YONIN: System = driver::system::<game::Yonin>(&yonin::GAME);
