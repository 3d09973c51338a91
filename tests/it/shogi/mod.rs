//! The game of shogi: moves, positions, mates.

mod perft;
mod properties;
mod suffix;
