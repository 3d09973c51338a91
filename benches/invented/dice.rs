//! Chance that is the same on every machine.

/// `SplitMix64`.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice of their own for one of many things: what is thrown for one does not change what is thrown for another.
    pub fn of(seed: u64, what: &str, number: u64) -> Self {
        let word = what.bytes().fold(seed, |sum, byte| mixed(sum ^ u64::from(byte)));
        Self(mixed(word ^ mixed(number)))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    /// A number from 0 on.
    pub fn below(&mut self, limit: u32) -> u32 {
        (((self.next() >> 32) * u64::from(limit)) >> 32) as u32
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

fn mixed(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
