//! Random numbers: the same seed gives the same ones, on every machine.

/// A generator (SplitMix64: small, and good enough to choose with).
#[derive(Clone, Debug)]
pub(crate) struct Random {
    state: u64,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// A generator for one thing by its name, whatever was generated before.
    pub(crate) fn named(seed: u64, name: &str) -> Random {
        let step = |state: u64, &byte: &u8| Random::new(state ^ u64::from(byte)).next();
        Random::new(name.as_bytes().iter().fold(seed, step))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not 0. The bias is below `end / 2^64`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn numbers_depend_on_the_seed_only() {
        let draw = |seed| {
            let mut random = Random::new(seed);
            [(); 4].map(|()| random.below(1000))
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
        assert_ne!(Random::named(0, "x[0]").next(), Random::named(0, "x[1]").next());
    }

    #[test]
    fn all_numbers_below_the_end_come() {
        let mut random = Random::new(0);
        let mut seen = [false; 5];
        (0..100).for_each(|_| seen[random.below(5) as usize] = true);
        assert_eq!(seen, [true; 5]);
    }
}
