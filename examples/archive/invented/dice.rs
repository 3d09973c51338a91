//! Random numbers that are the same on every machine.

use fastrand::Rng;

/// A random number generator with the distributions that an archive needs.
#[derive(Clone, Debug)]
pub struct Dice(Rng);

impl Dice {
    /// Creates a generator from the seed of the archive, a subject (`plan`, `player`), and the number of a record or player.
    ///
    /// The random numbers for a subject do not depend on the numbers drawn for other subjects.
    pub fn for_subject(seed: u64, subject: &str, number: u64) -> Self {
        let subject_hash = subject
            .bytes()
            .fold(seed, |sum, byte| hash(sum ^ u64::from(byte)));
        Self(Rng::with_seed(hash(subject_hash ^ hash(number))))
    }

    /// Returns a number from 0 to `limit - 1`.
    pub fn below(&mut self, limit: u32) -> u32 {
        self.0.u32(..limit)
    }

    /// Returns a random index into a slice of the given length.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u32) as usize
    }

    /// Returns a random element of a slice, which must not be empty.
    pub fn choose<'t, T>(&mut self, elements: &'t [T]) -> &'t T {
        &elements[self.index(elements.len())]
    }

    /// Returns `true` with a probability of `in_thousand` / 1000.
    pub fn chance(&mut self, in_thousand: u32) -> bool {
        self.below(1000) < in_thousand
    }

    /// Returns a random element, with probabilities in proportion to the weights.
    pub fn weighted_choice<T: Copy>(&mut self, elements: &[(u32, T)]) -> T {
        let mut remaining = self.below(elements.iter().map(|(weight, _)| weight).sum());
        let chosen = elements.iter().find(|(weight, _)| {
            let is_chosen = remaining < *weight;
            remaining = remaining.saturating_sub(*weight);
            is_chosen
        });
        chosen.unwrap_or(&elements[0]).1
    }

    /// Returns a number from `middle - spread` to `middle + spread`, nearly normally distributed: the mean of three draws.
    pub fn near_normal(&mut self, middle: u32, spread: u32) -> u32 {
        let sum: u32 = (0..3).map(|_| self.below(2 * spread + 1)).sum();
        (middle + sum / 3).saturating_sub(spread)
    }
}

/// Hashes a number, so that the results for consecutive numbers are unrelated.
fn hash(number: u64) -> u64 {
    Rng::with_seed(number).u64(..)
}
