//! Random numbers that are the same on every machine.

use fastrand::Rng;

/// A random number generator with the distributions that an archive needs.
#[derive(Clone, Debug)]
pub struct Dice(Rng);

impl Dice {
    /// Creates a generator for one subject and number. Draws for one subject do not change the draws for another.
    pub fn for_subject(seed: u64, what: &str, number: u64) -> Self {
        let word = what.bytes().fold(seed, |sum, byte| hash(sum ^ u64::from(byte)));
        Self(Rng::with_seed(hash(word ^ hash(number))))
    }

    /// Returns a number from 0 to `limit - 1`.
    pub fn below(&mut self, limit: u32) -> u32 {
        self.0.u32(..limit)
    }

    /// Returns a random index into a slice of the given length.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u32) as usize
    }

    /// Returns a random element.
    pub fn choose<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.index(of.len())]
    }

    /// Returns `true` with a probability of `in_thousand` / 1000.
    pub fn chance(&mut self, in_thousand: u32) -> bool {
        self.below(1000) < in_thousand
    }

    /// Returns a random element, with probabilities in proportion to the weights.
    pub fn weighted_choice<T: Copy>(&mut self, of: &[(u32, T)]) -> T {
        let mut left = self.below(of.iter().map(|(weight, _)| weight).sum());
        let found = of.iter().find(|(weight, _)| {
            let is_it = left < *weight;
            left = left.saturating_sub(*weight);
            is_it
        });
        found.unwrap_or(&of[0]).1
    }

    /// Returns a nearly normal number around `middle`. It is the sum of three draws and at most `spread` away.
    pub fn near_normal(&mut self, middle: u32, spread: u32) -> u32 {
        let thrown: u32 = (0..3).map(|_| self.below(2 * spread + 1)).sum();
        (middle + thrown / 3).saturating_sub(spread)
    }
}

/// Hashes a number, so that the results for consecutive numbers are unrelated.
fn hash(of: u64) -> u64 {
    Rng::with_seed(of).u64(..)
}
