//! Random games, moves and pieces. The seed determines all choices, so a failure can be reproduced.

use std::collections::HashMap;

use kifu::shogi::Color;
use kifu::shogi::Handicap;
use kifu::shogi::Move;
use kifu::shogi::Piece;
use kifu::shogi::PieceKind;
use kifu::shogi::Position;
use kifu::shogi::Square;

/// A seeded random number generator for a test case.
#[derive(Clone)]
pub struct Dice(fastrand::Rng);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// Returns a random number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0.usize(..limit)
    }

    /// Returns a random element of a slice, which must not be empty.
    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    pub fn square(&mut self) -> Square {
        self.one_of(&Square::ALL)
    }

    /// Returns a random piece of either side.
    pub fn piece(&mut self) -> Piece {
        Piece::new(self.one_of(&Color::ALL), self.one_of(&PieceKind::ALL))
    }

    /// Returns the position of a random named start.
    pub fn start(&mut self) -> Position {
        Handicap::ALL[self.below(Handicap::ALL.len())].position().clone()
    }

    /// Returns a legal game of at most `plies` plies and its final position.
    ///
    /// The game ends early if there is no legal move or a position has occurred three times.
    pub fn game(&mut self, start: &Position, plies: usize) -> (Vec<Move>, Position) {
        let mut position = start.clone();
        let mut occurrences = HashMap::from([(position.zobrist(), 1)]);
        let mut moves = Vec::new();
        while moves.len() < plies {
            let legal_moves = position.legal_moves();
            if legal_moves.is_empty() {
                break;
            }
            let mv = self.one_of(&legal_moves);
            position.play(mv).expect("a legal move starts from a piece");
            moves.push(mv);
            let count = occurrences.entry(position.zobrist()).or_insert(0);
            *count += 1;
            if *count == 3 {
                break;
            }
        }
        (moves, position)
    }

    /// Returns a move that may be illegal: a legal move, a drop of any kind on any square, or a board move to any
    /// square. A board move is mostly one of an existing piece of either side.
    pub fn any_move(&mut self, position: &Position) -> Move {
        let legal_moves = position.legal_moves();
        if !legal_moves.is_empty() && self.below(3) == 0 {
            return self.one_of(&legal_moves);
        }
        if self.below(5) == 0 {
            return Move::Drop {
                kind: self.one_of(&PieceKind::HAND),
                to: self.square(),
            };
        }
        let owner = self.one_of(&Color::ALL);
        let pieces: Vec<_> = position.pieces(owner).map(|(square, _)| square).collect();
        let from = if pieces.is_empty() || self.below(10) == 0 {
            self.square()
        } else {
            self.one_of(&pieces)
        };
        Move::Board {
            from,
            to: self.square(),
            promote: self.below(3) == 0,
        }
    }
}
