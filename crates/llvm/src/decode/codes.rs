//! The numbers of LLVM's bitcode: blocks, records and the attributes we look at.
//!
//! Written out here, with LLVM's own names, because old record forms and the newest ones are both needed.

/// Constants, and a function that names one for messages.
macro_rules! codes {
    ($(#[$doc:meta])* $module:ident { $($name:ident = $value:literal,)* }) => {
        $(#[$doc])*
        pub(in crate::decode) mod $module {
            $(pub(in crate::decode) const $name: u32 = $value;)*

            #[allow(dead_code, reason = "not every kind of code appears in a message")]
            pub(in crate::decode) fn name(code: u32) -> String {
                match code {
                    $($value => stringify!($name).to_owned(),)*
                    _ => format!("number {code}"),
                }
            }
        }
    };
}

codes! {
    /// Block ids.
    block {
        BLOCKINFO = 0,
        MODULE = 8,
        PARAMATTR = 9,
        PARAMATTR_GROUP = 10,
        CONSTANTS = 11,
        FUNCTION = 12,
        IDENTIFICATION = 13,
        VALUE_SYMTAB = 14,
        METADATA = 15,
        METADATA_ATTACHMENT = 16,
        TYPE_NEW = 17,
        METADATA_KIND = 22,
        STRTAB = 23,
    }
}

codes! {
    identification {
        STRING = 1,
        EPOCH = 2,
    }
}

codes! {
    strtab {
        BLOB = 1,
    }
}

codes! {
    module {
        VERSION = 1,
        DATALAYOUT = 3,
        GLOBALVAR = 7,
        FUNCTION = 8,
        ALIAS_OLD = 9,
        ALIAS = 14,
        IFUNC = 18,
    }
}

codes! {
    symtab {
        ENTRY = 1,
        FNENTRY = 3,
    }
}

codes! {
    attributes {
        ENTRY = 2,
        GROUP_ENTRY = 3,
    }
}

codes! {
    /// Attribute kinds inside a `GROUP_ENTRY`.
    attribute {
        ALIGNMENT = 1,
        BYVAL = 3,
        NAKED = 7,
        NORETURN = 17,
        RETURNS_TWICE = 23,
        S_EXT = 24,
        STRUCT_RET = 29,
    }
}

codes! {
    types {
        NUMENTRY = 1,
        VOID = 2,
        FLOAT = 3,
        DOUBLE = 4,
        LABEL = 5,
        OPAQUE = 6,
        INTEGER = 7,
        POINTER = 8,
        HALF = 10,
        ARRAY = 11,
        VECTOR = 12,
        X86_FP80 = 13,
        FP128 = 14,
        PPC_FP128 = 15,
        METADATA = 16,
        X86_MMX = 17,
        STRUCT_ANON = 18,
        STRUCT_NAME = 19,
        STRUCT_NAMED = 20,
        FUNCTION = 21,
        TOKEN = 22,
        BFLOAT = 23,
        X86_AMX = 24,
        OPAQUE_POINTER = 25,
        TARGET_TYPE = 26,
    }
}

codes! {
    constant {
        SETTYPE = 1,
        NULL = 2,
        UNDEF = 3,
        INTEGER = 4,
        WIDE_INTEGER = 5,
        FLOAT = 6,
        AGGREGATE = 7,
        STRING = 8,
        CSTRING = 9,
        CE_BINOP = 10,
        CE_CAST = 11,
        CE_GEP_OLD = 12,
        CE_SELECT = 13,
        CE_EXTRACTELT = 14,
        CE_INSERTELT = 15,
        CE_SHUFFLEVEC = 16,
        CE_CMP = 17,
        INLINEASM_OLD = 18,
        CE_SHUFVEC_EX = 19,
        CE_INBOUNDS_GEP = 20,
        BLOCKADDRESS = 21,
        DATA = 22,
        INLINEASM_OLD2 = 23,
        CE_GEP_WITH_INRANGE_INDEX_OLD = 24,
        CE_UNOP = 25,
        POISON = 26,
        DSO_LOCAL_EQUIVALENT = 27,
        INLINEASM_OLD3 = 28,
        NO_CFI_VALUE = 29,
        INLINEASM = 30,
        CE_GEP_WITH_INRANGE = 31,
        CE_GEP = 32,
    }
}

codes! {
    function {
        DECLAREBLOCKS = 1,
        INST_BINOP = 2,
        INST_CAST = 3,
        INST_GEP_OLD = 4,
        INST_SELECT = 5,
        INST_EXTRACTELT = 6,
        INST_INSERTELT = 7,
        INST_SHUFFLEVEC = 8,
        INST_CMP = 9,
        INST_RET = 10,
        INST_BR = 11,
        INST_SWITCH = 12,
        INST_INVOKE = 13,
        INST_UNREACHABLE = 15,
        INST_PHI = 16,
        INST_ALLOCA = 19,
        INST_LOAD = 20,
        INST_VAARG = 23,
        INST_STORE_OLD = 24,
        INST_EXTRACTVAL = 26,
        INST_INSERTVAL = 27,
        INST_CMP2 = 28,
        INST_VSELECT = 29,
        INST_INBOUNDS_GEP_OLD = 30,
        INST_INDIRECTBR = 31,
        DEBUG_LOC_AGAIN = 33,
        INST_CALL = 34,
        DEBUG_LOC = 35,
        INST_FENCE = 36,
        INST_CMPXCHG_OLD = 37,
        INST_ATOMICRMW_OLD = 38,
        INST_RESUME = 39,
        INST_LANDINGPAD_OLD = 40,
        INST_LOADATOMIC = 41,
        INST_STOREATOMIC_OLD = 42,
        INST_GEP = 43,
        INST_STORE = 44,
        INST_STOREATOMIC = 45,
        INST_CMPXCHG = 46,
        INST_LANDINGPAD = 47,
        INST_CLEANUPRET = 48,
        INST_CATCHRET = 49,
        INST_CATCHPAD = 50,
        INST_CLEANUPPAD = 51,
        INST_CATCHSWITCH = 52,
        OPERAND_BUNDLE = 55,
        INST_UNOP = 56,
        INST_CALLBR = 57,
        INST_FREEZE = 58,
        INST_ATOMICRMW = 59,
        BLOCKADDR_USERS = 60,
        DEBUG_RECORD_VALUE = 61,
        DEBUG_RECORD_DECLARE = 62,
        DEBUG_RECORD_ASSIGN = 63,
        DEBUG_RECORD_VALUE_SIMPLE = 64,
        DEBUG_RECORD_LABEL = 65,
        DEBUG_RECORD_DECLARE_VALUE = 66,
    }
}

codes! {
    metadata {
        STRING_OLD = 1,
        VALUE = 2,
        NODE = 3,
        NAME = 4,
        DISTINCT_NODE = 5,
        KIND = 6,
        LOCATION = 7,
        NAMED_NODE = 10,
        ATTACHMENT = 11,
        SUBRANGE = 13,
        ENUMERATOR = 14,
        BASIC_TYPE = 15,
        FILE = 16,
        DERIVED_TYPE = 17,
        COMPOSITE_TYPE = 18,
        SUBROUTINE_TYPE = 19,
        COMPILE_UNIT = 20,
        SUBPROGRAM = 21,
        LEXICAL_BLOCK = 22,
        LEXICAL_BLOCK_FILE = 23,
        GLOBAL_VAR = 27,
        LOCAL_VAR = 28,
        EXPRESSION = 29,
        STRINGS = 35,
        GLOBAL_DECL_ATTACHMENT = 36,
        GLOBAL_VAR_EXPR = 37,
        INDEX_OFFSET = 38,
        INDEX = 39,
    }
}
