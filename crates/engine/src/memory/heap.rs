//! The heap's blocks: where each is, who made it and whether it is still alive.
//!
//! Freed blocks stay known, so a use after free differs from a wild access. Only when very much has been
//! freed are the oldest addresses used again.

use std::collections::BTreeMap;

use ir::SourceLoc;
use ir::debug::TypeId;
use rpds::{QueueSync, RedBlackTreeMapSync};
use triomphe::Arc;

use super::red_zone;

/// All blocks of the heap. Forks share them.
#[derive(Clone, Debug)]
pub struct Heap {
    blocks: RedBlackTreeMapSync<u64, HeapBlock>,
    next: u64,
    /// So many bytes before `next` belong to no object.
    free_before: u64,
    end: u64,
    /// Freed blocks in the order they were freed, with the bytes they reserve.
    quarantine: QueueSync<(u64, u64)>,
    quarantined: u64,
    /// Addresses to use again, by reserved size.
    free: Arc<BTreeMap<u64, Vec<u64>>>,
}

/// A block that `malloc` or a relative returned.
#[derive(Clone, Copy, Debug)]
pub struct HeapBlock {
    /// Its first address.
    pub address: u64,
    /// As asked for.
    pub size: u64,
    /// Alive or freed.
    pub state: BlockState,
    /// Where it was made.
    pub made: Option<SourceLoc>,
    /// What its address is a multiple of, if that is something else than `malloc` promises.
    pub align: Option<u64>,
    /// Is it what a pointer input points to, and nothing that the program has made?
    pub is_input: bool,
    /// What a `void *` that leads there was used as, if it was.
    pub used_as: Option<TypeId>,
    reserved: u64,
}

/// Is a block alive?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockState {
    /// Yes.
    Live,
    /// No: freed there.
    Freed(Option<SourceLoc>),
}

/// Why a pointer can't be freed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FreeError {
    /// It was already.
    Double,
    /// It isn't the start of a heap block.
    Invalid,
}

/// Freed bytes that are kept before the oldest are used again.
const QUARANTINE: u64 = 64 << 20;

/// Every block's address is a multiple of this.
const LEAST_ALIGN: u64 = 16;

impl Heap {
    pub(super) fn new(start: u64, size: u64) -> Heap {
        Heap {
            blocks: RedBlackTreeMapSync::default(),
            next: start,
            free_before: 0,
            end: start + size,
            quarantine: QueueSync::default(),
            quarantined: 0,
            free: Arc::default(),
        }
    }

    /// Reserves addresses for a new block; `None` if there are no more. The caller tags its bytes.
    pub fn reserve(&mut self, size: u64, align: u64, made: Option<SourceLoc>) -> Option<u64> {
        self.place(size, align, red_zone(size), made, false)
    }

    /// Like [`Heap::reserve`], for what a pointer input points to, with that many bytes before and behind the block that
    /// belong to no object.
    pub fn reserve_input(
        &mut self,
        size: u64,
        around: u64,
        made: Option<SourceLoc>,
    ) -> Option<u64> {
        self.place(size, LEAST_ALIGN, around, made, true)
    }

    /// What a `void *` input points to turns out to be of a type, and to have at most so many bytes, of those that were
    /// reserved.
    pub fn type_input(&mut self, address: u64, ty: TypeId, size: u64) {
        if let Some(block) = self.blocks.get(&address).copied() {
            self.blocks.insert_mut(address, HeapBlock { size, used_as: Some(ty), ..block });
        }
    }

    fn place(
        &mut self,
        size: u64,
        align: u64,
        around: u64,
        made: Option<SourceLoc>,
        is_input: bool,
    ) -> Option<u64> {
        // What a pointer leads to may be packed, or in the middle of something.
        let asked = if is_input { Some(1) } else { (align > LEAST_ALIGN).then_some(align) };
        let align = align.max(LEAST_ALIGN);
        let reserved = size.max(1).checked_add(around)?.checked_next_multiple_of(16)?;
        let address = self.recycled(reserved, align);
        let address = address.or_else(|| self.fresh(reserved, around, align))?;
        let state = BlockState::Live;
        let (align, used_as) = (asked, None);
        let block = HeapBlock { address, size, state, made, align, is_input, used_as, reserved };
        self.blocks.insert_mut(address, block);
        Some(address)
    }

    fn fresh(&mut self, reserved: u64, around: u64, align: u64) -> Option<u64> {
        let earliest = self.next.checked_add(around.saturating_sub(self.free_before))?;
        let address = earliest.checked_next_multiple_of(align)?;
        let end = address.checked_add(reserved).filter(|&end| end <= self.end)?;
        self.next = end;
        self.free_before = around;
        Some(address)
    }

    fn recycled(&mut self, reserved: u64, align: u64) -> Option<u64> {
        let fits = self.free.get(&reserved)?.last()?.is_multiple_of(align);
        fits.then(|| Arc::make_mut(&mut self.free).get_mut(&reserved)?.pop()).flatten()
    }

    /// Marks a block as freed and gives it back as it was. The caller tags its bytes.
    pub fn free(&mut self, address: u64, at: Option<SourceLoc>) -> Result<HeapBlock, FreeError> {
        match self.blocks.get(&address) {
            None => Err(FreeError::Invalid),
            Some(block) if block.state != BlockState::Live => Err(FreeError::Double),
            Some(&block) => {
                let freed = HeapBlock { state: BlockState::Freed(at), ..block };
                self.blocks.insert_mut(address, freed);
                self.retire(block);
                Ok(block)
            }
        }
    }

    fn retire(&mut self, block: HeapBlock) {
        self.quarantine.enqueue_mut((block.address, block.reserved));
        self.quarantined += block.reserved;
        while self.quarantined > QUARANTINE {
            let Some(&(address, reserved)) = self.quarantine.peek() else { break };
            self.quarantine.dequeue_mut();
            self.quarantined -= reserved;
            self.blocks.remove_mut(&address);
            Arc::make_mut(&mut self.free).entry(reserved).or_default().push(address);
        }
    }

    /// The block that starts at an address.
    pub fn block(&self, address: u64) -> Option<&HeapBlock> {
        self.blocks.get(&address)
    }

    /// The block that an address lies in or just after.
    pub fn block_near(&self, address: u64) -> Option<&HeapBlock> {
        let (_, block) = self.blocks.range(..=address).next_back()?;
        (address - block.address < block.reserved).then_some(block)
    }

    /// The first block that starts after an address, if the address is in the gap before it.
    pub fn block_after(&self, address: u64) -> Option<&HeapBlock> {
        let (_, block) = self.blocks.range(address..).next()?;
        (block.address - address <= red_zone(block.size)).then_some(block)
    }

    /// The block that an address lies in or is nearest to.
    pub fn nearest(&self, address: u64) -> Option<&HeapBlock> {
        let before = self.block_near(address);
        let behind = before.map_or(u64::MAX, |block| {
            address.saturating_sub(block.address.saturating_add(block.size))
        });
        let after = self.block_after(address).filter(|block| block.address - address < behind);
        after.or(before)
    }

    /// Every block that is alive.
    pub fn live(&self) -> impl Iterator<Item = &HeapBlock> {
        self.blocks.values().filter(|block| block.state == BlockState::Live)
    }
}
