//! Random games: the seed decides everything, so that a failure can be repeated.

// Each test uses its own part.

use std::collections::HashMap;

use kifu::shogi::{Color, Handicap, Kind, Move, Position, Square};

/// A stream of numbers that a test case is made of: `SplitMix64`.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 32) as usize % limit
    }

    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// One of the named starts.
    pub fn start(&mut self) -> Position {
        Handicap::ALL[self.below(Handicap::ALL.len())].position().clone()
    }

    /// A legal game of at most so many plies, and the position behind it. It ends early at mate, and before a
    /// position could come about for the fourth time.
    pub fn game(&mut self, start: &Position, plies: usize) -> (Vec<Move>, Position) {
        let mut position = start.clone();
        let mut seen = HashMap::from([(position.key(), 1)]);
        let mut moves = Vec::new();
        while moves.len() < plies {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = self.one_of(&legal);
            position.play(mv).expect("a legal move starts from a piece");
            moves.push(mv);
            let times = seen.entry(position.key()).or_insert(0);
            *times += 1;
            if *times == 3 {
                break;
            }
        }
        (moves, position)
    }

    /// Any move at all, most often one of a piece that is there, now and then a legal one.
    pub fn any_move(&mut self, position: &Position) -> Move {
        let legal = position.legal_moves();
        if !legal.is_empty() && self.below(3) == 0 {
            return self.one_of(&legal);
        }
        if self.below(5) == 0 {
            return Move::Drop {
                kind: self.one_of(&Kind::HAND),
                to: self.one_of(&Square::ALL),
            };
        }
        let owner = self.one_of(&Color::ALL);
        let pieces: Vec<_> = position.pieces(owner).map(|(square, _)| square).collect();
        let from = if pieces.is_empty() || self.below(10) == 0 {
            self.one_of(&Square::ALL)
        } else {
            self.one_of(&pieces)
        };
        Move::Board {
            from,
            to: self.one_of(&Square::ALL),
            promote: self.below(3) == 0,
        }
    }
}
