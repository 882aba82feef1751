//! Register types. Pointers are integers of the target's pointer width.

/// The type of a register: at most 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ty {
    /// An integer (or pointer) of 1 to 64 bits, kept zero-extended.
    Int(Width),
    /// An IEEE float, kept as its bits.
    Float(FloatTy),
}

/// The width of an integer in bits, 1 to 64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Width(u8);

/// The two floating-point formats that registers hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatTy {
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
}

impl Ty {
    /// The one-bit integer that comparisons give and branches take.
    pub const BOOL: Ty = Ty::Int(Width::W1);

    /// An integer type of `bits` bits; panics unless 1 to 64.
    pub fn int(bits: u32) -> Ty {
        Ty::Int(Width::new(bits))
    }

    /// How many bits a value of this type has.
    pub fn bits(self) -> u32 {
        match self {
            Ty::Int(width) => width.bits(),
            Ty::Float(FloatTy::F32) => 32,
            Ty::Float(FloatTy::F64) => 64,
        }
    }

    /// How many bytes a load or store of this type touches.
    pub fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }

    /// All bits that a value of this type may have set.
    pub fn mask(self) -> u64 {
        match self {
            Ty::Int(width) => width.mask(),
            Ty::Float(FloatTy::F32) => u32::MAX.into(),
            Ty::Float(FloatTy::F64) => u64::MAX,
        }
    }
}

impl Width {
    /// One bit.
    pub const W1: Width = Width(1);
    /// A byte.
    pub const W8: Width = Width(8);
    /// A C `int`.
    pub const W32: Width = Width(32);
    /// The widest register.
    pub const W64: Width = Width(64);

    /// A width of `bits`; panics unless 1 to 64.
    pub fn new(bits: u32) -> Width {
        Width::try_new(bits).unwrap_or_else(|| panic!("no register is {bits} bits wide"))
    }

    /// A width of `bits`, if a register can be that wide.
    pub fn try_new(bits: u32) -> Option<Width> {
        (1..=64).contains(&bits).then_some(Width(bits as u8))
    }

    /// The number of bits.
    #[inline]
    pub fn bits(self) -> u32 {
        self.0.into()
    }

    /// The bits that a value of this width may have set.
    #[inline]
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// `value` cut to this width.
    #[inline]
    pub fn truncate(self, value: u64) -> u64 {
        value & self.mask()
    }

    /// `value`, of this width, as a signed number.
    #[inline]
    pub fn sign_extend(self, value: u64) -> i64 {
        let unused = 64 - self.bits();
        ((value << unused) as i64) >> unused
    }
}
