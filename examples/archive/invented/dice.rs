//! Random numbers that are the same on every machine.

use fastrand::Rng;

/// Chance with the throws that an archive is made of.
#[derive(Clone, Debug)]
pub struct Dice(Rng);

impl Dice {
    /// Dice of their own for one of many things: what is thrown for one does not change what is thrown for another.
    pub fn of(seed: u64, what: &str, number: u64) -> Self {
        let word = what.bytes().fold(seed, |sum, byte| mixed(sum ^ u64::from(byte)));
        Self(Rng::with_seed(mixed(word ^ mixed(number))))
    }

    /// A number from 0 on.
    pub fn below(&mut self, limit: u32) -> u32 {
        self.0.u32(..limit)
    }

    /// An index into so many things.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u32) as usize
    }

    /// One of several.
    pub fn one<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.index(of.len())]
    }

    /// Whether something happens that happens so many times in a thousand.
    pub fn happens(&mut self, in_thousand: u32) -> bool {
        self.below(1000) < in_thousand
    }

    /// One of several things that happen so often, compared with each other.
    pub fn weighed<T: Copy>(&mut self, of: &[(u32, T)]) -> T {
        let mut left = self.below(of.iter().map(|(weight, _)| weight).sum());
        let found = of.iter().find(|(weight, _)| {
            let is_it = left < *weight;
            left = left.saturating_sub(*weight);
            is_it
        });
        found.unwrap_or(&of[0]).1
    }

    /// A number around a middle, nearly normal: three throws together, so at most `spread` away.
    pub fn around(&mut self, middle: u32, spread: u32) -> u32 {
        let thrown: u32 = (0..3).map(|_| self.below(2 * spread + 1)).sum();
        (middle + thrown / 3).saturating_sub(spread)
    }
}

/// A number that tells nothing of the one it is made of.
fn mixed(of: u64) -> u64 {
    Rng::with_seed(of).u64(..)
}
