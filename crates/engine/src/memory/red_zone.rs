//! Red zones: the bytes around an object that belong to none.
//!
//! A plain address doesn't say which object it was made from, so an access that leaves an object is seen only if it
//! doesn't meet another one. An index is rarely wrong by more than the length of its array: objects keep their own
//! size free on both sides.

/// Objects are at least that far apart.
const LEAST: u64 = 16;
/// What is larger than this keeps no more free.
pub(crate) const LARGEST_RED_ZONE: u64 = 1024;

/// How many bytes on each side of an object of that size belong to none.
pub(crate) fn red_zone(size: u64) -> u64 {
    size.clamp(LEAST, LARGEST_RED_ZONE)
}

/// Objects that are placed one after the other.
pub(crate) struct ObjectRow {
    /// Where the last one ends.
    end: u64,
    /// What it keeps free.
    free: u64,
}

impl ObjectRow {
    pub(crate) fn new(start: u64) -> ObjectRow {
        ObjectRow { end: start, free: LEAST }
    }

    /// The address of the next object.
    pub(crate) fn place(&mut self, size: u64, align: u64) -> u64 {
        let zone = red_zone(size);
        let earliest = self.end.saturating_add(self.free.max(zone));
        let address = earliest.checked_next_multiple_of(align.max(LEAST)).unwrap_or(u64::MAX);
        *self = ObjectRow { end: address.saturating_add(size), free: zone };
        address
    }

    /// Where something else may begin.
    pub(crate) fn end(&self) -> u64 {
        let end = self.end.saturating_add(self.free);
        end.checked_next_multiple_of(LEAST).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::ObjectRow;

    #[test]
    fn an_object_keeps_its_size_free_on_both_sides() {
        let mut row = ObjectRow::new(0);
        let addresses = [(4, 4), (64, 8), (4, 4), (0, 1), (1 << 20, 4096)];
        let addresses = addresses.map(|(size, align)| row.place(size, align));
        assert_eq!(addresses, [16, 96, 224, 256, 4096]);
        assert_eq!(row.end(), 4096 + (1 << 20) + 1024);
    }
}
