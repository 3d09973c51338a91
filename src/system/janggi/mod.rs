//! Janggi 장기, Korean chess, and gung-janggi 궁장기.
//!
//! Both use the same board and pieces. In gung-janggi generals are captured, pieces promote, and there are no draws.

mod board;
mod clock;
mod game;
mod rules;
mod ruling;
mod start;
mod stated;

use super::{System, driver};
use crate::notation::gib;

/// The [`System`] of janggi.
pub(super) static JANGGI: System = driver::system::<game::Janggi>(&gib::JANGGI);

/// The [`System`] of gung-janggi.
pub(super) static GUNG_JANGGI: System = driver::system::<game::Janggi>(&gib::GUNG_JANGGI);
