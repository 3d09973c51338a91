//! Gunjin shogi 軍人将棋: hidden pieces, battles decided by an umpire, and headquarters to capture.

mod board;
mod game;
mod knowledge;
mod rules;

use super::{System, driver};
use crate::notation::gunjin;

/// The [`System`] of gunjin shogi.
pub(super) static GUNJIN: System = driver::system::<game::Gunjin>(&gunjin::GAME);

#[cfg(test)]
mod tests;
