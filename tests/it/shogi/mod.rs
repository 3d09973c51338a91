//! The game of shogi: moves, positions, mates, repetitions, and suffixes of moves.

mod perft;
mod properties;
mod suffix;
