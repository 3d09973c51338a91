//! The game: moves, positions, mates.

mod perft;
mod properties;
mod suffix;
