//! How a record is written: a version, a hash of its key and the rest, the label, the bytes. Under another key it is worth
//! nothing.

use crate::Key;

/// Of this format.
const VERSION: u32 = 2;

/// In front of the bytes: the version, the hash, and the length of the label.
const HEAD: usize = 4 + 32 + 4;

/// A record as it is written.
pub(crate) fn sealed(key: &Key, label: &str, bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(label.len()).unwrap_or(0);
    let label = &label.as_bytes()[..length as usize];
    let rest = [&length.to_le_bytes()[..], label, bytes].concat();
    let hash = blake3::keyed_hash(key, &rest);
    [&VERSION.to_le_bytes()[..], hash.as_bytes(), &rest].concat()
}

/// The bytes of a record, if it is as it was written.
pub(crate) fn opened<'s>(key: &Key, sealed: &'s [u8]) -> Option<&'s [u8]> {
    let (version, rest) = sealed.split_at_checked(4)?;
    let (hash, rest) = rest.split_at_checked(32)?;
    let is_sound =
        version == VERSION.to_le_bytes() && blake3::keyed_hash(key, rest).as_bytes() == hash;
    let (length, rest) = rest.split_at_checked(4).filter(|_| is_sound)?;
    let length = u32::from_le_bytes(length.try_into().ok()?) as usize;
    Some(rest.split_at_checked(length)?.1)
}

/// The label of a record, sound or not.
pub(crate) fn label(sealed: &[u8]) -> String {
    let length = sealed.get(HEAD - 4..HEAD).and_then(|it| it.try_into().ok());
    let length = length.map_or(0, u32::from_le_bytes) as usize;
    let text = sealed.get(HEAD..HEAD.saturating_add(length)).unwrap_or_default();
    String::from_utf8_lossy(text).into_owned()
}
