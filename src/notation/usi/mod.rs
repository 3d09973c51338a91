//! USI, the notation of engines: so far its moves, which examples and tests are written in.

mod moves;

pub use moves::line;
