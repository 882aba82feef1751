//! The store: what was found out, kept from one run to the next.
//!
//! A record is bytes under a key, and nothing here knows what they mean. The key is a hash of all that the bytes depend on, so
//! that there is nothing to invalidate: what is out of date is never asked for again, and is the first to go when there is no
//! more room. Records are checked when they are read. A store that can't be used is no reason to stop: whoever asks is told
//! why, and goes on without.

#![forbid(unsafe_code)]

mod disk;
mod record;

use std::fmt;

pub use disk::Disk;

/// What a record is found by.
pub type Key = [u8; 32];

/// All sources that this build of Counterpoint was made of, as a hash.
pub const BUILD: &str = env!("COUNTERPOINT_BUILD");

/// A record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub key: Key,
    /// What it is about, for people.
    pub label: String,
    pub bytes: Vec<u8>,
}

/// What is known of a record without reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub key: Key,
    pub label: String,
    /// How many bytes it takes.
    pub size: u64,
    /// When it was used last: seconds since 1970.
    pub used: u64,
}

/// Where records are kept.
pub trait Store {
    /// The records of these keys, as far as they are there and sound.
    fn get(&self, keys: &[Key]) -> Result<Vec<Option<Vec<u8>>>, Trouble>;

    /// Keeps records, and notes which others were used: all of it, or nothing. What was not used for longest makes room.
    fn put(&self, records: &[Record], used: &[Key]) -> Result<(), Trouble>;

    /// What there is, in the order of last use.
    fn list(&self) -> Result<Vec<Listed>, Trouble>;

    /// Reads everything, and takes out what isn't sound: how many there were, and how many are gone.
    fn verify(&self) -> Result<(usize, usize), Trouble>;

    /// Makes it as small as that: the number of records that had to go.
    fn shrink(&self, bytes: u64) -> Result<usize, Trouble>;
}

/// Why a store can't be used.
#[derive(Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Another process is at it, and was for as long as we wait.
    Busy,
    /// It is none, or not one that this build reads. It was set aside under that name, if that was possible.
    Broken { why: String, aside: Option<String> },
    /// The system says no.
    Refused(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Busy => f.write_str("another process is using it"),
            Trouble::Broken { why, aside: Some(aside) } => {
                write!(f, "it can't be read ({why}), and was set aside as {aside}")
            }
            Trouble::Broken { why, aside: None } => write!(f, "it can't be read ({why})"),
            Trouble::Refused(why) => f.write_str(why),
        }
    }
}
