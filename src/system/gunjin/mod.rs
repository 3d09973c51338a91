//! Gunjin shogi 軍人将棋: hidden pieces, battles that an umpire decides, and headquarters to take.

mod board;
mod game;
mod knowledge;
mod rules;

use super::{System, driver};
use crate::notation::gunjin;

/// Gunjin shogi.
pub(super) static GUNJIN: System = driver::system::<game::Gunjin>(&gunjin::GAME);

#[cfg(test)]
mod tests;
