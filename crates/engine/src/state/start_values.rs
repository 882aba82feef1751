//! What inputs are before anything is known about them: random, by seed, restart and name.

use crate::state::random::Random;

/// Makes values up.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StartValues {
    seed: u64,
    restart: u64,
}

impl StartValues {
    /// For the first run, and for those after that many restarts.
    pub(crate) fn new(seed: u64, restart: u64) -> StartValues {
        StartValues { seed, restart }
    }

    /// A byte of an input. Native code mostly reads text and small numbers, so after a restart these come too.
    pub(crate) fn byte(self, name: &str, index: u64) -> u8 {
        let seed = Random::new(self.seed ^ self.restart.rotate_left(32)).next();
        let mut random = Random::named(seed.wrapping_add(index), name);
        let (first, count) = match self.restart % 4 {
            0 => (1, 255),
            1 => (b' ', 95),
            2 => (b'0', 10),
            // The numbers below 256, as they are in four bytes.
            _ if index.is_multiple_of(4) => (0, 256),
            _ => (0, 1),
        };
        first.wrapping_add(random.below(count) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::StartValues;

    fn bytes(seed: u64, restart: u64) -> Vec<u8> {
        (0..64).map(|index| StartValues::new(seed, restart).byte("x", index)).collect()
    }

    #[test]
    fn the_first_run_has_no_zeros() {
        assert!(!bytes(0, 0).contains(&0));
        assert_ne!(bytes(0, 0), bytes(1, 0));
        assert_ne!(bytes(0, 0), bytes(0, 4));
    }

    #[test]
    fn restarts_try_text_and_numbers() {
        assert!(bytes(0, 1).iter().all(|byte| (b' '..=b'~').contains(byte)));
        assert!(bytes(0, 2).iter().all(u8::is_ascii_digit));
        assert!(bytes(0, 3).iter().skip(1).step_by(4).all(|&byte| byte == 0));
    }
}
