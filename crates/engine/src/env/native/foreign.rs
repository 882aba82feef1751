//! Memory outside the reserved range: what native functions return pointers to, such as the string of
//! `getenv`. It isn't the program's, so it has no tags; the host says whether it is there.

use ir::Inst;

use crate::machine::context::site;
use crate::machine::fault::{Fault, NULL_PAGE};
use crate::machine::{Flow, Interpreter};
use crate::memory::Tag;
use crate::report::outcome::Outcome;
use crate::state::State;
use crate::value::Value;
use crate::value::lift;

impl Interpreter<'_, '_> {
    /// A fault: an access to native memory is carried out, everything else is a bug.
    pub(crate) fn fault(&mut self, state: &mut State, fault: Fault) -> Flow {
        match fault {
            Fault::Access { address, .. }
                if self.is_foreign(state, address) && self.access_foreign(state, address) =>
            {
                Flow::Next
            }
            Fault::Access { address, .. }
                if let Some(flow) = self.further_argument(state, address) =>
            {
                flow
            }
            Fault::OtherMember => self.other_member(state),
            Fault::UntypedValue => {
                let what = "no bytes that a `void *` leads to are a pointer, or a wrong `_Bool`";
                state.path.trace.not_given = Some(what.into());
                Flow::End(Outcome::AssumeFailed)
            }
            Fault::OtherType { address, why } => {
                Flow::Unsupported(self.why_other_type(state, address, why))
            }
            fault => match self.perhaps(state, &fault) {
                Some(flow) => flow,
                None => {
                    self.note_before(state, &fault);
                    self.bug(state, fault)
                }
            },
        }
    }

    /// A union has another member than the one that is accessed. That ends the side that this access has just decided
    /// against; where the member was decided before, the program looks at one as another, which is not explored.
    fn other_member(&self, state: &mut State) -> Flow {
        state.path.trace.is_excluded = state.instructions <= state.path.trace.decided_at + 1;
        if !state.path.trace.is_excluded {
            let what = "no member of a union is what another one is made of";
            state.path.trace.not_given = Some(what.into());
        }
        Flow::End(Outcome::AssumeFailed)
    }

    /// Can an address only have come from native code?
    pub(crate) fn is_foreign(&self, state: &State, address: u64) -> bool {
        address >= NULL_PAGE && state.memory.layout().zone(address).is_none()
    }

    /// Carries out the access of the instruction that just faulted.
    fn access_foreign(&mut self, state: &mut State, address: u64) -> bool {
        let frame = state.frames.last().expect("a running state has a frame");
        let body = self.image.program.function(frame.function).body.as_ref();
        match body.and_then(|body| body.code.get(frame.pc.wrapping_sub(1))) {
            Some(&Inst::Load { ty, dst, .. }) => {
                let mut bytes = [0; 8];
                let read = self.externals.read(address, &mut bytes[..ty.bytes() as usize]);
                if read {
                    self.read_from_outside(state);
                }
                let value = Value::plain(u64::from_le_bytes(bytes) & ty.mask());
                self.set_results(state, &[dst], &[value]);
                read
            }
            Some(&Inst::Store { ty, value, .. }) => {
                let value = self.value(state, value);
                let fixed = self.concretise(state, value, "a value in native memory");
                fixed.is_ok_and(|bits| {
                    self.write_foreign(state, address, &bits.to_le_bytes()[..ty.bytes() as usize])
                })
            }
            Some(&Inst::MemCopy { dst, src, len, .. }) => {
                let [to, from, len] =
                    [dst, src, len].map(|operand| self.value(state, operand).bits);
                self.copy_foreign(state, to, from, len)
            }
            _ => false,
        }
    }

    /// What is in native memory may be something else next time. Who gave it to the program is known, mostly.
    fn read_from_outside(&self, state: &mut State) {
        if self.options.symbolic && state.path.trace.dependence().environment.is_empty() {
            self.depend_on_environment(state);
        }
    }

    /// Copies from native memory into the program's, or the other way round.
    fn copy_foreign(&mut self, state: &mut State, to: u64, from: u64, len: u64) -> bool {
        const LARGEST: u64 = 1 << 30;
        if len > LARGEST {
            return false;
        }
        let mut bytes = vec![0; len as usize];
        let site = site(state);
        let memory = &mut state.memory;
        if memory.layout().zone(from).is_none() {
            let writable = memory.first_not(to, len, Tag::is_writable).is_none();
            let done = writable && self.externals.read(from, &mut bytes);
            if done {
                memory.initialise(to, &bytes, Tag::DATA);
            }
            if done {
                self.read_from_outside(state);
            }
            done
        } else {
            for (to, at) in bytes.iter_mut().zip(from..) {
                let byte = memory.byte(at);
                if !memory.tag(at).is_live() || byte.undef != 0 {
                    return false;
                }
                if let Some(term) = byte.term {
                    // Native memory holds no terms.
                    let same = lift::is_now(self.pool, term, byte.bits.into());
                    state.path.concretize(self.pool, same, site);
                }
                *to = byte.bits;
            }
            self.write_foreign(state, to, &bytes)
        }
    }

    /// Native memory is there once for all paths, so other paths may read what this one has written.
    fn write_foreign(&mut self, state: &mut State, to: u64, bytes: &[u8]) -> bool {
        if self.options.symbolic {
            state.path.trace.lose_track();
        }
        self.externals.write(to, bytes)
    }
}
