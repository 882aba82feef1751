//! A digest: a hash of whatever can be hashed, wide enough that two things of one hash are the same.
//!
//! `derive(Hash)` says what is in it, so that no field can be forgotten. It promises nothing from one build to the next, which is
//! no harm: what is kept by fingerprints is kept for one build of Counterpoint.

use std::hash::Hasher;

/// What a digest comes to.
pub type Fingerprint = [u8; 32];

/// BLAKE3 of what was hashed so far.
pub struct Digest(blake3::Hasher);

impl Digest {
    /// Nothing so far, of a kind: things of different kinds have different fingerprints.
    pub fn new(kind: &'static str) -> Digest {
        let mut digest = Digest(blake3::Hasher::new());
        digest.write(kind.as_bytes());
        digest.write_u8(0);
        digest
    }

    /// All that was hashed.
    pub fn done(&self) -> Fingerprint {
        *self.0.finalize().as_bytes()
    }
}

impl Hasher for Digest {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Only the first part of it, as the trait wants it.
    fn finish(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = self.done();
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
    }
}
