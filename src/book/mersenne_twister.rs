//! The random number generator of C++ `std::mt19937_64`, of which Apery makes its keys of positions.
//!
//! The constants are those of the C++ standard (`[rand.predef]`).

/// Number of words of the state.
const STATE_WORDS: usize = 312;

/// Distance of the words that are combined when the state is renewed.
const SHIFT_WORDS: usize = 156;

/// The value that is combined with a renewed word if its lowest bit was set.
const TWIST: u64 = 0xb502_6f5a_a966_19e9;

/// The upper 33 bits of a word.
const UPPER_BITS: u64 = u64::MAX << 31;

/// The seed that `std::mt19937_64` has by default.
pub(super) const DEFAULT_SEED: u64 = 5489;

/// The generator. Its outputs have 64 bits.
pub(super) struct MersenneTwister {
    state: [u64; STATE_WORDS],
    /// Index of the word of the next output.
    next: usize,
}

impl MersenneTwister {
    /// Creates a generator.
    pub(super) const fn new(seed: u64) -> Self {
        let mut state = [seed; STATE_WORDS];
        let mut index = 1;
        while index < STATE_WORDS {
            let previous = state[index - 1];
            state[index] = (previous ^ (previous >> 62))
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(index as u64);
            index += 1;
        }
        Self {
            state,
            next: STATE_WORDS,
        }
    }

    /// Returns the next output.
    pub(super) fn output(&mut self) -> u64 {
        if self.next == STATE_WORDS {
            self.renew();
        }
        let mut word = self.state[self.next];
        self.next += 1;
        word ^= (word >> 29) & 0x5555_5555_5555_5555;
        word ^= (word << 17) & 0x71d6_7fff_eda6_0000;
        word ^= (word << 37) & 0xfff7_eee0_0000_0000;
        word ^ (word >> 43)
    }

    /// Computes the words of the next outputs.
    fn renew(&mut self) {
        for index in 0..STATE_WORDS {
            let following = self.state[(index + 1) % STATE_WORDS];
            let mixed = (self.state[index] & UPPER_BITS) | (following & !UPPER_BITS);
            let twist = if mixed & 1 == 1 { TWIST } else { 0 };
            self.state[index] = self.state[(index + SHIFT_WORDS) % STATE_WORDS] ^ (mixed >> 1) ^ twist;
        }
        self.next = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The C++ standard states output 10,000.
    #[test]
    fn the_outputs_are_those_of_the_standard() {
        let mut generator = MersenneTwister::new(DEFAULT_SEED);
        let outputs: Vec<_> = (0..10_000).map(|_| generator.output()).collect();
        assert_eq!(outputs[0], 14_514_284_786_278_117_030);
        assert_eq!(outputs[9_999], 9_981_545_732_273_789_042);
    }
}
