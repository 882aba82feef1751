// What programs say to their tester: counterpoint.h, and the names of KLEE and SV-COMP for the same things. In a
// run without symbolic values an input is zero.
#include "cp_runtime.h"

#include "counterpoint.h"

void cp_symbolic(void *bytes, size_t size, const char *name) {
    __cp_make_symbolic(bytes, size, name);
}

void cp_assume(int condition) {
    if (!condition)
        __cp_assume_failed();
}

int cp_range(int low, int high, const char *name) {
    unsigned offset;
    cp_symbolic(&offset, sizeof offset, name);
    cp_assume(low < high && offset < (unsigned)high - low);
    return (int)(low + offset);
}

_Noreturn void cp_assert_failed(const char *text, const char *file, unsigned line, const char *function) {
    __cp_assert_fail(text, file, line, function);
}

// KLEE.

void klee_make_symbolic(void *bytes, size_t size, const char *name) {
    cp_symbolic(bytes, size, name);
}

void klee_assume(uintptr_t condition) {
    cp_assume(condition != 0);
}

int klee_range(int low, int high, const char *name) {
    return cp_range(low, high, name);
}

int klee_int(const char *name) {
    int value;
    cp_symbolic(&value, sizeof value, name);
    return value;
}

_Noreturn void klee_silent_exit(int status) {
    __cp_exit(status);
}

// SV-COMP.

void __VERIFIER_assume(int condition) {
    cp_assume(condition);
}

// Most programs define this themselves.
_Noreturn void reach_error(void) {
    __cp_assert_fail("reach_error()", "", 0, "reach_error");
}
ALIAS(__VERIFIER_error, reach_error);

#define NONDET(name, type) \
    type __VERIFIER_nondet_##name(void) { \
        type value; \
        cp_symbolic(&value, sizeof value, #name); \
        return value; \
    }

NONDET(bool, bool)
NONDET(char, char)
NONDET(schar, signed char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(size_t, size_t)
NONDET(loff_t, off64_t)
NONDET(u8, uint8_t)
NONDET(u16, uint16_t)
NONDET(u32, uint32_t)
NONDET(u64, uint64_t)
NONDET(float, float)
NONDET(double, double)
NONDET(pointer, void *)
NONDET(pchar, char *)
