//! Yonin shogi 四人将棋: shogi for four players, each against all others, until one is left.

mod board;
mod game;
mod rules;

use super::{System, driver};
use crate::notation::yonin;

/// The [`System`] of yonin shogi.
pub(super) static YONIN: System = driver::system::<game::Yonin>(&yonin::GAME);
