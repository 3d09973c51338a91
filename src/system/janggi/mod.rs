//! Janggi 장기, Korean chess, and gung-janggi 궁장기: the same board and pieces, and in the latter generals that are taken,
//! promotions, and no draws.

mod board;
mod game;
mod rules;
mod stated;

use super::{System, driver};
use crate::notation::gib;

/// Janggi.
pub(super) static JANGGI: System = driver::system::<game::Janggi>(&gib::JANGGI);

/// Gung-janggi.
pub(super) static GUNG_JANGGI: System = driver::system::<game::Janggi>(&gib::GUNG_JANGGI);
