//! The game itself: squares, pieces, positions, moves and their legality.
