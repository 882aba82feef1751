//! Leaks: heap blocks that nothing points to when the program ends.

use std::collections::BTreeSet;

use crate::machine::image::Image;
use crate::memory::{HeapBlock, ZoneKind};
use crate::state::State;

/// The live blocks that can't be reached from globals, live stack objects or registers, by address.
pub(crate) fn find(image: &Image<'_>, state: &State) -> Vec<HeapBlock> {
    let mut unreached: BTreeSet<u64> =
        state.memory.heap.live().map(|block| block.address).collect();
    let mut work: Vec<u64> = Vec::new();
    let reach = |word: u64, work: &mut Vec<u64>, unreached: &mut BTreeSet<u64>| {
        let block = state.memory.heap.block_near(word).map(|block| block.address);
        if let Some(address) = block.filter(|address| unreached.remove(address)) {
            work.push(address);
        }
    };
    for word in roots(image, state) {
        reach(word, &mut work, &mut unreached);
    }
    while let Some(address) = work.pop() {
        let size = state.memory.heap.block(address).map_or(0, |block| block.size);
        for word in words(state, address, size) {
            reach(word, &mut work, &mut unreached);
        }
    }
    let block = |address| state.memory.heap.block(address).copied();
    unreached.into_iter().filter_map(block).collect()
}

fn roots<'s>(image: &'s Image<'_>, state: &'s State) -> impl Iterator<Item = u64> + 's {
    let globals = image.program.globals.iter().enumerate().flat_map(|(index, global)| {
        words(state, image.global_address(ir::GlobalId::new(index)), global.size)
    });
    let layout = state.memory.layout();
    let stack = state
        .memory
        .pages()
        .filter(move |(address, _)| layout.zone(*address) == Some(ZoneKind::Stack));
    let stack =
        stack.flat_map(move |(address, page)| words(state, address, page.bytes().len() as u64));
    let frames = state.frames.iter().flat_map(|frame| {
        let code = &image.functions[frame.function.index()];
        let registers = state.regs[frame.base..frame.base + code.registers].iter();
        // What is in a fleeting register may be left over from another function.
        let written = registers.zip(&code.operations.fleeting).filter(|(_, fleeting)| !**fleeting);
        written.map(|(value, _)| value.bits)
    });
    // What a function is given is its caller's to free.
    let given = state.given.inputs.pointers().filter_map(|(_, input)| Some(input.pointed?.address));
    // The C library knows all files that are open.
    let opened = state.given.files.streams.iter().map(|stream| stream.address);
    globals.chain(stack).chain(frames).chain(given).chain(opened)
}

/// The pointer-sized words of a range that are initialised.
fn words(state: &State, address: u64, size: u64) -> impl Iterator<Item = u64> + '_ {
    let word = u64::from(state.memory.layout().pointer_bytes);
    let first = address.next_multiple_of(word);
    let last = (address + size).saturating_sub(word);
    (first..=last).step_by(word as usize).filter_map(move |at| {
        let is_value = |at| state.memory.tag(at).is_live() && state.memory.byte(at).undef == 0;
        let live = (0..word).all(|i| is_value(at + i));
        live.then(|| {
            (0..word).fold(0, |bits, i| bits | u64::from(state.memory.byte(at + i).bits) << (8 * i))
        })
    })
}
