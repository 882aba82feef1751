//! Typed ids: a `BlockId` can't be used where a `Reg` is meant.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident, $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            /// The id of the element at `index`.
            #[inline]
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("more than 2^32 elements"))
            }

            /// The position of the element in its table.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    )*};
}

ids! {
    /// A function of a program.
    FuncId, "f";
    /// A global of a program.
    GlobalId, "g";
    /// A source file of a program.
    FileId, "file";
    /// A block of a function.
    BlockId, "b";
    /// A register of a function.
    Reg, "r";
    /// A stack slot of a function.
    SlotId, "s";
    /// A constant of a function.
    ConstId, "c";
}
